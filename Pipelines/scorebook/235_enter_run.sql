-- The fence of a run that several processes load. Each of their transactions enters the run first and holds this lock until
-- its end; the end of the run takes it alone: it waits for the transactions under way, and no later one is let in.
-- 23565 = 0x5C0D.
create function scorebook.enter_run(run uuid) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock_shared(23565, pg_catalog.hashtext(run::text));
    -- A statement of its own, which sees what was committed while the one above waited.
    return exists (select from scorebook.runs as entered where entered.id = run and entered.finished_at is null);
end
$$;

revoke all on function scorebook.enter_run(uuid) from public;
grant execute on function scorebook.enter_run(uuid) to scorebook_loader;
