-- Removes what the private tables hold of a person: rejects, before-images, lineage, zones, the text of the
-- ledger's units, reports and profiles of runs that say something of the person. The units stay as counts without a name, and
-- their files may be loaded again. Gives what was removed, by table.
--
-- Rows that have an owner go by the owner's id. Text of files with several people has no owner: it goes by the id, or by an
-- address of the person that the ledger has noted (scorebook.owner_addresses). The loader declares the person first.
create function scorebook.forget_owner(erased uuid)
returns table (what text, count bigint)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    addresses text[] := array(select noted.address from scorebook.owner_addresses as noted where noted.owner = erased);
    touched uuid[];
    alone uuid[];
begin
    if coalesce(nullif(current_setting('role'), 'none'), session_user) = 'scorebook_loader'
        and erased not in (select scorebook.admitted_owners())
    then
        raise insufficient_privilege using message = 'scorebook.forget_owner: the owner is not declared';
    end if;
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
        where scorebook.names_person(concat_ws(' ', runs.report, runs.options), erased, addresses)
    );
    alone := array(
        select run from unnest(touched) as run
        where not exists (
            select from scorebook.units as units
            where units.run_id = run and coalesce(units.owner_scope, '') not in (erased::text, 'erased')
        )
    );

    delete from scorebook.rejects as rejects
    where rejects.owner = erased
        or rejects.owner is null and scorebook.names_person(
            concat_ws(' ', rejects.source, rejects.message, rejects.cells, rejects.defects, encode(rejects.raw, 'escape')),
            erased, addresses);
    get diagnostics count = row_count;
    what := 'scorebook.rejects';
    return next;

    delete from scorebook.before_images as image
    where image.owner = erased or image.key = erased
        or image.owner is null and scorebook.names_person(image.columns::text, erased, addresses);
    get diagnostics count = row_count;
    what := 'scorebook.before_images';
    return next;

    delete from scorebook.lineage_blocks as block where block.owner = erased;
    get diagnostics count = row_count;
    what := 'scorebook.lineage';
    return next;

    -- Their files count as not yet read by this run.
    delete from scorebook.run_parts as part
    where part.run_id = any (alone) or scorebook.names_person(part.report::text, erased, addresses)
        or exists (
            select from scorebook.units as units
            where units.run_id = part.run_id and units.owner_scope = erased::text and units.sha256 = part.sha256
        );

    -- Of a run with files of others the report keeps no text that may be of this person.
    update scorebook.runs as runs
    set report = case
            when runs.id <> all (alone) then runs.report || jsonb_build_object(
                'warnings', '{}'::jsonb, 'unchecked', '[]'::jsonb, 'conflicts', '[]'::jsonb, 'diffs', '[]'::jsonb,
                'drift', '[]'::jsonb
            )
        end,
        options = case
            when runs.id <> all (alone) and not scorebook.names_person(runs.options::text, erased, addresses)
                then runs.options
            else '{}'
        end
    where runs.id = any (touched) and (runs.report is not null or runs.options <> '{}');
    get diagnostics count = row_count;
    what := 'scorebook.runs';
    return next;

    update scorebook.units as units
    set owner_scope = 'erased', source = 'erased', sha256 = '', settings = '{}', reason = 'erased',
        ledger_key = sha256(units.ledger_key || int8send(units.id)),
        status = case when units.status = 'loaded' then 'rolled_back' else units.status end
    where units.owner_scope = erased::text;
    get diagnostics count = row_count;
    what := 'scorebook.units';
    return next;
    update scorebook.units as units
    set source = case when scorebook.names_person(units.source, erased, addresses) then 'erased' else units.source end,
        settings = case
            when scorebook.names_person(units.settings::text, erased, addresses) then '{}' else units.settings
        end,
        reason = case when scorebook.names_person(units.reason, erased, addresses) then 'erased' else units.reason end
    where (units.owner_scope is null or units.owner_scope = 'payload')
        and scorebook.names_person(concat_ws(' ', units.source, units.settings, units.reason), erased, addresses);

    delete from scorebook.profiles as profile
    where profile.run_id = any (alone) or scorebook.names_person(profile::text, erased, addresses);
    get diagnostics count = row_count;
    what := 'scorebook.profiles';
    return next;

    delete from scorebook.user_zones as zones where zones.user_id = erased;
    get diagnostics count = row_count;
    what := 'scorebook.user_zones';
    return next;
end
$$;

alter function scorebook.forget_owner(uuid) owner to scorebook_owner;
revoke all on function scorebook.forget_owner(uuid) from public;
grant execute on function scorebook.forget_owner(uuid) to scorebook_loader;
