create table public.player_profiles (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    family_unit_id uuid not null,
    hash_slug text not null,
    vanity_slug text,
    is_published boolean not null default false,
    bio text,
    show_academics boolean not null default true,
    show_athletic boolean not null default true,
    show_film boolean not null default true,
    show_schools boolean not null default true,
    created_at timestamp with time zone not null default now(),
    updated_at timestamp with time zone not null default now(),
    header_color text not null default 'slate'::text,
    constraint player_profiles_pkey primary key (id),
    constraint player_profiles_hash_slug_key unique (hash_slug),
    constraint player_profiles_user_id_key unique (user_id),
    constraint player_profiles_vanity_slug_key unique (vanity_slug),
    constraint hash_slug_format check ((hash_slug ~ '^[a-z0-9]{6}$'::text)),
    constraint header_color_valid check ((header_color = any (array['slate'::text, 'blue'::text, 'emerald'::text, 'violet'::text, 'rose'::text, 'amber'::text, 'teal'::text, 'indigo'::text]))),
    constraint vanity_slug_format check (((vanity_slug is null) or (vanity_slug ~ '^[a-z0-9][a-z0-9\-]{0,28}[a-z0-9]$'::text))),
    constraint player_profiles_family_unit_id_fkey foreign key (family_unit_id) references public.family_units (id) on delete cascade,
    constraint player_profiles_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade
);

alter table public.player_profiles enable row level security;
grant all on public.player_profiles to anon, authenticated, service_role;
