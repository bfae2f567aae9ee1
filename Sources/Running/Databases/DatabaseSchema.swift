public import Migrating
public import Postgres
public import Summarising

/// Schema and summaries of a database, as the pipelines have them.
public struct DatabaseSchema: Sendable {
    /// The pipelines folder.
    let folder: String
    let place: SchemaPlan.Place

    public init(pipelines folder: String, place: SchemaPlan.Place) {
        self.folder = folder
        self.place = place
    }

    /// How schema and summaries stand.
    public struct State: Sendable {
        public var files: SchemaStatus
        public var summaries: [Summaries.Status]
        /// Rights that our roles lack for what the app has put on its tables.
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
        return try SchemaPlan(pipelines: folder).verify(on: connection)
    }

    /// Tables of the app that we expect.
    public func appTables() throws -> Set<String> {
        return Set(try SchemaPlan(pipelines: folder).appTables)
    }

    /// Where our own objects are no longer as they were made; nil where nothing of them is recorded.
    public func drift(on connection: Connection) throws -> [SchemaDrift]? {
        return try SchemaPlan(pipelines: folder).drift(on: connection)?.filter { !$0.isBeneath }
    }

    /// Compares the stored summaries with their SELECTs.
    public func verifySummaries(on connection: Connection) throws -> [Summaries.Difference] {
        return try Summaries.load(folder).verify(connection)
    }

    /// Makes the rows of all stored summaries anew.
    public func rebuildSummaries(on connection: Connection) throws -> [(summary: String, rows: Int)] {
        return try Summaries.load(folder).rebuild(connection)
    }
}
