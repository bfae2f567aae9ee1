internal import Definitions
internal import Reading

/// Which columns of a file are meant by other spellings: letters of another case, blanks more or fewer.
struct ColumnSpellings {
    /// What is meant by the names that are not a format's own.
    private(set) var meant: [String: String] = [:]
    /// The file's names, in the format's spelling where it has one.
    private(set) var names: Set<String>

    /// - Parameters:
    ///   - columns: the format's own names; `{n}` in one stands for a number.
    init(_ names: Set<String>, for columns: [String]) {
        self.names = names
        let own = Set(columns)
        var unknown: [String: String] = [:]
        for name in names.sorted() where !own.contains(name) {
            let folded = Self.folded(name)
            if unknown[folded] == nil { unknown[folded] = name }
        }
        guard !unknown.isEmpty else { return }
        for column in columns where !self.names.contains(column) {
            guard column.utf8.contains(0x7B), let range = column.firstRange(of: "{n}") else {
                if let name = unknown[Self.folded(column)] { take(name, for: column) }
                continue
            }
            let (start, end) = (
                Self.folded(String(column[..<range.lowerBound])), Self.folded(String(column[range.upperBound...]))
            )
            for (folded, name) in unknown where folded.hasPrefix(start) && folded.hasSuffix(end) {
                let number = folded.dropFirst(start.count).dropLast(end.count)
                guard !number.isEmpty, number.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { continue }
                take(name, for: column.replacing("{n}", with: number))
            }
        }
    }

    private mutating func take(_ name: String, for column: String) {
        guard meant[name] == nil, names.insert(column).inserted else { return }
        names.remove(name)
        meant[name] = column
    }

    /// A name without what programs change: the case of letters and blanks.
    static func folded(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            return String(unsafeUninitializedCapacity: name.utf8.count) { buffer in
                var count = 0
                for byte in name.utf8 where byte != 0x20 && byte != 0x09 {
                    buffer[count] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                    count += 1
                }
                return count
            }
        }
        let blanks: Set<Character> = [" ", "\t", "\u{A0}", "\u{202F}"]
        return String(name.lowercased().filter { !blanks.contains($0) })
    }
}

/// A format that a file is of once the spelling of its columns, or what divides them, is overlooked: what a spreadsheet
/// or a person has saved again.
///
///     DATE;Exercise;Category;WEIGHT(KG);Reps        for   Date,Exercise,Category,Weight (kg),Reps
extension Recogniser {
    /// Sets of fewer names must stand as they are: in another spelling they are found in files of any kind.
    private static let leastNames = 3
    private static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

    /// The formats that fit so.
    ///
    /// - Parameter fewer: how many of the file's columns are too few to know.
    func respelt(_ head: [UInt8], isWhole: Bool, among numbers: [Int], knowingMoreThan fewer: Int = 0) -> [Match] {
        var heads: [CSVReaderDefinition.Quoting: CSVHead] = [:]
        var folded: [FoldedNames.Place: Set<String>] = [:]
        var found: [Match] = []
        for format in numbers.map(catalogue.outline) {
            guard case .csv(let definition) = format.reader, definition.shape.isRespelt else { continue }
            guard
                var text = heads[definition.quoting]
                    ?? (try? CSVHead(head, isWhole: isWhole, quoting: definition.quoting))
            else { return [] }
            if let match = Self.respelt(format, definition, &text, &folded, fewer) { found.append(match) }
            heads[definition.quoting] = text
        }
        // Names as the format writes them, only divided otherwise, are nearer than others.
        let exact = found.filter(\.layout.spellings.isEmpty)
        return exact.isEmpty ? found : exact
    }

    private static func respelt(
        _ format: Format, _ definition: CSVReaderDefinition, _ head: inout CSVHead,
        _ folded: inout [FoldedNames.Place: Set<String>], _ fewer: Int
    ) -> Match? {
        for delimiter in delimiters {
            for candidate in head.candidates(definition, delimiter: delimiter) where candidate.names.count > 1 {
                let place = FoldedNames.Place(
                    delimiter: delimiter, preamble: candidate.preamble, quoting: definition.quoting,
                    header: definition.shape.header == .row, prefixes: definition.shape.prefixes)
                let names = folded[place] ?? Set(candidate.names.map(ColumnSpellings.folded))
                folded[place] = names
                guard FoldedNames.mayFit(format, names) else { continue }
                let spellings = ColumnSpellings(candidate.names, for: format.written + format.without)
                let fits = format.recognise.contains { set in
                    format.missing(set, in: set.count < leastNames ? candidate.names : spellings.names).isEmpty
                }
                guard fits, format.excluded(spellings.names).isEmpty,
                    fewer == 0 || spellings.names.intersection(format.mentioned).count > fewer
                else { continue }
                let layout = Layout(
                    preamble: candidate.preamble, delimiter: delimiter, spellings: spellings.meant,
                    isDelimiterOwn: definition.delimiters.contains(delimiter))
                return Match(format: format, layout: layout)
            }
        }
        return nil
    }
}

/// A header's names without what programs change: most formats miss one of their first names in it, and are done with.
private enum FoldedNames {
    /// All that a header's names depend on.
    struct Place: Hashable {
        var delimiter: UInt8
        var preamble: Int
        var quoting: CSVReaderDefinition.Quoting
        var header: Bool
        var prefixes: [String]
    }

    /// Whether one of the format's sets is there, however its names are spelt.
    static func mayFit(_ format: Format, _ names: Set<String>) -> Bool {
        format.recognise.contains { set in
            set.allSatisfy { name in
                name.contains("{") || names.contains(ColumnSpellings.folded(name))
                    || (format.spellings[name] ?? []).contains { names.contains(ColumnSpellings.folded($0)) }
            }
        }
    }
}

extension CSVShape {
    /// Whether its columns are known by the names of one header row alone.
    fileprivate var isRespelt: Bool {
        header.isNamed && sections == nil && stateRows.allSatisfy(\.isBefore) && explode == nil && recordColumn == nil
            && fillDown.isEmpty
    }
}

extension Format {
    /// All names of columns as the format writes them.
    fileprivate var written: [String] {
        columns + recognise.flatMap(\.self) + spellings.values.flatMap(\.self).sorted()
    }

    /// Which columns of a file that it fits the file spells otherwise.
    func respelt(_ names: Set<String>, _ definition: CSVReaderDefinition) -> [String: String] {
        definition.shape.isRespelt ? ColumnSpellings(names, for: written).meant : [:]
    }
}

extension CSVShape.Header {
    fileprivate var isNamed: Bool {
        if case .none = self { false } else { true }
    }
}
