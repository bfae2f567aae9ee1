internal import Glibc
public import Postgres

/// Summaries that are absent, changed or broken, and what it takes to make them while the app reads and writes:
///
/// ```
/// fill    the new definitions in a schema of their own; stored ones are tables with rows    no locks
/// swap    the old objects go; the filled tables get their triggers, policies and names      short locks, one transaction
/// settle  keys whose rows changed between the two are compared and recomputed               one owner at a time
/// finish  the summaries are marked as current
/// ```
///
/// A program that dies between `swap` and `finish` leaves summaries that are not marked as current: the next one makes
/// them again.
public struct Remaking: Sendable {
    /// The schema in which tables are filled.
    public static let schema = "summary_beside"

    /// What is made: dependents of what is absent, changed or broken, in order.
    public let remade: [Summary]
    let summaries: Summaries
    let mode: Summaries.Mode
    let roles: SummarySQL.Roles
    let found: [String: SummaryObject]
    /// Summaries that are there when these are made, or that other groups have made before.
    let made: Set<String>

    public var isEmpty: Bool { remade.isEmpty }

    /// Parts that do not read each other, each with locks of its own: the fewer objects, the shorter they last.
    public var groups: [Remaking] {
        var groups: [[Summary]] = []
        let names = Set(remade.map(\.qualifiedName))
        for summary in remade {
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
            let order = remade.filter(group.contains)
            return Remaking(remade: order, summaries: summaries, mode: mode, roles: roles, found: found, made: made)
        }
    }

    private func sql(_ summary: Summary) -> SummarySQL {
        SummarySQL(summary: summary, roles: roles, isPlainView: summaries.isPlainView(summary, mode))
    }

    private var tables: [Summary] { remade.filter { sql($0).isTable } }

    /// Makes the new definitions beside the old ones, and fills their tables.
    public func fill(_ connection: Connection) throws(SummaryError) {
        guard !tables.isEmpty else { return }
        let names = Set(remade.map(\.qualifiedName))
        // Only what a table is filled from.
        var needed: Set<String> = []
        for summary in remade.reversed() where sql(summary).isTable || needed.contains(summary.qualifiedName) {
            needed.insert(summary.qualifiedName)
            needed.formUnion(summary.reads(among: names))
        }
        try summaries.atomically(connection) { () throws(SummaryError) in
            try connection.run(
                throwing: """
                    drop schema if exists \(Self.schema) cascade;
                    create schema \(Self.schema);
                    revoke all on schema \(Self.schema) from public;
                    """)
            for summary in remade where needed.contains(summary.qualifiedName) {
                try connection.run(throwing: sql(summary).beside(names))
            }
        }
    }

    /// Puts the new objects in the place of the old ones.
    public func swap(_ connection: Connection) throws(SummaryError) {
        try summaries.atomically(connection) { () throws(SummaryError) in
            if !locked.isEmpty {
                try connection.run(throwing: "lock table \(locked.joined(separator: ", ")) in access exclusive mode")
            }
            try connection.run(throwing: Groundwork.up)
            for step in try steps(connection, { $0.swap }) { try connection.run(throwing: step.sql) }
            try connection.run(throwing: "drop schema if exists \(Self.schema) cascade")
        }
    }

    /// What `swap` locks, in the order in which writes do: the tables with triggers, then the summaries that they touch.
    private var locked: [String] {
        let known = Set(summaries.all.map(\.qualifiedName))
        let base = Set(tables.flatMap { $0.touches.map(\.table) }).subtracting(known)
        let made = remade.map(\.qualifiedName).filter { found[$0]?.kind == .table }
        return base.sorted() + made
    }

    /// Recomputes what changed while the tables were filled.
    public func settle(_ connection: Connection) throws(SummaryError) {
        for summary in tables { try summaries.correct(summary, connection) }
    }

    /// Marks the summaries as current.
    public func finish(_ connection: Connection) throws(SummaryError) {
        for summary in tables { try connection.run(throwing: sql(summary).settled) }
    }

    /// How long a lock of `swap` may keep others waiting, and how often it is tried: ten minutes in all.
    private static let lockTimeout = "100ms"
    private static let attempts = 600

    /// Runs a transaction with `swap` in it; others who hold what it locks go first, and those behind it wait no longer than a lock is tried.
    public static func amongOthers<Result, Failure: DatabaseFailure>(
        _ connection: Connection, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        for _ in 1..<attempts {
            do throws(Failure) {
                return try connection.transaction { () throws(Failure) in
                    do throws(DatabaseError) {
                        try connection.run("set local lock_timeout to '\(lockTimeout)'")
                    } catch { throw Failure(error) }
                    return try body()
                }
            } catch {
                guard error.cause?.kind == .lockTimeout else { throw error }
                usleep(1_000_000)
            }
        }
        return try connection.transaction(body)
    }

    /// What makes them in one transaction, as SQL.
    func script(_ connection: Connection) throws(SummaryError) -> [Summaries.Step] {
        guard !isEmpty else { return [] }
        let groundwork = Summaries.Step(title: "what summaries share", sql: Groundwork.up)
        return [groundwork] + (try steps(connection) { $0.up })
    }

    private func steps(
        _ connection: Connection, _ definition: (SummarySQL) -> String
    ) throws(SummaryError) -> [Summaries.Step] {
        guard !isEmpty else { return [] }
        var steps: [Summaries.Step] = []
        for summary in try summaries.droppingOrder(remade, connection) {
            if let object = found[summary.qualifiedName] {
                steps.append(Summaries.Step(title: "drop \(summary.qualifiedName)", sql: object.drop(summary)))
            } else if summary.kind == .stored {
                let title = "what is left of \(summary.qualifiedName)"
                steps.append(Summaries.Step(title: title, sql: SummaryObject.dropParts(summary)))
            }
        }
        let kept = summaries.stored.filter { sql($0).isTable && made.contains($0.qualifiedName) }
        steps.append(
            Summaries.Step(
                title: "what recomputes deferred summaries",
                sql: Groundwork.recomputeDeferred(kept, roles: roles)))
        for summary in remade {
            steps.append(Summaries.Step(title: "summary \(summary.qualifiedName)", sql: definition(sql(summary))))
        }
        steps.append(Summaries.Step(title: "definitions that were made", sql: history))
        return steps
    }

    /// Remembers the definitions; scratch databases have no table for it.
    private var history: String {
        let rows = remade.map(sql).map { "(\(Literal($0.qualified).quoted), \(Literal($0.mark).quoted))" }
        return """
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
    /// - Parameter broken: names of summaries that are remade though they are as defined.
    public func remaking(
        _ connection: Connection, mode: Mode? = nil, _ broken: Set<String> = []
    ) throws(SummaryError) -> Remaking {
        try remaking(connection, try settled(mode, connection), broken, try roles(connection))
    }

    private func remaking(
        _ connection: Connection, _ mode: Mode, _ broken: Set<String>, _ roles: SummarySQL.Roles
    ) throws(SummaryError) -> Remaking {
        let found = try catalogue(connection)
        var stale = broken
        for summary in all {
            let sql = SummarySQL(summary: summary, roles: roles, isPlainView: isPlainView(summary, mode))
            switch found[summary.qualifiedName]?.state(sql.mark) ?? .absent {
            case .foreign: throw SummaryError.foreignObject(name: summary.qualifiedName)
            case .absent, .changed, .unsettled: stale.insert(summary.qualifiedName)
            case .current: break
            }
        }
        let remade = stale.isEmpty ? [] : dependents(of: stale)
        return Remaking(
            remade: remade, summaries: self, mode: mode, roles: roles, found: found,
            made: Set(found.keys).union(remade.map(\.qualifiedName)))
    }

    /// Makes what is absent and remakes what has changed, with all that reads it; all at once inside a transaction.
    ///
    /// - Returns: what was put on tables of the app.
    @discardableResult
    public func up(_ connection: Connection, mode: Mode? = nil) throws(SummaryError) -> [Announcement] {
        let mode = try settled(mode, connection)
        let remaking = try remaking(connection, mode: mode)
        for group in remaking.groups {
            try group.fill(connection)
            if connection.isInTransaction {
                try group.swap(connection)
            } else {
                try Remaking.amongOthers(connection) { () throws(SummaryError) in try group.swap(connection) }
            }
            try group.settle(connection)
            try group.finish(connection)
        }
        return announcements(for: remaking.remade, mode)
    }

    /// What `up` would do, where the schema's files are applied, whether they are yet or not; as one transaction.
    public func script(
        _ connection: Connection, mode: Mode? = nil, remaking broken: Set<String> = []
    ) throws(SummaryError) -> [Step] {
        var roles = try roles(connection)
        roles.loader = SummarySQL.Roles.whole.loader
        return try remaking(connection, try settled(mode, connection), broken, roles).script(connection)
    }
}
