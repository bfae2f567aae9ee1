-- What devices and apps measured, each source for itself: the same steps may stand here twice, by watch and by telephone.
-- public.health_daily_totals counts them once.
create table public.health_samples (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    type text not null,
    value numeric not null,
    unit text not null,
    start_at timestamp with time zone not null,
    end_at timestamp with time zone,
    local_day date not null,
    source text not null,
    device text,
    origin text not null,
    original_value numeric,
    original_unit text,
    created_at timestamp with time zone not null default current_timestamp,
    constraint health_samples_pkey primary key (id),
    constraint health_samples_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint health_samples_end_at_check check (end_at >= start_at),
    constraint health_samples_percentage_check check (unit <> '%' or value between 0 and 100)
);

create index health_samples_user_type_start on public.health_samples using btree (user_id, type, start_at desc);
create index health_samples_user_type_day on public.health_samples using btree (user_id, type, local_day);

alter table public.health_samples enable row level security;
revoke all on public.health_samples from public, anon, authenticated;
grant select on public.health_samples to authenticated;
grant all on public.health_samples to service_role;
