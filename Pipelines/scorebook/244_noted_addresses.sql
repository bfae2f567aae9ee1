-- Gives the addresses that the ledger has noted of a person, by which folders may be named, and whether no other account has or
-- had them: a folder of such an address may be the other's. The loader declares the person first.
create function scorebook.noted_addresses(person uuid) returns table (address text, is_own boolean)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
        noted.address,
        scorebook.knows_addresses()
        and not exists (select from scorebook.find_accounts(noted.address) as other where other.id <> person)
        and not exists (
            select from scorebook.owner_addresses as other where other.address = noted.address and other.owner <> person)
    from scorebook.owner_addresses as noted
    where noted.owner = person
        and (
            coalesce(nullif(current_setting('role'), 'none'), session_user) <> 'scorebook_loader'
            or person in (select scorebook.admitted_owners()))
$$;

revoke all on function scorebook.noted_addresses(uuid) from public;
grant execute on function scorebook.noted_addresses(uuid) to scorebook_loader;

-- Removes them, once the files of the person are gone. The loader declares the person first.
create function scorebook.forget_addresses(person uuid) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    delete from scorebook.owner_addresses as noted
    where noted.owner = person
        and (
            coalesce(nullif(current_setting('role'), 'none'), session_user) <> 'scorebook_loader'
            or person in (select scorebook.admitted_owners()))
$$;

alter function scorebook.forget_addresses(uuid) owner to scorebook_owner;
revoke all on function scorebook.forget_addresses(uuid) from public;
grant execute on function scorebook.forget_addresses(uuid) to scorebook_loader;
