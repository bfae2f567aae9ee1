call scorebook.admit_table('public.workout_sets');
