create type public.event_type as enum (
    'showcase',
    'camp',
    'official_visit',
    'unofficial_visit',
    'game'
);
