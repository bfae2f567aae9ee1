public import Migrating
public import Postgres
public import Summarising

extension DatabaseAccess {
    /// Makes what is missing of the schema and its summaries; names of what was made.
    public func prepareSchema() throws(SchemaFailure) -> [String] {
        do {
            let connection = try openAdministrator()
            let place: SchemaPlan.Place = isEmbedded ? .embedded : .elsewhere
            let plan = try SchemaPlan(pipelines: folder)
            let summaries = try Summaries.load(folder)
            var made: [String] = []
            if try !plan.status(on: connection, place: place).isCurrent {
                made += try plan.up(on: connection, place: place).applied
            }
            let absent = try summaries.status(connection).filter { $0.state != .current }
            if !absent.isEmpty {
                _ = try summaries.up(connection)
                made += absent.map(\.summary.name)
            }
            return made
        } catch { throw SchemaFailure(error) }
    }

    /// How schema and summaries stand.
    public struct SchemaState: Sendable {
        public var files: SchemaStatus
        public var summaries: [Summaries.Status]

        public var isCurrent: Bool { files.isCurrent && summaries.allSatisfy { $0.state == .current } }
    }

    var place: SchemaPlan.Place { isEmbedded ? .embedded : .elsewhere }

    /// What of the schema is there.
    public func schemaState(_ connection: Connection, mode: Summaries.Mode? = nil) throws(SchemaFailure)
        -> SchemaState
    {
        do {
            let files = try SchemaPlan(pipelines: folder).status(on: connection, place: place)
            let summaries = try Summaries.load(folder).status(connection, mode: mode)
            return SchemaState(files: files, summaries: summaries)
        } catch { throw SchemaFailure(error) }
    }

    /// What the database's tables have that the datasets do not need, and the other way round.
    public func schemaDifferences(_ connection: Connection) throws(SchemaFailure) -> [SchemaDifference] {
        do { return try SchemaPlan(pipelines: folder).verify(on: connection) } catch { throw SchemaFailure(error) }
    }

    /// Adds what is missing; `announce` hears what is put on tables of the app before it stays there.
    public func bringUp(
        _ connection: Connection, mode: Summaries.Mode?, announce: (String) -> Void
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
    public func verifySummaries(_ connection: Connection) throws(SchemaFailure) -> [Summaries.Difference] {
        do { return try Summaries.load(folder).verify(connection) } catch { throw SchemaFailure(error) }
    }

    /// Makes the rows of all stored summaries anew.
    public func rebuildSummaries(_ connection: Connection) throws(SchemaFailure) -> [(summary: String, rows: Int)] {
        do { return try Summaries.load(folder).rebuild(connection) } catch { throw SchemaFailure(error) }
    }
}

extension SchemaFailure {
    init(_ error: any Error) {
        switch error {
        case let error as SchemaError:
            if case .database(let cause) = error { self.init(cause) } else { self.init(description: error.description) }
        case let error as SummaryError:
            if case .database(let cause) = error { self.init(cause) } else { self.init(description: error.description) }
        case let error as DatabaseError: self.init(description: error.description, database: error)
        default: self.init(description: "\(error)")
        }
    }
}
