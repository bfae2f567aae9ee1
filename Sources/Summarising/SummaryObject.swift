internal import Postgres

/// What the database has under a summary's name.
struct SummaryObject {
    enum Kind: String { case table, view, function, other }

    var kind: Kind
    var comment: String

    /// Name, kind and comment of the relations and functions named.
    static func query(_ names: [String]) -> SQL {
        let names: SQL = "\(bind: names)::text[]"
        return """
            select n.nspname || '.' || c.relname as name,
                case c.relkind when 'r' then 'table' when 'v' then 'view' else 'other' end as kind,
                pg_catalog.obj_description(c.oid, 'pg_class') as comment
            from pg_catalog.pg_class as c
            join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
            where c.relkind in ('r', 'v', 'm', 'p', 'f', 'S') and n.nspname || '.' || c.relname = any (\(names))
            union all
            select n.nspname || '.' || p.proname, 'function', pg_catalog.obj_description(p.oid, 'pg_proc')
            from pg_catalog.pg_proc as p
            join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
            where n.nspname || '.' || p.proname = any (\(names))
            """
    }

    /// The mark of a stored summary whose rows are still to be compared.
    static let incomplete = "scorebook summary, to be compared"

    var isOurs: Bool { comment.contains("(scorebook summary") }

    func state(_ mark: String) -> Summaries.State {
        guard isOurs else { return .foreign }
        if comment.hasSuffix("(\(mark))") { return .current }
        return comment.hasSuffix("(\(Self.incomplete))") ? .incomplete : .changed
    }

    /// Drops it and its parts.
    func drop(_ summary: Summary) -> String {
        guard kind == .table else { return "drop \(kind.rawValue) \(summary.qualifiedName);\n" }
        return Self.dropParts(summary) + "drop table \(summary.qualifiedName);\n"
    }

    /// Drops what belongs to a stored summary beside its table, as far as it is there; triggers go with their functions.
    static func dropParts(_ summary: Summary) -> String {
        """
        do $$
        declare
            part text;
        begin
            for part in
                select case d.classoid
                    when 'pg_catalog.pg_proc'::regclass then pg_catalog.format('function %s cascade', d.objoid::regprocedure)
                    else pg_catalog.format('table %s', d.objoid::regclass)
                end
                from pg_catalog.pg_description as d
                where d.classoid in ('pg_catalog.pg_proc'::regclass, 'pg_catalog.pg_class'::regclass) and d.objsubid = 0
                    and d.description = 'part of \(summary.qualifiedName)'
                order by d.classoid = 'pg_catalog.pg_class'::regclass
            loop
                execute 'drop ' || part;
            end loop;
        end
        $$;

        """
    }
}
