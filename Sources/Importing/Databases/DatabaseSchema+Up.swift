public import Migrating
public import Postgres
public import Summarising

extension DatabaseSchema {
    /// What `bringUp` did.
    public struct Change: Sendable {
        /// Files applied and summaries made.
        public var made: [String] = []
        public var repaired: [SchemaDrift] = []
        /// What is not as it was made and stays so.
        public var left: [SchemaDrift] = []
        public var remarks: [SchemaDifference] = []
    }

    /// Adds what is missing and repairs what others changed; a second one waits for the first, and finds all of it there.
    ///
    /// `announce` receives the changes to tables of the app before they are committed.
    public func bringUp(
        on connection: Connection, mode: Summaries.Mode? = nil, announce: (String) -> Void = { _ in }
    ) throws -> Change {
        try Self.requireVersion(of: connection)
        return try Self.locked(connection) {
            let applied = try fingerprint()
            let change = try add(on: connection, mode, announce)
            try stamp(connection, applied)
            return change
        }
    }

    private func add(
        on connection: Connection, _ mode: Summaries.Mode?, _ announce: (String) -> Void
    ) throws -> Change {
        let plan = try SchemaPlan(pipelines: folder)
        let summaries = try Summaries.load(folder)
        try refuseOlderProgram(plan, summaries, connection)
        var ofSummaries: [Summaries.Announcement] = []
        let files = try plan.up(on: connection, place: place) { announcements in
            for announcement in announcements { announce("\(announcement)") }
            for announcement in ofSummaries { announce("\(announcement)") }
        } complete: {
            let rebuild = try summaries.rebuildPlan(connection, mode: mode)
            ofSummaries = rebuild.announcements
            try plan.apply(
                rebuild.script(connection).map { SchemaStep(title: $0.title, sql: $0.sql) }, on: connection)
        }
        var change = Change(
            made: files.applied, repaired: files.repaired, left: files.left, remarks: files.remarks)
        guard !files.isNew else {
            change.made += summaries.all.map(\.name)
            return change
        }
        let broken = Self.summaries(summaries, brokenBy: files.left)
        let stale = try summaries.status(connection, mode: mode).filter {
            $0.state != .current || broken.contains($0.summary.qualifiedName)
        }
        let rebuildPlan = try summaries.rebuildPlan(connection, mode: mode, broken)
        for announcement in rebuildPlan.announcements { announce("\(announcement)") }
        let groups = rebuildPlan.groups
        for group in groups {
            try group.fill(connection)
            let granted = try Rebuild.withShortLocks(connection) {
                let drifted = try plan.beginRecord(on: connection, moving: Rebuild.schema)
                try group.swap(connection)
                let granted = try plan.grantNeeded(on: connection).granted
                try plan.record(on: connection, keeping: drifted)
                return granted
            }
            for announcement in granted { announce("\(announcement)") }
            try group.catchUp(connection)
        }
        if !groups.isEmpty {
            try connection.transaction {
                let drifted = try plan.beginRecord(on: connection)
                for group in groups { try group.finish(connection) }
                try plan.record(on: connection, keeping: drifted)
            }
            // A rebuilt summary may have been missing for an object that could not be repaired.
            let stays = try plan.drift(on: connection) ?? []
            change.left.removeAll { drift in
                !stays.contains { ($0.kind, $0.object, $0.name) == (drift.kind, drift.object, drift.name) }
            }
        }
        let missed = Self.summaries(summaries, leftBehindBy: files.repaired)
        if !missed.isEmpty { try summaries.rebuild(connection, missed.map(\.name)) }
        change.made += stale.map(\.summary.name)
        return change
    }

    /// Stored summaries whose tables are not whole: they are made again from what they sum up.
    static func summaries(_ summaries: Summaries, brokenBy left: [SchemaDrift]) -> Set<String> {
        let names = summaries.stored.map(\.qualifiedName).filter { name in
            left.contains { belongs($0, to: name) && !$0.isTheirs }
        }
        return Set(names)
    }

    /// Whether it is about the table of a stored summary, or about the keys beside it.
    private static func belongs(_ drift: SchemaDrift, to summary: String) -> Bool {
        let name = summary.split(separator: ".").last ?? ""
        let parts = ["summary.\(name)_touched", "summary.\(name)_by_"]
        return drift.object == summary || parts.contains { drift.object.hasPrefix($0) }
    }

    /// Stored summaries that missed what was written while a trigger or function of theirs was not as it was made.
    static func summaries(_ summaries: Summaries, leftBehindBy repaired: [SchemaDrift]) -> [Summary] {
        let missed = summaries.stored.filter { summary in
            repaired.contains { drift in
                drift.kind == "trigger" && drift.name.hasPrefix("scorebook_\(summary.name)_")
                    || drift.kind == "function" && drift.object.hasPrefix("summary.")
                        && drift.object.contains("_\(summary.name)")
            }
        }
        let all = summaries.dependents(of: Set(missed.map(\.qualifiedName)))
        return all.filter { $0.kind == .stored }
    }

    static func requireVersion(of connection: Connection) throws {
        guard connection.serverVersion < 150_000 else { return }
        throw SchemaFailure(
            description: "the server is PostgreSQL \(connection.serverVersion / 10_000); 15 or newer is needed")
    }

    /// One lock over files and summaries, held by the session: a second `up` waits here, a program that dies gives it back.
    static func locked<Result>(_ connection: Connection, _ body: () throws -> Result) throws -> Result {
        connection.later.run("set lock_timeout to '10min'")
        connection.later.run("select pg_catalog.pg_advisory_lock(\(raw: lockKey))")
        connection.later.run("set lock_timeout to '30s'")
        try connection.flush()
        defer { unlock(connection) }
        return try body()
    }

    private static func unlock(_ connection: Connection) {
        guard connection.isAlive else { return }
        _ = try? connection.rows("select pg_catalog.pg_advisory_unlock(\(raw: lockKey))")
    }

    /// The first eight letters of the program's name as a number, and one: the files' own lock lies beneath it.
    static let lockKey = "8313762970073984367"
}
