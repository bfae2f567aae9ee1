internal import Definitions

extension CSVReader {
    /// Column names without outer blanks, no-break spaces among them; equal ones refused or numbered.
    static func names(
        _ cells: [[UInt8]], _ duplicates: CSVReaderDefinition.DuplicateNames
    ) throws(ReadError) -> [String] {
        try names(cells.map { trimmed(String(decoding: $0, as: UTF8.self)) }, duplicates)
    }

    private static func names(
        _ plain: [String], _ duplicates: CSVReaderDefinition.DuplicateNames
    ) throws(ReadError) -> [String] {
        var seen: [String: Int] = [:]
        var taken = Set<String>()
        var names: [String] = []
        let originals = Set(plain)
        for (index, name) in plain.enumerated() {
            guard let first = seen[name], !name.isEmpty else {
                seen[name] = index
                taken.insert(name)
                names.append(name)
                continue
            }
            if duplicates == .refuse { throw .duplicateName(first: first + 1, second: index + 1) }
            var number = 2
            while taken.contains("\(name)#\(number)") || originals.contains("\(name)#\(number)") { number += 1 }
            taken.insert("\(name)#\(number)")
            names.append("\(name)#\(number)")
        }
        return names
    }

    /// The names that a definition gives the columns of these header rows.
    static func names(_ rows: [[[UInt8]]], _ definition: CSVReaderDefinition) throws(ReadError) -> [String] {
        try names(rows.map { row in row.map { trimmed(String(decoding: $0, as: UTF8.self)) } }, definition)
    }

    static func names(_ texts: [[String]], _ definition: CSVReaderDefinition) throws(ReadError) -> [String] {
        guard var plain = texts.last else { return [] }
        if definition.shape.header == .labelledRow, texts.count > 1 {
            var label = ""
            for (index, name) in plain.enumerated() {
                if index < texts[0].count, !texts[0][index].isEmpty { label = texts[0][index] }
                if !label.isEmpty, !name.isEmpty { plain[index] = "\(label)/\(name)" }
            }
        }
        return try names(stripped(plain, definition.shape.prefixes), definition.duplicateNames)
    }

    /// Names without the prefixes; one whose plain name stands there too keeps its own.
    private static func stripped(_ names: [String], _ prefixes: [String]) -> [String] {
        guard !prefixes.isEmpty else { return names }
        let originals = Set(names)
        return names.map { name in
            for prefix in prefixes where name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count {
                let rest = String(name.dropFirst(prefix.count))
                if !originals.contains(rest) { return rest }
            }
            return name
        }
    }

    /// Names by place: those given, then `#3`, `#4`, ...
    static func names(byPlace given: [String], width: Int) -> [String] {
        (0..<max(1, width)).map { $0 < given.count ? given[$0] : "#\($0 + 1)" }
    }

    static func trimmed(_ name: String) -> String {
        let blanks: Set<Unicode.Scalar> = [" ", "\t", "\u{A0}", "\u{202F}", "\u{FEFF}", "\r", "\n"]
        let scalars = name.unicodeScalars
        guard let first = scalars.firstIndex(where: { !blanks.contains($0) }),
            let last = scalars.lastIndex(where: { !blanks.contains($0) })
        else { return "" }
        return String(scalars[first...last])
    }
}
