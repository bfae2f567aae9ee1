create table public.coaches (
    id uuid not null default extensions.uuid_generate_v4(),
    school_id uuid not null,
    role public.coach_role not null,
    first_name text not null,
    last_name text not null,
    email text,
    phone text,
    twitter_handle text,
    instagram_handle text,
    notes text,
    last_contact_date timestamp with time zone,
    created_at timestamp with time zone default current_timestamp,
    updated_at timestamp with time zone default current_timestamp,
    user_id uuid not null,
    created_by uuid,
    updated_by uuid,
    family_unit_id uuid,
    constraint coaches_pkey primary key (id),
    constraint coaches_created_by_fkey foreign key (created_by) references public.users (id) on delete set null,
    constraint coaches_family_unit_id_fkey foreign key (family_unit_id) references public.family_units (id) on delete cascade,
    constraint coaches_school_id_fkey foreign key (school_id) references public.schools (id) on delete cascade,
    constraint coaches_updated_by_fkey foreign key (updated_by) references public.users (id) on delete set null,
    constraint coaches_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade
);

create index idx_coaches_created_by on public.coaches using btree (created_by);
create index idx_coaches_family_unit_id on public.coaches using btree (family_unit_id);
create index idx_coaches_name_tsvector on public.coaches using gin (to_tsvector('english'::regconfig, ((first_name || ' '::text) || last_name)));
create index idx_coaches_school_family_created on public.coaches using btree (school_id, family_unit_id, created_at desc);
create index idx_coaches_school_id on public.coaches using btree (school_id);
create index idx_coaches_updated_by on public.coaches using btree (updated_by);
create index idx_coaches_user_id on public.coaches using btree (user_id);

alter table public.coaches enable row level security;
grant all on public.coaches to anon, authenticated, service_role;
