internal import Definitions
internal import Mapping
internal import Postgres

/// A target table as one unit writes it: its staging twin, the columns this format gives, and the SQL names of both.
///
/// The staging table has a column for every column of the target that a field can fill, made once a connection and
/// emptied at commit; a unit's COPY names those it fills.
struct StagedTable {
    let table: Table
    /// Columns that this unit's fields fill, in the table's order, with the field's position in the plan.
    let given: [(column: TableColumn, position: Int)]
    /// Columns found by a lookup on the server.
    let lookups: [TableColumn]
    var hasRowsView = false

    init(table: Table, plan: MappingPlan) {
        self.table = table
        var given: [(TableColumn, Int)] = []
        var lookups: [TableColumn] = []
        for column in table.columns where column.name != table.key && column.name != table.owner {
            switch column.source {
            case .field(let name):
                if let position = plan.fields.firstIndex(where: { $0.name == name }) {
                    given.append((column, position))
                }
            case .lookup: lookups.append(column)
            }
        }
        self.given = given
        self.lookups = lookups
    }

    private var shortName: String { table.name.split(separator: ".").last.map(String.init) ?? table.name }
    var staging: String { "pg_temp." + Identifier("staged_" + shortName).quoted }
    var labels: String { "pg_temp." + Identifier("labelled_" + shortName).quoted }
    var target: String { Identifier(table.name).quoted }
    /// View of every row's key and owner, whoever asks.
    var keys: String { "scorebook." + Identifier(shortName + "_keys").quoted }
    /// The rows of admitted owners as classification reads them: a view that the planner reckons rightly, where there is
    /// one, else the table.
    var rows: String { hasRowsView ? rowsView : target }
    var rowsView: String { "scorebook." + Identifier(parts: [shortName + "_rows"]).quoted }
    var key: String { Identifier(table.key).quoted }
    var owner: String { Identifier(table.owner).quoted }

    /// Columns that a later export may change.
    var sources: [TableColumn] { given.map(\.column).filter { $0.write == .source } }

    /// Columns of the natural key that this unit fills; nil where one of them is not in the file.
    var identity: [String]? {
        let names = table.identity.filter { identity in given.contains { $0.column.name == identity } }
        return names.count == table.identity.count && !names.isEmpty ? names : nil
    }

    /// Columns of the COPY into staging, in the order in which rows are encoded.
    var copyColumns: [String] { ["record", table.key, table.owner, "suspect", "counted"] + given.map(\.column.name) }

    /// Makes staging and label tables, once a connection.
    func create(fields: [Field]) -> String {
        let types = table.columns.compactMap { column -> String? in
            guard column.name != table.key, column.name != table.owner else { return nil }
            return "\(Identifier(column.name).quoted) \(Self.stagingType(column, fields: fields))"
        }
        let common = "record integer not null, \(key) uuid not null, \(owner) uuid not null"
        return """
            create temporary table if not exists \(staging.droppingSchema) (
                \((["\(common), suspect boolean, counted boolean"] + types).joined(separator: ", "))
            ) on commit delete rows;
            create temporary table if not exists \(labels.droppingSchema) (
                \((["label \"char\" not null", common, "missing integer not null"] + types).joined(separator: ", "))
            ) on commit delete rows;
            """
    }

    /// The type in staging: that of the field, so that no value is cut or refused before it is classified.
    static func stagingType(_ column: TableColumn, fields: [Field]) -> String {
        guard case .field(let name) = column.source, let field = fields.first(where: { $0.name == name }) else {
            return column.type
        }
        switch field.type {
        case .text, .json: return "text"
        case .integer: return "bigint"
        case .decimal, .duration: return "numeric"
        case .boolean: return "boolean"
        case .date: return "date"
        case .instant: return "timestamp with time zone"
        case .time: return "time without time zone"
        case .uuid: return "uuid"
        }
    }

    /// The target's column in the type of staging, to be compared with it.
    func comparable(_ column: TableColumn, of alias: String, fields: [Field]) -> String {
        let staging = Self.stagingType(column, fields: fields)
        let name = "\(alias).\(Identifier(column.name).quoted)"
        return staging == column.type ? name : "\(name)::\(staging)"
    }
}

extension String {
    /// The name without its schema: temporary tables are made in theirs.
    var droppingSchema: String { hasPrefix("pg_temp.") ? String(dropFirst(8)) : self }
}
