-- Schools, coaches and events that a new row names are the owner's or the family's. A status history names its school in
-- its own policies. Of lists of ids the app's own triggers keep those that the loader can read. A suggestion that another
-- one names may come in the same statement, in which no policy sees it.
call scorebook.admit_names('public.school_priorities', 'school_id', 'public.schools');
call scorebook.admit_names('public.coaches', 'school_id', 'public.schools');
call scorebook.admit_names('public.events', 'school_id', 'public.schools');
call scorebook.admit_names('public.interactions', 'school_id', 'public.schools');
call scorebook.admit_names('public.interactions', 'coach_id', 'public.coaches');
call scorebook.admit_names('public.interactions', 'event_id', 'public.events');
call scorebook.admit_names('public.offers', 'school_id', 'public.schools');
call scorebook.admit_names('public.offers', 'coach_id', 'public.coaches');
call scorebook.admit_names('public.documents', 'school_id', 'public.schools');
call scorebook.admit_names('public.suggestion', 'related_school_id', 'public.schools');
call scorebook.admit_names('public.performance_metrics', 'event_id', 'public.events');
