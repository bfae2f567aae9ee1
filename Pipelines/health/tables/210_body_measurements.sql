-- Body weight, fat and girths, by hand or from a device, each in one unit; what the source wrote stands beside it.
-- source is healthkit for what passed through Apple Health, manual for what was typed in, else the app.
create table public.body_measurements (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    kind text not null,
    value numeric not null,
    unit text not null,
    original_value numeric,
    original_unit text,
    measured_at timestamp with time zone not null,
    local_day date not null,
    source text not null default 'manual',
    source_name text,
    notes text,
    created_at timestamp with time zone not null default current_timestamp,
    constraint body_measurements_pkey primary key (id),
    constraint body_measurements_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint body_measurements_unit_check check (
        unit = case
            when kind in ('weight', 'lean_mass') then 'kg'
            when kind = 'body_fat' then '%'
            else 'cm'
        end
    ),
    constraint body_measurements_value_check check (value > 0 and (unit <> '%' or value <= 100))
);

create index body_measurements_user_kind_day on public.body_measurements using btree (user_id, kind, local_day);

alter table public.body_measurements enable row level security;
revoke all on public.body_measurements from public, anon, authenticated;
grant select, delete on public.body_measurements to authenticated;
grant insert (id, user_id, kind, value, unit, original_value, original_unit, measured_at, local_day, source, notes),
    update (value, original_value, original_unit, measured_at, local_day, notes)
on public.body_measurements to authenticated;
grant all on public.body_measurements to service_role;
