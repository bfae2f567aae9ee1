-- What a device measures every few seconds, a row a day: as rows of health_samples a heart rate would be 17,280 a day.
-- The two lists go together, in the order of the times. public.health_series_samples has them value by value.
create table public.health_series (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    series_type text not null,
    unit text not null,
    local_day date not null,
    source text not null,
    device text,
    origin text not null,
    times timestamp with time zone[] not null,
    readings numeric[] not null,
    created_at timestamp with time zone not null default current_timestamp,
    constraint health_series_pkey primary key (id),
    constraint health_series_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint health_series_readings_check check (
        cardinality(times) = cardinality(readings) and cardinality(times) > 0
    )
);

create index health_series_user_type_day on public.health_series using btree (user_id, series_type, local_day);

alter table public.health_series enable row level security;
revoke all on public.health_series from public, anon, authenticated;
grant select on public.health_series to authenticated;
grant all on public.health_series to service_role;
