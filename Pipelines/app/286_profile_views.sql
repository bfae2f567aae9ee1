create table public.profile_views (
    id uuid not null default gen_random_uuid(),
    profile_id uuid not null,
    tracking_link_id uuid,
    viewed_at timestamp with time zone not null default now(),
    user_agent text,
    constraint profile_views_pkey primary key (id),
    constraint profile_views_profile_id_fkey foreign key (profile_id) references public.player_profiles (id) on delete cascade,
    constraint profile_views_tracking_link_id_fkey foreign key (tracking_link_id) references public.profile_tracking_links (id) on delete set null
);

create index idx_profile_views_profile on public.profile_views using btree (profile_id);
create index idx_profile_views_tracking_link on public.profile_views using btree (tracking_link_id);

alter table public.profile_views enable row level security;
grant all on public.profile_views to anon, authenticated, service_role;
