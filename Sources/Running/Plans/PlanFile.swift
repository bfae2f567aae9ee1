internal import Definitions
internal import Filing
public import Loading
public import Records
public import Reporting

/// A plan as it is saved, reviewed and applied: what was asked for, what was found, and what it would do.
///
/// JSON. It holds hashes and counts; values of records only where diffs were asked for, and names of persons where
/// settings hold them, so nobody else may read the file.
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
    public var asOf: String?
    /// "Now" of the plan, in microseconds since 1970: what was not in the future then is not when it is applied.
    public var now: Int64 = 0

    // What was found.
    public var units: [Unit] = []
    public var tables: [RunReport.Table] = []
    public var diffs: [RunReport.Diff]?

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
            "max_rejects": .optional(limit), "as_of": .optional(asOf), "now": .integer(Int(now)),
            "units": .array(units.map(\.json)),
            "tables": .object(tables.map { JSONValue.Member($0.name, $0.json) }),
            "diffs": diffs.map { .array($0.map(\.json)) } ?? .null,
        ]
    }

    static func object(_ pairs: [(name: String, value: String)]) -> JSONValue {
        .object(pairs.map { JSONValue.Member($0.name, .text($0.value)) })
    }

    /// Writes it by renaming, for its owner alone.
    public func write(to path: String) -> Bool {
        (try? NewFile.write(Array((json.page + "\n").utf8), to: path, .lasting)) != nil
    }
}

extension PlanFile.Unit {
    var json: JSONValue {
        [
            "path": .text(path), "source": .text(source), "sha256": .text(sha256), "key": .text(key),
            "definitions": .text(definitions), "format": .text(format), "owner": .text(owner),
            "settings": PlanFile.object(settings), "status": .text(status.rawValue),
            "reason": .optional(reason), "ledger": ledger.json, "review": review?.json ?? .null,
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
