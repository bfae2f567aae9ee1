create type public.interaction_type as enum (
    'email',
    'text',
    'phone_call',
    'in_person_visit',
    'virtual_meeting',
    'camp',
    'showcase',
    'tweet',
    'dm',
    'game',
    'unofficial_visit',
    'official_visit',
    'other'
);
