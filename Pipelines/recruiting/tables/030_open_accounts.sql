-- Accounts for users that a migration brings: on scorebook's own cluster, where no service of accounts is. Elsewhere the app
-- makes them, and nothing is done.
create function scorebook.open_accounts(ids uuid[], emails text[]) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    if pg_catalog.to_regprocedure('auth.open_accounts(uuid[],text[])') is not null then
        perform auth.open_accounts(ids, emails);
    end if;
end
$$;

revoke all on function scorebook.open_accounts(uuid[], text[]) from public;
grant execute on function scorebook.open_accounts(uuid[], text[]) to scorebook_loader;
