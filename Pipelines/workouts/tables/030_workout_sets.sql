-- One set: kilograms beside the number and unit that the source gives. A negative weight is assistance; none is body weight.
create table public.workout_sets (
    id uuid not null default pg_catalog.gen_random_uuid(),
    user_id uuid not null,
    workout_exercise_id uuid not null,
    position integer not null,
    kind text not null default 'working',
    completed boolean not null default true,
    reps integer,
    weight_kg numeric,
    weight numeric,
    weight_unit text,
    -- How many times the weight counts: 2 for a pair of dumbbells, 0 for body weight.
    multiplier numeric,
    distance_m numeric,
    distance numeric,
    distance_unit text,
    duration_s numeric,
    rpe numeric,
    energy_kcal numeric,
    notes text,
    created_at timestamp with time zone not null default current_timestamp,
    constraint workout_sets_pkey primary key (id),
    constraint workout_sets_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint workout_sets_workout_exercise_id_fkey foreign key (workout_exercise_id)
        references public.workout_exercises (id) on delete cascade,
    constraint workout_sets_position_check check (position > 0),
    constraint workout_sets_kind_check check (kind in ('working', 'warmup', 'drop', 'failure', 'other')),
    constraint workout_sets_reps_check check (reps >= 0),
    constraint workout_sets_rpe_check check (rpe between 0 and 10),
    constraint workout_sets_amounts_check check (distance_m >= 0 and duration_s >= 0 and multiplier >= 0)
);

create index workout_sets_workout_exercise_id on public.workout_sets using btree (workout_exercise_id);
create index workout_sets_user_id on public.workout_sets using btree (user_id);

alter table public.workout_sets enable row level security;
revoke all on public.workout_sets from anon, authenticated;
grant select on public.workout_sets to authenticated;
grant all on public.workout_sets to service_role;
