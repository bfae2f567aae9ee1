public import Records
internal import YAML

/// A job: which inbox, whose data, which datasets, what limits, what follows.
///
/// Read from `Pipelines/<name>.yaml`.
public struct Job: Sendable {
    public var name: String
    public var title: String
    public var path: String
    /// Connection URL or `embedded`, with `${...}` already replaced; nil where the job leaves it to the command.
    public var database: String?
    public var inbox: String?
    /// Whose records: `folder` (the first folder below the inbox), an email, a user id or `payload`.
    public var owner: String?
    public var datasets: [String]
    public var settings: [(name: String, value: String)]
    /// Seconds a file must have been quiet before it is taken.
    public var settleSeconds: Int
    /// Where loaded files go (content-addressed) and refused ones, with their reasons; nil leaves them.
    public var archive: String?
    public var quarantine: String?
    /// Days after which the text of rejects, before-images and reports of its runs are removed; nil: as of all runs.
    public var retentionDays: Int?
    /// `N` or `P%`.
    public var maxRejects: RejectLimit?
    /// How much of the time its runs load; nil: all of it.
    public var pace: Pace?
    /// In which order files are taken.
    public enum Order: String, CaseIterable, Sendable {
        case names
        /// Files with rows that others refer to come first: every file is opened for that.
        case tables
    }
    public var order = Order.names
    /// Files and folders below the inbox that are not taken, by their path below it.
    public var ignore: [String]
    /// Variables that the environment does not give: the job cannot run, though its definition is sound. A scalar that
    /// wants one keeps its `${...}`.
    public var unset: [Fault]

    public init(name: String, title: String, path: String) {
        self.name = name
        self.title = title
        self.path = path
        database = nil
        inbox = nil
        owner = nil
        datasets = []
        settings = []
        settleSeconds = 0
        archive = nil
        quarantine = nil
        retentionDays = nil
        maxRejects = nil
        ignore = []
        unset = []
    }
}

extension Job {
    static let keys = [
        "job", "title", "database", "inbox", "owner", "datasets", "settings", "settle", "archive", "quarantine",
        "max_rejects", "ignore", "order", "pace", "retention",
    ]

    /// Settings that the engine itself knows, beside those that formats name.
    static let engineSettings = ["date_order", "decimal_mark", "lossy", "photos", "thumbnails", "zone"]

    init?(
        _ bytes: [UInt8], stem: String, datasets: [String], settings known: SettingUses, environment: [String: String],
        in file: DefinitionFile
    ) {
        guard let root = file.root(of: bytes, keys: Self.keys) else { return nil }
        let name = root.text("job", isRequired: true)
        if let name, name != stem, let node = root["job"] {
            file.fault(node.mark, "job `\(name)` must be named as its file", suggestion: stem)
        }
        guard let name, let title = root.text("title", isRequired: true) else { return nil }
        self.init(name: name, title: title, path: file.path)
        database = complete("database", root, environment)
        inbox = complete("inbox", root, environment)
        owner = complete("owner", root, environment)
        archive = complete("archive", root, environment)
        quarantine = complete("quarantine", root, environment)
        ignore = root.texts("ignore")
        order = root.choice("order", Order.self) ?? .names
        if root.required("datasets") != nil {
            for word in root.words("datasets") {
                if !datasets.contains(word.text) { file.unknown("dataset", word.text, at: word.mark, among: datasets) }
                self.datasets.append(word.text)
            }
        }
        readSettings(root, known, environment)
        if let text = complete("settle", root, environment), let node = root["settle"] {
            if let seconds = Self.seconds(text) {
                settleSeconds = seconds
            } else {
                file.fault(node.mark, "`settle` is a time as in `60 s` or `5 min`")
            }
        }
        if let text = complete("retention", root, environment), let node = root["retention"] {
            let parts = text.split(separator: " ")
            if parts.count == 2, parts[1] == "d", let days = Int(parts[0]), (1...36_500).contains(days) {
                retentionDays = days
            } else {
                file.fault(node.mark, "`retention` is a number of days as in `90 d`")
            }
        }
        if let text = complete("max_rejects", root, environment), let node = root["max_rejects"] {
            maxRejects = RejectLimit(text)
            if maxRejects == nil {
                file.fault(node.mark, "`max_rejects` is a number of records as in 10, or a share as in 0.5%")
            }
        }
        if let text = complete("pace", root, environment), let node = root["pace"] {
            pace = Pace(text)
            if pace == nil { file.fault(node.mark, "`pace` is a share of time from 1% to 100%, as in 25%") }
        }
    }

    private mutating func readSettings(_ root: Section, _ known: SettingUses, _ environment: [String: String]) {
        guard let node = root["settings"] else { return }
        guard let entries = node.entries else {
            root.file.fault(node.mark, "`settings` must be a mapping of names to values, not \(node.kind)")
            return
        }
        for entry in entries {
            if !known.names.contains(entry.key) {
                root.file.unknown("setting", entry.key, at: entry.keyMark, among: known.names)
            }
            guard let text = root.file.text(entry.value, of: entry.key) else { continue }
            let missing = unset.count
            let value = complete(text, entry.value.mark, environment, root.file)
            settings.append((entry.key, value))
            // A variable that is not set here may hold anything.
            guard unset.count == missing, let refusal = known.refusal(of: value, for: entry.key, datasets: datasets)
            else { continue }
            root.file.fault(entry.value.mark, refusal.message, suggestion: refusal.suggestion)
        }
    }

    private mutating func complete(_ key: String, _ root: Section, _ environment: [String: String]) -> String? {
        guard let text = root.text(key), let node = root[key] else { return nil }
        return complete(text, node.mark, environment, root.file)
    }

    /// Puts the variables in; where one is not set the text stays as it is, and the job knows why.
    private mutating func complete(
        _ text: String, _ mark: Mark, _ environment: [String: String], _ file: DefinitionFile
    ) -> String {
        do throws(Environment.Refusal) {
            return try Environment.interpolate(text, environment)
        } catch {
            switch error {
            case .malformed(let message): file.fault(mark, message)
            case .unset(let name, let message):
                unset.append(
                    Fault(path: file.path, line: mark.line, column: mark.column, message: "`\(name)`: \(message)"))
            }
            return text
        }
    }

    private static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let number = Int(parts[0]), (0...100_000).contains(number) else { return nil }
        switch parts[1] {
        case "s": return number
        case "min": return number * 60
        case "h": return number * 3600
        default: return nil
        }
    }
}

/// What formats take settings for, so that `check` finds a job's value that no format can use.
struct SettingUses {
    /// Settings that the engine reads by these words.
    private static let words = [
        "date_order": ["mdy", "dmy"], "decimal_mark": [".", ","], "lossy": ["record", "field"],
    ]

    /// All names that the formats and the engine know.
    let names: [String]
    private let formats: [Format]

    init(_ pipelines: Pipelines) {
        names = pipelines.settings
        formats = pipelines.formats
    }

    /// Why a value cannot be used by any format of these datasets; nil where one can.
    func refusal(of value: String, for name: String, datasets: [String]) -> (message: String, suggestion: String?)? {
        if let words = Self.words[name] {
            if words.contains(value.lowercased()) { return nil }
            return (
                "`\(name)` is \(words.joined(separator: " or ")), not `\(value)`",
                Suggestion.name(near: value, among: words)
            )
        }
        let mappings = formats.filter { !Set($0.datasets).isDisjoint(with: datasets) }.flatMap(\.records)
            .flatMap(\.allFields)
        let zones = mappings.flatMap { $0.zone + $0.dayZone }
        if name == "zone" || zones.contains(.setting(name)) {
            if (try? TimeZone(named: value)) != nil { return nil }
            return ("unknown time zone `\(value)`; write one as in America/New_York", nil)
        }
        let measured = mappings.filter { $0.unit.contains(.setting(name)) }.map(\.conversion)
        guard !measured.isEmpty else { return nil }
        let words = measured.flatMap(\.units).flatMap(\.words)
        let suggestion = Suggestion.name(near: value, among: words)
        guard let unit = Unit(word: value) else { return ("`\(name)`: unknown unit `\(value)`", suggestion) }
        if measured.contains(where: { $0.kind == nil || $0.kind == unit.kind }) { return nil }
        let kinds = Set(measured.map(\.rawValue)).sorted().joined(separator: " or ")
        return ("`\(name)`: `\(value)` is a unit of \(unit.kind.rawValue), not of \(kinds)", suggestion)
    }
}
