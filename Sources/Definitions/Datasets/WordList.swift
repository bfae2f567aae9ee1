internal import YAML

/// Words that mean the same, by the one name that is kept: what exercises are called.
///
/// Read from `Pipelines/<dataset>/words/<name>.yaml`; any format may name it at `words:` of a field.
public struct WordList: Sendable {
    public var name: String
    public var title: String
    public var path: String
    /// Every word with the name it stands for, the names themselves too; compared without regard to case.
    public var entries: [(word: String, value: String)]

    public init(name: String, title: String, path: String, entries: [(word: String, value: String)]) {
        self.name = name
        self.title = title
        self.path = path
        self.entries = entries
    }
}

extension WordList {
    static let keys = ["words", "title", "names"]

    /// Reads a list; what cannot be read is faulted and left out.
    init?(_ bytes: [UInt8], stem: String, in file: DefinitionFile) {
        guard let root = file.root(of: bytes, keys: Self.keys) else { return nil }
        let name = root.text("words", isRequired: true)
        if let name, name != stem, let node = root["words"] {
            file.fault(node.mark, "word list `\(name)` must be named as its file", suggestion: stem)
        }
        let title = root.text("title", isRequired: true)
        guard let node = root.required("names") else { return nil }
        guard let names = node.entries, !names.isEmpty else {
            file.fault(node.mark, "`names` must be a mapping of names to the words that mean them, not \(node.kind)")
            return nil
        }
        var entries: [(word: String, value: String)] = []
        var seen: Set<String> = []
        func add(_ word: String, _ value: String, at mark: Mark) {
            if seen.insert(word.lowercased()).inserted {
                entries.append((word, value))
            } else {
                file.fault(mark, "word `\(word)` stands twice, case aside")
            }
        }
        for entry in names {
            add(entry.key, entry.key, at: entry.keyMark)
            for element in entry.value.elements ?? [entry.value] {
                if let word = file.text(element, of: entry.key) { add(word, entry.key, at: element.mark) }
            }
        }
        guard let name, let title else { return nil }
        self.init(name: name, title: title, path: file.path, entries: entries)
    }
}
