-- One exercise of a workout: the name that all apps' names of it are brought to, and the source's own.
create table public.workout_exercises (
    id uuid not null default pg_catalog.gen_random_uuid(),
    user_id uuid not null,
    workout_id uuid not null,
    position integer not null,
    name text not null,
    source_name text not null,
    category text,
    superset text,
    notes text,
    created_at timestamp with time zone not null default current_timestamp,
    constraint workout_exercises_pkey primary key (id),
    constraint workout_exercises_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint workout_exercises_workout_id_fkey foreign key (workout_id) references public.workouts (id) on delete cascade,
    constraint workout_exercises_position_check check (position > 0),
    constraint workout_exercises_name_check check (name <> '')
);

create index workout_exercises_workout_id on public.workout_exercises using btree (workout_id);
create index workout_exercises_user_name on public.workout_exercises using btree (user_id, name);

alter table public.workout_exercises enable row level security;
revoke all on public.workout_exercises from anon, authenticated;
grant select on public.workout_exercises to authenticated;
grant all on public.workout_exercises to service_role;
