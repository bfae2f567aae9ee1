-- The new rows that a run with a limit has loaded so far. Each transaction of the run asks before it writes and holds this lock
-- until its end, so that no two of them count on the same rows that are left. It waits however long another one takes.
-- 23567 = 0x5C0F.
create function scorebook.new_rows(run uuid) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
set lock_timeout = 0
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock(23567, pg_catalog.hashtext(run::text));
    -- A statement of its own, which sees what was committed while the one above waited.
    return coalesce((
        select sum((item.value ->> 'inserted')::bigint)
        from scorebook.run_parts as part, pg_catalog.jsonb_each(part.report -> 'tables') as item
        where part.run_id = run), 0)::bigint;
end
$$;

revoke all on function scorebook.new_rows(uuid) from public;
grant execute on function scorebook.new_rows(uuid) to scorebook_loader;
