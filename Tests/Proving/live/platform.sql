-- What a Supabase project has before the first migration of the app, as far as the app and scorebook notice it. The
-- superuser of the server runs it in the project's database.
create role postgres login createdb createrole replication bypassrls;
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;

grant anon, authenticated, service_role to authenticator, postgres;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';

create publication supabase_realtime;

create schema extensions;
create extension "uuid-ossp" with schema extensions;
create extension pgcrypto with schema extensions;
grant all on schema extensions to postgres;
grant usage on schema extensions to anon, authenticated, service_role;
alter role postgres set search_path = "$user", public, extensions;

grant usage on schema public to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
grant all on sequences to postgres, anon, authenticated, service_role;

-- Accounts belong to the service of accounts. The administrator has all rights on them, but may not hand them on.
create schema auth;
create table auth.users (
    id uuid primary key,
    email character varying(255) unique,
    email_confirmed_at timestamp with time zone,
    raw_app_meta_data jsonb,
    raw_user_meta_data jsonb,
    created_at timestamp with time zone default now(),
    updated_at timestamp with time zone default now()
);
alter table auth.users enable row level security;
alter table auth.users owner to supabase_auth_admin;

create function auth.jwt() returns jsonb language sql stable as $$
    select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}'::jsonb)
$$;
create function auth.uid() returns uuid language sql stable as $$
    select coalesce(
        nullif(current_setting('request.jwt.claim.sub', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
    )::uuid
$$;
create function auth.role() returns text language sql stable as $$
    select coalesce(
        nullif(current_setting('request.jwt.claim.role', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
    )
$$;
create function auth.email() returns text language sql stable as $$
    select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
$$;
alter function auth.jwt() owner to supabase_auth_admin;
alter function auth.uid() owner to supabase_auth_admin;
alter function auth.role() owner to supabase_auth_admin;
alter function auth.email() owner to supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role, supabase_auth_admin, postgres;
grant all on all tables in schema auth to postgres;
grant all on all routines in schema auth to postgres;

create schema storage;
create table storage.buckets (
    id text primary key,
    name text not null unique,
    public boolean default false
);
create table storage.objects (
    id uuid primary key default gen_random_uuid(),
    bucket_id text references storage.buckets (id),
    name text,
    owner uuid,
    metadata jsonb
);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
create function storage.foldername(name text) returns text[] language sql immutable as $$
    select (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1]
$$;
alter function storage.foldername(text) owner to supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, supabase_storage_admin, postgres;
grant all on all tables in schema storage to anon, authenticated, service_role;
grant all on all tables in schema storage to postgres with grant option;

-- pg_net posts to the world; here a log of what would be posted.
create schema net;
create table net.sent (id bigint generated always as identity primary key, url text not null, body jsonb);
create function net.http_post(
    url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
    timeout_milliseconds integer default 5000
) returns bigint language sql security definer set search_path = '' as $$
    insert into net.sent (url, body) values (http_post.url, http_post.body) returning id
$$;
revoke all on function net.http_post(text, jsonb, jsonb, jsonb, integer) from public;
grant usage on schema net to postgres, anon, authenticated, service_role;
grant execute on function net.http_post(text, jsonb, jsonb, jsonb, integer)
to postgres, anon, authenticated, service_role;
