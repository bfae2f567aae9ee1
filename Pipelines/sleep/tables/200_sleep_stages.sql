-- What devices wrote about sleep, each source for itself: one night may be here by watch, ring and telephone.
-- public.sleep_nights counts it once. Without a duration a row is a stretch of one stage from start to end.
create table public.sleep_stages (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    stage text not null,
    duration_s numeric,
    start_at timestamp with time zone,
    end_at timestamp with time zone,
    local_day date not null,
    source text not null,
    device text,
    origin text not null,
    created_at timestamp with time zone not null default current_timestamp,
    constraint sleep_stages_pkey primary key (id),
    constraint sleep_stages_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint sleep_stages_stage_check check (stage in ('in_bed', 'asleep', 'core', 'deep', 'rem', 'awake')),
    constraint sleep_stages_end_at_check check (end_at >= start_at),
    constraint sleep_stages_duration_check check (duration_s >= 0),
    constraint sleep_stages_length_check check (duration_s is not null or (start_at is not null and end_at is not null))
);

create index sleep_stages_user_day on public.sleep_stages using btree (user_id, local_day);

alter table public.sleep_stages enable row level security;
revoke all on public.sleep_stages from public, anon, authenticated;
grant select on public.sleep_stages to authenticated;
grant all on public.sleep_stages to service_role;
