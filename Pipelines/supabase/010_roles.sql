-- The roles that a Supabase project has; a cluster keeps roles over its databases, so they may be there already.
do $$
begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'anon') then
        create role anon nologin noinherit;
    end if;
    if not exists (select from pg_catalog.pg_roles where rolname = 'authenticated') then
        create role authenticated nologin noinherit;
    end if;
    if not exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
        create role service_role nologin noinherit bypassrls;
    end if;
    -- The services of accounts and of files own their schemas; the administrator is a guest there.
    if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_auth_admin') then
        create role supabase_auth_admin nologin noinherit;
    end if;
    if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_storage_admin') then
        create role supabase_storage_admin nologin noinherit;
    end if;
    if not exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
        create role authenticator login noinherit;
    end if;
end
$$;

grant anon, authenticated, service_role to authenticator;
