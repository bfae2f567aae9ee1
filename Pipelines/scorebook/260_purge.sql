-- Removes what is older than its retention, a portion at a time: the text of rejects, before-images, reports of runs and profiles
-- of formats that have newer ones.
-- A run's retention is that of its job (days[n] for jobs[n]), else otherwise. The ledger's keys and counts, lineage and
-- tombstones stay: a file that was loaded is still known. Gives the counts of this portion; all are 0 when nothing is left.
create function scorebook.purge(jobs text[], days integer[], otherwise integer, portion integer)
returns table (rejects bigint, before_images bigint, reports bigint)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    expired uuid;
    removed bigint;
    is_whole boolean;
begin
    if otherwise < 1 or portion < 1 or exists (select from unnest(days) as kept (days) where kept.days < 1) then
        raise exception 'a retention is at least one day' using errcode = 'invalid_parameter_value';
    end if;
    rejects := 0;
    before_images := 0;
    reports := 0;
    for expired in
        select runs.id
        from scorebook.runs as runs
        where not runs.is_purged and runs.started_at < scorebook.as_of() - make_interval(
            days => coalesce((select kept.days from unnest(jobs, days) as kept (job, days) where kept.job = runs.job), otherwise)
        )
        order by runs.started_at
        limit 100
        for update skip locked
    loop
        -- Set before the first before-image goes, so that no rollback undoes half a run.
        update scorebook.runs as runs set purged_at = coalesce(runs.purged_at, scorebook.as_of()) where runs.id = expired;

        delete from scorebook.before_images as image
        using (
            select stored.unit_id, stored.table_name, stored.key
            from scorebook.units as units
            join scorebook.before_images as stored on stored.unit_id = units.id
            where units.run_id = expired
            limit portion
        ) as old
        where image.unit_id = old.unit_id and image.table_name = old.table_name and image.key = old.key;
        get diagnostics removed = row_count;
        before_images := before_images + removed;
        is_whole := removed < portion;

        update scorebook.rejects as reject
        set raw = null, cells = null, records = null, message = 'removed by the retention', hint = null, defects = '[]'
        where reject.id in (
            select stored.id from scorebook.rejects as stored
            where stored.run_id = expired
                and (stored.raw is not null or stored.cells is not null or stored.records is not null)
            limit portion
        );
        get diagnostics removed = row_count;
        rejects := rejects + removed;
        is_whole := is_whole and removed < portion;

        exit when not is_whole;
        -- The last profile of a format stays: what comes next is compared with it.
        delete from scorebook.profiles as profile
        where profile.run_id = expired and exists (
            select from scorebook.profiles as later
            where later.format = profile.format and (later.seen_at, later.id) > (profile.seen_at, profile.id)
        );
        update scorebook.runs as runs set is_purged = true where runs.id = expired;
        delete from scorebook.run_parts as part where part.run_id = expired;
        update scorebook.runs as runs set report = null where runs.id = expired and runs.report is not null;
        get diagnostics removed = row_count;
        reports := reports + removed;
        exit when rejects + before_images >= portion;
    end loop;
    return next;
end
$$;

alter function scorebook.purge(text[], integer[], integer, integer) owner to scorebook_owner;
revoke all on function scorebook.purge(text[], integer[], integer, integer) from public;
grant execute on function scorebook.purge(text[], integer[], integer, integer) to scorebook_loader;
