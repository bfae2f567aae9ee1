import Foundation

/// Checks JSON against a JSON Schema, as far as our schemas go; a keyword that it does not know is a fault, too.
public struct SchemaCheck {
    private let root: [String: Any]

    private static let notes: Set<String> = [
        "$schema", "$id", "title", "description", "$defs", "definitions", "examples",
    ]

    public init(_ text: String) throws {
        guard let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw CocoaError(.fileReadCorruptFile)
        }
        self.root = root
    }

    public init(file path: String) throws { try self.init(String(contentsOfFile: path, encoding: .utf8)) }

    /// What is wrong with a value, each with its place; empty where it is valid.
    public func faults(of value: Any) -> [String] { faults(value, root, "") }

    /// The same of a line of JSON.
    public func faults(ofLine line: some StringProtocol) -> [String] {
        guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed) else {
            return ["no JSON: \(line)"]
        }
        return faults(of: value)
    }

    private func faults(_ value: Any, _ schema: Any, _ place: String) -> [String] {
        if let flag = schema as? Bool { return flag ? [] : ["\(place): nothing is allowed here"] }
        guard let schema = schema as? [String: Any] else { return ["\(place): the schema is no schema"] }
        return schema.keys.sorted().flatMap { key -> [String] in
            guard let rule = schema[key], !Self.notes.contains(key) else { return [] }
            return faults(value, key, rule, schema, place)
        }
    }

    private func faults(
        _ value: Any, _ key: String, _ rule: Any, _ schema: [String: Any], _ place: String
    ) -> [String] {
        switch key {
        case "$ref": return faults(value, target(of: "\(rule)") as Any, place)
        case "type":
            let types = rule as? [String] ?? [rule as? String ?? ""]
            return types.contains { Self.isOf($0, value) } ? [] : ["\(place) is not \(types.joined(separator: " or "))"]
        case "const": return Self.isEqual(value, rule) ? [] : ["\(place) is not \(rule)"]
        case "enum":
            return (rule as? [Any] ?? []).contains { Self.isEqual(value, $0) } ? [] : ["\(place) is none of \(rule)"]
        case "minimum":
            guard let number = value as? Double, let least = rule as? Double else { return [] }
            return number >= least ? [] : ["\(place) is less than \(least)"]
        case "pattern", "format":
            guard let text = value as? String else { return [] }
            let pattern = key == "pattern" ? rule as? String : Self.formats[rule as? String ?? ""]
            guard let pattern else { return ["\(place): unknown format \(rule)"] }
            return text.range(of: pattern, options: .regularExpression) == nil ? ["\(place) is no \(rule)"] : []
        case "required":
            guard let object = value as? [String: Any] else { return [] }
            return (rule as? [String] ?? []).filter { object[$0] == nil }.map { "\(place)/\($0) is missing" }
        case "properties":
            guard let object = value as? [String: Any], let rules = rule as? [String: Any] else { return [] }
            return rules.keys.sorted().flatMap { name in
                object[name].map { faults($0, rules[name] as Any, "\(place)/\(name)") } ?? []
            }
        case "additionalProperties":
            guard let object = value as? [String: Any] else { return [] }
            let known = schema["properties"] as? [String: Any] ?? [:]
            return object.keys.sorted().filter { known[$0] == nil }.flatMap {
                faults(object[$0] as Any, rule, "\(place)/\($0)")
            }
        case "items":
            return (value as? [Any] ?? []).enumerated().flatMap { faults($1, rule, "\(place)/\($0)") }
        case "allOf": return (rule as? [Any] ?? []).flatMap { faults(value, $0, place) }
        case "oneOf":
            let found = (rule as? [Any] ?? []).map { faults(value, $0, place) }
            guard found.count(where: \.isEmpty) != 1 else { return [] }
            return ["\(place) fits \(found.count(where: \.isEmpty)) of oneOf"]
                + (found.min { $0.count < $1.count } ?? [])
        default: return ["\(place): the keyword \(key) is not known here"]
        }
    }

    private func target(of reference: String) -> Any? {
        var found: Any? = root
        for part in reference.split(separator: "/").dropFirst() { found = (found as? [String: Any])?[String(part)] }
        return found
    }

    private static let formats = [
        "uuid": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
        "date-time": "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$",
        "uri": "^[a-z][a-z0-9+.-]*:[^ ]+$",
    ]

    private static func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "null": value is NSNull
        case "string": value is String
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "boolean": isFlag(value)
        case "integer": !isFlag(value) && (value as? Double).map { $0.rounded() == $0 } ?? false
        case "number": !isFlag(value) && value is Double
        default: false
        }
    }

    private static func isFlag(_ value: Any) -> Bool {
        type(of: value) == Bool.self
            || (value as? NSNumber).map { $0.objCType.pointee == CChar(UInt8(ascii: "c")) } ?? false
    }

    private static func isEqual(_ one: Any, _ other: Any) -> Bool {
        (one as? NSObject).map { $0.isEqual(other) } ?? false
    }
}
