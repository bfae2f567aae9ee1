extension OwnObjects {
    /// Relations, functions and schemas, ours and the app's; the query's other steps read these.
    static let subjects = """
        relations as (
            select c.oid, c.relkind, c.relacl, c.relowner, c.relrowsecurity, c.relforcerowsecurity, c.relpersistence,
                c.reloptions, pg_catalog.format('%I.%I', n.nspname, c.relname) as object,
                n.nspname in ('scorebook', 'summary')
                    or pg_catalog.format('%I.%I', n.nspname, c.relname) in (select object from known) as is_ours
            from pg_catalog.pg_class as c
            join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        ),
        routines as (
            select p.oid, p.proowner, p.proacl, p.oid::regprocedure::text as object,
                n.nspname in ('scorebook', 'summary') or p.oid::regprocedure::text in (select object from known) as is_ours
            from pg_catalog.pg_proc as p
            join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
            where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and p.prokind = 'f'
        ),
        spaces as (
            select n.oid, n.nspowner, n.nspacl, pg_catalog.quote_ident(n.nspname) as object,
                n.nspname in ('scorebook', 'summary') as is_ours
            from pg_catalog.pg_namespace as n
            where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        )
        """

    /// How definitions are spelt depends on the server's version.
    static let server = """
        select 0, 'server', 'PostgreSQL', '', (pg_catalog.current_setting('server_version_num')::integer / 10000)::text,
            null::text, '', false
        """

    static let schemas = """
        select 10, 'owner', s.object, '', s.nspowner::regrole::text,
            pg_catalog.format('alter schema %s owner to %s', s.object, s.nspowner::regrole), '', true
        from spaces as s where s.is_ours
        """

    static let relations = """
        select 20, case when r.relkind in ('v', 'm') then 'view' else 'table' end, r.object, '',
            case when r.relkind in ('v', 'm')
                then pg_catalog.concat_ws(' ', pg_catalog.array_to_string(r.reloptions, ', '),
                    pg_catalog.pg_get_viewdef(r.oid))
                when r.relpersistence = 'u' then 'unlogged table' else 'table' end,
            case when r.relkind = 'v'
                then pg_catalog.format('create or replace view %s%s as %s', r.object,
                    ' with (' || pg_catalog.array_to_string(r.reloptions, ', ') || ')',
                    pg_catalog.rtrim(pg_catalog.pg_get_viewdef(r.oid), ';')) end,
            '', true
        from relations as r where r.is_ours
        union all
        select 31, 'owner', r.object, '', r.relowner::regrole::text,
            pg_catalog.format('alter %s %s owner to %s', case r.relkind when 'v' then 'view' else 'table' end, r.object,
                r.relowner::regrole), '', true
        from relations as r where r.is_ours
        union all
        select 32, 'row-level security', r.object, '',
            case when r.relforcerowsecurity then 'forced' when r.relrowsecurity then 'on' else 'off' end,
            pg_catalog.format('alter table %s %s row level security', r.object,
                case when r.relforcerowsecurity then 'force' when r.relrowsecurity then 'enable' else 'disable' end),
            '', true
        from relations as r where r.is_ours and r.relkind in ('r', 'p')
        """

    /// Rows would be lost with a column: it is not for a repair to make it again.
    static let columns = """
        select 25, 'column', r.object, a.attname::text,
            pg_catalog.concat_ws(' ', pg_catalog.format_type(a.atttypid, a.atttypmod),
                case when a.attnotnull then 'not null' end,
                case when a.attidentity <> '' then 'identity' when a.attgenerated <> '' then 'generated' end,
                'default ' || pg_catalog.pg_get_expr(d.adbin, d.adrelid)),
            null, '', true
        from relations as r
        join pg_catalog.pg_attribute as a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
        left join pg_catalog.pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where r.is_ours and r.relkind in ('r', 'p')
        """

    static let functions = """
        select 40, 'function', r.object, '', pg_catalog.pg_get_functiondef(r.oid),
            pg_catalog.rtrim(pg_catalog.pg_get_functiondef(r.oid), E'\\n '), '', true
        from routines as r where r.is_ours
        union all
        select 41, 'owner', r.object, '', r.proowner::regrole::text,
            pg_catalog.format('alter function %s owner to %s', r.object, r.proowner::regrole), '', true
        from routines as r where r.is_ours
        """

    static let views = """
        select 61, 'comment', r.object, '', d.description,
            pg_catalog.format('comment on %s %s is %L', case r.relkind when 'v' then 'view' else 'table' end, r.object,
                d.description), '', true
        from relations as r
        join pg_catalog.pg_description as d
            on d.objoid = r.oid and d.classoid = 'pg_catalog.pg_class'::regclass and d.objsubid = 0
        where r.is_ours
        union all
        select 62, 'comment', r.object, '', d.description,
            pg_catalog.format('comment on function %s is %L', r.object, d.description), '', true
        from routines as r
        join pg_catalog.pg_description as d on d.objoid = r.oid and d.classoid = 'pg_catalog.pg_proc'::regclass
        where r.is_ours
        """

    static let indexes = """
        select 70, 'index', r.object, c.relname::text, pg_catalog.pg_get_indexdef(i.indexrelid),
            pg_catalog.format('drop index if exists %I.%I; %s', n.nspname, c.relname,
                pg_catalog.pg_get_indexdef(i.indexrelid)), '', true
        from relations as r
        join pg_catalog.pg_index as i on i.indrelid = r.oid
        join pg_catalog.pg_class as c on c.oid = i.indexrelid
        join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
        where r.is_ours and not exists (
            select from pg_catalog.pg_constraint as k where k.conindid = i.indexrelid and k.conrelid = r.oid)
        """

    static let constraints = """
        select 80, 'constraint', r.object, k.conname::text, pg_catalog.pg_get_constraintdef(k.oid),
            pg_catalog.format('alter table %s drop constraint if exists %I, add constraint %I %s', r.object, k.conname,
                k.conname, pg_catalog.pg_get_constraintdef(k.oid)), '', true
        from relations as r
        join pg_catalog.pg_constraint as k on k.conrelid = r.oid
        where r.is_ours and k.contype in ('c', 'f', 'p', 'u', 'x')
        """

    static let policies = """
        select 90, 'policy', r.object, p.polname::text, made.sql,
            pg_catalog.format('drop policy if exists %I on %s; %s', p.polname, r.object, made.sql), who.roles, r.is_ours
        from relations as r
        join pg_catalog.pg_policy as p on p.polrelid = r.oid
        cross join lateral (
            select pg_catalog.string_agg(
                case when role = 0 then 'public' else role::regrole::text end, ', '
                order by case when role = 0 then 'public' else role::regrole::text end) as roles
            from pg_catalog.unnest(p.polroles) as role
        ) as who
        cross join lateral (
            select pg_catalog.concat_ws(' ',
                pg_catalog.format('create policy %I on %s as %s for %s to %s', p.polname, r.object,
                    case when p.polpermissive then 'permissive' else 'restrictive' end,
                    case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
                        when 'd' then 'delete' else 'all' end,
                    who.roles),
                'using (' || pg_catalog.pg_get_expr(p.polqual, p.polrelid) || ')',
                'with check (' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) || ')') as sql
        ) as made
        where r.is_ours or p.polname like 'scorebook%'
        """

    static let triggers = """
        select 100, 'trigger', r.object, t.tgname::text,
            pg_catalog.pg_get_triggerdef(t.oid)
                || case t.tgenabled when 'O' then '' when 'D' then ' (disabled)' else ' (' || t.tgenabled::text || ')' end,
            pg_catalog.format('drop trigger if exists %I on %s; %s', t.tgname, r.object,
                pg_catalog.pg_get_triggerdef(t.oid)), '', r.is_ours
        from relations as r
        join pg_catalog.pg_trigger as t on t.tgrelid = r.oid
        where not t.tgisinternal and (r.is_ours or t.tgname like 'scorebook%')
        """

    /// MAINTAIN came with 17 and is nothing to remark on: it goes with ALL.
    static let grants = """
        select held.position, 'grant', held.object, held.grantee || coalesce(' (' || held.part || ')', ''),
            pg_catalog.string_agg(held.privilege, ', ' order by held.privilege),
            pg_catalog.format('%sgrant %s on %s %s to %s',
                case when held.part is null
                    then pg_catalog.format('revoke all on %s %s from %s; ', held.noun, held.object, held.grantee)
                    else '' end,
                pg_catalog.string_agg(
                    held.privilege || coalesce(' (' || held.part || ')', ''), ', ' order by held.privilege),
                held.noun, held.object, held.grantee),
            held.grantee, held.is_ours
        from (
            select given.position, given.object, given.noun, given.part, given.is_ours,
                case when item.grantee = 0 then 'public' else item.grantee::regrole::text end as grantee,
                pg_catalog.lower(item.privilege_type) as privilege
            from (
                select 110 as position, 'table' as noun, r.object, null as part, r.is_ours, r.relowner as owner,
                    coalesce(r.relacl, pg_catalog.acldefault('r', r.relowner)) as acl
                from relations as r
                union all
                select 111, 'table', r.object, pg_catalog.quote_ident(a.attname), r.is_ours, r.relowner, a.attacl
                from relations as r
                join pg_catalog.pg_attribute as a on a.attrelid = r.oid and a.attacl is not null and not a.attisdropped
                union all
                select 110, 'function', f.object, null, f.is_ours, f.proowner,
                    coalesce(f.proacl, pg_catalog.acldefault('f', f.proowner))
                from routines as f
                union all
                select 110, 'schema', s.object, null, s.is_ours, s.nspowner,
                    coalesce(s.nspacl, pg_catalog.acldefault('n', s.nspowner))
                from spaces as s
            ) as given
            cross join lateral pg_catalog.aclexplode(given.acl) as item
            where item.grantee <> given.owner and item.privilege_type <> 'MAINTAIN'
        ) as held
        where held.is_ours or held.grantee in ('scorebook_loader', 'scorebook_owner')
        group by held.position, held.noun, held.object, held.part, held.grantee, held.is_ours
        """
}
