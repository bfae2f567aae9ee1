/// A type of Swift that a parameter can have, and a column that is read.
public protocol SQLValue {
    /// The value as the server reads it; nil is null.
    var sqlText: String? { get }

    /// A value from the server's text, nil for null; nil where the text is not of this type.
    init?(sqlText: String?)

    /// What a text that is not of this type was expected to be, as in "a whole number".
    static var expectation: String { get }
}

extension String: SQLValue {
    public var sqlText: String? { self }
    public init?(sqlText: String?) {
        guard let sqlText else { return nil }
        self = sqlText
    }
    public static var expectation: String { "a text" }
}

extension SQLValue where Self: FixedWidthInteger {
    public var sqlText: String? { String(self) }
    public init?(sqlText: String?) {
        guard let sqlText else { return nil }
        self.init(sqlText)
    }
    public static var expectation: String { "a whole number" }
}

extension Int: SQLValue {}
extension Int64: SQLValue {}
extension Int32: SQLValue {}

extension Double: SQLValue {
    public var sqlText: String? { String(self) }
    public init?(sqlText: String?) {
        guard let sqlText else { return nil }
        self.init(sqlText)
    }
    public static var expectation: String { "a number" }
}

extension Bool: SQLValue {
    public var sqlText: String? { self ? "t" : "f" }
    public init?(sqlText: String?) {
        switch sqlText {
        case "t": self = true
        case "f": self = false
        default: return nil
        }
    }
    public static var expectation: String { "true or false" }
}

extension Optional: SQLValue where Wrapped: SQLValue {
    public var sqlText: String? { flatMap(\.sqlText) }
    public init?(sqlText: String?) {
        guard let sqlText else {
            self = Optional<Wrapped>.none
            return
        }
        guard let value = Wrapped(sqlText: sqlText) else { return nil }
        self = value
    }
    public static var expectation: String { Wrapped.expectation }
}

/// One array parameter, as in `= any (\(bind: names)::text[])`, and one array column.
extension Array: SQLValue where Element: SQLValue {
    public var sqlText: String? {
        // Always quoted, so that no word is taken for null.
        let texts = map { $0.sqlText?.enclosed(in: "\"", escaping: ["\"", "\\"], with: "\\") ?? "NULL" }
        return "{\(texts.joined(separator: ","))}"
    }

    public init?(sqlText: String?) {
        guard let sqlText, let texts = Self.elements(of: sqlText) else { return nil }
        self = []
        for text in texts {
            guard let element = Element(sqlText: text) else { return nil }
            append(element)
        }
    }

    public static var expectation: String { "a list, each of it \(Element.expectation)" }

    /// The texts in `{one,"two, three",NULL}`; nil where it is not an array of one dimension.
    private static func elements(of text: String) -> [String?]? {
        guard text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
        var (elements, element) = ([String?](), "")
        var (isQuoted, wasQuoted, isEscaped) = (false, false, false)
        func end() { elements.append(!wasQuoted && element == "NULL" ? nil : element) }
        for scalar in text.unicodeScalars.dropFirst().dropLast() {
            switch scalar {
            case _ where isEscaped:
                element.unicodeScalars.append(scalar)
                isEscaped = false
            case "\\": isEscaped = true
            case "\"": (isQuoted, wasQuoted) = (!isQuoted, true)
            case "," where !isQuoted:
                end()
                (element, wasQuoted) = ("", false)
            case "{" where !isQuoted, "}" where !isQuoted: return nil
            default: element.unicodeScalars.append(scalar)
            }
        }
        if wasQuoted || !element.isEmpty || !elements.isEmpty { end() }
        return elements
    }
}
