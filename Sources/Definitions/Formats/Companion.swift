internal import YAML

/// What lies beside a format's files in an archive and carries nothing for us.
public struct Companion: Sendable, Equatable {
    /// Of the entry's name.
    public var pattern: String
    /// Why nothing of it is imported, where that is not plain.
    public var because: String?

    public init(_ pattern: String, because: String? = nil) {
        self.pattern = pattern
        self.because = because
    }
}

extension Companion {
    /// Reads `companions`: patterns, or patterns with their reasons.
    static func all(_ root: Section) -> [Companion] {
        var all: [Companion] = []
        for node in root.nodes("companions") {
            let found: [(pattern: String, because: String?)]
            if let entries = node.entries {
                found = entries.compactMap { entry in
                    root.file.text(entry.value, of: entry.key).map { (entry.key, $0) }
                }
            } else {
                found = root.file.text(node, of: "companions").map { [($0, nil)] } ?? []
            }
            for (pattern, because) in found {
                if all.contains(where: { $0.pattern == pattern }) {
                    root.file.fault(node.mark, "`\(pattern)` stands twice in `companions`")
                }
                all.append(Companion(pattern, because: because))
            }
        }
        return all
    }
}
