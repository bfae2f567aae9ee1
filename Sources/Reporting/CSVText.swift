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
