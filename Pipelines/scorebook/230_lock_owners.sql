-- The locks by which loads, rollbacks and erasures of an owner follow each other; the app takes none of them.
--
-- One for each of 1024 parts of the owners by their hash, in one order, until the transaction ends: as many as the
-- server's table of locks holds. 23563 = 0x5C0B.
create function scorebook.lock_owners(owners uuid[]) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    stripe integer;
begin
    for stripe in
        select distinct 1 + (pg_catalog.uuid_hash_extended(owner, 0) & 1023)::integer as part
        from pg_catalog.unnest(owners) as owner
        where owner is not null
        order by part
    loop
        perform pg_catalog.pg_advisory_xact_lock(23563, stripe);
    end loop;
end
$$;

revoke all on function scorebook.lock_owners(uuid[]) from public;
grant execute on function scorebook.lock_owners(uuid[]) to scorebook_loader;
