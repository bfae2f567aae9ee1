-- Which of these users have no account, and can get none here.
create function scorebook.lacking_accounts(ids uuid[]) returns setof uuid
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    if pg_catalog.to_regprocedure('auth.open_accounts(uuid[],text[])') is null then
        return query
        select given.id
        from pg_catalog.unnest(ids) as given (id)
        where not exists (select from auth.users as account where account.id = given.id);
    end if;
end
$$;

revoke all on function scorebook.lacking_accounts(uuid[]) from public;
grant execute on function scorebook.lacking_accounts(uuid[]) to scorebook_loader;
