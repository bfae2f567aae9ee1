call scorebook.admit_table('public.school_priorities');
