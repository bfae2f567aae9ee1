internal import Archive
public import Definitions
internal import Filing
public import Postgres
internal import Reading
internal import Storing

/// Everything of one person as a zip archive with a Data Package: rows of all tables that datasets name, photos, and what
/// Scorebook's own tables hold of the person.
///
///     datapackage.json
///     data/<table>.csv       rows; read again by the formats that list a table's rows
///     photos/photos.csv      the manifest: angle, and the day where no photo tells it
///     photos/<photo>.jpg     the originals; HEICs end with .heic
///     about/<what>.csv       imports, rejects, zone, tiers, families: not imported again
///
/// A read-only transaction of one snapshot, as the loader reads rows of the declared owner. Of tables without rows there is no
/// file.
public struct PersonalArchive {
    /// What was written.
    public struct Outcome: Sendable {
        public var rows = 0
        public var tables = 0
        public var photos = 0
        /// Photos whose original is not in the folder of photos, or is another file.
        public var lost = 0
    }

    /// The folder of photos cannot be read; in its own words.
    public struct UnreadablePhotos: Error {
        public var message: String
    }

    private let connection: Connection
    private let pipelines: Pipelines
    private let photoFolder: String

    /// - Parameters:
    ///   - connection: as the loader.
    ///   - photoFolder: where photos are kept that no job has a folder for.
    public init(_ connection: Connection, pipelines: Pipelines, photoFolder: String) {
        self.connection = connection
        self.pipelines = pipelines
        self.photoFolder = photoFolder
    }

    /// Writes the archive piece by piece; nil where the database has no account of this email or user id.
    public func write(
        of owner: String, to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Outcome? {
        guard let person = try OwnerResolver.account(of: owner, on: connection)?.id else { return nil }
        return try connection.transaction {
            try connection.run("set transaction isolation level repeatable read, read only")
            let now = try connection.only(
                """
                select pg_catalog.set_config('scorebook.owners', \(bind: person), true),
                    pg_catalog.set_config('timezone', 'UTC', true), pg_catalog.set_config('datestyle', 'ISO', true),
                    pg_catalog.to_char(pg_catalog.now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as text,
                    extract(epoch from pg_catalog.now())::bigint as seconds
                """)
            let entries = try PackageEntries(at: now["seconds"], to: sink)
            var outcome = Outcome()
            let tables = try addTables(of: person, to: entries, &outcome)
            try addPhotos(of: person, tables, to: entries, &outcome)
            for supplement in Supplement.all(of: person) {
                guard try connection.value("select exists (\(supplement.select))") == true else { continue }
                _ = try entries.add(table: supplement.resource) { try connection.each(supplement.select, $0) }
            }
            try entries.finish(
                DataPackage(
                    name: "scorebook-person", title: "Everything of one person", created: now["text"], resources: []))
            return outcome
        }
    }

    /// Membership in a family is the app's, and what an import would need is there with the account: `about/families.csv` lists
    /// it.
    private static let ofTheApp = ["public.family_members"]

    private func addTables(
        of person: String, to entries: PackageEntries, _ outcome: inout Outcome
    ) throws -> [PersonalTable] {
        var tables: [PersonalTable] = []
        for dataset in pipelines.datasetsInOrder {
            for table in dataset.tables
            where !Self.ofTheApp.contains(table.name) && !tables.contains(where: { $0.contract.name == table.name }) {
                guard let found = try PersonalTable(table, of: dataset, person, on: connection),
                    try found.hasRows(on: connection)
                else { continue }
                tables.append(found)
            }
        }
        for table in tables {
            let name = table.contract.plainName
            var schema = table.schema
            // Rows of a parent are the same person's; others may be of the family.
            schema.references = table.contract.columns.compactMap { column in
                guard schema.key != nil, column.isRequired, let target = column.target,
                    let above = tables.first(where: { $0.contract.name == target.table }),
                    Self.isParent(target.table, of: table.contract.name, pipelines.datasets)
                else { return nil }
                return TableSchema.Reference(
                    column: column.name, resource: above.contract.plainName, target: target.column)
            }
            let resource = DataPackage.Resource(
                name: name, path: "data/\(name).csv", title: table.contract.title, schema: schema)
            outcome.rows += try entries.add(table: resource) { try table.each(on: connection, $0) }
            outcome.tables += 1
        }
        return tables
    }

    private static func isParent(_ above: String, of table: String, _ datasets: [Dataset]) -> Bool {
        datasets.flatMap(\.tables).contains { $0.name == table && $0.parent?.table == above }
    }
}

extension PersonalArchive {
    private func addPhotos(
        of person: String, _ tables: [PersonalTable], to entries: PackageEntries, _ outcome: inout Outcome
    ) throws {
        let dataset = pipelines.catalogue.photos.first.flatMap { pipelines.datasets(of: $0)?.first }
        guard let table = dataset?.tables.first?.name, tables.contains(where: { $0.contract.name == table }) else {
            return
        }
        var manifest = "file,angle,taken_on\r\n"
        for (number, photo) in try PhotoRows(connection, table: table).kept(of: person).enumerated() {
            guard let bytes = try original(of: person, photo) else {
                outcome.lost += 1
                continue
            }
            let name = photo.fileName(number + 1)
            manifest += "\(name),\(photo.angle),\(photo.isDayUntold ? photo.day : "")\r\n"
            try entries.add(
                file: .init(name: "photo-\(number + 1)", path: "photos/\(name)", mediaType: photo.type.rawValue),
                bytes,
                .stored)
            outcome.photos += 1
        }
        guard outcome.photos > 0 else { return }
        let schema = TableSchema(fields: [.init("file", "string"), .init("angle", "string"), .init("taken_on", "date")])
        try entries.add(
            file: .init(
                name: "photos", path: "photos/photos.csv", title: "What the photos do not say themselves",
                schema: schema), Array(manifest.utf8), .deflated)
    }

    /// The bytes of a photo, from the first folder of photos that has them.
    private func original(of person: String, _ photo: KeptPhoto) throws -> [UInt8]? {
        let folders = pipelines.jobs.compactMap { job in job.settings.last { $0.name == "photos" }?.value }
        let written = try WrittenFolder.all(on: connection).filter { $0.kind == .photos }.map(\.path)
        for folder in [photoFolder] + folders + written where !folder.contains("${") {
            do {
                let store = PhotoStore(AbsolutePath.planned(folder))
                if let bytes = try store.original(of: person, photo.sha256, photo.type) { return bytes }
            } catch let error as StoreError { throw UnreadablePhotos(message: error.message) }
        }
        return nil
    }
}
