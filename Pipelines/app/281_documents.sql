create table public.documents (
    id uuid not null default extensions.uuid_generate_v4(),
    user_id uuid not null,
    type public.document_type not null,
    title text not null,
    description text,
    file_url text not null,
    file_type text,
    version integer default 1,
    school_id uuid,
    is_current boolean default true,
    shared_with_schools uuid[] default array[]::uuid[],
    uploaded_by uuid not null,
    created_at timestamp with time zone default current_timestamp,
    updated_at timestamp with time zone default current_timestamp,
    last_health_check timestamp with time zone,
    health_status character varying(20) default 'unknown'::character varying,
    family_unit_id uuid,
    constraint documents_pkey primary key (id),
    constraint documents_health_status_check check (((health_status)::text = any (array[('healthy'::character varying)::text, ('broken'::character varying)::text, ('unknown'::character varying)::text]))),
    constraint documents_family_unit_id_fkey foreign key (family_unit_id) references public.family_units (id) on delete cascade,
    constraint documents_school_id_fkey foreign key (school_id) references public.schools (id) on delete set null,
    constraint documents_uploaded_by_fkey foreign key (uploaded_by) references public.users (id) on delete cascade,
    constraint documents_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade
);

create index idx_documents_family_unit_id on public.documents using btree (family_unit_id);
create index idx_documents_health_status on public.documents using btree (health_status) where ((health_status)::text = any (array[('broken'::character varying)::text, ('unknown'::character varying)::text]));
create index idx_documents_school_id on public.documents using btree (school_id);
create index idx_documents_school_type on public.documents using btree (school_id, type, created_at desc);
create index idx_documents_type on public.documents using btree (type);
create index idx_documents_uploaded_by on public.documents using btree (uploaded_by);
create index idx_documents_user_id on public.documents using btree (user_id);

comment on column public.documents.health_status is 'Video link health: healthy (200 status), broken (non-200 status), unknown (not checked)';

alter table public.documents enable row level security;
grant all on public.documents to anon, authenticated, service_role;
