internal import YAML

/// What a CSV holds beside one header row and data rows of its width.
public struct CSVShape: Equatable, Sendable {
    /// Where the columns get their names.
    public enum Header: Equatable, Sendable {
        /// One row of names.
        case row
        /// A row of labels, each standing over the columns up to the next, and a row of names: `Batting/GP`.
        case labelledRow
        /// No row: columns are named by place, those beyond the list `#3`, `#4`, ...; the count is the least width.
        case none(names: [String], width: Int)
    }
    public var header = Header.row
    /// Whether a row that is the header again goes on to the records, where the format's `skip` passes it over.
    public var isHeaderRepeated = false
    /// Beginnings of column names that are let go, where the plain name is not another column's.
    public var prefixes: [String] = []
    /// Column that says of what kind a record is; it is the pseudo column `@record` too.
    public var recordColumn: String?
    public var sections: Sections?
    public var stateRows: [StateRow] = []
    /// Columns whose empty cells take the value above them.
    public var fillDown: [String] = []
    /// Column that a surplus cell belongs to: its text was written with the delimiter in it and without quotes.
    public var surplusColumn: String?
    public var explode: Explode?

    public init() {}

    /// Whether it is no more than a header row, which is the reader's fast path.
    public var isPlain: Bool {
        var plain = CSVShape()
        (plain.header, plain.prefixes, plain.isHeaderRepeated) = (header, prefixes, isHeaderRepeated)
        return self == plain
    }

    /// Columns that no header holds: what the shape adds to a record.
    public var addedColumns: [String] {
        let states = stateRows.map(\.into).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return states + (explode?.into ?? []) + (recordColumn == nil && sections == nil ? [] : [Self.kindColumn])
    }

    /// The pseudo column that holds a record's kind.
    public static let kindColumn = "@record"

    /// Several tables in one file, each with its title and its header.
    public struct Sections: Equatable, Sendable {
        public enum Titles: String, CaseIterable, Sendable {
            /// A line that begins with the mark: `### NAME ####`; one of marks alone ends a section.
            case marked = "marked_sections"
            /// A line of one cell after a blank line or at the start of the file.
            case alone = "plain_sections"
        }
        public var titles: Titles
        public var mark = UInt8(ascii: "#")
        /// Sections that are read; records of others have no cells. Empty: all.
        public var tables: [String]

        package init(titles: Titles, tables: [String] = []) { (self.titles, self.tables) = (titles, tables) }
    }

    /// A row that says something of the rows after it.
    public struct StateRow: Equatable, Sendable {
        /// What distinguishes it from other rows.
        public enum Sign: Equatable, Sendable {
            /// It holds nothing but the column's cell: it is no record.
            case alone
            /// Columns and the words they hold: it is a record all the same.
            case words([Word])
            /// It stands before the header and is written as one of these.
            case before([LinePattern])
        }

        /// A column and the word it holds.
        public struct Word: Equatable, Sendable {
            public var column: String
            public var word: String

            package init(column: String, word: String) { (self.column, self.word) = (column, word) }
        }
        public var sign: Sign
        /// Column whose cell is kept.
        public var column: String
        /// Column of the rows after it that holds the cell.
        public var into: String
        /// State columns that are empty again from here on.
        public var clears: [String]

        package init(sign: Sign, column: String, into: String, clears: [String] = []) {
            (self.sign, self.column, self.into, self.clears) = (sign, column, into, clears)
        }

        /// Whether it stands before the header.
        public var isBefore: Bool { if case .before = sign { true } else { false } }
    }

    /// A cell that packs several rows: `60x10,65x8,65x8`.
    public struct Explode: Equatable, Sendable {
        public var column: String
        /// Other names of the column.
        public var spellings: [String]
        /// What stands between rows, and between the parts of one.
        public var rowSeparator: UInt8
        public var partSeparator: UInt8
        /// Columns that the parts become.
        public var into: [String]

        package init(
            column: String, spellings: [String] = [], rowSeparator: UInt8, partSeparator: UInt8, into: [String]
        ) {
            (self.column, self.spellings, self.into) = (column, spellings, into)
            (self.rowSeparator, self.partSeparator) = (rowSeparator, partSeparator)
        }
    }
}

extension CSVReaderDefinition {
    static let keys = KeyTable<CSVReaderDefinition>("csv reader") { keys in
        keys.add("delimiters", \.delimiters, .delimiters, "Delimiters to choose from, by the header line.")
        keys.add(
            "quoting", \.quoting, .choice,
            "`unescaped`: inner quotes are kept as they are. `strict`: a quote in a cell without quotes is a fault.")
        keys.add("preamble", \.preambleLines, .number(0...100), "Most lines before the header.")
        keys.add(
            "ragged", .either([.choice(Ragged.allCases.map(\.rawValue)), .object("surplus")]),
            "What to do with a row of fewer or more cells than the header. `left`: as trailing, and a short last line "
                + "without line break is whole where its last two cells are empty. `skip`: surplus cells are passed "
                + "over, missing ones absent. A column: surplus cells belong to it, and missing ones are absent."
        ) { reader, node, scope in
            guard node.entries != nil else {
                return reader.ragged = Value<Ragged>.choice.read(node, "ragged", scope) ?? .reject
            }
            reader.ragged = .pad
            reader.shape.surplusColumn = CSVShape.surplus.read(node, into: "", scope)
        }
        keys.add(
            "header",
            .either([
                .choice(["labelled"] + CSVShape.Sections.Titles.allCases.map(\.rawValue)), .number(0...20_000),
                .list(.text, 1...Int.max),
            ]),
            "`labelled`: a row of labels over the names, as in `Batting/GP`. `marked_sections`, `plain_sections`: several "
                + "tables in one file, each with its title, which is `@record`, as in `### NAME ####` or a line of one cell. "
                + "Of a file without names: names by place, or how many columns it has at least, which are `#1`, `#2` and "
                + "so on."
        ) { reader, node, scope in
            if let titles = node.text.flatMap(CSVShape.Sections.Titles.init) {
                reader.shape.sections = CSVShape.Sections(titles: titles)
            } else if let header = Value<CSVShape.Header>.header.read(node, "header", scope) {
                reader.shape.header = header
            }
        }
        keys.add("strip_prefix", \.shape.prefixes, .texts, "Beginnings of column names that are let go.")
        keys.add(
            "state_rows", .oneOrMore(.object("state_row")),
            "Rows that say something of the rows after them; one clears what those below it in the list have said."
        ) { reader, node, scope in
            let rows = scope.file.nodes(node, of: "state_rows").compactMap {
                CSVShape.StateRow.read($0, scope)
            }
            reader.shape.stateRows = rows.enumerated().map { place, row in
                var row = row
                row.clears = rows[(place + 1)...].map(\.into).filter { $0 != row.into }
                return row
            }
        }
        keys.add("fill_down", \.shape.fillDown, .texts, "Columns whose empty cells take the value above them.")
        keys.add(
            "explode", .object("explode"), "A cell that packs several rows: `60x10,65x8`."
        ) { reader, node, scope in
            let empty = CSVShape.Explode(column: "", rowSeparator: 0, partSeparator: 0, into: [])
            reader.shape.explode = CSVShape.Explode.keys.read(node, into: empty, scope)
        }
    }

    /// - Parameter sections: titles of those that are read; none: all.
    func with(sections: [(text: String, mark: Mark)], _ section: Section) -> CSVReaderDefinition {
        var copy = self
        copy.shape.sections?.tables = sections.map(\.text)
        copy.shape.check(section)
        return copy
    }
}

extension CSVShape {
    /// `ragged: {into: Exercise}`.
    static let surplus = KeyTable<String>("surplus") { keys in
        keys.add("into", \.self, .text, .required, "Column that surplus cells belong to.")
    }

    /// Words that do not go together.
    func check(_ section: Section) {
        var names: [String] = []
        for name in addedColumns {
            if names.contains(name), let mark = section["explode"]?.mark {
                section.file.fault(mark, "`\(name)` is already a column of `state_rows`")
            }
            names.append(name)
        }
        if case .none(let given, _) = header, let node = section["header"] {
            for name in given where names.contains(name) {
                section.file.fault(node.mark, "`\(name)` is already a column of `state_rows`, `explode` or `@record`")
            }
        }
    }
}

extension CSVShape.StateRow {
    static func read(_ node: Node, _ scope: Scope) -> Self? {
        guard let row = keys.read(node, into: .init(sign: .alone, column: "", into: ""), scope) else { return nil }
        if row.isBefore != row.column.isEmpty {
            scope.file.fault(node.mark, "a state row has `from`, or `preamble`")
        }
        return row
    }

    static let keys = KeyTable<CSVShape.StateRow>("state row") { keys in
        keys.add(
            "when", .map(.text),
            "Columns and the words they hold; without, the row holds the one cell and is not a record."
        ) { row, node, scope in
            let entries = scope.file.entries(node, of: "when", "columns to words") ?? []
            row.sign = .words(
                entries.compactMap { entry in
                    scope.file.text(entry.value, of: entry.key).map { Word(column: entry.key, word: $0) }
                })
        }
        keys.add(
            "preamble", .oneOrMore(.text),
            "A line before the header, which has no columns: `{}` is what is kept of it, `*` is any text. Delimiters are "
                + "commas here, and quotes are let go."
        ) { row, node, scope in
            row.sign = .before(
                scope.file.list(node, of: "preamble").compactMap { entry in
                    if let pattern = LinePattern(entry.text) { return pattern }
                    scope.file.fault(entry.mark, "`preamble` has one `{}`, and no `*` beside it")
                    return nil
                })
        }
        keys.add("from", \.column, .text, "Column whose cell is kept; required but with `preamble`.")
        keys.add("into", \.into, .identifier, .required, "Column of the rows after it that holds the cell.")
    }
}

extension CSVShape.Explode {
    static let keys = KeyTable<CSVShape.Explode>("explode") { keys in
        keys.add("from", \.column, .text, .required, "Column of such cells.")
        keys.add(
            "by", .list(.form("^[ !#-~]$", "character"), 2...2), .required,
            "What parts rows, and what parts one of them."
        ) { explode, node, scope in
            let marks = (node.elements ?? []).compactMap { Value<UInt8>.character.read($0, "by", scope) }
            if marks.count == 2, marks[0] != marks[1] {
                (explode.rowSeparator, explode.partSeparator) = (marks[0], marks[1])
            } else {
                scope.file.fault(node.mark, "`by` is two different characters")
            }
        }
        keys.add("into", \.into, .texts, .required, "Columns that the parts become.")
    }
}

extension Value where Property == UInt8 {
    /// One visible character of ASCII.
    static var character: Value {
        Value(.form("^[ !#-~]$", "character")) { node, key, scope in
            guard let text = scope.file.text(node, of: key) else { return nil }
            if let byte = text.utf8.first, text.utf8.count == 1, (0x20..<0x7F).contains(byte), byte != 0x22 {
                return byte
            }
            scope.file.fault(node.mark, "`\(key)` must be one character")
            return nil
        }
    }
}

extension Value where Property == [UInt8] {
    static var delimiters: Value {
        Value(.oneOrMore(.choice([",", ";", "|", "\t"]))) { node, key, scope in
            scope.file.list(node, of: key).compactMap { word in
                if let byte = word.text.utf8.first, word.text.utf8.count == 1, ",;|\t".utf8.contains(byte) {
                    return byte
                }
                scope.file.fault(word.mark, "a delimiter is one of \",\" \";\" \"|\" \"\\t\"")
                return nil
            }
        }
    }
}

extension Value where Property == CSVShape.Header {
    static var header: Value {
        Value(.text) { node, key, scope in
            if node.text == "labelled" { return .labelledRow }
            if let elements = node.elements {
                let names = scope.file.words(elements, of: key).map(\.text)
                return .none(names: names, width: names.count)
            }
            if let width = node.integer, (0...20_000).contains(width) { return .none(names: [], width: width) }
            scope.file.fault(
                node.mark,
                "`\(key)` is labelled, marked_sections, plain_sections, a list of names or a number of columns")
            return nil
        }
    }
}
