create type public.school_division as enum (
    'D1',
    'D2',
    'D3',
    'NAIA',
    'JUCO'
);
