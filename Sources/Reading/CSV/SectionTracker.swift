internal import Definitions

/// Distinguishes titles, headers and data rows in a file with several tables.
struct SectionTracker {
    /// What a row is.
    enum Role: Equatable {
        case title(String)
        case divider
        case header
        case row
    }

    private enum Place { case outside, beforeHeader, inTable }

    private let sections: CSVShape.Sections?
    private var place = Place.outside
    /// Whether the rows are those of a table that was asked for.
    private(set) var isTable: Bool
    /// The title of the section.
    private(set) var name = ""

    init(_ sections: CSVShape.Sections?) {
        self.sections = sections
        isTable = sections == nil
    }

    /// Takes the next row.
    ///
    /// - Parameters:
    ///   - text: its bytes.
    ///   - filled: the number of its cells that are not empty, the first of them first.
    ///   - afterBlank: whether a blank line or the start of the file precedes it.
    mutating func take(
        _ text: UnsafeRawBufferPointer, filled: (count: Int, isFirst: Bool), afterBlank: Bool
    ) -> Role {
        guard let sections else { return .row }
        if let title = title(text, sections, filled, afterBlank) {
            name = title
            place = title.isEmpty ? .outside : .beforeHeader
            isTable = !title.isEmpty && (sections.tables.isEmpty || sections.tables.contains(title))
            return title.isEmpty ? .divider : .title(title)
        }
        switch place {
        case .outside: return .row
        case .beforeHeader:
            place = .inTable
            return .header
        case .inTable: return .row
        }
    }

    /// The title that a row is; empty for a divider; nil for another row.
    private func title(
        _ text: UnsafeRawBufferPointer, _ sections: CSVShape.Sections, _ filled: (count: Int, isFirst: Bool),
        _ afterBlank: Bool
    ) -> String? {
        switch sections.titles {
        case .marked:
            // Three of them, or nothing else: a row may well begin with one.
            guard !text.isEmpty, text.prefix(3).allSatisfy({ $0 == sections.mark }) else { return nil }
            if text.count < 3 { return "" }
            let rest = text.drop { $0 == sections.mark }
            let end = rest.lastIndex { $0 != sections.mark && $0 != 0x20 } ?? rest.startIndex - 1
            return CSVReader.trimmed(String(decoding: rest[rest.startIndex..<end + 1], as: UTF8.self))
        case .alone:
            guard afterBlank, filled.count == 1, filled.isFirst else { return nil }
            let bytes = text.filter { $0 != UInt8(ascii: "\"") }
            let end = bytes.lastIndex { !",;|\t".utf8.contains($0) } ?? -1
            let title = CSVReader.trimmed(String(decoding: bytes[0..<end + 1], as: UTF8.self))
            return title.isEmpty ? nil : title
        }
    }
}
