create type public.coach_role as enum (
    'head',
    'assistant',
    'recruiting'
);
