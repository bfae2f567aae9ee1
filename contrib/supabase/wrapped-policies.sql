-- Rewrites the app's policies in schema public: auth.uid() becomes (select auth.uid()). The rows that a policy admits stay
-- the same. The server then asks for the id once per statement and finds rows by index; without the sub-select it checks
-- the policies of family_members for every member of every family. README.md has figures.
--
-- Run it as the owner of the tables. A second run changes nothing.
do $$
declare
    found record;
    call constant text := 'auth\.(uid|role|jwt)\(\)';
    path constant text := pg_catalog.current_setting('search_path');
begin
    -- Expressions are printed with the schema of each name.
    perform pg_catalog.set_config('search_path', 'pg_catalog', true);
    for found in
        with policies as (
            select
                p.polname as name,
                p.polrelid::regclass as relation,
                regexp_replace(
                    pg_get_expr(p.polqual, p.polrelid), '\( SELECT (' || call || ') AS \w+\)', '\1', 'g') as admits,
                regexp_replace(
                    pg_get_expr(p.polwithcheck, p.polrelid), '\( SELECT (' || call || ') AS \w+\)', '\1', 'g') as checks,
                concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as written
            from pg_policy as p
            join pg_class as c on c.oid = p.polrelid
            where c.relnamespace = 'public'::regnamespace
        )

        select p.name, p.relation, p.admits, p.checks
        from policies as p
        where regexp_replace(p.written, '\( SELECT ' || call || ' AS \w+\)', '', 'g') ~ call
    loop
        execute format('alter policy %I on %s', found.name, found.relation)
            || coalesce(' using (' || regexp_replace(found.admits, '(' || call || ')', '(select \1)', 'g') || ')', '')
            || coalesce(' with check (' || regexp_replace(found.checks, '(' || call || ')', '(select \1)', 'g') || ')', '');
    end loop;
    perform set_config('search_path', path, true);
end
$$;
