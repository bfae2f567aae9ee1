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

    /// All that decides how they are made.
    public var definition: String {
        let made = all.map { SummarySQL(summary: $0, roles: .whole, isPlainView: false).create }
        return ([SummarySchema.up, SummarySchema.recomputeDeferred(stored, roles: .whole)] + made).joined()
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

extension Summaries {
    /// Each summary after those that its SELECT mentions; by name where either may come first.
    static func ordered(_ summaries: [Summary]) throws -> [Summary] {
        var faults: [SummaryFault] = []
        var byName: [String: Summary] = [:]
        for summary in summaries {
            if let other = byName[summary.qualifiedName] {
                let message = "\(summary.qualifiedName) is defined by \(other.path) already"
                faults.append(SummaryFault(path: summary.path, line: 1, message: message))
            }
            byName[summary.qualifiedName] = summary
        }
        guard faults.isEmpty else { throw SummaryError.faults(faults) }
        var done: Set<String> = []
        var ordered: [Summary] = []
        var waiting = summaries.sorted { $0.qualifiedName < $1.qualifiedName }
        let reads = byName.mapValues { $0.reads(among: byName.keys) }
        while !waiting.isEmpty {
            let ready = waiting.first { reads[$0.qualifiedName]?.isSubset(of: done) ?? true }
            guard let next = ready else {
                let names = waiting.map(\.name).joined(separator: ", ")
                let first = waiting[0]
                throw SummaryError.faults([
                    SummaryFault(path: first.path, line: 1, message: "these read each other: \(names)")
                ])
            }
            done.insert(next.qualifiedName)
            ordered.append(next)
            waiting.removeAll { $0.qualifiedName == next.qualifiedName }
        }
        return ordered
    }

    /// The names given and all that read them, in order.
    public func dependents(of names: Set<String>) -> [Summary] {
        var reached = names
        var result: [Summary] = []
        for summary in all {
            let reads = summary.reads(among: all.map(\.qualifiedName))
            if reached.contains(summary.qualifiedName) || !reads.isDisjoint(with: reached) {
                reached.insert(summary.qualifiedName)
                result.append(summary)
            }
        }
        return result
    }
}

extension Summary {
    /// Which of these summaries it reads.
    func reads(among names: some Sequence<String>) -> Set<String> {
        let mentioned = SQLNames(in: body)
        let all = mentioned.relations.union(mentioned.functions)
        return all.intersection(names).subtracting([qualifiedName])
    }

    /// The tables that its SELECT, its `touches` and its `locks` read.
    var relations: [String] {
        var all = SQLNames(in: body).relations
        for touch in touches {
            all.formUnion(SQLNames(in: touch.select).relations)
            if let locks = touch.locks { all.formUnion(SQLNames(in: locks).relations) }
        }
        return all.subtracting([qualifiedName]).sorted()
    }
}

/// Why the summaries could not be read, made or checked; what the database refuses comes as its `DatabaseError`.
public enum SummaryError: Error, Sendable, Equatable {
    /// Definitions that cannot be used.
    case faults([SummaryFault])
    /// A file or folder that cannot be read.
    case unreadable(path: String)
    /// An object of a summary's name that is not ours.
    case foreignObject(name: String)
    /// A name that no definition has.
    case unknown(name: String, suggestion: String?)
}

extension SummaryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .faults(let faults): faults.map(\.description).joined(separator: "\n")
        case .unreadable(let path): "\(path): cannot be read"
        case .foreignObject(let name):
            "\(name) exists and was not made by scorebook: rename or drop it, then run schema up again"
        case .unknown(let name, let suggestion): "unknown summary \(name)" + didYouMean(suggestion)
        }
    }
}

/// `; did you mean x?`, or nothing.
func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean \($0)?" } ?? ""
}

/// What is wrong with a definition, and where.
public struct SummaryFault: Error, Sendable, Equatable, CustomStringConvertible {
    public var path: String
    /// From 1.
    public var line: Int
    public var message: String

    public var description: String { "\(path):\(line): \(message)" }
}
