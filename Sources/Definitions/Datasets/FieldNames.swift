internal import YAML

/// What definitions call the fields of a dataset's records.
///
///     set_order              a value of the dataset
///     workout_sets.notes     a column, with its table
///     reps                   a column that one table alone has
///     coaches.school_id      the id of a school's row, as `schools.id` is
///     suggestion.athlete_id  the owner, as in every table
///
/// What belongs to a table may be named without it where the table is known: in its own `identity`, `needs` and `order`.
package struct FieldNames: Sendable {
    /// A field, and the table whose column is named.
    package struct Meaning: Sendable {
        package var field: Field
        package var table: String?
    }

    private var meanings: [String: Meaning] = [:]
    /// Tables that have a column, by the column's name alone.
    private var tables: [String: [String]] = [:]
    /// All fields, each once: values, then tables' keys and columns.
    private(set) var fields: [Field] = []

    init() {}

    init(_ values: [ColumnDraft], _ drafts: [TableDraft], owner: String) {
        func add(_ field: Field?) {
            guard let field else { return }
            fields.append(field)
            meanings[field.name] = Meaning(field: field, table: nil)
        }
        for value in values where value.isField { add(Field(value.name, value.section)) }
        if meanings[owner] == nil { add(Field(name: owner, type: .uuid)) }
        for draft in drafts {
            for name in [draft.key] + draft.columns.map(\.name) { tables[name, default: []].append(draft.plainName) }
        }
        func link(_ column: String, to word: String, _ draft: TableDraft) {
            guard let field = meanings[word]?.field else { return }
            meanings["\(draft.plainName).\(column)"] = Meaning(field: field, table: draft.name)
        }
        for draft in drafts {
            func name(_ column: String) -> String {
                let isPlain = tables[column]?.count == 1 && meanings[column] == nil
                return isPlain ? column : "\(draft.plainName).\(column)"
            }
            let key = name(draft.key)
            add(Field(name: key, type: .uuid))
            link(draft.key, to: key, draft)
            if draft.owner != draft.key { link(draft.owner, to: owner, draft) }
            for column in draft.columns where column.isField {
                let field = column.value ?? name(column.name)
                if column.value == nil { add(Field(field, column.section)) }
                link(column.name, to: field, draft)
            }
            for column in draft.columns {
                guard let row = drafts.first(where: { $0.name == column.row }) else { continue }
                link(column.name, to: "\(row.plainName).\(row.key)", draft)
            }
        }
        for (name, tables) in tables where tables.count == 1 && meanings[name]?.table == nil {
            if values.allSatisfy({ $0.name != name }) { meanings[name] = meanings["\(tables[0]).\(name)"] }
        }
    }

    /// - Parameter table: the one whose columns need not be named with it.
    package subscript(word: String, near table: String? = nil) -> Meaning? {
        table.flatMap { meanings["\($0).\(word)"] } ?? meanings[word]
    }

    /// The same; an unknown word is a fault.
    func find(_ word: (text: String, mark: Mark), near table: String? = nil, in file: DefinitionFile) -> Meaning? {
        if let meaning = self[word.text, near: table] { return meaning }
        if let tables = tables[word.text], tables.count > 1 {
            let names = tables.map { "`\($0).\(word.text)`" }.joined(separator: ", ")
            file.fault(word.mark, "several tables have a column `\(word.text)`: write \(names)")
        } else {
            file.unknown("field", word.text, at: word.mark, among: meanings.keys.sorted())
        }
        return nil
    }

    /// Names of the fields that words mean.
    func names(_ words: [(text: String, mark: Mark)], near table: String? = nil, in file: DefinitionFile) -> [String] {
        words.compactMap { find($0, near: table, in: file)?.field.name }
    }
}
