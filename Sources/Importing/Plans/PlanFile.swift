internal import Definitions
internal import Filing
internal import Glibc
public import Loading
public import Records
public import Reporting

/// A plan as it is saved, reviewed and applied: what was asked for, what was found, and what it would do.
///
/// JSON, to be reviewed by itself: it holds hashes, counts, rejects by cause, conflicts and row diffs, so values of records
/// unless `--redact` was given, and names of persons where settings hold them. Only its owner may read the file.
public struct PlanFile: Sendable {
    public static let version = 1

    /// A file, with what identifies it and what a run would do with it.
    ///
    /// Of what is refused only entries of archives stand here: the archive is taken all the same.
    public struct Unit: Sendable {
        public var path: String
        public var source: String
        /// Hexadecimal, as are the next two.
        public var sha256: String
        /// Hash over owner, content, definitions and effective settings.
        public var key: String
        public var definitions: String
        public var format: String
        public var owner: String
        public var settings: [(name: String, value: String)]
        public var status: RunReport.Unit.Status
        /// Why it is refused.
        public var code: RefusalCode?
        public var reason: String?
        public var ledger: Ledger
        public var review: UnitReview?
    }

    // What was asked for.
    public var database = ""
    public var job: String?
    public var inputs: [String] = []
    public var dataset: String?
    public var format: String?
    public var owner: String?
    public var settings: [(name: String, value: String)] = []
    public var winner = Loader.Winner.app
    public var identities: [String: String] = [:]
    public var limit: String?
    public var refusalLimit: String?
    public var warningLimit: String?
    public var mostNewRows: Int?
    public var asOf: String?
    /// "Now" of the plan, in microseconds since 1970: what was not in the future then is not when it is applied.
    public var now: Int64 = 0

    // What was found.
    public var units: [Unit] = []
    public var tables: [RunReport.Table] = []
    public var causes: [RunReport.Cause] = []
    public var warnings = Counter()
    public var triggers = Counter()
    public var conflicts: [RunReport.Conflict] = []
    public var diffs: [RunReport.Diff] = []

    public init() {}
}

extension PlanFile {
    /// What a run is asked for.
    init(of request: RunRequest, database: String?, now: Int64) {
        self.database = database ?? ""
        job = request.job?.name
        inputs = request.inputs.map(AbsolutePath.of)
        dataset = request.dataset
        format = request.format
        owner = request.owner
        settings = request.settings
        winner = request.winner
        identities = request.identities
        limit = request.limit.map(\.description)
        refusalLimit = request.refusalLimit.map(\.description)
        warningLimit = request.warningLimit.map(\.description)
        mostNewRows = request.mostNewRows
        asOf = request.asOf?.text
        self.now = now
    }

    public var json: JSONValue {
        [
            "scorebook_plan": .integer(Self.version),
            "database": .text(database), "job": .optional(job), "inputs": .array(inputs.map(JSONValue.text)),
            "dataset": .optional(dataset), "format": .optional(format), "owner": .optional(owner),
            "settings": Self.object(settings), "source_wins": .boolean(winner == .source),
            "identities": Self.object(identities.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }),
            "max_rejects": .optional(limit), "max_refused": .optional(refusalLimit),
            "warn_rejects": .optional(warningLimit), "max_new_rows": mostNewRows.map(JSONValue.integer) ?? .null,
            "as_of": .optional(asOf), "now": .integer(Int(now)),
            "units": .array(units.map(\.json)),
            "tables": .object(tables.map { JSONValue.Member($0.name, $0.json) }),
            "causes": .array(causes.map(\.json)),
            "warnings": .object(warnings.map { JSONValue.Member($0.name, .integer($0.count)) }),
            "triggers": .object(triggers.map { JSONValue.Member($0.name, .integer($0.count)) }),
            "conflicts": .array(conflicts.map(\.json)),
            "diffs": .array(diffs.map(\.json)),
        ]
    }

    static func object(_ pairs: [(name: String, value: String)]) -> JSONValue {
        .object(pairs.map { JSONValue.Member($0.name, .text($0.value)) })
    }

    /// Writes it by renaming, for its owner alone; paths are those from its folder.
    public func write(to path: String) -> Bool {
        let folder = Self.folder(of: path)
        let plan = withPaths { RelativePath.of($0, from: folder) }
        return (try? NewFile.write(Array((plan.json.page + "\n").utf8), to: path, .lasting)) != nil
    }

    /// The folder in which a plan lies.
    private static func folder(of path: String) -> String {
        AbsolutePath.planned(path).split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }

    private func withPaths(_ change: (String) -> String) -> PlanFile {
        var plan = self
        plan.inputs = inputs.map { $0 == "-" ? $0 : change($0) }
        for index in units.indices where units[index].path != "-" {
            plan.units[index].path = change(units[index].path)
        }
        return plan
    }
}

extension PlanFile.Unit {
    var json: JSONValue {
        [
            "path": .text(path), "source": .text(source), "sha256": .text(sha256), "key": .text(key),
            "definitions": .text(definitions), "format": .text(format), "owner": .text(owner),
            "settings": PlanFile.object(settings), "status": .text(status.rawValue),
            "code": .optional(code?.rawValue), "reason": .optional(reason), "ledger": ledger.json,
            "review": review?.json ?? .null,
        ]
    }
}

extension UnitReview {
    var json: JSONValue {
        [
            "read": .integer(read), "rejected": .integer(rejected), "skipped": .integer(skipped),
            "inserted": .integer(inserted), "updated": .integer(updated), "conflicts": .integer(conflicts),
            "proposed": .text(proposed), "present": .text(present),
        ]
    }
}

extension Import {
    /// The plan to be saved.
    public func planFile() -> PlanFile {
        var plan = PlanFile(of: request, database: report.database, now: now)
        plan.units = sink?.planned ?? []
        plan.tables = report.tables
        (plan.causes, plan.warnings, plan.triggers) = (report.causes, report.warnings, report.triggers)
        (plan.conflicts, plan.diffs) = (report.conflicts, report.diffs)
        return plan
    }
}

/// Why a plan cannot be read.
public enum PlanFileError: Error, Equatable, Sendable {
    case missing
    case unreadable
    /// No plan of this version.
    case notAPlan

    public var message: String {
        switch self {
        case .missing: "no such plan file"
        case .unreadable: "the plan cannot be read"
        case .notAPlan: "it is not a plan file of this version; `scorebook plan` makes one with --out"
        }
    }
}

extension PlanFile {
    /// Reads a plan.
    public static func read(_ path: String) throws -> PlanFile {
        errno = 0
        guard let bytes = TextFile.bytes(of: path, limit: longest + 1), bytes.count <= longest else {
            throw errno == ENOENT ? PlanFileError.missing : PlanFileError.unreadable
        }
        let folder = folder(of: path)
        return try read(bytes).withPaths { RelativePath.resolved($0, from: folder) }
    }

    private static let longest = 1 << 28

    static func read(_ bytes: [UInt8]) throws -> PlanFile {
        guard let plan = JSONValue(reading: bytes).flatMap({ PlanFile($0) }) else { throw PlanFileError.notAPlan }
        return plan
    }

    private init?(_ root: JSONValue) {
        guard root["scorebook_plan"]?.integer == Self.version, let now = root["now"]?.integer,
            let units = root["units"]?.elements?.map(Unit.init), !units.contains(where: { $0 == nil })
        else { return nil }
        self.init()
        database = root["database"]?.text ?? ""
        job = root["job"]?.text
        inputs = root["inputs"]?.elements?.compactMap(\.text) ?? []
        dataset = root["dataset"]?.text
        format = root["format"]?.text
        owner = root["owner"]?.text
        settings = root["settings"]?.pairs ?? []
        winner = root["source_wins"] == .boolean(true) ? .source : .app
        identities = Dictionary((root["identities"]?.pairs ?? []).map { ($0.name, $0.value) }) { first, _ in first }
        limit = root["max_rejects"]?.word
        refusalLimit = root["max_refused"]?.word
        warningLimit = root["warn_rejects"]?.word
        mostNewRows = root["max_new_rows"]?.integer
        asOf = root["as_of"]?.text
        self.now = Int64(now)
        self.units = units.compactMap { $0 }
    }
}

extension PlanFile.Unit {
    fileprivate init?(_ node: JSONValue) {
        guard let path = node["path"]?.text, let source = node["source"]?.text, let sha256 = node["sha256"]?.text,
            let key = node["key"]?.text, let definitions = node["definitions"]?.text,
            let status = node["status"]?.text.flatMap(RunReport.Unit.Status.init(rawValue:))
        else { return nil }
        self.init(
            path: path, source: source, sha256: sha256, key: key, definitions: definitions,
            format: node["format"]?.text ?? "", owner: node["owner"]?.text ?? "",
            settings: node["settings"]?.pairs ?? [], status: status,
            code: node["code"]?.text.flatMap(RefusalCode.init(rawValue:)), reason: node["reason"]?.text,
            ledger: Ledger(), review: node["review"].flatMap(UnitReview.init))
    }
}

extension UnitReview {
    fileprivate init?(_ node: JSONValue) {
        guard let proposed = node["proposed"]?.text, let present = node["present"]?.text else { return nil }
        self.init()
        read = node["read"]?.integer ?? 0
        rejected = node["rejected"]?.integer ?? 0
        skipped = node["skipped"]?.integer ?? 0
        inserted = node["inserted"]?.integer ?? 0
        updated = node["updated"]?.integer ?? 0
        conflicts = node["conflicts"]?.integer ?? 0
        self.proposed = proposed
        self.present = present
    }
}

extension JSONValue {
    fileprivate var pairs: [(name: String, value: String)] {
        (members ?? []).compactMap { member in member.value.word.map { (name: member.key, value: $0) } }
    }

    /// The text of a scalar, as a person may write it: `9` or `"9"`.
    fileprivate var word: String? {
        switch self {
        case .text(let text), .number(let text): text
        case .integer(let number): String(number)
        case .boolean(let value): String(value)
        case .null, .real, .array, .object: nil
        }
    }
}
