-- Statistics of scorebook's tables that have doubled since they were last looked at: a backfill fills empty tables in
-- less time than the server waits between its own looks, and what is known of an empty table makes slow plans. The app's
-- own tables are the server's to look at. It runs as the administrator: the tables of the datasets are that role's, and
-- only an owner may look at a table in this way. One session at a time looks: of several that load, the others go on.
-- 23566 = 0x5C0E.
create function scorebook.refresh_statistics() returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    grown regclass;
begin
    if not pg_catalog.pg_try_advisory_xact_lock(23566, 0) then
        return;
    end if;
    for grown in
        select relation.oid::regclass
        from pg_catalog.pg_class as relation
        join pg_catalog.pg_namespace as space on space.oid = relation.relnamespace
        join scorebook.schema_facts as fact
            on fact.kind = 'table' and fact.object = pg_catalog.format('%I.%I', space.nspname, relation.relname)
        where relation.relkind = 'r' and space.nspname <> 'scorebook'
            and pg_catalog.pg_has_role(relation.relowner, 'usage')
            and pg_catalog.pg_relation_size(relation.oid)
                > 2 * greatest(relation.relpages, 1) * pg_catalog.current_setting('block_size')::bigint
    loop
        execute pg_catalog.format('analyze (skip_locked) %s', grown);
    end loop;
end
$$;

revoke all on function scorebook.refresh_statistics() from public;
grant execute on function scorebook.refresh_statistics() to scorebook_loader;
