-- Ids of all rows of a table, so that an id of another owner's row is found before the insert. The view runs with the rights
-- of its owner, who reads these two columns.
create procedure scorebook.show_keys(relation regclass, owner name default 'user_id')
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    keys constant text := (select format('scorebook.%I', relname || '_keys') from pg_class where oid = relation);
    key constant name := (
        select a.attname
        from pg_index as i
        join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid = relation and i.indisprimary);
begin
    if not has_table_privilege('scorebook_owner', relation, 'select') then
        execute format('grant select (%I, %I) on %s to scorebook_owner', key, owner, relation);
    end if;
    execute format('create view %s as select known.%I, known.%I from %s as known', keys, key, owner, relation);
    execute format('alter view %s owner to scorebook_owner', keys);
    execute format('revoke all on %s from public', keys);
    execute format('grant select on %s to scorebook_loader', keys);
end
$$;

revoke all on procedure scorebook.show_keys(regclass, name) from public;
