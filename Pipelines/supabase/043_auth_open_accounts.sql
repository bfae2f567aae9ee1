-- What the service of accounts does elsewhere, for loads into a cluster of scorebook's own.
create function auth.open_accounts(ids uuid[], emails text[]) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    insert into auth.users (id, email)
    select given.id, given.email
    from unnest(ids, emails) as given (id, email)
    on conflict do nothing
$$;

alter function auth.open_accounts(uuid[], text[]) owner to supabase_auth_admin;
revoke all on function auth.open_accounts(uuid[], text[]) from public;
grant execute on function auth.open_accounts(uuid[], text[]) to postgres;
