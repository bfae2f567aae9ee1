/// Any list of rows under named columns, to be written in any form.
public struct Listing: Equatable, Sendable {
    /// A column: its key in JSON and CSV, its heading in a table.
    public struct Column: Equatable, Sendable {
        public var key: String
        public var heading: String
        public var alignment: Alignment
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
        /// Nothing: ids and numbers are read whole.
        case fixed
        /// Its single line: text is wrapped between words.
        case wrap
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

    public mutating func removeLastColumn() {
        columns.removeLast()
        for index in rows.indices { rows[index].removeLast() }
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
    /// Before the columns of a row that stand below its first line.
    private static let continuation = "    "
    private static let narrowest = 8
    private static let narrowestText = 16

    /// Columns side by side, numbers to the right. Where a terminal is too narrow, columns that may are cut or wrapped; if that is
    /// not enough, the last columns of each row follow on further lines.
    func aligned(for terminal: Terminal, indentation: String = "") -> String {
        guard !rows.isEmpty else { return indentation + terminal.paint(whenEmpty, .aside) + "\n" }
        let cells = rows.map { $0.map(Self.shown) }
        let natural = columns.indices.map { index in
            cells.reduce(columns[index].heading.columns) { max($0, $1[index].columns) }
        }
        let lines = layout(natural, cells, limit: terminal.width.map { $0 - indentation.count })
        var text = ""
        if columns.contains(where: { !$0.heading.isEmpty }) {
            text += row(columns.map(\.heading), lines, indentation) { terminal.paint($0, .heading) }
        }
        for cells in cells { text += row(cells, lines, indentation) { $0 } }
        return text
    }

    /// Columns that stand side by side, with their widths.
    private struct Line {
        var columns: Range<Int>
        var widths: [Int]
        var indentation: String
    }

    private func layout(_ natural: [Int], _ cells: [[String]], limit: Int?) -> [Line] {
        guard let limit else { return [Line(columns: columns.indices, widths: natural, indentation: "")] }
        let least = columns.indices.map { leastWidth(of: $0, natural[$0], cells) }
        var lines: [Line] = []
        var start = 0
        while start < columns.count {
            let indentation = start == 0 ? "" : Self.continuation
            let room = limit - indentation.count
            var end = start + 1
            var taken = least[start]
            while end < columns.count, taken + Self.gap.count + least[end] <= room {
                taken += Self.gap.count + least[end]
                end += 1
            }
            var widths = Array(natural[start..<end])
            shrink(&widths, of: start..<end, least, to: room)
            lines.append(Line(columns: start..<end, widths: widths, indentation: indentation))
            start = end
        }
        return lines
    }

    /// How narrow a column may become before the ones after it go to the next line.
    private func leastWidth(of column: Int, _ natural: Int, _ cells: [[String]]) -> Int {
        switch columns[column].fit {
        case .fixed: return natural
        case .cutEnd, .cutMiddle: return min(natural, max(Self.narrowest, columns[column].heading.columns))
        case .wrap:
            let words = cells.flatMap { $0[column].split(separator: " ") } + [Substring(columns[column].heading)]
            let longest = words.reduce(0) { max($0, String($1).columns) }
            // A phrase gives a word a line, a text stays readable.
            guard natural >= 2 * Self.narrowestText else { return longest }
            return max(Self.narrowestText, min(longest, 2 * Self.narrowestText))
        }
    }

    /// Takes width from the widest column that can give any until the line fits.
    private func shrink(_ widths: inout [Int], of range: Range<Int>, _ least: [Int], to limit: Int) {
        let gaps = Self.gap.count * (range.count - 1)
        while widths.reduce(gaps, +) > limit {
            let soft = widths.indices.filter { widths[$0] > least[range.lowerBound + $0] }
            guard let widest = soft.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
        }
    }

    private func row(
        _ cells: [String], _ lines: [Line], _ indentation: String, _ paint: (String) -> String
    ) -> String {
        var text = ""
        for line in lines {
            let parts = zip(line.columns, line.widths).map { index, width in fitted(cells[index], columns[index], width)
            }
            let height = parts.reduce(1) { max($0, $1.count) }
            // Columns below the first line that are all empty say nothing.
            if line.columns.lowerBound > 0, parts.allSatisfy({ $0 == [""] }) { continue }
            for number in 0..<height {
                text += indentation + line.indentation
                let last = line.columns.count - 1
                for (place, index) in line.columns.enumerated() {
                    let part = number < parts[place].count ? parts[place][number] : ""
                    let isRight = columns[index].alignment == .right
                    // Nothing follows the last column, however wide it is.
                    let space = isRight || place < last ? max(0, line.widths[place] - part.columns) : 0
                    if isRight { text += String(repeating: " ", count: space) }
                    text += paint(part)
                    guard place < last else { break }
                    text += isRight ? Self.gap : String(repeating: " ", count: space) + Self.gap
                }
                while text.last == " " { text.removeLast() }
                text += "\n"
            }
        }
        return text
    }

    /// The lines of a cell in its column.
    private func fitted(_ cell: String, _ column: Column, _ width: Int) -> [String] {
        guard cell.columns > width else { return [cell] }
        switch column.fit {
        case .cutEnd: return [cell.truncated(to: width)]
        case .cutMiddle: return [cell.truncatedInTheMiddle(to: width)]
        case .wrap: return cell.wrapped(to: width).flatMap { $0.columns > width ? $0.broken(to: width) : [$0] }
        case .fixed: return [cell]
        }
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
