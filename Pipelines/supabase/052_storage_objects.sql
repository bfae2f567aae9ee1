create table storage.objects (
    id uuid not null default gen_random_uuid(),
    bucket_id text,
    name text,
    owner uuid,
    metadata jsonb,
    created_at timestamp with time zone default now(),
    updated_at timestamp with time zone default now(),
    constraint objects_pkey primary key (id),
    constraint objects_bucket_id_fkey foreign key (bucket_id) references storage.buckets (id)
);

create unique index bucketid_objname on storage.objects using btree (bucket_id, name);
alter table storage.objects enable row level security;
alter table storage.objects owner to supabase_storage_admin;
grant all on storage.objects to postgres, anon, authenticated, service_role;
