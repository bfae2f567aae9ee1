import Testing

/// A table of `domain/schema`: rows by the names of its header.
struct Facts {
    var rows: [[String: String]]

    init(_ name: String, shared: String) throws {
        let table = Facts.parse(Scratch.text(of: "\(shared)/domain/schema/\(name).csv"))
        let header = try #require(table.first)
        rows = table.dropFirst().map { Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first }) }
    }

    func of(_ table: String, schema: String = "public") -> [[String: String]] {
        rows.filter { $0["table"] == table && ($0["schema"] ?? schema) == schema }
    }

    private static func parse(_ text: String) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var previousClosed = false
        func take() {
            row.append(String(decoding: cell, as: UTF8.self))
            cell = []
        }
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") {
                if previousClosed { cell.append(byte) }
                isQuoted.toggle()
                previousClosed = !isQuoted
                continue
            }
            previousClosed = false
            if !isQuoted, byte == UInt8(ascii: ",") {
                take()
            } else if !isQuoted, byte == UInt8(ascii: "\n") {
                take()
                rows.append(row)
                row = []
            } else if isQuoted || byte != UInt8(ascii: "\r") {
                cell.append(byte)
            }
        }
        if !row.isEmpty || !cell.isEmpty {
            take()
            rows.append(row)
        }
        return rows
    }
}
