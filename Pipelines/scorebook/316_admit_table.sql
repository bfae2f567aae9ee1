-- What the loader may do with a table of the app's: to read, add, change and remove rows of the declared owners, and of
-- their families where a column names one. Rows are added to families of the owners only.
--
--   relation  the table, as in 'public.workouts'
--   owner     the column of the owner
--   family    the column of the family; null where the table has none
--   updates   the columns that may be changed; null for all
--   has_keys  whether ids of others' rows are looked for, see scorebook.show_keys
--   has_rows  whether rows are compared through a view, see scorebook.show_rows
create procedure scorebook.admit_table(
    relation regclass, owner name default 'user_id', family name default null, updates name[] default null,
    has_keys boolean default true, has_rows boolean default false
)
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    own constant text := format('%I in (select scorebook.admitted_owners())', owner);
    shared constant text := quote_ident(family) || ' in (select scorebook.admitted_families())';
    seen constant text := concat_ws(' or ', own, shared);
    added constant text := concat_ws(' and ', own, '(' || quote_ident(family) || ' is null or ' || shared || ')');
    columns constant text := (select string_agg(quote_ident(u), ', ') from unnest(updates) as u);
    what constant text := (select replace(relname, '_', ' ') from pg_class where oid = relation);
begin
    execute format('grant select, insert, delete on %s to scorebook_loader', relation);
    execute format('grant update %s on %s to scorebook_loader', '(' || columns || ')', relation);
    execute format(
        'create policy %I on %s for select to scorebook_loader using (%s)',
        'scorebook reads ' || what || ' of admitted owners', relation, seen);
    execute format(
        'create policy %I on %s for insert to scorebook_loader with check (%s)',
        'scorebook adds ' || what || ' of admitted owners', relation, added);
    execute format(
        'create policy %I on %s for update to scorebook_loader using (%s) with check (%s)',
        'scorebook changes ' || what || ' of admitted owners', relation, own, own);
    execute format(
        'create policy %I on %s for delete to scorebook_loader using (%s)',
        'scorebook removes ' || what || ' of admitted owners', relation, own);
    if has_rows then
        call scorebook.show_rows(relation, owner, family);
    end if;
    if has_keys then
        execute format(
            'create policy %I on %s for select to scorebook_owner using (true)',
            'scorebook knows whose ' || what || ' an id is of', relation);
        call scorebook.show_keys(relation, owner);
    end if;
end
$$;

revoke all on procedure scorebook.admit_table(regclass, name, name, name[], boolean, boolean) from public;
