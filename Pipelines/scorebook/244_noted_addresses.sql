-- The addresses that the ledger has noted of a person, by which folders may be named, but for those that another account has
-- now. The loader declares the person first.
create function scorebook.noted_addresses(person uuid) returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select noted.address
    from scorebook.owner_addresses as noted
    where noted.owner = person
        and not exists (select from scorebook.find_accounts(noted.address) as other where other.id <> person)
        and (
            coalesce(nullif(current_setting('role'), 'none'), session_user) <> 'scorebook_loader'
            or person in (select scorebook.admitted_owners()))
$$;

revoke all on function scorebook.noted_addresses(uuid) from public;
grant execute on function scorebook.noted_addresses(uuid) to scorebook_loader;
