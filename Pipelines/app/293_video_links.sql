create table public.video_links (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    family_unit_id uuid,
    platform text not null,
    url text not null,
    title text,
    position integer not null default 0,
    health_status text not null default 'unknown'::text,
    last_health_check timestamp with time zone,
    created_at timestamp with time zone not null default now(),
    updated_at timestamp with time zone not null default now(),
    constraint video_links_pkey primary key (id),
    constraint video_links_health_status_check check ((health_status = any (array['healthy'::text, 'broken'::text, 'unknown'::text]))),
    constraint video_links_platform_check check ((platform = any (array['hudl'::text, 'youtube'::text, 'vimeo'::text, 'other'::text]))),
    constraint video_links_family_unit_id_fkey foreign key (family_unit_id) references public.family_units (id) on delete cascade,
    constraint video_links_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade
);

create index idx_video_links_family_unit_id on public.video_links using btree (family_unit_id);
create index idx_video_links_health on public.video_links using btree (health_status) where (health_status <> 'healthy'::text);
create index idx_video_links_user_id on public.video_links using btree (user_id);

alter table public.video_links enable row level security;
grant all on public.video_links to anon, authenticated, service_role;
