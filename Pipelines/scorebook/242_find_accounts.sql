-- Finds accounts by id or confirmed email. It ignores public.users.email, because users can edit it.
-- Nothing is found where auth.users cannot be read.
create function scorebook.find_accounts(given text) returns table (id uuid, address text)
language plpgsql stable security definer rows 1
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    if scorebook.knows_addresses() then
        return query
        select account.id, lower(account.email)
        from auth.users as account
        where account.email_confirmed_at is not null
            and lower(given) in (lower(account.email), account.id::text);
    end if;
end
$$;

revoke all on function scorebook.find_accounts(text) from public;
grant execute on function scorebook.find_accounts(text) to scorebook_loader;
