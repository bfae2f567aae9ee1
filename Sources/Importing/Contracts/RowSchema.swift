public import Definitions
public import Reporting

/// JSON Schema, 2020-12, of the rows of datasets' tables as `export -o json` and PostgREST write them:
///
///     {"workouts": [{"id": "...", "started_at": "2026-05-23T16:00:00+00:00", ...}], ...}
///
/// A table's own schema is `#/$defs/<table>`. Other columns of a table are allowed.
public struct RowSchema {
    private let contracts: [TableContract]

    public init(_ datasets: [Dataset]) { contracts = TableContract.all(datasets) }

    public var json: JSONValue {
        func members(_ value: (TableContract) -> JSONValue) -> JSONValue {
            .object(contracts.map { JSONValue.Member($0.plainName, value($0)) })
        }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:scorebook:datasets",
            "title": "Rows of the tables that Scorebook imports into", "type": "object",
            "properties": members { ["type": "array", "items": ["$ref": .text("#/$defs/\($0.plainName)")]] },
            "$defs": members(row),
        ]
    }

    private func row(_ contract: TableContract) -> JSONValue {
        [
            "title": .text(contract.title), "type": "object",
            "required": .array(contract.columns.filter(\.isRequired).map { .text($0.name) }),
            "properties": .object(contract.columns.map { JSONValue.Member($0.name, Self.value($0)) }),
        ]
    }

    private static func value(_ column: TableContract.Column) -> JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(.init(name, value)) }
        }
        let (type, others) = type(of: column.type)
        if column.isList {
            add("type", column.isRequired ? "array" : ["array", "null"])
            if let type { add("items", .object([.init("type", .text(type))] + others)) }
        } else {
            if let type { add("type", column.isRequired ? .text(type) : [.text(type), "null"]) }
            for other in others { add(other.key, other.value) }
            if let rules = column.rules { addRules(rules, of: column, to: &members) }
        }
        if !column.about.isEmpty { add("description", .text(column.about)) }
        return .object(members)
    }

    private static func addRules(_ rules: Field, of column: TableContract.Column, to members: inout [JSONValue.Member])
    {
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(.init(name, value)) }
        }
        switch column.type {
        case .integer, .decimal, .duration:
            add("minimum", rules.minimum.map { .number($0.text) })
            add("maximum", rules.maximum.map { .number($0.text) })
        case .text:
            let lengths = rules.lengths ?? 0...Int.max
            if lengths.lowerBound > 0 { add("minLength", .integer(lengths.lowerBound)) }
            if lengths.upperBound < Int.max { add("maxLength", .integer(lengths.upperBound)) }
            add("pattern", rules.pattern.map { .text("^(\($0.text))$") })
            if !rules.oneOf.isEmpty {
                add("enum", .array(rules.oneOf.map(JSONValue.text) + (column.isRequired ? [] : [.null])))
            }
        default: break
        }
    }

    /// The type of a value, nil for any, and what else is said of it.
    private static func type(of type: ValueType) -> (String?, [JSONValue.Member]) {
        switch type {
        case .text: ("string", [])
        case .integer: ("integer", [])
        case .decimal, .duration: ("number", [])
        case .boolean: ("boolean", [])
        case .date: ("string", [.init("format", "date")])
        case .instant: ("string", [.init("format", "date-time")])
        case .wallTime, .time: ("string", [])
        case .uuid: ("string", [.init("format", "uuid")])
        case .json: (nil, [])
        case .list: ("array", [.init("items", ["type": ["string", "null"]])])
        case .uuids: ("array", [.init("items", ["type": "string", "format": "uuid"])])
        }
    }
}
