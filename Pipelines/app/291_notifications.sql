create table public.notifications (
    id uuid not null default extensions.uuid_generate_v4(),
    user_id uuid not null,
    type public.notification_type not null,
    title text not null,
    message text,
    related_entity_type text,
    related_entity_id uuid,
    scheduled_for timestamp with time zone,
    sent_at timestamp with time zone,
    read_at timestamp with time zone,
    created_at timestamp with time zone default current_timestamp,
    priority character varying(10) default 'normal'::character varying,
    email_sent boolean default false,
    email_sent_at timestamp with time zone,
    action_url character varying(500),
    constraint notifications_pkey primary key (id),
    constraint notifications_priority_check check (((priority)::text = any (array[('low'::character varying)::text, ('normal'::character varying)::text, ('high'::character varying)::text]))),
    constraint notifications_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade
);

create index idx_notifications_priority on public.notifications using btree (priority);
create index idx_notifications_scheduled_for on public.notifications using btree (scheduled_for);
create index idx_notifications_user_id on public.notifications using btree (user_id);
create index idx_notifications_user_read_at on public.notifications using btree (user_id, read_at nulls first, scheduled_for desc);

alter table public.notifications enable row level security;
grant all on public.notifications to anon, authenticated, service_role;
