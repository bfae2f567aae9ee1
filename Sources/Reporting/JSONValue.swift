/// A JSON value as reports, lists and logs write it: keys keep their order, numbers keep their digits.
public enum JSONValue: Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    /// A measured figure such as seconds; not a number and infinite are written as null.
    case real(Double)
    /// An exact number in its own digits, as PostgreSQL's `numeric` prints it; text that is no JSON number is
    /// written as text.
    case number(String)
    case text(String)
    case array([JSONValue])
    case object([Member])

    /// One key of an object and its value.
    public struct Member: Equatable, Sendable {
        public var key: String
        public var value: JSONValue

        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Text, or null where there is none.
    public static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
