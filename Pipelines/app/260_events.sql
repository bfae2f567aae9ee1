create table public.events (
    id uuid not null default extensions.uuid_generate_v4(),
    school_id uuid,
    type public.event_type not null,
    name text not null,
    location text,
    start_date date not null,
    end_date date,
    coaches_present uuid[] default array[]::uuid[],
    performance_notes text,
    stats_recorded jsonb,
    cost numeric,
    registered boolean default false,
    attended boolean default false,
    created_at timestamp with time zone default current_timestamp,
    updated_at timestamp with time zone default current_timestamp,
    user_id uuid not null,
    created_by uuid,
    updated_by uuid,
    start_time time without time zone,
    end_time time without time zone,
    checkin_time time without time zone,
    url text,
    description text,
    event_source character varying(50),
    address text,
    city character varying(100),
    state character varying(2),
    family_unit_id uuid,
    constraint events_pkey primary key (id),
    constraint events_created_by_fkey foreign key (created_by) references public.users (id) on delete set null,
    constraint events_family_unit_id_fkey foreign key (family_unit_id) references public.family_units (id) on delete cascade,
    constraint events_school_id_fkey foreign key (school_id) references public.schools (id) on delete cascade,
    constraint events_updated_by_fkey foreign key (updated_by) references public.users (id) on delete set null,
    constraint events_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade
);

create index idx_events_created_by on public.events using btree (created_by);
create index idx_events_family_unit_id on public.events using btree (family_unit_id);
create index idx_events_school_id on public.events using btree (school_id);
create index idx_events_school_type on public.events using btree (school_id, type);
create index idx_events_school_user on public.events using btree (school_id, user_id);
create index idx_events_start_date on public.events using btree (start_date desc);
create index idx_events_type on public.events using btree (type);
create index idx_events_updated_by on public.events using btree (updated_by);
create index idx_events_user_id on public.events using btree (user_id);
create index idx_events_user_school_type on public.events using btree (user_id, school_id, type, start_date);

alter table public.events enable row level security;
grant all on public.events to anon, authenticated, service_role;
