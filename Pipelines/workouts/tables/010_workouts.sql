-- One workout of an athlete. `day` of a workout is the local date of started_at in `zone`, or else in the athlete's zone.
create table public.workouts (
    id uuid not null default pg_catalog.gen_random_uuid(),
    user_id uuid not null,
    started_at timestamp with time zone not null,
    ended_at timestamp with time zone,
    zone text,
    title text,
    activity text,
    duration_s numeric,
    moving_s numeric,
    distance_m numeric,
    distance numeric,
    distance_unit text,
    ascent_m numeric,
    energy_kcal numeric,
    average_heart_rate numeric,
    maximum_heart_rate numeric,
    body_weight_kg numeric,
    body_weight numeric,
    body_weight_unit text,
    notes text,
    source text,
    source_key text,
    created_at timestamp with time zone not null default current_timestamp,
    constraint workouts_pkey primary key (id),
    constraint workouts_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint workouts_ends_check check (ended_at >= started_at),
    constraint workouts_duration_check check (duration_s >= 0 and moving_s >= 0),
    constraint workouts_distance_check check (distance_m >= 0),
    constraint workouts_body_weight_check check (body_weight_kg > 0)
);

create index workouts_user_started on public.workouts using btree (user_id, started_at desc);

alter table public.workouts enable row level security;
revoke all on public.workouts from anon, authenticated;
grant select on public.workouts to authenticated;
grant all on public.workouts to service_role;
