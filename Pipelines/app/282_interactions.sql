create table public.interactions (
    id uuid not null default extensions.uuid_generate_v4(),
    school_id uuid not null,
    coach_id uuid,
    event_id uuid,
    type public.interaction_type not null,
    direction public.interaction_direction not null,
    subject text,
    content text,
    sentiment public.interaction_sentiment,
    occurred_at timestamp with time zone not null,
    logged_by uuid not null,
    attachments text[] default array[]::text[],
    created_at timestamp with time zone default current_timestamp,
    updated_by uuid,
    family_unit_id uuid,
    updated_at timestamp with time zone default now(),
    constraint interactions_pkey primary key (id),
    constraint fk_interactions_event_id foreign key (event_id) references public.events (id) on delete set null,
    constraint interactions_coach_id_fkey foreign key (coach_id) references public.coaches (id) on delete set null,
    constraint interactions_family_unit_id_fkey foreign key (family_unit_id) references public.family_units (id) on delete cascade,
    constraint interactions_logged_by_fkey foreign key (logged_by) references public.users (id) on delete cascade,
    constraint interactions_school_id_fkey foreign key (school_id) references public.schools (id) on delete cascade,
    constraint interactions_updated_by_fkey foreign key (updated_by) references public.users (id) on delete set null
);

create index idx_interactions_coach_id on public.interactions using btree (coach_id);
create index idx_interactions_direction on public.interactions using btree (direction);
create index idx_interactions_event_id on public.interactions using btree (event_id);
create index idx_interactions_family_occurred on public.interactions using btree (family_unit_id, occurred_at desc);
create index idx_interactions_family_unit_id on public.interactions using btree (family_unit_id);
create index idx_interactions_logged_by on public.interactions using btree (logged_by);
create index idx_interactions_occurred_at on public.interactions using btree (occurred_at desc);
create index idx_interactions_school_coach on public.interactions using btree (school_id, coach_id);
create index idx_interactions_school_coach_type on public.interactions using btree (school_id, coach_id, type, occurred_at desc);
create index idx_interactions_school_id on public.interactions using btree (school_id);
create index idx_interactions_school_occurred on public.interactions using btree (school_id, occurred_at desc);
create index idx_interactions_school_type on public.interactions using btree (school_id, type);
create index idx_interactions_sentiment on public.interactions using btree (sentiment);
create index idx_interactions_sentiment_occurred on public.interactions using btree (sentiment, occurred_at desc);
create index idx_interactions_type on public.interactions using btree (type);
create index idx_interactions_updated_by on public.interactions using btree (updated_by);

alter table public.interactions enable row level security;
grant all on public.interactions to anon, authenticated, service_role;
