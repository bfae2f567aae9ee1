create type public.interaction_direction as enum (
    'outbound',
    'inbound'
);
