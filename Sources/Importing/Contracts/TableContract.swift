internal import Definitions

/// What the rows of a table hold, as its dataset declares it: other programs get it as Table Schema and as JSON Schema.
struct TableContract {
    /// A column of another table.
    struct Target {
        var table: String
        var column: String
    }

    struct Column {
        var name: String
        var type: ValueType
        /// Whether it holds a list of values of the type.
        var isList = false
        var about = ""
        var isRequired = false
        /// The rules of the values; nil for ids.
        var rules: Field?
        /// The column that it refers to.
        var target: Target?
    }

    /// Qualified name, and the name without the schema `public`.
    let name: String
    let plainName: String
    let title: String
    let key: String
    let columns: [Column]

    init(_ table: Table, of dataset: Dataset) {
        (name, plainName, key) = (table.name, table.plainName, table.key)
        title = dataset.title
        var columns = [Column(name: table.key, type: .uuid, about: "Id of the row", isRequired: true)]
        if table.owner != table.key {
            columns.append(
                Column(name: table.owner, type: .uuid, about: "Whose row it is: a user id", isRequired: true))
            columns[1].target = Self.target(table.owners)
        }
        self.columns = columns + table.columns.map { Self.column($0, of: table, dataset) }
    }

    private static func column(_ column: TableColumn, of table: Table, _ dataset: Dataset) -> Column {
        var found = Column(name: column.name, type: .uuid, isList: column.isList)
        switch column.source {
        case .field(let name), .counted(let name):
            let field = dataset.fields.first { $0.name == name }
            found.type = field?.type ?? .text
            found.rules = field
            found.about = field?.about ?? ""
            found.isRequired = table.required.contains(name) || table.needs.contains([name])
            found.target = target(column.references)
            // The database counts them, or has a default.
            if case .counted = column.source { found.isRequired = true }
        case .row(let other):
            let above = dataset.tables.first { $0.name == other }
            found.about = "Id of a row of \(above?.plainName ?? other)"
            found.isRequired = column.name == table.parent?.column || column.onMissing == .reject
            found.target = above.map { Target(table: $0.name, column: $0.key) }
        case .lookup(let other, _, let take):
            found.about = "\(take) of the row in \(other)"
            found.target = target(column.references)
        }
        return found
    }

    private static func target(_ reference: ColumnReference?) -> Target? {
        reference.map { Target(table: $0.table, column: $0.column) }
    }

    /// The tables of datasets, in the order in which rows refer to each other, each once.
    static func all(_ datasets: [Dataset]) -> [TableContract] {
        var found: [TableContract] = []
        for dataset in datasets {
            for table in dataset.tables where !found.contains(where: { $0.name == table.name }) {
                found.append(TableContract(table, of: dataset))
            }
        }
        return found
    }
}
