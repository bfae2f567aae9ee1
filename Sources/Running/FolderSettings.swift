internal import Discovering
internal import Glibc
internal import YAML

/// `inbox/<owner>/settings.yaml`: names and units that hold for one owner's files.
enum FolderSettings {
    /// The settings beside a candidate that lies in its owner's folder; none where there is no such file.
    static func read(beside candidate: Candidate, inbox: String?) throws(Refusal) -> [(name: String, value: String)] {
        guard candidate.ownerFolder != nil, candidate.path.hasSuffix(candidate.name) else { return [] }
        let path = String(candidate.path.dropLast(candidate.name.count)) + Inbox.settingsName
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0, count < bytes.count else { throw Refusal(reason: "settings.yaml cannot be read") }
        let document = Document(parsing: Array(bytes[..<count]))
        if let problem = document.problems.first {
            throw Refusal(reason: "settings.yaml:\(problem.mark.line):\(problem.mark.column): \(problem.message)")
        }
        guard let root = document.root, !root.isNull else { return [] }
        guard let entries = root.entries else {
            throw Refusal(reason: "settings.yaml:\(root.mark.line): expected `name: value` lines")
        }
        var settings: [(name: String, value: String)] = []
        for entry in entries {
            guard let text = entry.value.text else {
                throw Refusal(reason: "settings.yaml:\(entry.keyMark.line): \(entry.key) is no plain value")
            }
            settings.append((entry.key, text))
        }
        return settings
    }
}
