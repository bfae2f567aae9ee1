-- The locks that loads and summaries share: one a touched owner, in one order, until the transaction ends.
--
-- Everyone passes the gate (23563, 0) first, shared; who touches more than 500 owners takes the gate alone, instead of
-- as many locks as the server's table may not hold. 23563 = 0x5C0B. A hash of 0 would be the gate's own key.
create function scorebook.lock_owners(owners uuid[]) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    keys integer[];
    key integer;
begin
    select pg_catalog.array_agg(distinct hashed.key order by hashed.key)
    into keys
    from (
        select coalesce(nullif(pg_catalog.hashtext(owner::text), 0), 1) as key
        from pg_catalog.unnest(owners) as owner
        where owner is not null
    ) as hashed;

    if pg_catalog.cardinality(keys) > 500 then
        perform pg_catalog.pg_advisory_xact_lock(23563, 0);
    elsif keys is not null then
        perform pg_catalog.pg_advisory_xact_lock_shared(23563, 0);
        foreach key in array keys loop
            perform pg_catalog.pg_advisory_xact_lock(23563, key);
        end loop;
    end if;
end
$$;

revoke all on function scorebook.lock_owners(uuid[]) from public;
grant execute on function scorebook.lock_owners(uuid[]) to scorebook_loader, scorebook_owner;
