internal import Postgres

/// A right that a role of ours needs because of what the app has put on a table that the role uses.
///
/// Policies `to public`, CHECK constraints, defaults, index expressions and conditions of triggers are evaluated with the
/// rights of the role that reads or writes the table. What they call and read stands in the catalogue. What functions call inside
/// does not, except in SQL functions with a parsed body.
public struct NeededGrant: Sendable, Hashable, CustomStringConvertible {
    public enum Right: String, Sendable {
        case execute = "EXECUTE"
        /// Needed by bodies of functions that name the schema, not by the policy itself: listed where it can be granted.
        case usage = "USAGE"
        case select = "SELECT"
    }

    public var role: String
    public var right: Right
    /// `public.get_user_family_ids()`, `auth`, `public.account_links (parent_user_id)`.
    public var object: String
    /// Tables whose policies, constraints, defaults, indexes or triggers need it.
    public var tables: [String]
    /// Whether the connected role may grant it, and a table that is to be read has row-level security.
    public var isGrantable: Bool

    /// What grants it.
    public var statement: String {
        switch right {
        case .execute: "grant execute on routine \(object) to \(role)"
        case .usage: "grant usage on schema \(object) to \(role)"
        case .select:
            "grant select \(object.suffix(from: columns)) on \(object.prefix(upTo: columns).dropLast()) to \(role)"
        }
    }

    /// Where the list of columns begins.
    private var columns: String.Index { object.lastIndex(of: "(") ?? object.endIndex }

    public var reason: String { "needed by \(tables.joined(separator: ", "))" }

    public var description: String { "\(object): \(role) has no \(right.rawValue), \(reason)" }

    /// The rights that our roles need and do not have; empty before the roles are made.
    ///
    /// - Parameter summed: tables that summaries may read as their owner, whether it has been granted them yet or not.
    static func missing(on connection: Connection, summed: [String]) throws -> [NeededGrant] {
        try connection.rows(query(summed: "\(bind: summed)::text[]")).compactMap { row in
            guard let right = Right(rawValue: try row["right_name"]) else { return nil }
            return NeededGrant(
                role: try row["rolname"], right: right, object: try row["object"], tables: try row["tables"],
                isGrantable: try row["may"])
        }
    }

    /// Grants all that are missing and can be granted, for psql: a table that becomes readable brings its own policies.
    static func script(summed: [String]) -> SQL {
        """
        do $needed$
        declare
            lacking record;
        begin
            for round in 1..3 loop
                for lacking in
                    select *
                    from (
        \(query(summed: "\(literal: summed)::text[]"))
                    ) as found
                    where may
                loop
                    execute case lacking.right_name
                        when 'EXECUTE' then 'grant execute on routine ' || lacking.object
                        when 'USAGE' then 'grant usage on schema ' || lacking.object
                        else pg_catalog.regexp_replace(lacking.object, '^(.*) (\\(.*\\))$', 'grant select \\2 on \\1')
                    end || ' to ' || pg_catalog.quote_ident(lacking.rolname);
                end loop;
            end loop;
        end
        $needed$;

        """
    }

    /// - Parameter summed: an array of names as an expression of SQL.
    private static func query(summed: SQL) -> SQL {
        """
        with recursive used as (
            select class.oid, role.oid as role, role.rolname, class.relrowsecurity,
                format('%I.%I', namespace.nspname, class.relname) as name,
                has_any_column_privilege(role.oid, class.oid, 'select')
                    or role.rolname = 'scorebook_owner'
                        and namespace.nspname || '.' || class.relname = any (\(summed)) as reads,
                has_any_column_privilege(role.oid, class.oid, 'insert') as inserts,
                has_any_column_privilege(role.oid, class.oid, 'update') as updates,
                has_table_privilege(role.oid, class.oid, 'delete') as deletes
            from pg_catalog.pg_roles as role
            cross join pg_catalog.pg_class as class
            join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
            where role.rolname in ('scorebook_loader', 'scorebook_owner') and class.relkind in ('r', 'p')
                and namespace.nspname not in ('pg_catalog', 'information_schema') and namespace.nspname !~ '^pg_t'
                and not pg_has_role(role.oid, class.relowner, 'usage')
        ),
        evaluated as (
            select used.role, used.rolname, used.name, used.oid as used, 'pg_policy'::regclass as class, policy.oid as object
            from used
            join pg_catalog.pg_policy as policy on policy.polrelid = used.oid
            where used.relrowsecurity
                and case policy.polcmd
                    when 'r' then reads when 'a' then inserts when 'w' then updates when 'd' then deletes
                    else reads or inserts or updates or deletes end
                and exists (
                    select from unnest(policy.polroles) as role
                    where role = 0 or pg_has_role(used.role, role, 'usage'))
            union all
            select used.role, used.rolname, used.name, used.oid, 'pg_constraint'::regclass, found.oid
            from used
            join pg_catalog.pg_constraint as found on found.conrelid = used.oid and found.contype = 'c'
            where inserts or updates
            union all
            select used.role, used.rolname, used.name, used.oid, 'pg_attrdef'::regclass, found.oid
            from used
            join pg_catalog.pg_attrdef as found on found.adrelid = used.oid
            where inserts or updates
            union all
            select used.role, used.rolname, used.name, used.oid, 'pg_class'::regclass, found.indexrelid
            from used
            join pg_catalog.pg_index as found on found.indrelid = used.oid
            where inserts or updates
            union all
            -- A trigger's own function needs no right; its condition does.
            select used.role, used.rolname, used.name, used.oid, 'pg_trigger'::regclass, found.oid
            from used
            join pg_catalog.pg_trigger as found on found.tgrelid = used.oid and found.tgqual is not null
            where inserts or updates or deletes
        ),
        mentioned as (
            select evaluated.*, depends.refclassid, depends.refobjid, depends.refobjsubid
            from evaluated
            join pg_catalog.pg_depend as depends
                on depends.classid = evaluated.class and depends.objid = evaluated.object
            where not exists (
                select from pg_catalog.pg_trigger as trigger
                where evaluated.class = 'pg_trigger'::regclass and trigger.oid = evaluated.object
                    and depends.refclassid = 'pg_proc'::regclass and trigger.tgfoid = depends.refobjid)
        ),
        called as (
            select role, rolname, name, refobjid as function
            from mentioned
            where refclassid = 'pg_proc'::regclass
            union
            select called.role, called.rolname, called.name, depends.refobjid
            from called
            join pg_catalog.pg_proc as caller on caller.oid = called.function and not caller.prosecdef
            join pg_catalog.pg_depend as depends
                on depends.classid = 'pg_proc'::regclass and depends.objid = caller.oid
                    and depends.refclassid = 'pg_proc'::regclass
        ),
        lacking (rolname, rank, right_name, object, name, may) as (
            select called.rolname, 1, 'EXECUTE',
                format('%I.%I(%s)', namespace.nspname, function.proname, oidvectortypes(function.proargtypes)),
                called.name, has_function_privilege(function.oid, 'execute with grant option')
            from called
            join pg_catalog.pg_proc as function on function.oid = called.function
            join pg_catalog.pg_namespace as namespace on namespace.oid = function.pronamespace
            where not has_function_privilege(called.role, function.oid, 'execute')
            union all
            select called.rolname, 2, 'USAGE', quote_ident(namespace.nspname), called.name, true
            from called
            join pg_catalog.pg_proc as function on function.oid = called.function
            join pg_catalog.pg_namespace as namespace on namespace.oid = function.pronamespace
            where not has_schema_privilege(called.role, namespace.oid, 'usage')
                and has_schema_privilege(namespace.oid, 'usage with grant option')
            union all
            select mentioned.rolname, 3, 'SELECT',
                format('%I.%I (%s)', namespace.nspname, class.relname,
                    string_agg(distinct quote_ident(attribute.attname), ', ' order by quote_ident(attribute.attname))),
                mentioned.name,
                class.relrowsecurity and has_table_privilege(class.oid, 'select with grant option')
            from mentioned
            join pg_catalog.pg_class as class on class.oid = mentioned.refobjid and class.oid <> mentioned.used
            join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
            join pg_catalog.pg_attribute as attribute
                on attribute.attrelid = class.oid and attribute.attnum = mentioned.refobjsubid
            where mentioned.class = 'pg_policy'::regclass and mentioned.refclassid = 'pg_class'::regclass
                and attribute.attnum > 0
                and not has_column_privilege(mentioned.role, class.oid, attribute.attnum, 'select')
            group by mentioned.rolname, namespace.nspname, class.relname, class.oid, class.relrowsecurity, mentioned.name
        )
        select rolname, right_name, object, array_agg(distinct name order by name) as tables,
            bool_and(may) as may
        from lacking
        group by rolname, rank, right_name, object
        order by rolname, rank, object
        """
    }
}
