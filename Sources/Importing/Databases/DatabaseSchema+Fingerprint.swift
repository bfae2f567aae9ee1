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
/// Whatever records our objects anew takes the fingerprint away; a restored database has other oids, a copied one another
/// server. What others changed since does not show: `schema status`, `schema verify`, `doctor` and `schema up` compare.
extension DatabaseSchema {
    /// Makes what is missing; names of what was made.
    public func prepare(_ connection: Connection) throws -> [String] {
        if try isStamped(connection) { return [] }
        return try Self.locked(connection) {
            guard try state(on: connection).isCurrent else { return try bringUp(on: connection).made }
            try stamp(connection)
            return []
        }
    }

    /// Whether these very definitions were the last to be applied.
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

    /// Says so; what was applied is what is in the folder now, or the next command compares.
    func stamp(_ connection: Connection) throws {
        guard let fingerprint = try fingerprint() else { return }
        try connection.run(
            "update scorebook.schema_facts set name = \(Self.stamp(fingerprint)) where kind = 'server'")
    }

    private static func stamp(_ fingerprint: String) -> SQL {
        """
        pg_catalog.concat_ws(' ', \(bind: fingerprint)::text, (select system_identifier from pg_catalog.pg_control_system()),
            'scorebook.schema_facts'::pg_catalog.regclass::oid, pg_catalog.current_setting('server_version_num'))
        """
    }

    /// Of the definitions as they are in the folder; nil for a database that is not our own cluster's.
    private func fingerprint() throws -> String? {
        guard let keptFile else { return nil }
        let key = definitionsKey()
        let kept = TextFile.text(of: keptFile)?.split(separator: "\n") ?? []
        if kept.count == 2, let key, kept[0] == key { return String(kept[1]) }
        let plan = try SchemaPlan(pipelines: folder)
        let files = plan.files.map { "\($0.name)\n\($0.sql)" }
        let fingerprint = Fingerprint.of(
            (files + plan.appTables + [try Summaries.load(folder).definition]).joined(separator: "\n"))
        if let key, key == definitionsKey() {
            // Where it cannot be kept, the next command reads the definitions again.
            try? NewFile.write(Array("\(key)\n\(fingerprint)\n".utf8), to: keptFile, .passing, for: .everyone)
        }
        return fingerprint
    }

    /// Another one after any change; nil where a file is so new that it might change again without another time.
    private func definitionsKey() -> String? {
        let parts = Self.names(folder).flatMap { ["\($0)", "\($0)/tables", "\($0)/summaries"] }
        let files = parts.flatMap { part in
            Self.names("\(folder)/\(part)").filter { $0.hasSuffix(".sql") || $0.hasSuffix(".csv") }.map {
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
