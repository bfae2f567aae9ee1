internal import Definitions
internal import Filing
internal import Postgres

/// A folder that runs have put people's files into, as the ledger knows it.
struct WrittenFolder {
    enum Kind: String { case photos, archive, quarantine }
    enum Layout: String {
        /// A folder for each person.
        case folders
        case one, several
    }

    var kind: Kind
    var path: String
    var layout: Layout

    /// Those that a run of a job puts its files into.
    static func ofRun(_ job: Job) -> [WrittenFolder] {
        let layout: Layout = job.owner == "folder" ? .folders : job.owner == "payload" ? .several : .one
        return [(.archive, job.archive), (.quarantine, job.quarantine)].compactMap { kind, folder in
            folder.map { WrittenFolder(kind: kind, path: $0, layout: layout) }
        }
    }

    /// Remembers it, before the first file is there.
    func keep(on connection: Connection) throws {
        try connection.run(
            """
            insert into scorebook.written_folders (kind, path, layout)
            values (\(bind: kind.rawValue), \(bind: AbsolutePath.planned(path)), \(bind: layout.rawValue))
            on conflict do nothing
            """)
    }

    static func all(on connection: Connection) throws -> [WrittenFolder] {
        try connection.rows("select kind, path, layout from scorebook.written_folders order by kind, path").compactMap {
            guard let kind = Kind(rawValue: try $0["kind"]), let layout = Layout(rawValue: try $0["layout"]) else {
                return nil
            }
            return WrittenFolder(kind: kind, path: try $0["path"], layout: layout)
        }
    }
}
