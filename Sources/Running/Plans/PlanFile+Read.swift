internal import Glibc
internal import Loading
internal import Records
internal import Reporting
internal import YAML

/// Why a plan cannot be read.
public enum PlanFileError: Error, Equatable, Sendable {
    case missing
    case unreadable
    /// No plan of this version.
    case notAPlan

    public var message: String {
        switch self {
        case .missing: "there is no such plan"
        case .unreadable: "the plan cannot be read"
        case .notAPlan: "it is no plan of this version of scorebook; make it anew with `scorebook plan ... --out FILE`"
        }
    }
}

extension PlanFile {
    /// Reads a plan. JSON is YAML as far as a plan goes.
    public static func read(_ path: String) throws -> PlanFile {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ENOENT ? PlanFileError.missing : PlanFileError.unreadable }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0, bytes.count < 1 << 28 else { throw PlanFileError.unreadable }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return try read(bytes)
    }

    static func read(_ bytes: [UInt8]) throws -> PlanFile {
        var limits = Document.Limits()
        limits.bytes = 1 << 28
        limits.nodes = 50_000_000
        let document = Document(parsing: bytes, limits: limits)
        guard document.problems.isEmpty, let root = document.root, let plan = PlanFile(root) else {
            throw PlanFileError.notAPlan
        }
        return plan
    }

    private init?(_ root: Node) {
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
        winner = root["source_wins"]?.boolean == true ? .source : .app
        identities = Dictionary((root["identities"]?.pairs ?? []).map { ($0.name, $0.value) }) { first, _ in first }
        limit = root["max_rejects"]?.text
        asOf = root["as_of"]?.text
        self.now = Int64(now)
        self.units = units.compactMap { $0 }
    }
}

extension PlanFile.Unit {
    fileprivate init?(_ node: Node) {
        guard let path = node["path"]?.text, let source = node["source"]?.text, let sha256 = node["sha256"]?.text,
            let key = node["key"]?.text, let definitions = node["definitions"]?.text,
            let status = node["status"]?.text.flatMap(RunReport.Unit.Status.init(rawValue:))
        else { return nil }
        self.init(
            path: path, source: source, sha256: sha256, key: key, definitions: definitions,
            format: node["format"]?.text ?? "", owner: node["owner"]?.text ?? "",
            settings: node["settings"]?.pairs ?? [], status: status, reason: node["reason"]?.text,
            ledger: Ledger(), review: node["review"].flatMap(UnitReview.init))
    }
}

extension UnitReview {
    fileprivate init?(_ node: Node) {
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

extension Node {
    fileprivate subscript(key: String) -> Node? { entries?.first { $0.key == key }?.value }

    fileprivate var pairs: [(name: String, value: String)] {
        (entries ?? []).compactMap { entry in entry.value.text.map { (name: entry.key, value: $0) } }
    }
}
