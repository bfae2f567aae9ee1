internal import Definitions
internal import Discovering
internal import Glibc
internal import Reading
internal import Records
internal import YAML

/// `inbox/<owner>/settings.yaml`: names and units that hold for one owner's files.
enum FolderSettings {
    private static let mostBytes = 1 << 16

    /// Without them its files would mean something else: none of them is taken.
    private static func refusal(_ code: Int32) -> Refusal {
        let isClosed = [EACCES, EPERM, ELOOP, ENXIO].contains(code)
        return Refusal(
            isClosed ? .permission : .outage, reason: "settings.yaml cannot be read: \(String(cString: strerror(code)))"
        )
    }

    /// The settings beside a candidate that lies in its owner's folder; none where there is no such file.
    ///
    /// - Parameter known: what settings there are.
    static func read(beside candidate: Candidate, _ known: SettingUses) throws -> [(name: String, value: String)] {
        guard candidate.ownerFolder != nil, candidate.path.hasSuffix(candidate.name) else { return [] }
        let path = String(candidate.path.dropLast(candidate.name.count)) + Inbox.settingsName
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return [] }
            throw refusal(errno)
        }
        let source = FileSource(descriptor: descriptor)
        defer { close(descriptor) }
        let bytes: [UInt8]
        do { bytes = try source.next(mostBytes + 1) } catch {
            throw Refusal(.outage, reason: "settings.yaml: \(error.description)")
        }
        guard bytes.count <= mostBytes else {
            throw Refusal(.settingsFile, reason: "settings.yaml is larger than 64 kB")
        }
        let document = Document(parsing: bytes)
        if let problem = document.problems.first {
            throw Refusal(
                .settingsFile, reason: "settings.yaml:\(problem.mark.line):\(problem.mark.column): \(problem.message)")
        }
        guard let root = document.root, !root.isNull else { return [] }
        guard let entries = root.entries else {
            throw Refusal(.settingsFile, reason: "settings.yaml:\(root.mark.line): expected `name: value` lines")
        }
        var settings: [(name: String, value: String)] = []
        for entry in entries {
            guard let text = entry.value.text else {
                throw Refusal(
                    .settingsFile, reason: "settings.yaml:\(entry.keyMark.line): \(entry.key) is no plain value")
            }
            if let fault = known.fault(of: entry.key, text) {
                throw Refusal(.settingsFile, reason: "settings.yaml:\(entry.keyMark.line): \(fault.text)")
            }
            settings.append((entry.key, text))
        }
        return settings
    }
}
