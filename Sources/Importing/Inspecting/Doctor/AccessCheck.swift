internal import Definitions
internal import Postgres

/// Whether this session may do with a table what imports do with it.
///
/// The server plans a select, an insert, an update and a delete, and checks rights as it does before it runs them: those
/// on the table and its columns, and those on the functions that its policies call. It runs none of them.
struct AccessCheck {
    let connection: Connection

    /// What is in the way.
    struct Fault: Equatable {
        /// `permission denied for function get_user_family_ids`
        var what: String
        var tables: [String]
        /// Statements that solve it; empty where nothing is known to.
        var grants: [String]
    }

    /// All faults of these tables, each once, with the tables that it is met at.
    func faults(of tables: [Table]) throws -> [Fault] {
        var faults = try functions(tables.map(\.name))
        for table in tables {
            guard try connection.value("select pg_catalog.to_regclass($1)", [quoted(table.name)]) != nil else {
                continue
            }
            for statement in try statements(table) {
                do {
                    _ = try connection.rows("explain (costs off) \(statement)")
                } catch {
                    guard !error.isTemporary else { throw error }
                    add(error, table, to: &faults)
                }
            }
        }
        return faults
    }

    /// Functions that policies for the loader, for the owner of its views or for all roles call, and that these may not
    /// execute.
    private func functions(_ tables: [String]) throws -> [Fault] {
        try connection.rows(
            """
            with called as (
                select distinct class.oid as relation, asked.place, asked.name, function.oid as function, asker.rolname
                from pg_catalog.unnest(\(bind: tables)::text[]) with ordinality as asked (name, place)
                join pg_catalog.pg_class as class on class.oid = pg_catalog.to_regclass(asked.name)
                join pg_catalog.pg_policy as policy on policy.polrelid = class.oid
                join pg_catalog.pg_roles as asker on asker.rolname in (\(bind: EmbeddedCluster.loader), \(bind: EmbeddedCluster.owner))
                    and (asker.oid = any (policy.polroles) or 0 = any (policy.polroles))
                join pg_catalog.pg_depend as depend
                    on depend.classid = 'pg_catalog.pg_policy'::pg_catalog.regclass and depend.objid = policy.oid
                    and depend.refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass
                join pg_catalog.pg_proc as function on function.oid = depend.refobjid
                where not pg_catalog.has_function_privilege(asker.oid, function.oid, 'execute')
                    and case policy.polcmd
                        when 'r' then pg_catalog.has_any_column_privilege(asker.oid, class.oid, 'select')
                        when 'a' then pg_catalog.has_any_column_privilege(asker.oid, class.oid, 'insert')
                        when 'w' then pg_catalog.has_any_column_privilege(asker.oid, class.oid, 'update')
                        when 'd' then pg_catalog.has_table_privilege(asker.oid, class.oid, 'delete')
                        else pg_catalog.has_any_column_privilege(asker.oid, class.oid, 'select, insert, update')
                            or pg_catalog.has_table_privilege(asker.oid, class.oid, 'delete')
                    end
            )
            select pg_catalog.format('%I.%I(%s)', space.nspname, function.proname,
                    pg_catalog.pg_get_function_identity_arguments(function.oid)) as function,
                pg_catalog.array_agg(distinct called.name) as tables,
                pg_catalog.string_agg(distinct called.rolname, ', ') as roles
            from called
            join pg_catalog.pg_proc as function on function.oid = called.function
            join pg_catalog.pg_namespace as space on space.oid = function.pronamespace
            group by function.oid, space.nspname, function.proname
            order by 1
            """
        ).map { row in
            let (function, roles): (String, String) = (try row["function"], try row["roles"])
            return Fault(
                what: "policies call the function \(function), which \(roles) may not execute",
                tables: try row["tables"],
                grants: ["grant execute on function \(function) to \(roles)"])
        }
    }

    private func add(_ error: DatabaseError, _ table: Table, to faults: inout [Fault]) {
        // The server stops at the first function; the catalogue lists all.
        let known = Set(faults.flatMap(\.grants))
        if !error.grants.isEmpty, known.isSuperset(of: error.grants) { return }
        let what = error.message.replacing(/^ERROR: */, with: "")
        if let index = faults.firstIndex(where: { $0.what == what && $0.grants == error.grants }) {
            if !faults[index].tables.contains(table.name) { faults[index].tables.append(table.name) }
        } else {
            faults.append(Fault(what: what, tables: [table.name], grants: error.grants))
        }
    }

    private func statements(_ table: Table) throws -> [String] {
        let (key, target) = (quoted(part: table.key), quoted(table.name))
        let short = table.name.split(separator: ".").last.map(String.init) ?? table.name
        let rows = try view("scorebook.\(short)_rows")
        let entry = try view("scorebook.\(short)_entry")
        let columns = ([table.key, table.owner] + table.columns.map(\.name)).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        let names = columns.map { quoted(part: $0) }.joined(separator: ", ")
        let changed = table.columns.filter { $0.write == .source }.map { "\(quoted(part: $0.name)) = null" }
        var statements = ["select \(key) from \(target)"]
        if let rows { statements.append("select \(names) from \(rows)") }
        statements.append(
            "insert into \(entry ?? target) (\(names)) values (\(columns.map { _ in "null" }.joined(separator: ", ")))")
        if !changed.isEmpty {
            statements.append("update \(target) set \(changed.joined(separator: ", ")) where \(key) is null")
        }
        return statements + ["delete from \(target) where \(key) is null"]
    }

    /// The view's name as SQL, where there is one.
    func view(_ name: String) throws -> String? {
        try connection.value("select pg_catalog.to_regclass($1)", [quoted(name)]) == nil ? nil : quoted(name)
    }

    private func quoted(_ name: String) -> String { Identifier(name).quoted }
    private func quoted(part: String) -> String { Identifier(parts: [part]).quoted }
}
