package import Definitions
package import Normalising
package import Postgres

/// A target table as one unit writes it: its staging twin, the columns this format gives, and the SQL names of both.
///
/// The staging table has a column for every column of the target that a field can fill, made once a connection and
/// emptied at commit; a unit's COPY names those it fills.
package struct StagedTable {
    let table: Table
    /// Fields of the table's dataset.
    let fields: [Field]
    /// Columns that this unit fills, in the table's order: those that are copied, and those numbered on the server.
    let given: [TableColumn]
    /// Whether `created_at` is filled with the source's clock, see `Table.Order`.
    let isClocked: Bool
    /// The column of the parent, see `Table.Parent`, where the unit contains all rows of each parent and so replaces them; else nil.
    let replacedParent: TableColumn?
    /// Where records of one key are several events, see `RecordMapping.Repeats`, the columns in which they agree: the key, and
    /// what the format says of all its records, such as the source. Else nil.
    let several: [String]?
    /// Columns with a constant value in the format, such as the source.
    let constants: [String]
    /// Whether its rows may be found again under another natural key by the rows below them, see `FoundAgain`.
    let isFoundByContent: Bool
    /// Whether rows may have ids of their own, which say nothing of their owner and week.
    let hasOwnIDs: Bool
    /// Columns found by a lookup on the server.
    let lookups: [TableColumn]
    /// Where the rows come from: one origin a record mapping that gives rows of this table.
    let origins: [Origin]
    var ways = Ways()
    /// The unit's other tables whose rows count as there: those before this one.
    var known: [StagedTable] = []
    /// Whether the rows are some of a file's: those that are stored keep their numbers, and the others come after them.
    var isPart = false
    /// Where every staged row is new: the rows as they would be labelled, without their being written down.
    var fresh: SQL?

    /// What the database offers for reading and writing the target.
    struct Ways {
        /// Whether the rows are read through a view for which the planner's estimates are right.
        var hasRowsView = false
        /// Whether new rows go through a view, where the app's policies let no role insert.
        var hasEntryView = false
        /// Whether the target itself takes no second row of a key.
        var isKeyUnique = false
        /// The target's columns as this session may read them.
        var stored: [UnmanagedColumns.Column] = []
    }

    /// A record mapping's rows of this table.
    struct Origin {
        /// Position among the plan's parts, and of the table in the part's dataset.
        let part: Int
        let table: Int
        /// What fills each copied column; nil where this mapping does not.
        let values: [Value?]
        /// Whether equal ids are one row together.
        let isShared: Bool
        /// What becomes of records of one id.
        let repeats: RecordMapping.Repeats
    }

    enum Value {
        /// Position of the field.
        case field(Int)
        /// Position of the table whose row's id it is, and what stands where there is no such row.
        case row(Int, onMissing: TableColumn.Missing)
    }

    package init(_ dataset: Dataset, _ number: Int, plan: MappingPlan) {
        let table = dataset.tables[number]
        self.table = table
        fields = dataset.fields
        let columns = table.columns.filter { $0.name != table.key && $0.name != table.owner }
        let feeding = plan.parts.indices.filter {
            plan.parts[$0].dataset.name == dataset.name && plan.parts[$0].gives(number)
        }
        let isMapped = { (name: String) in feeding.contains { plan.parts[$0].position(of: name) != nil } }
        let clock = table.order?.clock.flatMap { isMapped($0) && !isMapped(Table.Order.column) ? $0 : nil }
        isClocked = clock != nil
        given = columns.map { column in
            if let clock, column.name == Table.Order.column {
                var column = column
                column.source = .field(clock)
                return column
            }
            guard case .counted(let name) = column.source, isMapped(name) else { return column }
            var column = column
            column.source = .field(name)
            return column
        }.filter { column in
            if column.fallback != nil { return true }
            switch column.source {
            case .field(let name): return isMapped(name)
            case .row, .counted: return true
            case .lookup: return false
            }
        }
        // Records that reference their parent by its id, or that update earlier records, may be only some of its rows.
        let above = dataset.tables.firstIndex { $0.name == table.parent?.table }
        let isComplete = feeding.allSatisfy { part in
            above.map { plan.parts[part].tables[$0].idField == nil } ?? false
                && plan.parts[part].record.repeats != .last
        }
        replacedParent = isComplete ? given.first { $0.name == table.parent?.column } : nil
        hasOwnIDs = feeding.contains { plan.parts[$0].tables[number].idField != nil }
        lookups = columns.filter { if case .lookup = $0.source { true } else { false } }
        let copied = given.filter { !$0.isNumbered }
        let records = feeding.map { plan.parts[$0].record }
        func names(of fields: [String]) -> [String] {
            copied.filter { column in column.field.map(fields.contains) ?? false }.map(\.name)
        }
        let constant = { (record: RecordMapping) in record.fields.filter { $0.constant != nil }.map(\.field) }
        constants = names(of: records.flatMap(constant))
        let keyed = names(
            of: records.filter { $0.repeats == .several }.flatMap { record in
                (record.key.isEmpty ? table.identity : record.key) + constant(record)
            })
        several = keyed.isEmpty || feeding.contains { plan.parts[$0].shares(number) } ? nil : keyed
        // Where one mapping's records share a row, another's may be one of them: the workout itself and its sets.
        let isShared = feeding.contains { plan.parts[$0].shares(number) }
        // Without a word on its source a file says nothing of another app's rows.
        isFoundByContent =
            table.moment != nil && isShared && !hasOwnIDs && !constants.isEmpty && records.allSatisfy(\.key.isEmpty)
        origins = feeding.map { part in
            Origin(
                part: part, table: number,
                values: copied.map { column in
                    switch column.source {
                    case .field(let name): plan.parts[part].position(of: name).map { .field($0) }
                    case .row(let name):
                        dataset.tables.firstIndex { $0.name == name }.map { .row($0, onMissing: column.onMissing) }
                    case .counted, .lookup: nil
                    }
                }, isShared: isShared, repeats: plan.parts[part].record.repeats)
        }
    }

    /// The table's name in those of its staging and views: without the schema only where that is `public`.
    private var ownName: String { table.name.hasPrefix("public.") ? String(table.name.dropFirst(7)) : table.name }
    private func session(_ prefix: String) -> Identifier { Identifier(parts: ["pg_temp", prefix + ownName]) }
    private func view(_ suffix: String) -> Identifier { Identifier(parts: ["scorebook", ownName + suffix]) }
    package var staging: Identifier { session("staged_") }
    /// The records of a table that gathers them, see `Table.series`; `staging` has its rows.
    var samples: Identifier { session("samples_") }
    /// Where COPY goes.
    var copyTarget: Identifier { table.series == nil ? staging : samples }
    package var labelTable: Identifier { session("labelled_") }
    /// In a plan, what its earlier units would write.
    package var plannedTable: Identifier { session("planned_") }
    /// The labelled rows: a table, or a select of the staged rows.
    var labels: SQL { fresh ?? "\(labelTable)" }
    var target: Identifier { Identifier(table.name) }
    /// What checks call the rows as they will stand.
    package var knownName: Identifier { Identifier(parts: ["known_" + ownName]) }
    /// View of every row's key and owner, whatever role asks.
    package var keys: Identifier { view("_keys") }
    /// Most rows that are looked up one by one. Without sequential scans the planner might otherwise read all rows of an owner.
    static let rowsSoughtByKey = 20_000

    /// The rows of admitted owners as classification reads them.
    var rows: Identifier { ways.hasRowsView ? rowsView : target }
    var entry: Identifier { ways.hasEntryView ? entryView : target }
    package var entryView: Identifier { view("_entry") }
    package var rowsView: Identifier { view("_rows") }
    var key: Identifier { Identifier(table.key) }
    var owner: Identifier { Identifier(table.owner) }

    /// Columns that a later export may change.
    var sources: [TableColumn] { given.filter { $0.write == .source } }

    /// The target's columns that this unit does not write.
    var unmanaged: UnmanagedColumns { UnmanagedColumns(of: table, sources: sources.map(\.name), stored: ways.stored) }

    /// Key and owner, once where the row is its own owner.
    var identifying: [Identifier] { table.key == table.owner ? [key] : [key, owner] }

    /// Columns that are written with the row; the others once another table has its rows.
    func isWritten(_ column: TableColumn) -> Bool { column.after == nil }

    /// Columns filled by COPY.
    var copied: [TableColumn] { given.filter { !$0.isNumbered } }

    /// The column of `Table.moment`, where this unit fills it.
    var moment: TableColumn? { table.moment.flatMap { name in given.first { $0.source == .field(name) } } }

    /// What makes two staged rows the same: the owner, and all that the source gives.
    func values(of alias: SQL) -> [SQL] {
        ["\(alias).\(owner)"] + copied.map { "\(alias).\(id: $0.name)" }
    }

    /// Whether several records may give one row.
    var isShared: Bool { origins.contains(where: \.isShared) }

    /// Whether of rows of one id the last stands.
    var keepsLast: Bool { origins.contains { $0.repeats == .last } }

    /// Columns that hold the id of a row of another table of the dataset, with that table's name.
    var parents: [(column: TableColumn, table: String)] {
        given.compactMap { if case .row(let table) = $0.source { ($0, table) } else { nil } }
    }

    /// Columns of the natural key that this unit fills; nil where one of them is not in the file.
    var identity: [String]? {
        let names = table.identity.compactMap { name in given.first { $0.source == .field(name) }?.name }
        return names.count == table.identity.count && !names.isEmpty && !table.isWithinParent ? names : nil
    }

    /// Columns of the COPY into staging, in the order in which rows are encoded.
    var copyColumns: [String] {
        (isPlaced ? ["record", "place"] : ["record"])
            + (table.key == table.owner ? [table.key] : [table.key, table.owner]) + ["suspect", "counted"]
            + copied.map(\.name)
    }

    /// Whether the order of the rows of a record matters.
    var isPlaced: Bool { given.contains(where: \.isNumbered) }

    /// What classification reads: the staged rows, with the columns that are numbered in the order of records.
    var source: SQL {
        let numbers = given.compactMap { column -> SQL? in
            guard column.isNumbered, let parent = table.parent.map({ Identifier(parts: [$0.column]) }) else {
                return nil
            }
            let name = Identifier(parts: [column.name])
            let number: SQL = "row_number() over (partition by \(parent) order by record, place)"
            guard isPart else { return "\(number) as \(name)" }
            return """
                coalesce((select stored.\(name) from \(rows) as stored where stored.\(key) = staged.\(key)),
                    \(number) + coalesce((
                        select max(stored.\(name)) from \(rows) as stored where stored.\(parent) = staged.\(parent)
                    ), 0)) as \(name)
                """
        }
        guard !numbers.isEmpty else { return "\(staging)" }
        let plain = identifying + copied.map { Identifier(parts: [$0.name]) }
        return "(select record, place, \(plain), \(numbers) from \(staging) as staged)"
    }

    /// Makes staging and label tables, once a connection; each unit empties them before it commits.
    func create() -> [SQL] {
        let columns = table.columns.filter { $0.name != table.key && $0.name != table.owner }
        func list(_ columns: [TableColumn]) -> [SQL] {
            columns.map { "\(id: $0.name) \(raw: stagingType($0))" }
        }
        let common: [SQL] = ["record integer not null"] + identifying.map { "\($0) uuid not null" }
        let suspicion: [SQL] = ["suspect boolean", "counted boolean"]
        let scalars: [SQL] = columns.map { "\(id: $0.name) \(raw: recordType($0))" }
        let gathered: [SQL] = [
            """
            create temporary table if not exists \(samples.unqualified) (
                \(["outcome \"char\""] + common + suspicion + scalars))
            """
        ]
        return (table.series == nil ? [] : gathered) + [
            """
            create temporary table if not exists \(staging.unqualified) (
                \(["place integer"] + common + suspicion + (table.series == nil ? [] : Gathering.counts)
                    + list(columns.filter { !$0.isNumbered || $0.field != nil })))
            """,
            """
            create temporary table if not exists \(labelTable.unqualified) (
                \(["label \"char\" not null"] + common + ["missing integer not null"] + list(columns)))
            """,
        ]
    }

    /// Makes the table of what a plan's units would write; it grows with the plan, so that its rows are found by index.
    var createPlanned: [SQL] {
        let sought = [table.key] + [table.parent?.column].compactMap { $0 }
        return [
            "create temporary table if not exists \(plannedTable.unqualified) (like \(labelTable)) on commit preserve rows"
        ]
            + sought.map {
                "create index if not exists \(id: "planned_\(ownName)_\($0)") on \(plannedTable) (\(id: $0))"
            }
    }

    /// The type in staging: that of the field, so that no value is cut or refused before it is classified.
    func stagingType(_ column: TableColumn) -> String { Self.stagingType(column, fields: fields) }

    static func stagingType(_ column: TableColumn, fields: [Field]) -> String {
        let type = recordType(column, fields: fields)
        return column.isList ? "\(type)[]" : type
    }

    /// That of a value as one record gives it.
    private func recordType(_ column: TableColumn) -> String { Self.recordType(column, fields: fields) }

    private static func recordType(_ column: TableColumn, fields: [Field]) -> String {
        guard let name = column.field, let field = fields.first(where: { $0.name == name }) else { return column.type }
        switch field.type {
        case .list, .uuids: return "text"
        case .integer: return "bigint"
        default: return field.type.sqlType
        }
    }

    /// The target's column in the type of staging, to be compared with it.
    func comparable(_ column: TableColumn, of alias: SQL) -> SQL {
        Self.comparable(column, of: alias, fields: fields)
    }

    static func comparable(_ column: TableColumn, of alias: SQL, fields: [Field]) -> SQL {
        let staging = stagingType(column, fields: fields)
        let value: SQL = "\(alias).\(id: column.name)"
        return staging == column.type ? value : "\(value)::\(raw: staging)"
    }
}

extension TableColumn {
    /// Whether its value is a number given on the server.
    var isNumbered: Bool { if case .counted = source { true } else { false } }

    /// The field that may fill it.
    var field: String? {
        switch source {
        case .field(let name): name
        case .counted(let name): name
        case .row, .lookup: nil
        }
    }
}

extension MappingPlan.Part {
    func position(of field: String) -> Int? { fields.firstIndex { $0.name == field } }

    /// Whether records of this mapping may give rows of a table.
    func gives(_ table: Int) -> Bool { tables[table].isGiven }

    /// Whether several of its records may give one row of a table: those that go on to rows of a later one.
    func shares(_ table: Int) -> Bool {
        tables[table].table.rows == .perKey && tables.indices.dropFirst(table + 1).contains { gives($0) }
    }
}
