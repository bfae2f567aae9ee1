internal import YAML

/// What may stand at a key, as a type: how it is read from a node, and how the schema and the reference call it.
struct Value<Property>: Sendable {
    let shape: Shape
    /// Nil for what cannot be used, which is faulted.
    let read: @Sendable (Node, String, Scope) -> Property?

    init(_ shape: Shape, _ read: @escaping @Sendable (Node, String, Scope) -> Property?) {
        self.shape = shape
        self.read = read
    }
}

extension Value where Property == String {
    static var text: Value { Value(.text) { $2.file.text($0, of: $1) } }

    /// A name of lower-case letters, digits and `_`.
    static var identifier: Value {
        Value(.identifier) { node, key, scope in
            scope.file.text(node, of: key).flatMap { scope.file.name($0, at: node.mark, key) }
        }
    }
}

extension Value where Property == [String] {
    /// A list of texts without repetitions; a single one stands for a list of one.
    static var texts: Value { Value(.oneOrMore(.text)) { $2.file.list($0, of: $1).map(\.text) } }

    /// Columns of the source with all their spellings.
    static var columns: Value {
        Value(.oneOrMore(.text)) { node, key, scope in
            let words = scope.file.list(node, of: key)
            scope.columns.check(words, in: scope.file)
            return scope.columns.spelt(words.map(\.text))
        }
    }
}

extension Value where Property == Bool {
    static var boolean: Value {
        Value(.boolean) { node, key, scope in
            if node.boolean == nil {
                scope.file.fault(node.mark, "`\(key)` must be true or false, not \(node.kind)")
            }
            return node.boolean
        }
    }
}

extension Value where Property == Int {
    static func number(_ range: ClosedRange<Int>) -> Value {
        Value(.number(range)) { node, key, scope in
            if let number = node.integer, range.contains(number) { return number }
            scope.file.fault(
                node.mark, "`\(key)` must be a number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
    }
}

extension Value where Property: RawRepresentable & CaseIterable & Sendable, Property.RawValue == String {
    /// One of the words of an enumeration.
    static var choice: Value {
        Value(.choice(Property.allCases.map(\.rawValue))) { node, key, scope in
            guard let word = scope.file.text(node, of: key) else { return nil }
            if let choice = Property(rawValue: word) { return choice }
            scope.file.unknown(
                "word for `\(key)`", word, at: node.mark, among: Property.allCases.map(\.rawValue))
            return nil
        }
    }
}

extension Value {
    /// An object with keys of its own.
    static func object(_ name: String, _ read: @escaping @Sendable (Node, Scope) -> Property?) -> Value {
        Value(.object(name)) { node, _, scope in read(node, scope) }
    }

    /// A list of such; a single one stands for a list of one.
    static func objects<Element>(
        _ name: String, _ read: @escaping @Sendable (Node, Scope) -> Element?
    ) -> Value where Property == [Element] {
        Value(.oneOrMore(.object(name))) { node, key, scope in
            scope.file.nodes(node, of: key).compactMap { read($0, scope) }
        }
    }
}

extension DefinitionFile {
    /// A list of nodes; a single one stands for a list of one.
    func nodes(_ node: Node, of key: String) -> [Node] {
        guard let elements = node.elements else { return [node] }
        if elements.isEmpty { fault(node.mark, "`\(key)` is an empty list") }
        return elements
    }

    /// A list of texts without repetitions, with their places; a single one stands for a list of one.
    func list(_ node: Node, of key: String) -> [(text: String, mark: Mark)] { words(nodes(node, of: key), of: key) }

    /// The entries of a mapping that is not empty; what is none is faulted.
    func entries(_ node: Node, of key: String, _ what: String) -> [Node.Entry]? {
        if let entries = node.entries, !entries.isEmpty { return entries }
        fault(node.mark, "`\(key)` must be a mapping of \(what), not \(node.entries == nil ? node.kind : "empty")")
        return nil
    }
}
