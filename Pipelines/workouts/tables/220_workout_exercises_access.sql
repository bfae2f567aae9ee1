call scorebook.admit_table('public.workout_exercises');
