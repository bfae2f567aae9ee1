internal import YAML

extension CSVShape {
    static let keys = [
        "header_rows", "columns", "strip_prefix", "record", "sections", "state_rows", "fill_down", "surplus", "explode",
    ]

    /// Reads the shape's keys from those of the CSV reader.
    init(_ section: Section) {
        self.init()
        let rows = section.count("header_rows", most: 2) ?? 1
        header = rows == 2 ? .labelledRow : rows == 0 ? .none(names: [], width: 0) : .row
        if let node = section["columns"] {
            if rows == 0 {
                header = Self.unnamed(node, section)
            } else {
                section.file.fault(node.mark, "`columns` stands only beside `header_rows: 0`")
            }
        }
        prefixes = section.texts("strip_prefix")
        recordColumn = section.text("record")
        sections = section["sections"].flatMap { Sections($0, in: section.file) }
        stateRows =
            section["state_rows"] == nil
            ? [] : section.nodes("state_rows").compactMap { StateRow($0, in: section.file) }
        fillDown = section.texts("fill_down")
        if let node = section["surplus"], let surplus = Section(node, "surplus", keys: ["join"], in: section.file) {
            surplusColumn = surplus.text("join", isRequired: true)
        }
        explode = section["explode"].flatMap { Explode($0, in: section.file) }
        check(section)
    }

    private static func unnamed(_ node: Node, _ section: Section) -> Header {
        if node.elements == nil {
            let width = section.count("columns", most: 20_000) ?? 0
            return .none(names: [], width: width)
        }
        let names = section.texts("columns")
        return .none(names: names, width: names.count)
    }

    /// Words that do not go together.
    private func check(_ section: Section) {
        if let node = section["sections"] {
            if header != .row { section.file.fault(node.mark, "`sections` have one header row each") }
            if recordColumn != nil {
                section.file.fault(node.mark, "`sections` and `record` both say what `@record` is")
            }
        }
        var names: [String] = []
        for name in addedColumns {
            if names.contains(name), let mark = section["explode"]?.mark {
                section.file.fault(mark, "`\(name)` is already a column of `state_rows`")
            }
            names.append(name)
        }
        if case .none(let given, _) = header, let node = section["columns"] {
            for name in given where names.contains(name) {
                section.file.fault(node.mark, "`\(name)` is already a column of `state_rows`, `explode` or `@record`")
            }
        }
        for row in stateRows {
            for name in row.clears where !stateRows.contains(where: { $0.into == name }) {
                section.file.fault(
                    section["state_rows"]?.mark ?? section.mark, "`clears`: no state row gives `\(name)`")
            }
        }
    }
}

extension CSVShape.Sections {
    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "sections", keys: ["titles", "mark", "tables"], in: file),
            section.required("titles") != nil, let titles = section.choice("titles", Titles.self)
        else { return nil }
        self.init(titles: titles)
        if let mark = section.character("mark") {
            self.mark = mark
            if titles == .alone { file.fault(section.mark, "`mark` stands only beside `titles: marked`") }
        }
        tables = section.texts("tables")
    }
}

extension CSVShape.StateRow {
    init?(_ node: Node, in file: DefinitionFile) {
        let keys = ["when", "column", "into", "clears"]
        guard let section = Section(node, "state row", keys: keys, in: file),
            let column = section.text("column", isRequired: true),
            let into = section.identifier("into", isRequired: true)
        else { return nil }
        var sign = Sign.alone
        if let when = section["when"] {
            guard let entries = when.entries, !entries.isEmpty else {
                file.fault(when.mark, "`when` must be a mapping of columns to words")
                return nil
            }
            sign = .words(
                entries.compactMap { entry in
                    file.text(entry.value, of: entry.key).map { Word(column: entry.key, word: $0) }
                })
        }
        self.init(sign: sign, column: column, into: into, clears: section.texts("clears"))
    }
}

extension CSVShape.Explode {
    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "explode", keys: ["column", "rows", "parts", "into"], in: file),
            let column = section.text("column", isRequired: true), section.required("rows") != nil,
            section.required("parts") != nil, section.required("into") != nil,
            let rows = section.character("rows"), let parts = section.character("parts")
        else { return nil }
        let into = section.words("into")
        if rows == parts { file.fault(section.mark, "`rows` and `parts` must be told apart") }
        self.init(column: column, rowSeparator: rows, partSeparator: parts, into: into.map(\.text))
    }
}

extension Section {
    /// One visible character of ASCII.
    fileprivate func character(_ key: String) -> UInt8? {
        guard let text = text(key), let node = self[key] else { return nil }
        if let byte = text.utf8.first, text.utf8.count == 1, (0x20..<0x7F).contains(byte), byte != 0x22 { return byte }
        file.fault(node.mark, "`\(key)` must be one character")
        return nil
    }
}
