internal import Definitions
internal import Postgres
internal import Reporting

/// A table's rows of one person, as the file of a package lists them: times as ISO 8601 in UTC, lists as JSON, whatever the
/// database computes left out.
///
/// Rows that a table gathers are taken apart again, a value each.
struct PersonalTable {
    let contract: TableContract
    let schema: TableSchema
    /// Whether an import reads the file again; else what it lists comes again by another one.
    let isImported: Bool
    private let select: SQL

    /// Nil where the database has no such table.
    init?(_ table: Table, of dataset: Dataset, _ person: String, on connection: Connection) throws {
        contract = TableContract(table, of: dataset)
        isImported = !table.recognise.isEmpty || table.series != nil
        // Of the app's tables the loader reads a view that shows rows of declared owners.
        let view = Identifier("scorebook.\(contract.plainName)_rows")
        guard
            let relation = try connection.existing(view) ?? connection.existing(Identifier(table.name))
        else { return nil }
        let columns = try connection.rows(
            """
            select shown.attname::text as name, pg_catalog.format_type(base.atttypid, null) as type,
                base.attnotnull as is_required
            from pg_catalog.pg_attribute as shown
            join pg_catalog.pg_attribute as base
                on base.attrelid = \(bind: table.name)::pg_catalog.regclass and base.attname = shown.attname
            where shown.attrelid = \(bind: relation.quoted)::pg_catalog.regclass and shown.attnum > 0
                and not shown.attisdropped and base.attgenerated = ''
            order by base.attnum
            """
        ).map { Column(name: try $0["name"], type: try $0["type"], isRequired: try $0["is_required"]) }
        let isMine: SQL = "kept.\(id: table.owner) = \(bind: person)::uuid"
        guard table.series != nil else {
            schema = TableSchema(columns, contract)
            select = """
                select \(columns.map { $0.text(of: "kept") }) from \(relation) as kept where \(isMine)
                order by kept.\(id: table.key)
                """
            return
        }
        // Once more what the records were that a row gathers: the id of the row, and a value of each list.
        let lists = Self.lists(of: table)
        let listed = columns.compactMap { column in
            lists.first { $0.column == column.name }.map {
                Column(name: $0.value, type: String(column.type.dropLast(2)), isRequired: true)
            }
        }
        let own = columns.filter { column in
            column.name != table.key && column.name != "created_at" && !lists.contains { $0.column == column.name }
        }
        let id = Column(name: Self.seriesKey, type: "uuid", isRequired: true)
        schema = TableSchema([id] + own + listed, contract, hasKey: false)
        let each = listed.map { "\(Identifier(parts: [$0.name]))" as SQL }
        select = """
            select kept.\(id: table.key)::text as \(id: Self.seriesKey), \(own.map { $0.text(of: "kept") }),
                \(listed.map { $0.text(of: "listed") })
            from \(relation) as kept
            cross join lateral unnest(\(lists.map { "kept.\(id: $0.column)" })) as listed (\(each))
            where \(isMine)
            order by kept.\(id: table.key), listed.\(each[0])
            """
    }

    /// The column of a file of values that holds the id of the row that gathers them.
    static let seriesKey = "series_id"

    /// The lists of a table, with what each value of theirs is called.
    private static func lists(of table: Table) -> [(column: String, value: String)] {
        table.columns.compactMap { column in
            guard column.isList, case .field(let name) = column.source else { return nil }
            return (column.name, name)
        }
    }

    /// A column as the catalogue has it.
    struct Column {
        var name: String
        var type: String
        var isRequired: Bool

        /// Its text in a file; the server's own text of a time is not ISO 8601, and that of a list is no JSON.
        fileprivate func text(of row: SQL) -> SQL {
            let isOwnText = type.hasPrefix("timestamp") || type.hasSuffix("[]") || type == "boolean"
            let value: SQL = "\(row).\(id: name)"
            return isOwnText
                ? "pg_catalog.to_jsonb(\(value)) #>> '{}' as \(id: name)" : "\(value)::text as \(id: name)"
        }
    }

    /// Whether the person has any rows there.
    func hasRows(on connection: Connection) throws -> Bool {
        try connection.value("select exists (\(select))") ?? false
    }

    func each(on connection: Connection, _ body: (Row) throws -> Void) throws { try connection.each(select, body) }
}

extension TableSchema {
    /// The columns that a file has; of values it says no more than their type, since rows of the app's may break the rules of an
    /// import.
    fileprivate init(_ columns: [PersonalTable.Column], _ contract: TableContract, hasKey: Bool = true) {
        fields = columns.map { column in
            let about = contract.columns.first { $0.name == column.name || $0.rules?.name == column.name }?.about ?? ""
            var field = Field(column.name, sql: column.type, about: about)
            if column.isRequired { field.constraints.append(.init("required", .boolean(true))) }
            return field
        }
        key = hasKey ? contract.key : nil
    }
}
