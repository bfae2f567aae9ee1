internal import YAML

/// The keys of one kind of object in definitions.
///
///     unescape   Escape?   line_breaks, quotes   with `as: text`   "What a source writes in the place ..."
///        |          |               |                  |                    |
///     unknown    property      faults, JSON       fault where it        JSON Schema,
///     keys       to set        Schema             does not apply        reference
///
/// The reader with its faults and suggestions, `definitions.schema.json` and `Documentation/definitions.md` come from
/// these tables: a key is declared in one place.
struct KeyTable<Object>: Sendable {
    /// What the object is called in faults and in the reference.
    let title: String
    private(set) var keys: [Key<Object>] = []
    private(set) var names: [String] = []
    /// Where a key of this name stands among the keys.
    private var places: [String: Int] = [:]
    private var required: [String] = []
    /// What the schema says besides.
    private(set) var rules: [(String, JSONText)] = []

    /// - Parameter fill: adds the keys, in the order in which they are read.
    init(_ title: String, _ fill: (inout KeyTable) -> Void) {
        self.title = title
        fill(&self)
    }

    /// A key whose value is stored in a property.
    mutating func add<Property>(
        _ name: String, _ property: any WritableKeyPath<Object, Property> & Sendable, _ value: Value<Property>,
        _ use: Key<Object>.Use, _ about: String
    ) {
        add(name, value.shape, use, about) { object, node, scope in
            if let value = value.read(node, name, scope) { object[keyPath: property] = value }
        }
    }

    /// A key that may be absent, so that its property is nil.
    mutating func add<Property>(
        _ name: String, _ property: any WritableKeyPath<Object, Property?> & Sendable, _ value: Value<Property>,
        _ use: Key<Object>.Use, _ about: String
    ) {
        add(name, value.shape, use, about) { object, node, scope in
            object[keyPath: property] = value.read(node, name, scope)
        }
    }

    /// A key that needs more than its value: what was read before it, or several properties.
    mutating func add(
        _ name: String, _ shape: Shape, _ use: Key<Object>.Use, _ about: String,
        _ read: @escaping @Sendable (inout Object, Node, Scope) -> Void
    ) {
        places[name] = keys.count
        if case .required = use { required.append(name) }
        keys.append(Key(name, shape, use, about, read))
        names.append(name)
    }

    mutating func add<Property>(
        _ name: String, _ property: any WritableKeyPath<Object, Property> & Sendable, _ value: Value<Property>,
        _ about: String
    ) { add(name, property, value, .optional, about) }

    mutating func add<Property>(
        _ name: String, _ property: any WritableKeyPath<Object, Property?> & Sendable, _ value: Value<Property>,
        _ about: String
    ) { add(name, property, value, .optional, about) }

    mutating func add(
        _ name: String, _ shape: Shape, _ about: String,
        _ read: @escaping @Sendable (inout Object, Node, Scope) -> Void
    ) { add(name, shape, .optional, about, read) }

    /// A key that is read elsewhere.
    mutating func declare(_ name: String, _ shape: Shape, _ use: Key<Object>.Use = .optional, about: String) {
        add(name, shape, use, about) { _, _, _ in }
    }

    /// A condition of JSON Schema on the whole object.
    mutating func schemaRule(_ name: String, _ rule: JSONText) { rules.append((name, rule)) }
}

/// One key of an object.
final class Key<Object>: Sendable {
    /// Whether it must be there, and beside what it may.
    enum Use: Sendable {
        case optional
        case required
        /// Only beside one of these keys.
        case beside([String])
        /// Only in an object of which this holds: `with as: text`.
        case with(String, @Sendable (Object) -> Bool)
    }

    let name: String
    let shape: Shape
    let use: Use
    let about: String
    let read: @Sendable (inout Object, Node, Scope) -> Void

    fileprivate init(
        _ name: String, _ shape: Shape, _ use: Use, _ about: String,
        _ read: @escaping @Sendable (inout Object, Node, Scope) -> Void
    ) { (self.name, self.shape, self.use, self.about, self.read) = (name, shape, use, about, read) }
}

extension KeyTable {
    /// Reads a node's keys into an object; faults unknown keys, missing keys and values that cannot be used.
    ///
    /// Nil where a required key is missing, or where the node is no mapping.
    func read(_ node: Node, into object: Object, _ scope: Scope) -> Object? {
        Section(node, title, keys: names, in: scope.file).flatMap { read($0, into: object, scope) }
    }

    /// The same of a section whose keys are known to be keys.
    func read(_ section: Section, into object: Object, _ scope: Scope) -> Object? {
        var object = object
        // Of some thirty keys an object has a few; they are read in the order of the table.
        var given: [(place: Int, node: Node)] = []
        for entry in section.entries {
            guard let place = places[entry.key], !given.contains(where: { $0.place == place }) else { continue }
            given.append((place, entry.value))
        }
        given.sort { $0.place < $1.place }
        let isWhole = required.count { section.required($0) == nil } == 0
        for (place, node) in given {
            let key = keys[place]
            switch key.use {
            case .beside(let others) where others.allSatisfy({ section[$0] == nil }):
                let list = others.map { "`\($0)`" }.joined(separator: " or ")
                scope.file.fault(node.mark, "`\(key.name)` is allowed only beside \(list)")
            case .with(let what, let holds) where !holds(object):
                scope.file.fault(node.mark, "`\(key.name)` is allowed only with \(what)")
            default: key.read(&object, node, scope)
            }
        }
        return isWhole ? object : nil
    }
}

/// What the values of keys refer to: columns of the format, fields of its datasets, word lists.
struct Scope {
    let file: DefinitionFile
    var columns = SourceColumns(recognise: [], others: [], naming: .record)
    /// The field that a mapping fills.
    var field: Field?
    /// The datasets that are known, and the names of all.
    var datasets: [Dataset] = []
    var datasetNames: [String] = []
    var dataset: Dataset?
    /// What a job is checked with.
    var settings: SettingUses?
    var environment: [String: String] = [:]
}
