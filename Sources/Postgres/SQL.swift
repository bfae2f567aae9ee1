/// A statement of SQL, or a part of one: its text, and the values that are bound to it.
///
///     let owners: SQL = "\(bind: ids)::uuid[]"
///     try connection.run("delete from \(table) where owner = any (\(owners)) and \(id: column) = \(bind: name)")
///
/// A bare `\(...)` takes what is SQL already: a part, an identifier, or a list of them, which commas join. Everything else
/// says what it becomes:
///
/// | | |
/// |---|---|
/// | `\(id: text)` | a name, quoted |
/// | `\(bind: value)` | a parameter: the server never reads it as SQL |
/// | `\(literal: value)` | a constant, where no parameter may be, or where the plan depends on it |
/// | `\(raw: text)` | SQL as it is, from a file or the catalogue |
///
/// Parameters are numbered when the statement is sent. A part that a statement has several times brings its values once.
/// So statements of one shape have one text, under which the server keeps their plan.
public struct SQL: Sendable {
    /// The text, without its parameters.
    private var body: String
    /// Where the parameters belong, in order.
    private var marks: [Mark] = []

    private struct Mark {
        /// In bytes of the text.
        var offset: Int
        let parameter: Parameter
    }

    /// A bound value; what makes it the same in two places is that it is the same object.
    private final class Parameter: Sendable {
        let text: String?

        init(_ text: String?) { self.text = text }
    }

    /// SQL as it is, from a file or the catalogue.
    public init(raw text: String) { body = text }

    fileprivate mutating func append(_ text: String) { body += text }

    fileprivate mutating func append(_ part: SQL) {
        let start = body.utf8.count
        body += part.body
        marks += part.marks.map { Mark(offset: start + $0.offset, parameter: $0.parameter) }
    }

    fileprivate mutating func bind(_ value: String?) {
        marks.append(Mark(offset: body.utf8.count, parameter: Parameter(value)))
    }

    public var isEmpty: Bool { body.isEmpty && marks.isEmpty }

    /// The text with its parameters numbered, and their values.
    var statement: (text: String, parameters: [String?]) {
        guard !marks.isEmpty else { return (body, []) }
        var numbers: [ObjectIdentifier: Int] = [:]
        var (text, parameters) = ("", [String?]())
        text.reserveCapacity(body.utf8.count + 4 * marks.count)
        var start = body.startIndex
        for mark in marks {
            let end = body.utf8.index(body.startIndex, offsetBy: mark.offset)
            text += body[start..<end]
            start = end
            let identity = ObjectIdentifier(mark.parameter)
            if numbers[identity] == nil {
                parameters.append(mark.parameter.text)
                numbers[identity] = parameters.count
            }
            text += "$\(numbers[identity, default: 0])"
        }
        text += body[start...]
        return (text, parameters)
    }

    public static func + (left: SQL, right: SQL) -> SQL {
        var sum = left
        sum.append(right)
        return sum
    }

    public static func += (left: inout SQL, right: SQL) { left.append(right) }
}

extension SQL: CustomStringConvertible {
    /// The text; values are left out.
    public var description: String { statement.text }
}

extension SQL: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { body = value }

    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql = SQL(raw: "")

        public init(literalCapacity: Int, interpolationCount: Int) {
            sql.body.reserveCapacity(literalCapacity + 24 * interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) { sql.append(literal) }

        public mutating func appendInterpolation(_ part: SQL) { sql.append(part) }
        public mutating func appendInterpolation(_ parts: [SQL]) { sql.append(parts.joined(separator: ", ")) }
        public mutating func appendInterpolation(_ name: Identifier) { sql.append(name.quoted) }
        public mutating func appendInterpolation(_ names: [Identifier]) {
            sql.append(names.map(\.quoted).joined(separator: ", "))
        }

        public mutating func appendInterpolation(id name: String) { sql.append(Identifier(parts: [name]).quoted) }
        public mutating func appendInterpolation(bind value: (some SQLValue)?) { sql.bind(value?.sqlText) }
        public mutating func appendInterpolation(literal text: String?) {
            sql.append(text.map { Literal($0).quoted } ?? "null")
        }
        public mutating func appendInterpolation(literal texts: [String]) {
            sql.append("array[\(texts.map { Literal($0).quoted }.joined(separator: ", "))]")
        }
        public mutating func appendInterpolation(literal number: some BinaryInteger) { sql.append(String(number)) }
        public mutating func appendInterpolation(literal flag: Bool) { sql.append(flag ? "true" : "false") }
        public mutating func appendInterpolation(raw text: some StringProtocol) { sql.append(String(text)) }
    }
}

extension Sequence<SQL> {
    /// One part of many.
    public func joined(separator: SQL) -> SQL {
        var all: SQL = ""
        var isFirst = true
        for part in self {
            if !isFirst { all += separator }
            all += part
            isFirst = false
        }
        return all
    }
}

extension DefaultStringInterpolation {
    @available(*, deprecated, message: "SQL does not become text: declare the literal as SQL")
    public mutating func appendInterpolation(_ part: SQL) {}

    @available(*, deprecated, message: "a name in text is not quoted: declare the literal as SQL")
    public mutating func appendInterpolation(_ name: Identifier) {}
}
