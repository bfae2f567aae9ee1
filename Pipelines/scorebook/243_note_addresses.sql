-- Notes the confirmed addresses of these owners for a later erasure: when the account is deleted, auth.users no longer has
-- them.
create function scorebook.note_addresses(owners uuid[]) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    if scorebook.knows_addresses() then
        insert into scorebook.owner_addresses (owner, address)
        select account.id, lower(account.email)
        from auth.users as account
        where account.id = any (owners) and account.email_confirmed_at is not null and account.email is not null
        on conflict do nothing;
    end if;
end
$$;

revoke all on function scorebook.note_addresses(uuid[]) from public;
grant execute on function scorebook.note_addresses(uuid[]) to scorebook_loader;

-- At the end of each run, for the owners of its files.
create function scorebook.note_addresses_of_run() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    perform scorebook.note_addresses(array(
        select units.owner_scope::uuid from scorebook.units as units
        where units.run_id = new.id and length(units.owner_scope) = 36
        union
        select block.owner
        from scorebook.lineage_blocks as block
        join scorebook.units as units on units.id = block.unit_id
        where units.run_id = new.id and block.owner is not null
    ));
    return null;
end
$$;

revoke all on function scorebook.note_addresses_of_run() from public;

create trigger note_addresses after update of finished_at on scorebook.runs
for each row when (old.finished_at is null and new.finished_at is not null)
execute function scorebook.note_addresses_of_run();
