create table storage.buckets (
    id text not null,
    name text not null,
    public boolean default false,
    created_at timestamp with time zone default now(),
    constraint buckets_pkey primary key (id)
);

create unique index bname on storage.buckets using btree (name);
alter table storage.buckets enable row level security;
alter table storage.buckets owner to supabase_storage_admin;
grant all on storage.buckets to postgres, anon, authenticated, service_role;
