internal import Definitions
internal import Postgres
internal import Reporting

/// Table Schema, version 1 (specs.frictionlessdata.io/table-schema): the columns of a CSV file.
struct TableSchema {
    /// A field: its type by a column of the contract, or of a result.
    struct Field {
        var name: String
        var type: String
        var format: String?
        var about = ""
        var constraints: [JSONValue.Member] = []

        init(_ name: String, _ type: String, format: String? = nil, about: String = "") {
            (self.name, self.type, self.format, self.about) = (name, type, format, about)
        }
    }

    /// Columns that hold the key of another file's row.
    struct Reference {
        var column: String
        /// Name of the resource; empty: the file itself.
        var resource: String
        var target: String
    }

    var fields: [Field]
    var key: String?
    var references: [Reference] = []

    var json: JSONValue {
        var members: [JSONValue.Member] = [.init("fields", .array(fields.map(\.json)))]
        // Cells without a value are empty.
        members.append(.init("missingValues", [""]))
        if let key { members.append(.init("primaryKey", [.text(key)])) }
        if !references.isEmpty { members.append(.init("foreignKeys", .array(references.map(\.json)))) }
        return .object(members)
    }
}

extension TableSchema.Field {
    /// A column of PostgreSQL's type, as `format_type` names it; of its values nothing more is known.
    init(_ name: String, sql type: String, about: String = "") {
        let base = type.hasSuffix("[]") ? "[]" : String(type.prefix { $0 != "(" })
        switch base {
        case "uuid": self.init(name, "string", format: "uuid", about: about)
        case "smallint", "integer", "bigint": self.init(name, "integer", about: about)
        case "numeric", "real", "double precision": self.init(name, "number", about: about)
        case "boolean": self.init(name, "boolean", about: about)
        case "date": self.init(name, "date", about: about)
        case "timestamp with time zone", "timestamp without time zone": self.init(name, "datetime", about: about)
        case "time without time zone": self.init(name, "time", about: about)
        case "json", "jsonb": self.init(name, "any", about: about)
        case "[]": self.init(name, "array", about: about)
        default: self.init(name, "string", about: about)
        }
    }

    /// A column of a dataset's table, with the rules that an import checks.
    init(_ column: TableContract.Column, isKey: Bool) {
        self.init(column.name, Self.type(of: column), format: column.type == .uuid ? "uuid" : nil, about: column.about)
        if column.isList { format = nil }
        if column.isRequired { constraints.append(.init("required", .boolean(true))) }
        if isKey { constraints.append(.init("unique", .boolean(true))) }
        guard let rules = column.rules, !column.isList else { return }
        func add(_ name: String, _ value: JSONValue?) {
            if let value { constraints.append(.init(name, value)) }
        }
        switch type {
        case "integer", "number":
            add("minimum", rules.minimum.map { .number($0.text) })
            add("maximum", rules.maximum.map { .number($0.text) })
        case "date":
            add("minimum", rules.earliest.map { .text($0.text) })
            add("maximum", rules.latest.map { .text($0.text) })
        case "string":
            let lengths = rules.lengths ?? 0...Int.max
            if lengths.lowerBound > 0 { add("minLength", .integer(lengths.lowerBound)) }
            if lengths.upperBound < Int.max { add("maxLength", .integer(lengths.upperBound)) }
            add("pattern", rules.pattern.map { .text($0.text) })
            if !rules.oneOf.isEmpty { add("enum", .array(rules.oneOf.map(JSONValue.text))) }
        default: break
        }
    }

    private static func type(of column: TableContract.Column) -> String {
        guard !column.isList else { return "array" }
        return switch column.type {
        case .text, .uuid: "string"
        case .integer: "integer"
        case .decimal, .duration: "number"
        case .boolean: "boolean"
        case .date: "date"
        case .instant, .wallTime: "datetime"
        case .time: "time"
        case .json: "any"
        case .list, .uuids: "array"
        }
    }

    var json: JSONValue {
        var members: [JSONValue.Member] = [.init("name", .text(name)), .init("type", .text(type))]
        if let format { members.append(.init("format", .text(format))) }
        if !about.isEmpty { members.append(.init("description", .text(about))) }
        if !constraints.isEmpty { members.append(.init("constraints", .object(constraints))) }
        return .object(members)
    }
}

extension TableSchema.Reference {
    var json: JSONValue {
        ["fields": [.text(column)], "reference": ["resource": .text(resource), "fields": [.text(target)]]]
    }
}

extension TableSchema {
    /// - Parameter others: tables that lie beside this one.
    init(_ contract: TableContract, beside others: [TableContract]) {
        fields = contract.columns.map { Field($0, isKey: $0.name == contract.key) }
        key = contract.key
        references = contract.columns.compactMap { column in
            guard !column.isList, column.type == .uuid, let target = column.target,
                let other = others.first(where: { $0.name == target.table })
            else { return nil }
            return Reference(
                column: column.name, resource: other.name == contract.name ? "" : other.plainName,
                target: target.column)
        }
    }
}
