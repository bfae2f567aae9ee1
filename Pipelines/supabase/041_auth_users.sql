create table auth.users (
    id uuid not null,
    email character varying(255),
    -- The service of accounts sets it. Where there is none, an account is confirmed when it is made.
    email_confirmed_at timestamp with time zone default now(),
    raw_user_meta_data jsonb,
    created_at timestamp with time zone default now(),
    updated_at timestamp with time zone default now(),
    constraint users_pkey primary key (id)
);

create unique index users_email_partial_key on auth.users using btree (email);
alter table auth.users enable row level security;
alter table auth.users owner to supabase_auth_admin;
grant all on auth.users to postgres;
