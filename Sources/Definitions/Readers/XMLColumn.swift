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
