create type public.interaction_sentiment as enum (
    'positive',
    'neutral',
    'negative',
    'very_positive'
);
