-- Rows of others that a new row may not name: the server refuses what a load rejects as `foreign_owner`, should a record
-- get past that check. Migrations name any rows.
--
--   relation  the table whose rows name others
--   named     the column of the id
--   above     the table of these rows, whose views scorebook.show_keys and scorebook.show_rows have made
--
-- An id of no row passes: it is the foreign key that refuses it, so that a row deleted meanwhile is looked for again.
-- Rows that are changed are not checked: the app may have given them the school of another family. The policy is
-- restrictive, beside those that admit rows, and binds the loader alone.
create procedure scorebook.admit_names(relation regclass, named name, above regclass)
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    what constant text := (select replace(relname, '_', ' ') from pg_class where oid = relation);
    owners constant text := (select format('scorebook.%I', relname || '_rows') from pg_class where oid = above);
    known constant text := (select format('scorebook.%I', relname || '_keys') from pg_class where oid = above);
begin
    execute format(
        'create policy %I on %s as restrictive for insert to scorebook_loader with check ('
            '%I is null or exists (select from %s as own where own.id = %I)'
            ' or not exists (select from %s as known where known.id = %I)'
            ' or (select current_setting(''scorebook.ownership'', true)) = ''payload'')',
        'scorebook adds ' || what || ' with an own ' || named, relation, named, owners, named, known,
        named);
end
$$;

revoke all on procedure scorebook.admit_names(regclass, name, regclass) from public;
