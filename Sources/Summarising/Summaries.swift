internal import Records

/// All summaries of a pipelines folder, each after those it reads.
public struct Summaries: Sendable, Equatable {
    public var all: [Summary]
    /// Tables that scorebook makes itself: triggers on them need no announcement.
    public var ourTables: Set<String>

    /// Reads `<path>/*/summaries/*.sql`.
    public static func load(_ path: String) throws -> Summaries {
        guard let datasets = try SummaryFile.names(in: path) else { throw SummaryError.unreadable(path: path) }
        var found: [Summary] = []
        var ours: Set<String> = []
        var faults: [SummaryFault] = []
        for dataset in datasets {
            for file in try SummaryFile.names(in: "\(path)/\(dataset)/tables") ?? [] where file.hasSuffix(".sql") {
                ours.insert("public." + tableName(file))
            }
            let folder = "\(path)/\(dataset)/summaries"
            for file in try SummaryFile.names(in: folder) ?? [] where file.hasSuffix(".sql") {
                let text = try SummaryFile.text(of: "\(folder)/\(file)")
                do {
                    found.append(try Summary.parse(text, path: "\(folder)/\(file)"))
                } catch SummaryError.faults(let more) {
                    faults += more
                }
            }
        }
        guard faults.isEmpty else { throw SummaryError.faults(faults) }
        return Summaries(all: try ordered(found), ourTables: ours)
    }

    public func summary(named name: String) throws -> Summary {
        if let summary = all.first(where: { $0.name == name }) { return summary }
        throw SummaryError.unknown(name: name, suggestion: Suggestion.name(near: name, among: all.map(\.name)))
    }

    /// `220_users.sql` is the table `users`.
    private static func tableName(_ file: String) -> String {
        let name = file.dropLast(4)
        return String(name.drop { $0.isNumber || $0 == "_" })
    }
}
