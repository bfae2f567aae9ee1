create table public.offers (
    id uuid not null default extensions.uuid_generate_v4(),
    user_id uuid not null,
    school_id uuid not null,
    coach_id uuid,
    offer_type text not null,
    deadline_date date,
    status text default 'pending'::text,
    notes text,
    created_at timestamp with time zone default current_timestamp,
    updated_at timestamp with time zone default current_timestamp,
    scholarship_amount numeric(10,2),
    scholarship_percentage numeric(5,2),
    offer_date date not null default current_date,
    conditions text,
    family_unit_id uuid,
    constraint offers_pkey primary key (id),
    constraint offers_coach_id_fkey foreign key (coach_id) references public.coaches (id) on delete set null,
    constraint offers_family_unit_id_fkey foreign key (family_unit_id) references public.family_units (id) on delete cascade,
    constraint offers_school_id_fkey foreign key (school_id) references public.schools (id) on delete cascade,
    constraint offers_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade
);

create index idx_offers_coach_id on public.offers using btree (coach_id);
create index idx_offers_family_unit_id on public.offers using btree (family_unit_id);
create index idx_offers_school_id on public.offers using btree (school_id);
create index idx_offers_user_id on public.offers using btree (user_id);

alter table public.offers enable row level security;
grant all on public.offers to anon, authenticated, service_role;
