create type public.notification_type as enum (
    'follow_up_reminder',
    'deadline_alert',
    'daily_digest',
    'inbound_interaction',
    'offer',
    'event'
);
