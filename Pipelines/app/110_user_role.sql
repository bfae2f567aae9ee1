create type public.user_role as enum (
    'admin',
    'parent',
    'player'
);
