internal import YAML

/// How a format's JSON document is read.
public struct JSONReaderDefinition: Sendable {
    /// Where records stand, and the pattern's text, which is a record's `@record`.
    public var records: [JSONPath]
    /// Most bytes of a document: it is held as a whole.
    public var maxBytes = 64 << 20
    /// Most levels of arrays and objects.
    public var maxDepth = Self.mostDepth

    public static let mostBytes = 256 << 20
    public static let mostDepth = 512

    /// Without paths: elements of the array at the root, or else the root.
    public init(records: [JSONPath] = []) { self.records = records }
}

/// How a format's JSON Lines are read: each line is a document of its own.
public struct JSONLinesReaderDefinition: Sendable {
    /// Where records stand in a line; without any each line is one.
    public var records: [JSONPath]
    /// Most bytes of a line.
    public var maxBytes = 8 << 20
    /// Most levels of arrays and objects.
    public var maxDepth = JSONReaderDefinition.mostDepth

    public static let mostBytes = 32 << 20

    public init(records: [JSONPath] = []) { self.records = records }
}

extension JSONReaderDefinition {
    static let keys = ["records", "max_bytes", "max_depth"]

    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "json reader", keys: Self.keys, in: file) else { return nil }
        self.init(records: JSONPath.patterns(section))
        maxBytes = section.size("max_bytes", 1...Self.mostBytes) ?? maxBytes
        maxDepth = section.size("max_depth", 1...Self.mostDepth) ?? maxDepth
    }
}

extension JSONLinesReaderDefinition {
    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "jsonl reader", keys: JSONReaderDefinition.keys, in: file) else { return nil }
        self.init(records: JSONPath.patterns(section))
        maxBytes = section.size("max_bytes", 1...Self.mostBytes) ?? maxBytes
        maxDepth = section.size("max_depth", 1...JSONReaderDefinition.mostDepth) ?? maxDepth
    }
}

extension JSONPath {
    /// Faults what is no path to records.
    fileprivate static func patterns(_ section: Section) -> [JSONPath] {
        section.words("records").compactMap { word in
            guard let path = JSONPath(word.text), path.ups == 0 else {
                section.file.fault(
                    word.mark, "`\(word.text)` is no path to records, which is written as in data.metrics[*] or $")
                return nil
            }
            return path
        }
    }

    /// Faults columns that no JSON record can have.
    static func check(_ columns: [(text: String, mark: Mark)], in file: DefinitionFile) {
        for column in columns where !column.text.hasPrefix("@") {
            if let path = JSONPath(column.text), !path.steps.contains(.each) { continue }
            file.fault(
                column.mark, "`\(column.text)` is no path below a record, which is written as in source.name or ../name"
            )
        }
    }
}

extension Section {
    /// A number within a range.
    fileprivate func size(_ key: String, _ range: ClosedRange<Int>) -> Int? {
        guard let node = self[key] else { return nil }
        if let size = node.integer, range.contains(size) { return size }
        file.fault(node.mark, "`\(key)` must be a number from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }
}
