internal import Definitions
internal import Reading

/// Tables in a code page of which nothing says which it is: the header does, where a format knows its names.
///
///     Vzd\xE1lenost;D\xE9lka    as Windows-1250 Vzdálenost;Délka, two columns of a format; as Windows-1251 none
extension Recogniser {
    /// What the file is under the encoding in which most of its names beyond ASCII are columns of a format.
    ///
    /// - Returns: nil where its text is UTF-8 or UTF-16, or Windows-1252 explains as many names, or several encodings
    ///   explain as many and are not the same text.
    func paged(_ head: [UInt8], isWhole: Bool) -> Match? {
        guard Encoding.isOpen(head, isWhole: isWhole) else { return nil }
        let names = namesBeyondASCII
        let western = reading(head, isWhole, .windows1252, names).map(\.known) ?? 0
        var best: [(match: Match, known: Int, text: [UInt8])] = []
        for page in CodePage.allCases {
            guard let found = reading(head, isWhole, .page(page), names), found.known > western,
                found.known >= best.first?.known ?? 0
            else { continue }
            if let known = best.first?.known, found.known > known { best = [] }
            best.append(found)
        }
        guard let first = best.first, best.allSatisfy({ $0.text == first.text }) else { return nil }
        return first.match
    }

    /// Names of columns beyond ASCII that any format knows, however they are spelt.
    private var namesBeyondASCII: Set<String> {
        Set(outlines.lazy.flatMap(Self.names(of:)).filter(Self.isBeyondASCII).map(ColumnSpellings.folded))
    }

    private static func names(of format: Format) -> [String] {
        format.columns + format.recognise.flatMap(\.self) + format.spellings.values.flatMap(\.self)
    }

    private static func isBeyondASCII(_ name: String) -> Bool { !name.utf8.allSatisfy { $0 < 0x80 } }

    /// Whether one of the names stands in a cell of the first lines: there is nothing to find otherwise.
    private static func mayHold(_ names: Set<String>, _ text: [UInt8]) -> Bool {
        let lines = text.prefix(1 << 14).split(maxSplits: 30) { $0 == 0x0A || $0 == 0x0D }
        return lines.prefix(30).contains { line in
            let cells = line.split { ",;|\t\"".utf8.contains($0) }
            return cells.contains { cell in
                guard cell.contains(where: { $0 >= 0x80 }) else { return false }
                return names.contains(ColumnSpellings.folded(String(decoding: cell, as: UTF8.self)))
            }
        }
    }

    /// What the file is in one encoding, and how many of its names beyond ASCII the format has; nil where it is nothing.
    private func reading(
        _ head: [UInt8], _ isWhole: Bool, _ encoding: Encoding, _ possible: Set<String>
    ) -> (match: Match, known: Int, text: [UInt8])? {
        guard let text = encoding.recoded(head, isWhole: isWhole), Self.mayHold(possible, text),
            var match = try? recogniseText(text, isWhole: isWhole), case .csv(let definition) = match.format.reader,
            var table = try? CSVHead(text, isWhole: isWhole, quoting: definition.quoting)
        else { return nil }
        let candidates = table.candidates(definition, delimiter: match.layout.delimiter)
        guard let names = candidates.first(where: { $0.preamble == match.layout.preamble })?.names else { return nil }
        let columns = Set(Self.names(of: match.format)).union(match.layout.spellings.keys)
        let known = names.count { Self.isBeyondASCII($0) && columns.contains($0) }
        match.layout.encoding = encoding
        return (match, known, text)
    }
}
