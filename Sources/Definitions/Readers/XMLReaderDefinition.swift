internal import YAML

/// How a format's XML is built.
public struct XMLReaderDefinition: Sendable, Equatable {
    /// Name of the root element; empty: any.
    public var root: String
    /// Elements that are records, by their way below the root: `Record` stands directly in it, `day/meal` in a `day`.
    ///
    /// A document whose root itself has the name of a record is that record. Empty: every child of the root is one.
    public var records: [String]
    /// A document that lies beside those of the format: by its root, why it is refused and what to import instead.
    public struct Refusal: Hashable, Sendable {
        public var root: String
        public var because: String

        public init(root: String, because: String) {
            self.root = root
            self.because = because
        }
    }
    public var refuse: [Refusal]

    public init(root: String = "", records: [String] = [], refuse: [Refusal] = []) {
        self.root = root
        self.records = records
        self.refuse = refuse
    }
}

extension XMLReaderDefinition {
    /// - Parameter mark: of `refuse`.
    init(_ places: [(text: String, mark: Mark)], refuse: [Refusal], at mark: Mark?, in file: DefinitionFile) {
        self.init(refuse: refuse)
        for record in places {
            let names = record.text.split(separator: "/", omittingEmptySubsequences: false)
            let root = String(names[0])
            if names.count < 2 || !names.allSatisfy(XMLColumn.isName) {
                file.fault(record.mark, "`\(record.text)` is not a path to an element, as in `HealthData/Record`")
            } else if !self.root.isEmpty, root != self.root {
                file.fault(record.mark, "`\(root)` is another root than `\(self.root)`")
            }
            self.root = root
            records.append(names.dropFirst().joined(separator: "/"))
        }
        if let mark, refuse.contains(where: { $0.root == root }) {
            file.fault(mark, "`\(root)` is the root and is in `refuse`")
        }
    }
}

extension ReaderDefinition {
    /// Faults names of columns that name nothing in what this reader reads.
    func check(_ columns: [String], of section: Section) {
        guard let mark = section["reader"]?.mark else { return }
        if case .activity = self {
            for column in columns where !ActivityReaderDefinition.isColumn(column) {
                section.file.fault(mark, "column `\(column)` is not a message's field, as in `session/start_time`")
            }
        }
        guard case .xml = self else { return }
        for column in columns where XMLColumn(column) == nil {
            section.file.fault(
                mark, "column `\(column)` is not a place in XML, as in `type`, `../name` or `Entry[key=Zone]@value`")
        }
    }
}

/// Where a column's value stands in a record.
///
///     @record                                           the record's element name
///     type                                              an attribute, or the text of a child
///     ../locale                                         an attribute of the element around the record
///     WorkoutRoute/FileReference@path                   an attribute of a child's child
///     MetadataEntry[key=HKTimeZone]@value               ... of the child whose `key` is this
///     Location                                          the text of the first such child
public struct XMLColumn: Sendable {
    /// An element on the way down, perhaps chosen by an attribute.
    public struct Step: Sendable {
        public var name: String
        public var choice: (attribute: String, value: String)?

        public init(name: String, choice: (attribute: String, value: String)? = nil) {
            self.name = name
            self.choice = choice
        }
    }

    public enum Place: Sendable {
        case record
        /// An attribute of the record; if it has none, the text of a child.
        case plain(String)
        /// An attribute `levels` elements above the record.
        case parent(levels: Int, attribute: String)
        /// An attribute of an element below the record; nil: its text.
        case child([Step], attribute: String?)
    }

    public var name: String
    public var place: Place

    /// Reads a name; nil where it is none.
    public init?(_ name: String) {
        self.name = name
        var rest = Substring(name)
        if name == "@record" {
            place = .record
            return
        }
        var levels = 0
        while rest.hasPrefix("../") {
            levels += 1
            rest = rest.dropFirst(3)
        }
        if levels > 0 {
            guard Self.isName(rest) else { return nil }
            place = .parent(levels: levels, attribute: String(rest))
            return
        }
        if Self.isName(rest) {
            place = .plain(String(rest))
            return
        }
        var steps: [Step] = []
        while true {
            let end = rest.firstIndex { "[@/".contains($0) } ?? rest.endIndex
            guard Self.isName(rest[..<end]) else { return nil }
            var step = Step(name: String(rest[..<end]))
            rest = rest[end...]
            if rest.first == "[" {
                guard let close = rest.firstIndex(of: "]"), let equals = rest[..<close].firstIndex(of: "=") else {
                    return nil
                }
                let attribute = rest[rest.index(after: rest.startIndex)..<equals]
                guard Self.isName(attribute) else { return nil }
                step.choice = (String(attribute), String(rest[rest.index(after: equals)..<close]))
                rest = rest[rest.index(after: close)...]
            }
            steps.append(step)
            if rest.isEmpty {
                place = .child(steps, attribute: nil)
                return
            }
            let mark = rest.removeFirst()
            if mark == "@" {
                guard Self.isName(rest) else { return nil }
                place = .child(steps, attribute: String(rest))
                return
            }
            guard mark == "/" else { return nil }
        }
    }

    static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && !text.contains { "[]@/=".contains($0) || $0.isWhitespace }
    }
}
