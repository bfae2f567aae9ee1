create table public.family_units (
    id uuid not null default gen_random_uuid(),
    family_name character varying(255),
    created_at timestamp with time zone default now(),
    updated_at timestamp with time zone default now(),
    family_code character varying(10),
    code_generated_at timestamp with time zone,
    pending_player_details jsonb,
    created_by_user_id uuid,
    constraint family_units_pkey primary key (id),
    constraint family_units_family_code_key unique (family_code),
    constraint family_code_format_check check (((family_code)::text ~ '^FAM-[A-Z0-9]{6}$'::text)),
    constraint family_units_created_by_user_id_fkey foreign key (created_by_user_id) references public.users (id) on delete set null
);

create unique index idx_family_units_code on public.family_units using btree (family_code) where (family_code is not null);

comment on table public.family_units is 'Family unit: 1 player + N parents';
comment on column public.family_units.family_name is 'Auto-generated name like "John Doe''s Family"';

alter table public.family_units enable row level security;
grant all on public.family_units to anon, authenticated, service_role;
