internal import Records
public import Reporting

/// A line of `plan-units`: one file of a run that several processes load, as JSON.
///
/// ```
/// {"v": 1, "run": "0b1c...", "job": "nightly", "group": 17, "n": 3, "path": "/inbox/maya@.../log.csv",
///  "source": "log.csv", "owner": "maya@...", "bytes": 1234, "etag": "mtime:17...", "settings": {}}
/// ```
public struct UnitLine: Sendable {
    public static let version = 1

    public var run: String
    public var job: String?
    /// All files of a family are in one group.
    public var group: Int
    /// Number in the run, from 1.
    public var number: Int
    public var path: String
    /// Path below the owner's folder.
    public var source: String
    /// Whether the file itself was named, and not a folder in which it was found.
    public var isGiven = false
    /// The owner's folder; nil where the run says whose all files are.
    public var owner: String?
    public var bytes: Int
    /// What the file was as it was planned; nil where nothing is known but its size.
    public var etag: String?
    /// What `settings.yaml` beside the file says; nil: it is to be read beside the file.
    public var settings: [(name: String, value: String)]?
    /// How the file is tried after a process ended while it was loading it; nil of all others.
    public var trial: Trial?
    /// The signal that ended the process that had this line alone. `exec` sets it: the file is not read again.
    public var signal: Int?
    /// Whether files of others wait for this one: `exec` answers `late` where it takes long, and has not loaded it.
    public var isHurried = false

    /// How a file is tried.
    public enum Trial: String, Sendable {
        /// No other file is in progress with it.
        case single
        /// In a process of its own.
        case alone
    }

    /// How the file is told from others of its run, whatever path it is read from.
    var name: String { "\(owner ?? "")/\(source)" }

    /// Whether it is a picture or an archive, by its name.
    var mayHoldPhotos: Bool {
        let name = source.lowercased()
        return [".jpg", ".jpeg", ".heic", ".heif", ".zip", ".tar", ".gz", ".tgz", ".zst"].contains {
            name.hasSuffix($0)
        }
    }

    /// Why a text is no such line.
    public struct Fault: Error, Equatable, Sendable {
        public var message: String
    }

    private static let keys: Set<String> = [
        "v", "run", "job", "group", "n", "path", "source", "owner", "bytes", "etag", "settings", "cell", "trial",
        "signal", "hurried", "given",
    ]
}

extension UnitLine {
    public var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("v", .integer(Self.version)), .init("run", .text(run)), .init("job", .optional(job)),
            .init("group", .integer(group)), .init("n", .integer(number)), .init("path", .text(path)),
            .init("source", .text(source)), .init("owner", .optional(owner)), .init("bytes", .integer(bytes)),
            .init("etag", .optional(etag)),
        ]
        if let settings { members.append(.init("settings", PlanFile.object(settings))) }
        if let trial { members.append(.init("trial", .text(trial.rawValue))) }
        if isGiven { members.append(.init("given", .boolean(true))) }
        if isHurried { members.append(.init("hurried", .boolean(true))) }
        if let signal { members.append(.init("signal", .integer(signal))) }
        return .object(members)
    }

    /// Reads a line; what it does not know of this version it refuses.
    public init(reading line: some Sequence<UInt8>) throws {
        guard let json = JSONValue(reading: line), let members = json.members else {
            throw Fault(message: "it is not a JSON object")
        }
        guard json["v"] == .integer(Self.version) else {
            throw Fault(message: "its \"v\" is not \(Self.version), the version of this program's contract")
        }
        if let key = members.first(where: { !Self.keys.contains($0.key) })?.key {
            throw Fault(message: "version \(Self.version) has no key \"\(key)\"")
        }
        guard json["cell"] ?? .null == .null else {
            throw Fault(message: "\"cell\" is reserved for several databases, which this version does not know")
        }
        func optional(_ key: String) throws -> String? {
            switch json[key] {
            case nil, .null: return nil
            case .text(let text): return text
            default: throw Fault(message: "\"\(key)\" is not text")
            }
        }
        func text(_ key: String) throws -> String {
            guard let text = try optional(key), !text.isEmpty else { throw Fault(message: "\"\(key)\" is missing") }
            return text
        }
        func count(_ key: String) throws -> Int {
            guard let number = json[key]?.integer, number >= 0 else {
                throw Fault(message: "\"\(key)\" is not a whole number of 0 or more")
            }
            return number
        }
        (run, job) = (try text("run"), try optional("job"))
        (group, number) = (try count("group"), try count("n"))
        (path, source) = (try text("path"), try text("source"))
        (owner, etag) = (try optional("owner"), try optional("etag"))
        bytes = try count("bytes")
        switch json["settings"] {
        case nil, .null: settings = nil
        case .object(let given):
            settings = try given.map { member in
                guard let value = member.value.text else { throw Fault(message: "a setting is not text") }
                return (name: member.key, value: value)
            }
        default: throw Fault(message: "\"settings\" is not an object")
        }
        trial = try optional("trial").map { word in
            guard let trial = Trial(rawValue: word) else {
                throw Fault(message: "\"trial\" is not \"single\" or \"alone\"")
            }
            return trial
        }
        func flag(_ key: String) throws -> Bool {
            guard case .boolean(let flag) = json[key] ?? .boolean(false) else {
                throw Fault(message: "\"\(key)\" is not true or false")
            }
            return flag
        }
        (isHurried, isGiven) = (try flag("hurried"), try flag("given"))
        if json["signal"] ?? .null != .null { signal = try count("signal") }
    }
}

/// A line of `exec`: what became of a file, or of an entry of an archive, once it is committed.
struct UnitAnswer {
    enum Status: String, CaseIterable {
        case loaded
        case alreadyLoaded = "already_loaded"
        case refused
        case ignored
        case failed
        case late
    }

    var line: UnitLine
    var unit: RunReport.Unit
    /// The unit's key in the ledger, hexadecimal; nil where it was not read.
    var key: String?
    var seconds: Double
    var attempt: String
    /// Whether the line is to be given again, after those of other owners.
    var isLate = false

    private var status: Status {
        if isLate { return .late }
        return switch unit.status {
        case .alreadyLoaded: .alreadyLoaded
        case .refused, .invalid, .crashed: .refused
        case .ignored: .ignored
        case .failed, .rolledBack: .failed
        case .loaded, .loadedWithRejects, .rejected, .planned, .valid, .validWithRejects: .loaded
        }
    }

    var json: JSONValue {
        [
            "v": .integer(UnitLine.version), "run": .text(line.run), "group": .integer(line.group),
            "n": .integer(line.number), "source": .text(unit.source), "key": .optional(key),
            "status": .text(status.rawValue), "code": .optional(unit.code?.rawValue), "reason": .optional(unit.reason),
            "ledger": unit.ledger.json, "seconds": .real((seconds * 1000).rounded() / 1000), "attempt": .text(attempt),
        ]
    }
}
