call scorebook.admit_table('public.workouts');
