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
