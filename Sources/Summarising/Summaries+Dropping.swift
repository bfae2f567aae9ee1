internal import Postgres

extension Summaries {
    /// Each before those that it reads in the database, where it may stand as an older definition made it.
    func droppingOrder(
        _ summaries: [Summary], _ connection: Connection
    ) throws -> [Summary] {
        let readers = try readersInDatabase(connection)
        var waiting = Array(summaries.reversed())
        var order: [Summary] = []
        while !waiting.isEmpty {
            let names = Set(waiting.map(\.qualifiedName))
            let next = waiting.firstIndex { summary in
                readers[summary.qualifiedName, default: []].intersection(names).subtracting([summary.qualifiedName])
                    .isEmpty
            }
            order.append(waiting.remove(at: next ?? 0))
        }
        return order
    }

    /// The views that read a relation or function in the database, by its name.
    func readersInDatabase(_ connection: Connection) throws -> [String: Set<String>] {
        var readers: [String: Set<String>] = [:]
        for row in try connection.rows(Self.dependencies) {
            guard let read: String = try row["read"] else { continue }
            readers[read, default: []].insert(try row["reader"])
        }
        return readers
    }

    /// Views, and the relations and functions that they read.
    private static let dependencies: SQL = """
        select distinct vn.nspname || '.' || v.relname as reader,
            coalesce(cn.nspname || '.' || c.relname, pn.nspname || '.' || p.proname) as read
        from pg_catalog.pg_rewrite as r
        join pg_catalog.pg_class as v on v.oid = r.ev_class
        join pg_catalog.pg_namespace as vn on vn.oid = v.relnamespace
        join pg_catalog.pg_depend as d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = r.oid
        left join pg_catalog.pg_class as c on d.refclassid = 'pg_catalog.pg_class'::regclass and c.oid = d.refobjid
        left join pg_catalog.pg_namespace as cn on cn.oid = c.relnamespace
        left join pg_catalog.pg_proc as p on d.refclassid = 'pg_catalog.pg_proc'::regclass and p.oid = d.refobjid
        left join pg_catalog.pg_namespace as pn on pn.oid = p.pronamespace
        where vn.nspname in ('public', 'summary')
        """
}
