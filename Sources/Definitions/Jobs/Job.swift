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
    public var datasets: [String] = []
    public var settings: [(name: String, value: String)] = []
    /// Seconds a file must have been quiet before it is taken.
    public var settleSeconds = 0
    /// Where loaded files go (content-addressed) and refused ones, with their reasons; nil leaves them.
    public var archive: String?
    public var quarantine: String?
    /// Days after which the text of rejects, before-images and reports of its runs are removed; nil: as of all runs.
    public var retentionDays: Int?
    /// `N` or `P%`.
    public var maxRejects: RejectLimit?
    /// Of files.
    public var maxRefused: RejectLimit?
    /// Rejects up to which a run counts as succeeded without a warning.
    public var warnRejects: RejectLimit?
    /// New rows that a run may load.
    public var maxNewRows: Int?
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
    public var ignore: [String] = []
    /// File for the textfile collector of Prometheus, and one that takes OpenLineage events; nil: none.
    public var metrics: String?
    public var lineage: String?
    /// A program and its arguments, run after a run that ended with exit code 0, and after another one.
    public var onSuccess: [String]?
    public var onFailure: [String]?
    /// Seconds after which it is ended.
    public var commandSeconds = 60
    /// Variables that the environment does not give: the job cannot run, though its definition is sound. A scalar that
    /// wants one keeps its `${...}`.
    public var unset: [Fault] = []
}

extension Job {
    static let keys = KeyTable<Job>("job") { keys in
        keys.add("job", \.title, .text, .required, "What people call it; its name is that of the file.")
        keys.add("database", .text, "Connection URL or `embedded`.") { $0.database = $0.text($1, "database", $2) }
        keys.add("inbox", .text, "Folder whose files are taken.") { $0.inbox = $0.text($1, "inbox", $2) }
        keys.add("owner", .text, "Whose records: `folder`, `payload`, an email or a user id.") {
            $0.owner = $0.text($1, "owner", $2)
        }
        keys.add("datasets", .oneOrMore(.text), .required, "Datasets whose files are taken.") { job, node, scope in
            for word in scope.file.list(node, of: "datasets") {
                job.datasets.append(word.text)
                if scope.datasetNames.contains(word.text) { continue }
                scope.file.unknown("dataset", word.text, at: word.mark, among: scope.datasetNames)
            }
        }
        keys.add("settings", .map(.text), "Settings of formats, and their values.") { $0.readSettings($1, $2) }
        keys.add(
            "settle", .form("^[0-9]+ (s|min|h)$|\\$", "time as in `60 s`"), "How long a file must have been quiet."
        ) { job, node, scope in
            let seconds = job.parsed(node, "settle", scope, "a time as in `60 s` or `5 min`", Self.seconds)
            job.settleSeconds = seconds ?? 0
        }
        keys.add("archive", .text, "Where loaded files go; default: they stay.") {
            $0.archive = $0.text($1, "archive", $2)
        }
        keys.add("quarantine", .text, "Where refused files go; default: they stay.") {
            $0.quarantine = $0.text($1, "quarantine", $2)
        }
        keys.add(
            "retention", .form("^[0-9]+ d$|\\$", "number of days as in `90 d`"),
            "Days after which the text of rejects, before-images and reports are removed; default: 90 d."
        ) {
            $0.retentionDays = $0.parsed($1, "retention", $2, "a number of days as in `90 d`", Self.days)
        }
        keys.add(
            "max_new_rows", .either([.number(0...Int.max), .form("^[0-9]+$|\\$", "number of rows as in 100000")]),
            "New rows that a run may load; a file that would exceed them is refused as a whole. Default: any number."
        ) {
            $0.maxNewRows = $0.parsed($1, "max_new_rows", $2, "a number of rows as in 100000", Self.count)
        }
        let share = "^([0-9]{1,2}(\\.[0-9]{1,2})?|100(\\.00?)?)%$|^[0-9]+$|\\$"
        keys.add(
            "max_rejects", .either([.number(0...Int.max), .form(share, "share as in `0.5%`")]),
            "Rejects of a run above which it counts as failed (exit code 1); default: 0."
        ) {
            $0.maxRejects = $0.parsed(
                $1, "max_rejects", $2, "a number of records as in 10, or a share as in 0.5%", RejectLimit.init)
        }
        keys.add(
            "max_refused", .either([.number(0...Int.max), .form(share, "share as in `0.5%`")]),
            "Refused files of a run above which it counts as failed (exit code 1); default: 0."
        ) {
            $0.maxRefused = $0.parsed(
                $1, "max_refused", $2, "a number of files as in 2, or a share as in 5%", RejectLimit.init)
        }
        keys.add(
            "warn_rejects", .either([.number(0...Int.max), .form(share, "share as in `0.5%`")]),
            "Rejects of a run above which its status is `warned` instead of `succeeded` (exit code 0); default: 0."
        ) {
            $0.warnRejects = $0.parsed(
                $1, "warn_rejects", $2, "a number of records as in 10, or a share as in 0.5%", RejectLimit.init)
        }
        keys.add(
            "pace", .form("^([1-9][0-9]?(\\.[0-9]{1,2})?|100(\\.00?)?)%$|\\$", "share as in `25%`"),
            "At most this share of a run's time is spent loading; default: 100%."
        ) {
            $0.pace = $0.parsed($1, "pace", $2, "a share of time from 1% to 100%, as in 25%", Pace.init)
        }
        keys.add(
            "metrics", .text, "File for the textfile collector of Prometheus, written after each run; default: none."
        ) { $0.metrics = $0.path($1, "metrics", $2) }
        keys.add("lineage", .text, "File to which OpenLineage events of each run are appended; default: none.") {
            $0.lineage = $0.path($1, "lineage", $2)
        }
        keys.add(
            "on_success", .command,
            "Run after a run with exit code 0, with the report as JSON on standard input; no shell reads it."
        ) { $0.onSuccess = $0.command($1, "on_success", $2) }
        keys.add("on_failure", .command, "The same after a run with another exit code.") {
            $0.onFailure = $0.command($1, "on_failure", $2)
        }
        keys.add(
            "command_limit", .form("^[0-9]+ (s|min|h)$|\\$", "time as in `60 s`"),
            "How long `on_success` and `on_failure` may take; default: 60 s."
        ) { job, node, scope in
            let seconds = job.parsed(node, "command_limit", scope, "a time as in `60 s` or `5 min`", Self.seconds)
            job.commandSeconds = seconds ?? job.commandSeconds
        }
        keys.add("ignore", \.ignore, .texts, "Files and folders below the inbox that are not taken.")
        keys.add("order", \.order, .choice, "`tables`: files with rows that others refer to come first.")
    }

    /// Settings that the engine itself knows, beside those that formats name.
    static let engineSettings = [
        "date_order", "decimal_mark", "lossy", "photos", "thumbnails", "unit_changed", "year", "zone",
    ]

    init?(_ bytes: [UInt8], _ scope: Scope) {
        let file = scope.file
        guard let root = file.root(of: bytes, keys: Self.keys.names) else { return nil }
        guard let job = Self.keys.read(root, into: Job(name: file.name, title: "", path: file.path), scope) else {
            return nil
        }
        self = job
    }

    private mutating func readSettings(_ node: Node, _ scope: Scope) {
        guard let entries = node.entries else {
            scope.file.fault(node.mark, "`settings` must be a mapping of names to values, not \(node.kind)")
            return
        }
        guard let known = scope.settings else { return }
        for entry in entries {
            if !known.names.contains(entry.key) {
                scope.file.unknown("setting", entry.key, at: entry.keyMark, among: known.names)
            }
            let missing = unset.count
            guard let value = text(entry.value, entry.key, scope) else { continue }
            settings.append((entry.key, value))
            // A variable that is not set here may hold anything.
            guard unset.count == missing, let refusal = known.refusal(of: value, for: entry.key, datasets: datasets)
            else { continue }
            scope.file.fault(entry.value.mark, refusal.message, suggestion: refusal.suggestion)
        }
    }

    /// What is made of a text once its variables are put in; faulted where it is not what is expected.
    private mutating func parsed<Value>(
        _ node: Node, _ key: String, _ scope: Scope, _ expected: String, _ parse: (String) -> Value?
    ) -> Value? {
        guard let text = text(node, key, scope) else { return nil }
        let value = parse(text)
        if value == nil { scope.file.fault(node.mark, "`\(key)` is \(expected)") }
        return value
    }

    /// The text of a key with the variables put in; where one is not set the text stays as it is, and the job knows why.
    private mutating func text(_ node: Node, _ key: String, _ scope: Scope) -> String? {
        guard let text = scope.file.text(node, of: key) else { return nil }
        do throws(Environment.Refusal) {
            return try Environment.interpolate(text, scope.environment)
        } catch {
            switch error {
            case .malformed(let message): scope.file.fault(node.mark, message)
            case .unset(let name, let message):
                unset.append(
                    Fault(
                        path: path, line: node.mark.line, column: node.mark.column, message: "`\(name)`: \(message)"))
            }
            return text
        }
    }

    /// A path; nil where a variable that may be left away is left away.
    private mutating func path(_ node: Node, _ key: String, _ scope: Scope) -> String? {
        text(node, key, scope).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A program and its arguments. A program whose name has a blank is rather a line for a shell.
    private mutating func command(_ node: Node, _ key: String, _ scope: Scope) -> [String]? {
        let nodes = scope.file.nodes(node, of: key)
        let words = nodes.compactMap { text($0, key, scope) }
        guard words.count == nodes.count, let program = words.first else { return nil }
        if program.isEmpty || node.elements == nil && program.contains(" ") {
            scope.file.fault(
                node.mark, "`\(key)` is a program, or a list of a program and its arguments, as [mail, -s, x]")
            return nil
        }
        return words
    }

    private static func count(_ text: String) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    private static func days(_ text: String) -> Int? {
        let parts = text.split(separator: " ")
        guard parts.count == 2, parts[1] == "d", let days = Int(parts[0]) else { return nil }
        return (1...36_500).contains(days) ? days : nil
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
