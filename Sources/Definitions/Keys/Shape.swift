/// What may stand at a key, as the JSON Schema and the reference call it.
indirect enum Shape: Sendable {
    case text
    /// A name of lower-case letters, digits and `_`.
    case identifier
    /// A text of a form: the pattern, and the words for it.
    case form(String, String)
    case boolean
    /// A number with decimals or without.
    case decimal
    case number(ClosedRange<Int>)
    case choice([String])
    /// A list of so many.
    case list(Shape, ClosedRange<Int>)
    /// A list, or a single value for a list of one.
    case oneOrMore(Shape)
    /// A program, alone or in a list with its arguments.
    case command
    /// A mapping of any keys.
    case map(Shape)
    /// A mapping of names of lower-case letters, digits and `_`.
    case named(Shape)
    /// An object with keys of its own, by its name.
    case object(String)
    case either([Shape])
}

extension Shape {
    /// As JSON Schema, draft 7.
    var schema: JSONText {
        switch self {
        case .text: .reference("text")
        case .identifier: ["type": ["string", "number"], "pattern": "^[a-z0-9_]+$"]
        case .form(let pattern, _): ["type": "string", "pattern": .text(pattern)]
        case .boolean: ["type": "boolean"]
        case .decimal: ["type": "number"]
        case .number(let range) where range.upperBound == Int.max:
            ["type": "integer", "minimum": .number(range.lowerBound)]
        case .number(let range):
            ["type": "integer", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        case .choice(let words): ["enum": .array(words.map { .text($0) })]
        case .list(let shape, let count): Self.array(of: shape, count, isUnique: true)
        case .oneOrMore(.text): .reference("texts")
        case .oneOrMore(let shape):
            ["anyOf": [shape.schema, Self.array(of: shape, 1...Int.max, isUnique: !shape.isObject)]]
        case .command: ["anyOf": [Shape.text.schema, Self.array(of: .text, 1...Int.max, isUnique: false)]]
        case .map(let shape): ["type": "object", "minProperties": 1, "additionalProperties": shape.schema]
        case .named(let shape):
            [
                "type": "object", "minProperties": 1, "additionalProperties": shape.schema,
                "propertyNames": ["pattern": "^[a-z0-9_]+$"],
            ]
        case .object(let name): .reference(name)
        case .either(let shapes): ["anyOf": .array(shapes.map(\.schema))]
        }
    }

    private static func array(of shape: Shape, _ count: ClosedRange<Int>, isUnique: Bool) -> JSONText {
        var entries: [(String, JSONText)] = [
            ("type", "array"), ("items", shape.schema), ("minItems", .number(count.lowerBound)),
        ]
        if count.upperBound < Int.max { entries.append(("maxItems", .number(count.upperBound))) }
        if isUnique { entries.append(("uniqueItems", .flag(true))) }
        return .object(entries)
    }

    private var isObject: Bool {
        switch self {
        case .object, .map, .named, .list: true
        default: false
        }
    }

    /// In words, for the reference.
    var phrase: String {
        switch self {
        case .text: "text"
        case .identifier: "name"
        case .form(_, let words): words
        case .boolean: "`true` or `false`"
        case .decimal: "number"
        case .number(let range) where range.upperBound == Int.max: "number"
        case .number(let range): "number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let words): Self.list(words.map { "`\($0)`" })
        case .list(let shape, 1...Int.max): "list of \(shape.plural)"
        case .list(let shape, let count) where count.upperBound == Int.max:
            "list of \(count.lowerBound) or more \(shape.plural)"
        case .list(let shape, let count):
            "list of \(count.lowerBound)\(count.count > 1 ? " to \(count.upperBound)" : "") \(shape.plural)"
        case .oneOrMore(.text): "text, or list of texts"
        case .oneOrMore(let shape): "\(shape.phrase), or list of these"
        case .command: "program, or list of a program and its arguments"
        case .named(let shape): "map of names to \(shape.plural)"
        case .map(let shape): "map of words to \(shape.plural)"
        case .object(let name): "[\(name)](#\(name))"
        case .either(let shapes): shapes.map(\.phrase).joined(separator: ", or ")
        }
    }

    /// The same of several.
    private var plural: String {
        switch self {
        case .text: "texts"
        case .identifier: "names"
        case .decimal, .number: "numbers"
        case .form(_, let words) where words.allSatisfy(\.isLetter): "\(words)s"
        case .form(_, let words): words
        case .boolean, .choice, .command: phrase
        case .list(let shape, _): "lists of \(shape.plural)"
        case .oneOrMore(let shape): "\(shape.plural) or lists of \(shape.plural)"
        case .named, .map: "maps"
        case .object(let name): name.hasSuffix("s") ? phrase : "[\(name)s](#\(name))"
        case .either(let shapes): Self.list(shapes.map(\.plural))
        }
    }

    /// `a, b or c`
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// A JSON text with the keys of its objects in the order given, as the JSON Schema is written.
indirect enum JSONText: Sendable {
    case object([(String, JSONText)])
    case array([JSONText])
    case text(String)
    case number(Int)
    case flag(Bool)

    static func reference(_ name: String) -> JSONText { ["$ref": .text("#/definitions/\(name)")] }

    /// A key of definitions is one line, however long: the indentation of the entries of `properties`.
    private static let deepest = 8

    /// On one line where it fits, else a line for each entry or element.
    func written(indent: Int = 0, before: Int = 0) -> String {
        let line = oneLine
        if indent + before + line.utf8.count <= 118 || indent >= Self.deepest { return line }
        let inner = String(repeating: " ", count: indent + 2)
        let end = "\n" + String(repeating: " ", count: indent)
        switch self {
        case .object(let entries):
            let lines = entries.map { key, value in
                let key = "\(Self.quoted(key)): "
                return inner + key + value.written(indent: indent + 2, before: key.utf8.count + 1)
            }
            return "{\n" + lines.joined(separator: ",\n") + end + "}"
        case .array(let elements):
            let lines = elements.map { inner + $0.written(indent: indent + 2, before: 1) }
            return "[\n" + lines.joined(separator: ",\n") + end + "]"
        default: return line
        }
    }

    private var oneLine: String {
        switch self {
        case .object(let entries):
            "{" + entries.map { "\(Self.quoted($0.0)): \($0.1.oneLine)" }.joined(separator: ", ") + "}"
        case .array(let elements): "[" + elements.map(\.oneLine).joined(separator: ", ") + "]"
        case .text(let text): Self.quoted(text)
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\t", with: "\\t")
        return "\"\(escaped)\""
    }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .number(number) }
    init(arrayLiteral elements: JSONText...) { self = .array(elements) }
    init(dictionaryLiteral entries: (String, JSONText)...) { self = .object(entries) }
}
