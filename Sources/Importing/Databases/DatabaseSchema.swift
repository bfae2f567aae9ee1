public import Migrating
public import Postgres
public import Summarising

/// Schema and summaries of a database, as the pipelines have them.
public struct DatabaseSchema: Sendable {
    /// The pipelines folder.
    let folder: String
    let place: SchemaPlan.Place
    /// Where our own cluster keeps the fingerprint of the definitions.
    var keptFile: String?

    public init(pipelines folder: String, place: SchemaPlan.Place) {
        self.folder = folder
        self.place = place
    }

    /// How schema and summaries stand.
    public struct State: Sendable {
        public var files: SchemaStatus
        public var summaries: [Summaries.Status]
        /// Rights that our roles need and do not have, for what the app has put on its tables.
        public var grants: [NeededGrant]

        public var isCurrent: Bool {
            files.isCurrent && summaries.allSatisfy { $0.state == .current } && !grants.contains(where: \.isGrantable)
        }
    }

    /// What of it is there.
    public func state(on connection: Connection) throws -> State {
        let plan = try SchemaPlan(pipelines: folder)
        return State(
            files: try plan.status(on: connection, place: place),
            summaries: try Summaries.load(folder).status(connection),
            grants: try plan.missingGrants(on: connection))
    }

    /// What the database's tables have that the datasets do not need, and the other way round.
    public func differences(on connection: Connection) throws -> [SchemaDifference] {
        try SchemaPlan(pipelines: folder).verify(on: connection)
    }

    /// Tables of the app that we expect.
    public func appTables() throws -> Set<String> {
        return Set(try SchemaPlan(pipelines: folder).appTables)
    }

    /// What a database has of the app's tables.
    public enum AppTables: Sendable {
        /// The schema `public` is empty.
        case nothing
        /// Our own files made them.
        case ours
        case theirs
    }

    public func appTables(on connection: Connection) throws -> AppTables {
        let plan = try SchemaPlan(pipelines: folder)
        let applied = try plan.status(on: connection, place: .embedded).applied
        if plan.files.contains(where: { $0.layer == .app && applied.contains($0.name) }) { return .ours }
        let isEmpty: Bool? = try connection.value(
            """
            select not exists (
                select from pg_catalog.pg_class
                where relnamespace = 'public'::pg_catalog.regnamespace and relkind in ('r', 'p', 'v', 'm', 'f'))
            """)
        return isEmpty == true ? .nothing : .theirs
    }

    /// Where our own objects are no longer as they were made; nil where nothing of them is recorded.
    public func drift(on connection: Connection) throws -> [SchemaDrift]? {
        try SchemaPlan(pipelines: folder).drift(on: connection)?.filter { !$0.isBeneath }
    }

    /// Compares the stored summaries with their SELECTs.
    public func verifySummaries(on connection: Connection) throws -> [Summaries.Difference] {
        try Summaries.load(folder).verify(connection)
    }

    /// Rebuilds the rows of all stored summaries.
    public func rebuildSummaries(on connection: Connection) throws -> [(summary: String, rows: Int)] {
        try Summaries.load(folder).rebuild(connection)
    }
}

/// Which is newer, the program or the database's schema.
extension DatabaseSchema {
    /// An older program would put older definitions over newer ones: refused, with what shows that it is older.
    func refuseOlderProgram(
        _ plan: SchemaPlan, _ summaries: Summaries, _ connection: Connection
    ) throws {
        let unknown = try plan.status(on: connection, place: place).unknown
        let former = try summaries.former(connection)
        guard !unknown.isEmpty || !former.isEmpty else { return }
        let evidence =
            unknown.first.map { "it has \($0), which this program does not know" }
            ?? "summary \(former[0]) was made from this program's definition before, and from a newer one since"
        throw SchemaFailure(
            description: "the database's schema is newer than this program: \(evidence). Use the newer program"
                + (unknown.isEmpty
                    ? "; to go back to the older definitions, `delete from scorebook.schema_history` first" : ""))
    }

    /// What a run needs to be there, in one question: 78 before its first statement instead of an error in the middle.
    ///
    /// Definitions without a schema of their own ask for none.
    public func requireCurrent(on connection: Connection) throws {
        let plan: SchemaPlan
        do {
            if try isStamped(connection) { return }
            plan = try SchemaPlan(pipelines: folder)
        } catch SchemaError.unreadable { return }
        let missing = try plan.missing(on: connection, place: place)
        guard let first = missing.first else { return }
        let others = missing.count > 1 ? " and \(missing.count - 1) more are" : " is"
        throw SchemaFailure(
            description: "the database's schema is older than this program: \(first)\(others) not applied. "
                + "Run `scorebook schema up` as the administrator")
    }
}

/// Why a database's schema is not one to work with, in words.
public struct SchemaFailure: Error, CustomStringConvertible {
    public var description: String
}
