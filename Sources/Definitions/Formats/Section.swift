internal import YAML

/// One mapping of a definition, its keys already checked against those that are known.
struct Section {
    let file: DefinitionFile
    let mark: Mark
    let entries: [Node.Entry]

    /// Nil where the node is no mapping, which is faulted.
    init?(_ node: Node, _ what: String, keys: [String], in file: DefinitionFile) {
        guard let entries = node.entries else {
            file.fault(node.mark, "the \(what) must be a mapping, not \(node.kind)")
            return nil
        }
        self.file = file
        mark = node.mark
        self.entries = entries
        for entry in entries where !keys.contains(entry.key) {
            file.unknown("key", entry.key, at: entry.keyMark, among: keys)
        }
    }

    /// The same with other entries, whose keys are known.
    init(_ other: Section, at mark: Mark, entries: [Node.Entry]) {
        (file, self.mark, self.entries) = (other.file, mark, entries)
    }

    var node: Node { Node(content: .mapping(entries), mark: mark) }

    subscript(key: String) -> Node? { entries.first { $0.key == key }?.value }

    func required(_ key: String) -> Node? {
        if let node = self[key] { return node }
        file.fault(mark, "`\(key)` is missing")
        return nil
    }

    /// The text of a key; faulted where it is none, or absent though required.
    func text(_ key: String, isRequired: Bool = false) -> String? {
        guard let node = isRequired ? required(key) : self[key] else { return nil }
        return file.text(node, of: key)
    }

    func boolean(_ key: String) -> Bool? { value(key, .boolean) }

    /// One of the words of an enumeration.
    func choice<Choice: RawRepresentable & CaseIterable & Sendable>(_ key: String, _ type: Choice.Type) -> Choice?
    where Choice.RawValue == String { value(key, .choice) }

    func value<Property>(_ key: String, _ value: Value<Property>) -> Property? {
        self[key].flatMap { value.read($0, key, Scope(file: file)) }
    }

    /// A list of nodes; a single one stands for a list of one.
    func nodes(_ key: String) -> [Node] { self[key].map { file.nodes($0, of: key) } ?? [] }

    /// A list of texts without repetitions; a single one stands for a list of one.
    func texts(_ key: String) -> [String] {
        words(key).map(\.text)
    }

    /// The same with their places.
    func words(_ key: String) -> [(text: String, mark: Mark)] {
        file.words(nodes(key), of: key)
    }
}

extension DefinitionFile {
    /// The text of a node, which must be a scalar.
    func text(_ node: Node, of key: String) -> String? {
        if let text = node.text { return text }
        fault(node.mark, "`\(key)` must be a text, not \(node.kind)")
        return nil
    }

    func words(_ nodes: [Node], of key: String) -> [(text: String, mark: Mark)] {
        var words: [(text: String, mark: Mark)] = []
        for node in nodes {
            guard let text = text(node, of: key) else { continue }
            if words.contains(where: { $0.text == text }) {
                fault(node.mark, "`\(text)` appears twice in `\(key)`")
            } else {
                words.append((text, node.mark))
            }
        }
        return words
    }

    /// A name of letters, digits and the given other characters.
    func name(_ text: String, at mark: Mark, _ what: String, also: Set<Character> = ["_"]) -> String? {
        let isName =
            !text.isEmpty
            && text.allSatisfy {
                $0.isASCII && ($0.isLowercase || $0.isNumber || also.contains($0))
            }
        if isName { return text }
        let others = also.sorted().map { "`\($0)`" }.joined(separator: " and ")
        fault(mark, "\(what) `\(text)` must be of lower-case letters, digits and \(others)")
        return nil
    }
}
