internal import Filing
internal import Glibc
internal import Migrating
public import Postgres
internal import Records
internal import Summarising

/// The state of our own cluster's schema, known by one text.
///
/// ```
/// sizes and times of the definitions and the program --as they were--> the fingerprint, kept beside the cluster
///                                \--others--> definitions read and rendered --> fingerprint
/// fingerprint + server + oid --one question--> the name of the record's row `server` in scorebook.schema_facts
/// ```
///
/// Each new record of our objects deletes the fingerprint; a restored database has other oids, a copied one another server.
/// The fingerprint does not detect later changes by others: `schema status`, `schema verify`, `doctor` and `schema up` do.
extension DatabaseSchema {
    /// Makes what is missing; names of what was made.
    public func prepare(_ connection: Connection) throws -> [String] {
        if try isStamped(connection) { return [] }
        return try Self.locked(connection) {
            let compared = try fingerprint()
            guard try state(on: connection).isCurrent else { return try bringUp(on: connection).made }
            try stamp(connection, compared)
            return []
        }
    }

    /// Tests if these definitions were applied last.
    func isStamped(_ connection: Connection) throws -> Bool {
        guard let fingerprint = try fingerprint() else { return false }
        let question: SQL = """
            select exists (
                select from scorebook.schema_facts where kind = 'server' and name = \(Self.stamp(fingerprint)))
            """
        do { return try connection.value(question) == true } catch {
            // Without the record nothing of ours is there.
            guard error.kind == .undefinedObject else { throw error }
            return false
        }
    }

    /// Stores the fingerprint in the database, unless the definitions have changed since it was taken.
    func stamp(_ connection: Connection, _ applied: String?) throws {
        guard let applied, try fingerprint() == applied else { return }
        try connection.run("update scorebook.schema_facts set name = \(Self.stamp(applied)) where kind = 'server'")
    }

    private static func stamp(_ fingerprint: String) -> SQL {
        """
        pg_catalog.concat_ws(' ', \(bind: fingerprint)::text, (select system_identifier from pg_catalog.pg_control_system()),
            'scorebook.schema_facts'::pg_catalog.regclass::oid, pg_catalog.current_setting('server_version_num'))
        """
    }

    /// The fingerprint of the definitions in the folder and of this program, whose code decides about grants; nil for a database
    /// that is not our own cluster's.
    func fingerprint() throws -> String? {
        guard let keptFile else { return nil }
        let key = definitionsKey()
        let kept = TextFile.text(of: keptFile)?.split(separator: "\n") ?? []
        if kept.count == 2, let key, kept[0] == key { return String(kept[1]) }
        let plan = try SchemaPlan(pipelines: folder)
        let program = try FileIdentity(leadingTo: "/proc/self/exe").text
        let expected = TextFile.text(of: "\(folder)/app/expected.csv") ?? ""
        let files = [program, expected] + plan.files.map { "\($0.name)\n\($0.sql)" }
        let fingerprint = Fingerprint.of(
            (files + plan.appTables + [try Summaries.load(folder).definition]).joined(separator: "\n"))
        if let key, key == definitionsKey() {
            // Where it cannot be kept, the next command reads the definitions again.
            try? NewFile.write(Array("\(key)\n\(fingerprint)\n".utf8), to: keptFile, .passing, for: .everyone)
        }
        return fingerprint
    }

    /// Changes with any file; nil if a file changed in the last three seconds.
    private func definitionsKey() -> String? {
        let parts = Self.names(folder).flatMap { ["\($0)", "\($0)/tables", "\($0)/summaries"] }
        let files = parts.flatMap { part in
            let endings = part == "measures" ? [".yaml"] : [".sql", ".csv"]
            return Self.names("\(folder)/\(part)").filter { name in endings.contains { name.hasSuffix($0) } }.map {
                "\(folder)/\(part)/\($0)"
            }
        }
        let recent = (time(nil) - 3) * 1_000_000_000
        var key = ""
        for path in ["/proc/self/exe"] + files {
            guard let file = try? FileIdentity(leadingTo: path), max(file.changed, file.modified) < recent else {
                return nil
            }
            key += "\(path) \(file.device) \(file.text)\n"
        }
        return Fingerprint.of(key)
    }

    private static func names(_ folder: String) -> [String] { (try? FolderListing.visibleNames(in: folder)) ?? [] }
}
