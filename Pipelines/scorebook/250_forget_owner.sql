-- Removes what the private tables hold of a person: rejects, before-images, lineage, zones and tiers, the text of the
-- ledger's units, reports and profiles of runs that say something of the person. The units stay as counts without a name, and
-- their files may be loaded again. mail may be null. Gives what was removed, by table.
--
-- Rejects of files with several people have no owner: they are found by the id or the email in their text.
create function scorebook.forget_owner(erased uuid, mail text)
returns table (what text, count bigint)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    words text[] := array_remove(array[erased::text, nullif(mail, '')], null);
    patterns text[] := array(
        select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%' from unnest(words) as word
    );
    bytes bytea[] := array(
        select convert_to(form, 'UTF8')
        from unnest(words) as word
        cross join lateral unnest(array[word, upper(word), lower(word)]) as form
    );
    touched uuid[];
begin
    touched := array(
        select units.run_id from scorebook.units as units where units.owner_scope = erased::text
        union
        select units.run_id
        from scorebook.lineage as lineage
        join scorebook.units as units on units.id = lineage.unit_id
        where lineage.owner = erased
        union
        select rejects.run_id from scorebook.rejects as rejects where rejects.owner = erased
        union
        select runs.id from scorebook.runs as runs
        where runs.report::text ilike any (patterns) or runs.options::text ilike any (patterns)
    );

    delete from scorebook.rejects as rejects
    where rejects.owner = erased
        or (rejects.owner is null or rejects.run_id = any (touched)) and (
            rejects.source ilike any (patterns)
            or rejects.message ilike any (patterns)
            or rejects.cells::text ilike any (patterns)
            or rejects.defects::text ilike any (patterns)
            or exists (select from unnest(bytes) as word (bytes) where position(word.bytes in rejects.raw) > 0)
        );
    get diagnostics count = row_count;
    what := 'scorebook.rejects';
    return next;

    delete from scorebook.before_images as image
    where image.owner = erased or image.key = erased or image.columns::text ilike any (patterns);
    get diagnostics count = row_count;
    what := 'scorebook.before_images';
    return next;

    delete from scorebook.lineage_blocks as block where block.owner = erased;
    get diagnostics count = row_count;
    what := 'scorebook.lineage';
    return next;

    -- Their files are then as if the runs had not come to them.
    delete from scorebook.run_parts as part
    where part.run_id = any (touched) or part.report::text ilike any (patterns);

    update scorebook.units as units
    set owner_scope = 'erased', source = 'erased', sha256 = '', settings = '{}', reason = 'erased',
        ledger_key = sha256(units.ledger_key || int8send(units.id)),
        status = case when units.status = 'loaded' then 'rolled_back' else units.status end
    where units.owner_scope = erased::text or units.owner_scope ilike any (patterns);
    get diagnostics count = row_count;
    what := 'scorebook.units';
    return next;
    update scorebook.units as units
    set source = case when units.source ilike any (patterns) then 'erased' else units.source end,
        settings = case when units.settings::text ilike any (patterns) then '{}' else units.settings end,
        reason = case when units.reason ilike any (patterns) then 'erased' else units.reason end
    where units.source ilike any (patterns) or units.settings::text ilike any (patterns)
        or units.reason ilike any (patterns);

    update scorebook.runs as runs
    set report = null,
        options = case
            when runs.options::text ilike any (patterns) or not exists (
                select from scorebook.units as units where units.run_id = runs.id and units.owner_scope <> 'erased'
            ) then '{}'
            else runs.options
        end
    where runs.id = any (touched) and (runs.report is not null or runs.options <> '{}');
    get diagnostics count = row_count;
    what := 'scorebook.runs';
    return next;

    -- Of a run with files of others nothing of the person is in them.
    delete from scorebook.profiles as profile
    where profile::text ilike any (patterns)
        or profile.run_id = any (touched) and not exists (
            select from scorebook.units as units
            where units.run_id = profile.run_id and units.owner_scope <> 'erased'
        );
    get diagnostics count = row_count;
    what := 'scorebook.profiles';
    return next;

    delete from scorebook.user_zones as zones where zones.user_id = erased;
    get diagnostics count = row_count;
    what := 'scorebook.user_zones';
    return next;

    delete from scorebook.school_priorities as priority where priority.user_id = erased;
    get diagnostics count = row_count;
    what := 'scorebook.school_priorities';
    return next;
end
$$;

alter function scorebook.forget_owner(uuid, text) owner to scorebook_owner;
revoke all on function scorebook.forget_owner(uuid, text) from public;
grant execute on function scorebook.forget_owner(uuid, text) to scorebook_loader;
