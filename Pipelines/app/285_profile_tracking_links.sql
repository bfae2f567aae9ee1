create table public.profile_tracking_links (
    id uuid not null default gen_random_uuid(),
    profile_id uuid not null,
    coach_id uuid not null,
    ref_token text not null,
    view_count integer not null default 0,
    last_viewed_at timestamp with time zone,
    created_at timestamp with time zone not null default now(),
    constraint profile_tracking_links_pkey primary key (id),
    constraint profile_tracking_links_profile_id_coach_id_key unique (profile_id, coach_id),
    constraint profile_tracking_links_ref_token_key unique (ref_token),
    constraint profile_tracking_links_coach_id_fkey foreign key (coach_id) references public.coaches (id) on delete cascade,
    constraint profile_tracking_links_profile_id_fkey foreign key (profile_id) references public.player_profiles (id) on delete cascade
);

create index idx_profile_tracking_links_profile on public.profile_tracking_links using btree (profile_id);

alter table public.profile_tracking_links enable row level security;
grant all on public.profile_tracking_links to anon, authenticated, service_role;
