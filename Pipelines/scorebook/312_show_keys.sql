-- Ids of all rows of a table, so that an id of another owner's row is found before the insert. The view runs with the rights
-- of its owner, who reads these two columns.
create procedure scorebook.show_keys(relation regclass, owner name default 'user_id')
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    keys constant text := (select format('scorebook.%I', relname || '_keys') from pg_class where oid = relation);
begin
    if not has_table_privilege('scorebook_owner', relation, 'select') then
        execute format('grant select (id, %I) on %s to scorebook_owner', owner, relation);
    end if;
    execute format('create view %s as select known.id, known.%I from %s as known', keys, owner, relation);
    execute format('alter view %s owner to scorebook_owner', keys);
    execute format('revoke all on %s from public', keys);
    execute format('grant select on %s to scorebook_loader', keys);
end
$$;

revoke all on procedure scorebook.show_keys(regclass, name) from public;
