internal import Postgres

/// One statement about a table of the app, as the catalogue makes it.
///
/// As text: `public.performance_metrics,column,value,type,numeric`.
struct CatalogueFact: Hashable, Sendable {
    struct Subject: Hashable, Sendable {
        var table: String
        /// table, column, constraint, index, trigger, policy, grant
        var kind: String
        var name: String
        var property: String
    }

    var subject: Subject
    var value: String

    /// All facts about these tables, in a fixed order. What is ours on them (policies and triggers named `scorebook...`,
    /// grants to our roles) is distinguished by its name.
    static func read(_ connection: Connection, tables: [String]) throws -> [CatalogueFact] {
        try connection.rows(query(tables)).map { row in
            CatalogueFact(
                subject: Subject(
                    table: try row["name"], kind: try row["kind"], name: try row["object"] ?? "",
                    property: try row["property"]), value: try row["value"] ?? "")
        }
    }

    /// Whether the loader's work depends on it.
    var isNeeded: Bool { ["table", "column", "constraint"].contains(subject.kind) }

    var isOurs: Bool {
        subject.name.hasPrefix("scorebook") || subject.kind == "grant" && subject.name.hasPrefix("scorebook_")
    }

    // uuid_generate_v4 lies in extensions or in public, as a project's age has it.
    private static func query(_ tables: [String]) -> SQL {
        """
        with wanted as (
            select class.oid, namespace.nspname || '.' || class.relname as name, class.relrowsecurity, class.relacl,
                class.relowner
            from pg_catalog.pg_class as class
            join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
            where namespace.nspname || '.' || class.relname = any (\(bind: tables)::text[]) and class.relkind in ('r', 'p')
        ),
        columns as (
            select wanted.name, attribute.attname, attribute.attnum,
                format_type(attribute.atttypid, attribute.atttypmod) as type,
                case when attribute.attnotnull then 'no' else 'yes' end as nullable,
                coalesce(
                    regexp_replace(
                        pg_get_expr(definition.adbin, definition.adrelid),
                        '(extensions|public)\\.uuid_generate_v4', 'uuid_generate_v4'),
                    '') as default_text
            from wanted
            join pg_catalog.pg_attribute as attribute on attribute.attrelid = wanted.oid
            left join pg_catalog.pg_attrdef as definition
                on definition.adrelid = wanted.oid and definition.adnum = attribute.attnum
            where attribute.attnum > 0 and not attribute.attisdropped
        ),
        facts (name, position, kind, object, property, value) as (
            select name, 0, 'table', '', 'row-level security', case when relrowsecurity then 'on' else 'off' end
            from wanted
            union all
            select name, 1000 + attnum, 'column', attname, 'type', type from columns
            union all
            select name, 1000 + attnum, 'column', attname, 'nullable', nullable from columns
            union all
            select name, 1000 + attnum, 'column', attname, 'default', default_text from columns
            union all
            select wanted.name, 3000, 'constraint', found.conname, 'definition', pg_get_constraintdef(found.oid)
            from wanted
            join pg_catalog.pg_constraint as found on found.conrelid = wanted.oid
            where found.contype in ('c', 'f', 'p', 'u', 'x')
            union all
            select wanted.name, 4000, 'index', class.relname, 'definition', pg_get_indexdef(class.oid)
            from wanted
            join pg_catalog.pg_index as found on found.indrelid = wanted.oid
            join pg_catalog.pg_class as class on class.oid = found.indexrelid
            union all
            select wanted.name, 5000, 'trigger', found.tgname, 'definition', pg_get_triggerdef(found.oid)
            from wanted
            join pg_catalog.pg_trigger as found on found.tgrelid = wanted.oid
            where not found.tgisinternal
            union all
            select wanted.name, 6000, 'policy', found.polname, 'definition',
                concat_ws(' ',
                    case when found.polpermissive then null else 'restrictive' end,
                    'for',
                    case found.polcmd
                        when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
                        when 'd' then 'delete' else 'all' end,
                    'to',
                    (
                        select string_agg(case when role = 0 then 'public' else role::regrole::text end, ', '
                            order by role::regrole::text)
                        from unnest(found.polroles) as role
                    ),
                    'using ' || regexp_replace(pg_get_expr(found.polqual, found.polrelid), '\\s+', ' ', 'g'),
                    'with check '
                        || regexp_replace(pg_get_expr(found.polwithcheck, found.polrelid), '\\s+', ' ', 'g'))
            from wanted
            join pg_catalog.pg_policy as found on found.polrelid = wanted.oid
            union all
            select wanted.name, 7000, 'grant', given.grantee::regrole::text, 'privileges',
                string_agg(given.privilege_type, ', ' order by given.privilege_type)
            from wanted
            cross join lateral aclexplode(coalesce(wanted.relacl, acldefault('r', wanted.relowner))) as given
            where given.grantee not in (0, wanted.relowner) and given.privilege_type <> 'MAINTAIN'
            group by wanted.name, given.grantee
            union all
            select wanted.name, 8000, 'grant', given.grantee::regrole::text || ' (' || attribute.attname || ')',
                'privileges', string_agg(given.privilege_type, ', ' order by given.privilege_type)
            from wanted
            join pg_catalog.pg_attribute as attribute
                on attribute.attrelid = wanted.oid and attribute.attacl is not null and not attribute.attisdropped
            cross join lateral aclexplode(attribute.attacl) as given
            where given.grantee <> 0 and given.privilege_type <> 'MAINTAIN'
            group by wanted.name, given.grantee, attribute.attname
        )
        select name, kind, object, property, value
        from facts
        order by name collate "C", position, kind collate "C", object collate "C", property collate "C"
        """
    }
}
