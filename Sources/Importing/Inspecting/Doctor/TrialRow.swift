internal import Definitions
internal import Postgres

/// A row that a table takes: no more columns than it wants, with values that its field's rules and the catalogue allow.
struct TrialRow {
    var values: [(column: String, type: String, value: String)]
    let key: String

    /// A column as the catalogue has it.
    struct Column {
        var name: String
        var type: String
        /// Whether a row needs a value: not null, and without a default.
        var isNeeded: Bool
        /// First word of an enumeration.
        var word: String?
    }

    /// The columns of a table, in its order.
    static func columns(of table: String, _ connection: Connection) throws -> [Column] {
        try connection.rows(
            """
            select attribute.attname as name, pg_catalog.format_type(attribute.atttypid, attribute.atttypmod) as type,
                attribute.attnotnull and not attribute.atthasdef and attribute.attidentity = '' as is_needed,
                (select label.enumlabel from pg_catalog.pg_enum as label where label.enumtypid = attribute.atttypid
                order by label.enumsortorder limit 1) as word
            from pg_catalog.pg_attribute as attribute
            where attribute.attrelid = pg_catalog.to_regclass(\(bind: Identifier(table).quoted)) and attribute.attnum > 0
                and not attribute.attisdropped and attribute.attgenerated = ''
            order by attribute.attnum
            """
        ).map { try Column(name: $0["name"], type: $0["type"], isNeeded: $0["is_needed"], word: $0["word"]) }
    }

    /// - Parameters:
    ///   - ids: ids of rows that are there already, by table: earlier tables' trial rows and a user's.
    ///   - number: distinguishes the rows of one trial.
    init(_ table: Table, of dataset: Dataset, columns: [Column], owner: String, ids: [String: String], number: Int) {
        let digits = String(number, radix: 16)
        let made =
            "5f0c0000-0000-4000-8000-00000000" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let id = table.key == table.owner ? owner : made
        key = id
        // Of fields of which a row needs one, the first.
        let chosen = dataset.rules.compactMap { rule in
            if case .anyOf(let names, _) = rule { names.first } else { nil }
        }
        values = columns.compactMap { column in
            if column.name == table.key { return (column.name, column.type, id) }
            if column.name == table.owner { return (column.name, column.type, owner) }
            let mapped = table.columns.first { $0.name == column.name }
            let isChosen = if case .field(let name)? = mapped?.source { chosen.contains(name) } else { false }
            guard column.isNeeded || isChosen || mapped?.references != nil && mapped?.onMissing == .reject else {
                return nil
            }
            return (column.name, column.type, Self.value(column, mapped, dataset, owner, ids))
        }
    }

    /// The first word that a field may have; of a unit that of the measure whose name is the first.
    private static func word(of field: Field, _ dataset: Dataset) -> String? {
        if let word = field.oneOf.first { return word }
        guard let measures = dataset.measures, measures.unit == field.name else { return nil }
        for (name, known) in measures.fields {
            let first = dataset.fields.first { $0.name == name }?.oneOf.first
            if let measure = known.first(where: { $0.word == first })?.measure { return measure.unit }
        }
        return nil
    }

    private static func value(
        _ column: Column, _ mapped: TableColumn?, _ dataset: Dataset, _ owner: String, _ ids: [String: String]
    ) -> String {
        if var mapped, mapped.isList {
            var element = column
            element.type = String(column.type.dropLast(2))
            mapped.isList = false
            return "{\"\(value(element, mapped, dataset, owner, ids))\"}"
        }
        if case .row(let parent)? = mapped?.source, let id = ids[parent] { return id }
        if let reference = mapped?.references, let id = ids[reference.table] { return id }
        if let word = column.word { return word }
        let name: String? =
            switch mapped?.source {
            case .field(let name): name
            case .counted(let name): name
            default: nil
            }
        if let name, let field = dataset.fields.first(where: { $0.name == name }) {
            if let word = word(of: field, dataset) { return word }
            if let least = field.minimum?.text, !least.hasPrefix("-"), least != "0" { return least }
            if let text = field.pattern?.text.wholeMatch(of: /\[(.).*\]\{([0-9]+)\}/), let count = Int(text.2) {
                return String(repeating: String(text.1), count: count)
            }
        }
        switch column.type {
        case "uuid": return owner
        case "jsonb", "json": return "{}"
        case "boolean": return "false"
        case "date": return "2026-01-05"
        case "integer", "bigint", "smallint": return "1"
        default:
            if column.type.hasSuffix("[]") { return "{}" }
            if column.type.hasPrefix("timestamp") { return "2026-01-05 12:00:00" }
            if column.type.hasPrefix("time") { return "12:00" }
            if column.type.hasPrefix("numeric") || column.type.hasPrefix("double") { return "1" }
            return "trial1"
        }
    }
}
