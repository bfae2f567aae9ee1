public import Migrating
public import Postgres
public import Summarising

/// Schema and summaries of a database, as the pipelines have them.
public struct DatabaseSchema: Sendable {
    /// The pipelines folder.
    let folder: String
    let place: SchemaPlan.Place

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
    public func state(on connection: Connection) throws(SchemaFailure) -> State {
        do {
            let plan = try SchemaPlan(pipelines: folder)
            return State(
                files: try plan.status(on: connection, place: place),
                summaries: try Summaries.load(folder).status(connection),
                grants: try plan.missingGrants(on: connection))
        } catch { throw SchemaFailure(error) }
    }

    /// What the database's tables have that the datasets do not need, and the other way round.
    public func differences(on connection: Connection) throws(SchemaFailure) -> [SchemaDifference] {
        do { return try SchemaPlan(pipelines: folder).verify(on: connection) } catch { throw SchemaFailure(error) }
    }

    /// Adds what is missing; `announce` hears what is put on tables of the app before it stays there.
    public func bringUp(
        on connection: Connection, mode: Summaries.Mode? = nil, announce: (String) -> Void = { _ in }
    ) throws(SchemaFailure) -> (made: [String], remarks: [SchemaDifference]) {
        do {
            let change = try SchemaPlan(pipelines: folder).up(on: connection, place: place) { announcements in
                for announcement in announcements { announce("\(announcement)") }
            }
            let summaries = try Summaries.load(folder)
            let stale = try summaries.status(connection, mode: mode).filter { $0.state != .current }
            for announcement in try summaries.announcements(connection, mode: mode) { announce("\(announcement)") }
            if !stale.isEmpty { try summaries.up(connection, mode: mode) }
            return (change.applied + stale.map(\.summary.name), change.remarks)
        } catch { throw SchemaFailure(error) }
    }

    /// Compares the stored summaries with their SELECTs.
    public func verifySummaries(on connection: Connection) throws(SchemaFailure) -> [Summaries.Difference] {
        do { return try Summaries.load(folder).verify(connection) } catch { throw SchemaFailure(error) }
    }

    /// Makes the rows of all stored summaries anew.
    public func rebuildSummaries(on connection: Connection) throws(SchemaFailure) -> [(summary: String, rows: Int)] {
        do { return try Summaries.load(folder).rebuild(connection) } catch { throw SchemaFailure(error) }
    }
}
