/// Any list of rows under named columns, to be written in any form.
public struct Listing: Equatable, Sendable {
    /// A column: its key in JSON and CSV, its heading in a table.
    public struct Column: Equatable, Sendable {
        public var key: String
        public var heading: String
        public var alignment: Alignment
        /// Whether it may be cut where the terminal is too narrow.
        public var fit: Fit

        public init(_ key: String, _ heading: String? = nil, _ alignment: Alignment = .left, fit: Fit = .fixed) {
            self.key = key
            self.heading = heading ?? key.split(separator: "_").joined(separator: " ")
            self.alignment = alignment
            self.fit = fit
        }
    }

    /// What a column gives up where the terminal is too narrow.
    public enum Fit: Sendable {
        case fixed
        /// Its end: free text.
        case cutEnd
        /// Its middle: paths.
        case cutMiddle
    }

    public var columns: [Column]
    public var rows: [[JSONValue]]
    /// What a table says where it has no rows: `no runs yet`.
    public var whenEmpty: String

    public init(_ columns: [Column], rows: [[JSONValue]] = [], whenEmpty: String = "nothing") {
        self.columns = columns
        self.rows = rows
        self.whenEmpty = whenEmpty
    }

    /// The list in `form`, with its final line break.
    public func text(as form: OutputForm, for terminal: Terminal) -> String {
        switch form {
        case .table, .github, .frictionless, .jsonschema, .pdf: aligned(for: terminal)
        case .json: JSONValue.array(rows.map(object)).page + "\n"
        case .jsonl: rows.map { object($0).line + "\n" }.joined()
        case .csv: CSVText.text(header: columns.map(\.key), rows: rows)
        }
    }

    private func object(_ row: [JSONValue]) -> JSONValue {
        .object(zip(columns, row).map { JSONValue.Member($0.key, $1) })
    }
}

extension Listing {
    private static let gap = "  "
    private static let narrowest = 8

    /// Columns side by side, numbers to the right; cut only where a terminal is too narrow.
    func aligned(for terminal: Terminal, indentation: String = "") -> String {
        guard !rows.isEmpty else { return indentation + terminal.paint(whenEmpty, .aside) + "\n" }
        let cells = rows.map { $0.map(Self.shown) }
        var widths = columns.indices.map { index in
            cells.reduce(columns[index].heading.columns) { max($0, $1[index].columns) }
        }
        shrink(&widths, to: terminal.width.map { $0 - indentation.count })
        var text = ""
        if columns.contains(where: { !$0.heading.isEmpty }) {
            text += line(columns.map(\.heading), widths, indentation) { cell, _ in terminal.paint(cell, .heading) }
        }
        for row in cells { text += line(row, widths, indentation) { cell, _ in cell } }
        return text
    }

    /// Takes width from the widest column that can give any until the line fits.
    private func shrink(_ widths: inout [Int], to limit: Int?) {
        guard let limit else { return }
        let gaps = Self.gap.count * (columns.count - 1)
        while widths.reduce(gaps, +) > limit {
            let soft = columns.indices.filter { columns[$0].fit != .fixed && widths[$0] > Self.narrowest }
            guard let widest = soft.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
        }
    }

    private func line(
        _ cells: [String], _ widths: [Int], _ indentation: String, _ paint: (String, Int) -> String
    ) -> String {
        var text = indentation
        for (index, column) in columns.enumerated() {
            let cut =
                column.fit == .cutMiddle
                ? cells[index].truncatedInTheMiddle(to: widths[index]) : cells[index].truncated(to: widths[index])
            let space = String(repeating: " ", count: max(0, widths[index] - cut.columns))
            let isLast = index == columns.count - 1
            if column.alignment == .right { text += space }
            text += paint(cut, index)
            if column.alignment == .left, !isLast { text += space }
            if !isLast { text += Self.gap }
        }
        while text.last == " " { text.removeLast() }
        return text + "\n"
    }

    /// A value as a table shows it: counts with thousands set apart, nothing for null.
    static func shown(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .boolean(let value): value ? "yes" : "no"
        case .integer(let value): value.grouped
        case .text(let text): text.escapedForTerminal
        case .number(let digits): digits.escapedForTerminal
        case .real, .array, .object: value.line
        }
    }
}

/// CSV by RFC 4180, as spreadsheets open it without harm.
public enum CSVText {
    /// A header and rows; lines end with a line feed.
    ///
    /// Text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, tab or carriage return)
    /// gets an apostrophe in front and stands in quotes. Numbers are left as they are.
    public static func text(header: [String], rows: [[JSONValue]]) -> String {
        var text = line(header.map(JSONValue.text))
        for row in rows { text += line(row) }
        return text
    }

    /// One line of it.
    public static func line(_ row: [JSONValue]) -> String {
        row.map(cell).joined(separator: ",") + "\n"
    }

    private static func cell(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .number(let digits): JSONValue.isNumber(digits) ? digits : quoted(digits)
        case .text(let text): quoted(text)
        case .array, .object: quoted(value.line)
        case .boolean, .integer, .real: value.line
        }
    }

    private static func quoted(_ text: String) -> String {
        let formula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        let needsQuotes = text.unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
        guard formula || needsQuotes || text.isEmpty else { return text }
        var cell = "\""
        if formula { cell += "'" }
        for scalar in text.unicodeScalars {
            if scalar == "\"" { cell += "\"" }
            cell.unicodeScalars.append(scalar)
        }
        return cell + "\""
    }
}
