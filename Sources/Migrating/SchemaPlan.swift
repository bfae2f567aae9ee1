public import Postgres

/// The schema as the files of a pipelines folder make it, against a database.
///
/// ```
/// embedded    supabase/ -> app/ -> scorebook/ -> <dataset>/tables/     all of it is ours to make
/// elsewhere   app/expected.csv against the catalogue, then scorebook/ -> <dataset>/tables/
/// ```
public struct SchemaPlan: Sendable {
    /// Where the schema is to be.
    public enum Place: Sendable {
        case embedded
        /// A database that holds the web app's tables: they are verified, never made or changed.
        case elsewhere
    }

    public let folder: String
    public let files: [SchemaFile]
    let expectations: Expectations

    public init(pipelines folder: String) throws {
        self.folder = folder
        files = try SchemaFile.all(in: folder)
        let path = "\(folder)/\(Expectations.file)"
        expectations = Expectations(csv: try SchemaFile.text(of: path))
    }

    /// The app's tables that are expected, by their qualified names.
    public var appTables: [String] { expectations.tables }

    /// The files that are to be applied there, in order.
    public func files(for place: Place) -> [SchemaFile] {
        place == .embedded ? files : files.filter { $0.layer >= .scorebook }
    }

    private static let migrations = Identifier("scorebook.schema_migrations")

    /// What is applied, what is missing and what was changed since.
    public func status(on connection: Connection, place: Place) throws -> SchemaStatus {
        var status = SchemaStatus()
        let wanted = files(for: place)
        guard try connection.existing(Self.migrations) != nil else {
            status.missing = wanted.map(\.name)
            return status
        }
        let recorded = connection.later.rows(
            "select file, encode(sha256, 'hex') as sum from scorebook.schema_migrations")
        let sums = try sums(of: wanted, on: connection)
        var applied: [String: String] = [:]
        for row in try recorded.get() { applied[try row["file"]] = try row["sum"] as String }
        for (file, sum) in zip(wanted, sums) {
            switch applied[file.name] {
            case nil: status.missing.append(file.name)
            case sum: status.applied.append(file.name)
            case _ where file.isRepeated: status.missing.append(file.name)
            default: status.changed.append(file.name)
            }
        }
        status.unknown = Set(applied.keys).subtracting(files.map(\.name)).sorted()
        return status
    }

    /// Files that are not applied, by their names alone; as any role that may look into the record.
    public func missing(on connection: Connection, place: Place) throws -> [String] {
        var applied: Set<String> = []
        do { applied = Set(try connection.values("select file from scorebook.schema_migrations")) } catch {
            // Without the record nothing of ours is there.
            guard error.kind == .undefinedObject else { throw error }
        }
        return files(for: place).map(\.name).filter { !applied.contains($0) }
    }

    /// In one statement: between here and the server may lie some time.
    private func sums(of files: [SchemaFile], on connection: Connection) throws -> [String] {
        try connection.values(
            """
            select encode(sha256(convert_to(listed.sql, 'UTF8')), 'hex')
            from unnest(\(bind: files.map(\.sql))::text[]) with ordinality as listed (sql, place)
            order by place
            """)
    }

    /// Compares the app's tables with what the datasets need; empty where nothing differs.
    public func verify(on connection: Connection) throws -> [SchemaDifference] {
        try differences(live: facts(on: connection))
    }

    func differences(live: [CatalogueFact]) throws -> [SchemaDifference] {
        guard !expectations.facts.isEmpty else { throw SchemaError.unreadable("\(folder)/\(Expectations.file)") }
        return expectations.differences(live: live)
    }

    /// What the catalogue says about the app's tables.
    func facts(on connection: Connection) throws -> [CatalogueFact] {
        try CatalogueFact.read(connection, tables: appTables)
    }

    /// The rights that our roles need and do not have for what the app has put on the tables that they use; `up` grants them.
    public func missingGrants(on connection: Connection) throws -> [NeededGrant] {
        return try NeededGrant.missing(on: connection, summed: expectations.tables)
    }

    /// The text for `app/expected.csv`, from a database on which our own files have made the app's tables.
    public func expectations(on connection: Connection) throws -> String {
        let tables = files.filter { $0.layer == .app && $0.sql.contains("create table public.") }.map { file in
            "public." + String(file.name.drop { $0 != "_" }.dropFirst().dropLast(4))
        }
        let facts = try CatalogueFact.read(connection, tables: tables)
        return Expectations(facts: facts.filter { !$0.isOurs }).csv
    }
}
