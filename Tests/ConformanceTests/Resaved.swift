import Definitions
import Foundation
import Glibc
import Reading
import Testing

/// A sample of a table as other programs would have written or saved it again.
///
/// Tables are divided into cells here once more, in the plainest way, so that what is under test does not prove itself.
struct Resaved: Sendable {
    /// A record: its cells as they stand, quotes and all.
    typealias Row = [String]

    let rows: [Row]
    let delimiter: Character
    let shape: CSVShape
    let quoting: CSVReaderDefinition.Quoting
    /// Lines before the header.
    let preamble: Int

    init(_ bytes: [UInt8], _ definition: CSVReaderDefinition, _ layout: Layout) {
        delimiter = Character(UnicodeScalar(layout.delimiter))
        shape = definition.shape
        quoting = definition.quoting
        preamble = layout.preamble
        var text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        rows = Self.divide(text, delimiter, definition.quoting)
    }

    private static func divide(_ text: String, _ delimiter: Character, _ quoting: CSVReaderDefinition.Quoting) -> [Row]
    {
        var rows: [Row] = []
        var row: Row = []
        var cell = ""
        var isQuoted = false
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : "\n"
            if character == "\"" {
                if cell.isEmpty {
                    isQuoted = true
                } else if isQuoted, quoting == .doubled || next == delimiter || next.isNewline {
                    // Of two, the second opens it again.
                    isQuoted = false
                } else if quoting == .doubled, cell.first == "\"" {
                    isQuoted = true
                }
                cell.append(character)
            } else if character == delimiter, !isQuoted {
                row.append(cell)
                cell = ""
            } else if character.isNewline, !isQuoted {
                rows.append(row + [cell])
                (row, cell) = ([], "")
            } else {
                cell.append(character)
            }
        }
        if !row.isEmpty || !cell.isEmpty { rows.append(row + [cell]) }
        return rows
    }

    /// The names of the columns.
    var names: [String] { rows[preamble].map(plain) }

    /// A cell's text, quotes off.
    private func plain(_ cell: String) -> String {
        guard cell.count >= 2, cell.first == "\"", cell.last == "\"" else { return cell }
        let inner = String(cell.dropFirst().dropLast())
        return quoting == .unescaped ? inner : inner.replacing("\"\"", with: "\"")
    }

    private func line(_ row: Row) -> String { row.joined(separator: String(delimiter)) }

    private func file(_ lines: [String], ending: String = "\n") -> String { lines.map { $0 + ending }.joined() }

    /// Rows as the file has them.
    func text(of rows: [Row]) -> String { file(rows.map(line)) }

    private static func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }

    /// Rows written anew with another delimiter, as a spreadsheet quotes them.
    private func written(_ rows: [Row], with other: Character) -> [String] {
        rows.map { row in
            row.map { cell in
                let text = plain(cell)
                // The empty text is not nothing.
                if cell == "\"\"" { return cell }
                let isSpecial = text.contains(other) || text.contains("\"") || text.contains(where: \.isNewline)
                return isSpecial ? Self.quoted(text) : text
            }.joined(separator: String(other))
        }
    }
}

extension Resaved {
    /// A way in which a file comes back from another program.
    struct Way: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// Nil where the way says nothing of such a table.
        var bytes: @Sendable (Resaved) -> [UInt8]?
        /// Whether its bytes are turned into others on their way.
        var isDecoded: Bool {
            ["UTF-16", "Windows", "code page", "in quotes", "twice"].contains { testDescription.contains($0) }
        }
        /// Whether only the header shows how its text is encoded.
        var isPaged: Bool { testDescription.hasPrefix("code page") }
        /// Settings that its reading needs.
        var settings: [String: String] = [:]

        init(_ name: String, settings: [String: String] = [:], _ text: @escaping @Sendable (Resaved) -> String?) {
            testDescription = name
            bytes = { text($0).map { Array($0.utf8) } }
            self.settings = settings
        }

        init(_ name: String, bytes: @escaping @Sendable (Resaved) -> [UInt8]?) {
            testDescription = name
            self.bytes = bytes
        }
    }

    /// Whether it is a header and rows: what is more than that keeps the delimiter and the quotes of its program.
    var isTable: Bool { shape.isPlain && shape.header == .row }

    /// A number with decimals, perhaps of a unit, or with thousands.
    private func isNumber(_ cell: String) -> Bool {
        plain(cell).wholeMatch(of: #/-?\d*\.\d+( [a-zA-Z\/]+)?|\d{1,3}(,\d{3})+(\.\d+)?/#) != nil
    }

    /// The same with the other decimal mark, and with the other mark between thousands.
    private func marksSwapped(_ cell: String) -> String {
        String(plain(cell).map { $0 == "." ? "," : $0 == "," ? "." : $0 })
    }

    static let ways: [Way] =
        [
            Way("LF") { $0.file($0.rows.map($0.line)) },
            Way("CR LF") { $0.file($0.rows.map($0.line), ending: "\r\n") },
            Way("CR") { $0.file($0.rows.map($0.line), ending: "\r") },
            Way("byte order mark") { "\u{FEFF}" + $0.file($0.rows.map($0.line)) },
            Way("two byte order marks") { "\u{FEFF}\u{FEFF}" + $0.file($0.rows.map($0.line)) },
            Way("byte order mark before the header") { table in
                guard table.preamble > 0 else { return nil }
                return table.file(
                    table.rows.enumerated().map { ($0 == table.preamble ? "\u{FEFF}" : "") + table.line($1) })
            },
            Way("sep=") { "sep=\($0.delimiter)\r\n" + $0.file($0.rows.map($0.line), ending: "\r\n") },
            Way("rows in quotes") { table in
                guard table.rows[table.preamble].count > 1 else { return nil }
                // As a spreadsheet does it: text without a comma or a quote stays.
                return table.file(
                    table.rows.map { $0.count > 1 || $0[0].contains("\"") ? quoted(table.line($0)) : table.line($0) })
            },
            Way("rows in quotes, empty cells behind them") { table in
                guard table.isTable, table.preamble == 0, table.rows[0].count > 1 else { return nil }
                return table.file(
                    table.rows.map { ($0.count > 1 ? quoted(table.line($0)) : table.line($0)) + ";;" }, ending: "\r\n")
            },
            Way("header in quotes") { table in
                guard table.isTable, table.preamble == 0, table.rows[0].count > 1 else { return nil }
                return table.file([quoted(table.line(table.rows[0]))] + table.rows.dropFirst().map(table.line))
            },
            Way("saved twice") { table in
                guard table.isTable, table.preamble == 0 else { return nil }
                return table.file(
                    table.rows.map { row in
                        table.line(row.map { $0.isEmpty ? $0 : quoted(quoted(table.plain($0))) })
                    })
            },
            Way("longer rows") { table in
                // Where a cell's own commas are not in quotes, more cells are that cell's.
                guard table.shape.surplusColumn == nil else { return nil }
                return table.file(
                    table.rows.enumerated().map { index, row in
                        table.line(index > table.preamble && row.count > 1 ? row + ["", ""] : row)
                    })
            },
            Way("empty columns and rows at the end") { table in
                guard table.isTable else { return nil }
                let empty = Array(repeating: "", count: table.rows[table.preamble].count + 3)
                return table.file(
                    (table.rows.map { $0 + ["", "", ""] } + [empty, empty]).map(table.line), ending: "\r\n")
            },
            Way("UTF-16 LE with a mark") { [0xFF, 0xFE] + utf16($0, isBig: false) },
            Way("UTF-16 BE with a mark") { [0xFE, 0xFF] + utf16($0, isBig: true) },
            Way("UTF-16 LE") { isLatin($0) ? utf16($0, isBig: false) : nil },
            Way("UTF-16 BE") { isLatin($0) ? utf16($0, isBig: true) : nil },
            Way("Windows-1252") { table in
                let text = table.file(table.rows.map(table.line), ending: "\r\n")
                return isLatin(table) ? text.data(using: .windowsCP1252).map(Array.init) : nil
            },
            Way("semicolons") { $0.isTable ? $0.file($0.written($0.rows, with: ";"), ending: "\r\n") : nil },
            Way("sep=; and semicolons") { table in
                guard table.isTable else { return nil }
                return "sep=;\r\n" + table.file(table.written(table.rows, with: ";"), ending: "\r\n")
            },
            Way("tabs") { $0.isTable ? $0.file($0.written($0.rows, with: "\t"), ending: "\r\n") : nil },
            Way("semicolons and decimal commas", settings: ["decimal_mark": ",", "semicolons": "other"]) { table in
                // What was eaten is told apart by its figures as they are written.
                guard table.isTable, !table.rows[table.preamble].contains("Calories") else { return nil }
                let rows = table.rows.map { row in
                    row.map { table.isNumber($0) ? table.marksSwapped($0) : $0 }
                }
                return table.file(table.written(rows, with: ";"), ending: "\r\n")
            },
            Way("months in German") { table in
                guard table.isTable else { return nil }
                let names = [
                    "January": "Januar", "February": "Februar", "March": "März", "May": "Mai", "June": "Juni",
                    "July": "Juli", "October": "Oktober", "December": "Dezember", "Mar": "Mär", "Oct": "Okt",
                    "Dec": "Dez",
                ]
                var isChanged = false
                let rows = table.rows.map { row in
                    row.map { cell in
                        guard let match = cell.firstMatch(of: #/\b([A-Z][a-z]+)\b/#), let name = names[String(match.1)],
                            cell.contains(#/\d{4}/#)
                        else { return cell }
                        isChanged = true
                        return cell.replacing(match.1, with: name)
                    }
                }
                return isChanged ? table.file(rows.map(table.line)) : nil
            },
        ]
        + CodePage.allCases.map { page in
            Way("code page \(page.name)") { table in
                let header = table.rows[table.preamble].joined()
                guard table.shape.isPlain, table.shape.header == .row, header.utf8.contains(where: { $0 >= 0x80 })
                else {
                    return nil
                }
                return encoded(table.file(table.rows.map(table.line), ending: "\r\n"), page)
            }
        }

    /// Text as a program writes it in a code page; nil where it has a character that the page has not.
    private static func encoded(_ text: String, _ page: CodePage) -> [UInt8]? {
        guard let conversion = iconv_open(page.rawValue, "UTF-8"), conversion != iconv_t(bitPattern: -1) else {
            return nil
        }
        defer { iconv_close(conversion) }
        var bytes = Array(text.utf8).map { CChar(bitPattern: $0) }
        var encoded = [CChar](repeating: 0, count: bytes.count)
        let count = bytes.withUnsafeMutableBufferPointer { source in
            encoded.withUnsafeMutableBufferPointer { target -> Int? in
                var (from, to) = (source.baseAddress, target.baseAddress)
                var (left, room) = (source.count, target.count)
                let result = iconv(conversion, &from, &left, &to, &room)
                return result == 0 && left == 0 ? target.count - room : nil
            }
        }
        return count.map { encoded[..<$0].map { UInt8(bitPattern: $0) } }
    }

    private static func utf16(_ table: Resaved, isBig: Bool) -> [UInt8] {
        table.file(table.rows.map(table.line), ending: "\r\n").utf16.flatMap { unit in
            isBig ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
    }

    /// Whether its text is of a Western language: in others nothing shows the encoding.
    private static func isLatin(_ table: Resaved) -> Bool {
        table.rows.allSatisfy { $0.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value < 0x100 } } }
    }
}
