create table public.schools (
    id uuid not null default extensions.uuid_generate_v4(),
    user_id uuid not null,
    name text not null,
    location text,
    division public.school_division,
    conference text,
    is_favorite boolean default false,
    website text,
    twitter_handle text,
    instagram_handle text,
    status public.school_status default 'researching'::public.school_status,
    amenities jsonb,
    pros text[] default array[]::text[],
    cons text[] default array[]::text[],
    notes text,
    offer_details jsonb,
    academic_info jsonb,
    created_at timestamp with time zone default current_timestamp,
    updated_at timestamp with time zone default current_timestamp,
    created_by uuid,
    updated_by uuid,
    favicon_url text,
    fit_tier character varying(20),
    status_changed_at timestamp with time zone,
    coaching_philosophy text,
    coaching_style text,
    recruiting_approach text,
    communication_style text,
    success_metrics text,
    family_unit_id uuid,
    city text,
    state text,
    phone text,
    athletics_url text,
    why_program text,
    fit_reason text,
    questionnaire_completed boolean not null default false,
    questionnaire_completed_at timestamp with time zone,
    constraint schools_pkey primary key (id),
    constraint schools_fit_tier_check check (((fit_tier)::text = any (array[('reach'::character varying)::text, ('match'::character varying)::text, ('safety'::character varying)::text, ('unlikely'::character varying)::text]))),
    constraint schools_created_by_fkey foreign key (created_by) references public.users (id) on delete set null,
    constraint schools_family_unit_id_fkey foreign key (family_unit_id) references public.family_units (id) on delete cascade,
    constraint schools_updated_by_fkey foreign key (updated_by) references public.users (id) on delete set null,
    constraint schools_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade
);

create index idx_schools_created_by on public.schools using btree (created_by);
create index idx_schools_family_unit_id on public.schools using btree (family_unit_id);
create index idx_schools_fit_tier on public.schools using btree (fit_tier);
create index idx_schools_is_favorite on public.schools using btree (is_favorite);
create index idx_schools_name_tsvector on public.schools using gin (to_tsvector('english'::regconfig, ((name || ' '::text) || coalesce(location, ''::text))));
create index idx_schools_status on public.schools using btree (status);
create index idx_schools_updated_by on public.schools using btree (updated_by);
create index idx_schools_user_id on public.schools using btree (user_id);
create index idx_schools_user_id_status on public.schools using btree (user_id, status);

comment on table public.schools is 'Schools table - status values migrated to new 9-value enum on 2026-01-25';
comment on column public.schools.fit_tier is 'Tier classification: 70-100 match/safety, 50-69 reach, 0-49 unlikely';
comment on column public.schools.status_changed_at is 'Timestamp of when the current status was set';
comment on column public.schools.phone is 'School recruiting/main phone number (user-entered). Contact & Social field.';
comment on column public.schools.athletics_url is 'School athletics-specific website (user-entered). Contact & Social field, separate from the general website column.';
comment on column public.schools.why_program is 'Athlete answer: why this program (backs template {{programNote}}); prefilled into Quick Comm and editable on school detail.';
comment on column public.schools.fit_reason is 'Athlete answer: why it fits (backs template {{fitReason}}).';

alter table public.schools enable row level security;
grant all on public.schools to anon, authenticated, service_role;
