internal import Glibc
public import Postgres

/// Summaries that are absent, changed or broken, and what it takes to make them while the app reads and writes:
///
/// ```
/// fill    the new definitions in a schema of their own; stored ones are tables with rows    no locks
/// swap    the old objects go; the filled tables get their triggers, policies and names      short locks, one transaction
/// catchUp keys whose rows changed between the two are compared and recomputed               one owner at a time
/// finish  the summaries are marked as current
/// ```
///
/// A changed function or view that `create or replace` takes is replaced in `swap`, and what reads it stays; the stored
/// summaries among its readers are corrected by `catchUp`.
///
/// A program that dies between `swap` and `finish` leaves summaries that are not marked as current: the next one makes
/// them again.
public struct Rebuild: Sendable {
    /// The schema in which tables are filled.
    public static let schema = "summary_beside"

    /// What is made: what is absent, changed or broken, and what reads it and cannot stay, in order.
    public let rebuilt: [Summary]
    /// Names of those that are replaced in place.
    let replaced: Set<String>
    /// Stored summaries that stay and whose rows are corrected.
    let corrected: [Summary]
    let summaries: Summaries
    let mode: Summaries.Mode
    let roles: SummarySQL.Roles
    let found: [String: SummaryObject]
    /// Summaries that are there when these are made, or that other groups have made before.
    let made: Set<String>

    public var isEmpty: Bool { rebuilt.isEmpty }

    /// Parts that do not read each other, each with locks of its own: the fewer objects, the shorter they last.
    public var groups: [Rebuild] {
        var groups: [[Summary]] = []
        let names = Set(rebuilt.map(\.qualifiedName))
        for summary in rebuilt {
            let reads = summary.reads(among: names)
            let joined = groups.indices.filter { index in
                groups[index].contains { reads.contains($0.qualifiedName) }
            }
            let group = joined.flatMap { groups[$0] } + [summary]
            for index in joined.reversed() { groups.remove(at: index) }
            groups.append(group)
        }
        var made = Set(found.keys)
        return groups.map { group in
            made.formUnion(group.map(\.qualifiedName))
            let order = rebuilt.filter(group.contains)
            let readers = summaries.dependents(of: replaced.intersection(group.map(\.qualifiedName)))
            return Rebuild(
                rebuilt: order, replaced: replaced, corrected: corrected.filter(readers.contains), summaries: summaries,
                mode: mode, roles: roles, found: found, made: made)
        }
    }

    private func sql(_ summary: Summary) -> SummarySQL {
        SummarySQL(summary: summary, roles: roles, isPlainView: summaries.isPlainView(summary, mode))
    }

    private var tables: [Summary] { rebuilt.filter { sql($0).isTable } }

    /// Whether nothing is dropped and no table made, so that what all summaries share stays as it is.
    private var isInPlace: Bool { rebuilt.allSatisfy { replaced.contains($0.qualifiedName) } }

    /// Makes the new definitions beside the old ones, and fills their tables.
    public func fill(_ connection: Connection) throws {
        guard !tables.isEmpty else { return }
        let names = Set(rebuilt.map(\.qualifiedName))
        // Only what a table is filled from.
        var needed: Set<String> = []
        for summary in rebuilt.reversed() where sql(summary).isTable || needed.contains(summary.qualifiedName) {
            needed.insert(summary.qualifiedName)
            needed.formUnion(summary.reads(among: names))
        }
        try summaries.atomically(connection) {
            let beside = rebuilt.filter { needed.contains($0.qualifiedName) }.map { sql($0).beside(names) }
            try connection.run(
                """
                drop schema if exists \(id: Self.schema) cascade;
                create schema \(id: Self.schema);
                revoke all on schema \(id: Self.schema) from public;
                \(raw: beside.joined())
                """)
        }
    }

    /// Puts the new objects in the place of the old ones.
    public func swap(_ connection: Connection) throws {
        try summaries.atomically(connection) {
            if !locked.isEmpty {
                connection.later.run("lock table \(locked.map { Identifier($0) }) in access exclusive mode")
            }
            let steps = try (isInPlace ? [] : [SummarySchema.up]) + steps(connection) { $0.swap }.map(\.sql)
            let filled =
                tables.isEmpty
                ? [] : ["drop schema if exists \(Self.schema) cascade;", SummarySchema.endOlderSnapshots]
            try connection.run((steps + corrected.map { sql($0).markIncomplete } + filled).joined(separator: "\n"))
        }
    }

    /// What `swap` locks, in the order in which writes do: the tables with triggers, then the summaries that they touch.
    private var locked: [String] {
        let known = Set(summaries.all.map(\.qualifiedName))
        let base = Set(tables.flatMap { $0.touches.map(\.table) }).subtracting(known)
        let made = rebuilt.map(\.qualifiedName).filter { found[$0]?.kind == .table }
        return base.sorted() + made
    }

    /// Recomputes what changed while the tables were filled.
    public func catchUp(_ connection: Connection) throws {
        for summary in summaries.all where tables.contains(summary) || corrected.contains(summary) {
            try summaries.correct(summary, connection)
        }
    }

    /// Marks the summaries as current.
    public func finish(_ connection: Connection) throws {
        try connection.run((tables + corrected).map { sql($0).markCurrent }.joined())
    }

    /// How long a lock of `swap` may keep others waiting, and how often it is tried: ten minutes in all.
    private static let lockTimeout = "100ms"
    private static let attempts = 600

    /// What is put on tables of the app.
    public var announcements: [Summaries.Announcement] { summaries.announcements(for: rebuilt, mode) }

    /// Runs a transaction with `swap` in it; others who hold what it locks go first, and those behind it wait no longer
    /// than a lock is tried.
    public static func withShortLocks<Result>(
        _ connection: Connection, _ body: () throws -> Result
    ) throws -> Result {
        for _ in 1..<attempts {
            do {
                return try connection.transaction {
                    try connection.run("set local lock_timeout to \(literal: lockTimeout)")
                    return try body()
                }
            } catch let error as DatabaseError where error.kind == .lockTimeout {
                usleep(1_000_000)
            }
        }
        return try connection.transaction(body)
    }

    /// What makes them in one transaction, as SQL.
    public func script(_ connection: Connection) throws -> [Summaries.Step] {
        guard !isEmpty else { return [] }
        let schema = Summaries.Step(title: "what summaries share", sql: SummarySchema.up)
        let rows = corrected.map {
            Summaries.Step(title: "rows of \($0.qualifiedName)", sql: "select summary.rebuild_\($0.name)();\n")
        }
        return (isInPlace ? [] : [schema]) + (try steps(connection) { $0.up }) + rows
    }

    private func steps(
        _ connection: Connection, _ definition: (SummarySQL) -> String
    ) throws -> [Summaries.Step] {
        guard !isEmpty else { return [] }
        var steps: [Summaries.Step] = []
        let dropped = rebuilt.filter { !replaced.contains($0.qualifiedName) }
        for summary in try summaries.droppingOrder(dropped, connection) {
            if let object = found[summary.qualifiedName] {
                steps.append(Summaries.Step(title: "drop \(summary.qualifiedName)", sql: object.drop(summary)))
            } else if summary.kind == .stored {
                let title = "what is left of \(summary.qualifiedName)"
                steps.append(Summaries.Step(title: title, sql: SummaryObject.dropParts(summary)))
            }
        }
        if !isInPlace {
            let kept = summaries.stored.filter { sql($0).isTable && made.contains($0.qualifiedName) }
            steps.append(
                Summaries.Step(
                    title: "what recomputes deferred summaries",
                    sql: SummarySchema.recomputeDeferred(kept, roles: roles)))
        }
        for summary in rebuilt {
            let made = sql(summary)
            let isReplaced = replaced.contains(summary.qualifiedName)
            steps.append(
                Summaries.Step(
                    title: "summary \(summary.qualifiedName)", sql: isReplaced ? made.replaced : definition(made)))
        }
        steps.append(Summaries.Step(title: "definitions that were made", sql: history))
        return steps
    }

    /// Remembers the definitions; scratch databases have no table for it.
    private var history: String {
        let rows: [SQL] = rebuilt.map(sql).map { "(\(literal: $0.qualified), \(literal: $0.mark))" }
        let made: SQL = """
            do $$
            begin
                if pg_catalog.to_regclass('scorebook.schema_history') is not null then
                    insert into scorebook.schema_history (summary, mark)
                    values
                        \(rows.joined(separator: ",\n        "))
                    on conflict do nothing;
                end if;
            end
            $$;

            """
        return made.description
    }
}

extension Summaries {
    /// A part of what is done, as SQL.
    public struct Step: Sendable, Equatable {
        public var title: String
        public var sql: String
    }

    /// What is absent or has changed, with all that reads it.
    ///
    /// - Parameter broken: names of summaries that are rebuilt though they are as defined.
    public func rebuildPlan(
        _ connection: Connection, mode: Mode? = nil, _ broken: Set<String> = []
    ) throws -> Rebuild {
        try rebuildPlan(connection, try resolved(mode, connection), broken, try roles(connection))
    }

    private func rebuildPlan(
        _ connection: Connection, _ mode: Mode, _ broken: Set<String>, _ roles: SummarySQL.Roles
    ) throws -> Rebuild {
        let found = try catalogue(connection)
        var stale = broken
        for summary in all {
            let sql = SummarySQL(summary: summary, roles: roles, isPlainView: isPlainView(summary, mode))
            switch found[summary.qualifiedName]?.state(sql.mark) ?? .absent {
            case .foreign: throw SummaryError.foreignObject(name: summary.qualifiedName)
            case .absent, .changed, .incomplete: stale.insert(summary.qualifiedName)
            case .current: break
            }
        }
        guard !stale.isEmpty else {
            return Rebuild(
                rebuilt: [], replaced: [], corrected: [], summaries: self, mode: mode, roles: roles, found: found,
                made: Set(found.keys))
        }
        let replacing = try replacing(
            stale, broken, found: found,
            { SummarySQL(summary: $0, roles: roles, isPlainView: isPlainView($0, mode)) }, connection)
        let names = replacing.dropped.union(replacing.replaced)
        return Rebuild(
            rebuilt: all.filter { names.contains($0.qualifiedName) }, replaced: replacing.replaced,
            corrected: replacing.corrected, summaries: self, mode: mode, roles: roles, found: found,
            made: Set(found.keys).union(names))
    }

    /// Makes what is absent and remakes what has changed, with all that reads it; all at once inside a transaction.
    ///
    /// - Returns: what was put on tables of the app.
    @discardableResult
    public func up(_ connection: Connection, mode: Mode? = nil) throws -> [Announcement] {
        let mode = try resolved(mode, connection)
        let rebuildPlan = try rebuildPlan(connection, mode: mode)
        for group in rebuildPlan.groups {
            try group.fill(connection)
            if connection.isInTransaction {
                try group.swap(connection)
            } else {
                try Rebuild.withShortLocks(connection) { try group.swap(connection) }
            }
            try group.catchUp(connection)
            try group.finish(connection)
        }
        return rebuildPlan.announcements
    }

    /// What `up` would do, where the schema's files are applied, whether they are yet or not; as one transaction.
    public func script(
        _ connection: Connection, mode: Mode? = nil, rebuildPlan broken: Set<String> = []
    ) throws -> [Step] {
        // Files that the script runs before make the roles that the server does not have yet.
        return try rebuildPlan(connection, try resolved(mode, connection), broken, .whole).script(connection)
    }
}
