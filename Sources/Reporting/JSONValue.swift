internal import Records

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

extension JSONValue {
    /// On one line, as JSON Lines want it.
    public var line: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// Over several lines with two spaces of indentation; whatever fits on a line stays on one.
    public var page: String {
        var text = ""
        write(to: &text, indentation: 0, column: 0)
        return text
    }

    private static let pageWidth = 140

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .real(let value): text += Self.digits(of: value)
        case .number(let digits): Self.write(number: digits, to: &text)
        case .text(let value): text += JSONText.shown(value)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ", " }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += ", " }
                text += JSONText.shown(member.key)
                text += ": "
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private func write(to text: inout String, indentation: Int, column: Int) {
        let whole = line
        guard isNested, column + whole.utf8.count > Self.pageWidth || indentation == 0 else {
            text += whole
            return
        }
        let inner = String(repeating: " ", count: indentation + 2)
        let outer = String(repeating: " ", count: indentation)
        switch self {
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                text += (index > 0 ? "," : "") + "\n" + inner
                element.write(to: &text, indentation: indentation + 2, column: inner.utf8.count)
            }
            text += "\n" + outer + "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                text += (index > 0 ? "," : "") + "\n" + inner
                text += JSONText.shown(member.key)
                text += ": "
                let column = inner.utf8.count + member.key.utf8.count + 4
                member.value.write(to: &text, indentation: indentation + 2, column: column)
            }
            text += "\n" + outer + "}"
        default: text += whole
        }
    }

    private var isNested: Bool {
        switch self {
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        default: false
        }
    }

    private static func digits(of value: Double) -> String {
        guard value.isFinite else { return "null" }
        if let whole = Int(exactly: value) { return String(whole) }
        return "\(value)"
    }

    private static func write(number digits: String, to text: inout String) {
        if isNumber(digits) {
            text += digits
        } else {
            text += JSONText.shown(digits)
        }
    }

    /// The grammar of RFC 8259, section 6: minus, digits without leading zeros, fraction, exponent.
    static func isNumber(_ digits: String) -> Bool {
        var rest = Substring(digits).utf8[...]
        func takeDigits() -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = takeDigits()
        guard whole > 0, !startsWithZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard takeDigits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard takeDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
