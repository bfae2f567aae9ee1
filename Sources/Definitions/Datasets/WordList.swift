internal import YAML

/// Words that mean the same, by the one name that is kept: what exercises are called.
///
/// Read from `Pipelines/<dataset>/words/<name>.yaml`; any format may name it at `map:` of a field.
public struct WordList: Sendable {
    public var name: String
    public var title: String
    public var path: String
    /// Every word with the name it stands for, the names themselves too; compared without regard to case.
    public var entries: [(word: String, value: String)]
    /// The words read so far, in lower case.
    private var known: Set<String> = []

    public init(name: String, title: String, path: String, entries: [(word: String, value: String)]) {
        self.name = name
        self.title = title
        self.path = path
        self.entries = entries
    }
}

extension WordList {
    static let keys = KeyTable<WordList>("word list") { keys in
        keys.add("words", \.title, .text, .required, "What people call it; its name is that of the file.")
        keys.add(
            "aliases", .map(.either([.text, .list(.text, 0...Int.max)])), .required,
            "Names that are kept, with the words that mean them."
        ) { list, node, scope in
            for name in scope.file.entries(node, of: "aliases", "names to the words that mean them") ?? [] {
                list.add(name.key, name.key, at: name.keyMark, scope)
                for element in name.value.elements ?? [name.value] {
                    guard let word = scope.file.text(element, of: name.key) else { continue }
                    list.add(word, name.key, at: element.mark, scope)
                }
            }
        }
    }

    /// Reads a list; what cannot be read is faulted and left out.
    init?(_ bytes: [UInt8], in file: DefinitionFile) {
        guard let root = file.root(of: bytes, keys: Self.keys.names) else { return nil }
        let empty = WordList(name: file.name, title: "", path: file.path, entries: [])
        guard let list = Self.keys.read(root, into: empty, Scope(file: file)) else { return nil }
        self = list
    }

    private mutating func add(_ word: String, _ value: String, at mark: Mark, _ scope: Scope) {
        if known.insert(word.lowercased()).inserted {
            entries.append((word, value))
        } else {
            scope.file.fault(mark, "word `\(word)` appears twice, case aside")
        }
    }
}
