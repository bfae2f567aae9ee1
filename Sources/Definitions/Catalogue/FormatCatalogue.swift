internal import Glibc
internal import Synchronization

/// All known formats: how each is recognised, and its mapping, which is read when it is used.
///
/// It is made in memory from formats, or is part of a mapped file (see `CatalogueFile`).
public struct FormatCatalogue: Sendable {
    let bytes: CatalogueBytes
    private let start: Int
    /// The offset of the table of entries' offsets, which count from `start`.
    private let entryOffsets: Int
    /// The offset of the formats' numbers, in the order of their names.
    private let sorted: Int
    public let count: Int
    /// Sets of columns of tables, by their names without case and blanks.
    private let cells: NeedleTable
    /// Sets of names of other files, by reader and name.
    private let names: NeedleTable
    private let photoFormats: [(number: Int, manifests: [String])]
    private let formats: @Sendable (Int) -> Format
    private let decoded = Decoded()

    /// Formats that were decoded before: an archive's files are all compared with the same ones.
    private final class Decoded: Sendable {
        let entries = Mutex<[Int: FormatEntry]>([:])
        let outlines = Mutex<[Int: Format]>([:])
        let columns = Mutex<NeedleTable?>(nil)
    }

    init(_ bytes: CatalogueBytes, at offset: Int, _ formats: @escaping @Sendable (Int) -> Format) {
        var reader = CatalogueReader(bytes, at: offset)
        (self.bytes, start) = (bytes, offset)
        cells = NeedleTable(&reader)
        names = NeedleTable(&reader)
        photoFormats = reader.list { ($0.number(), $0.texts()) }
        count = reader.number()
        entryOffsets = reader.offset
        sorted = entryOffsets + 4 * count
        self.formats = formats
    }

    public init(_ formats: [Format]) {
        var writer = CatalogueWriter()
        Self.write(formats.map { FormatEntry($0) }, to: &writer)
        self.init(CatalogueBytes(writer.bytes), at: 0) { formats[$0] }
    }

    /// Reads a format with its mapping.
    public subscript(number: Int) -> Format { formats(number) }

    /// A format for recognition, without its mapping if possible.
    public func outline(_ number: Int) -> Format {
        if let known = decoded.outlines.withLock({ $0[number] }) { return known }
        let outline = entry(number).outline ?? self[number]
        decoded.outlines.withLock { $0[number] = outline }
        return outline
    }

    public func entry(_ number: Int) -> FormatEntry {
        if let known = decoded.entries.withLock({ $0[number] }) { return known }
        var reader = reader(of: number)
        let entry = FormatEntry(&reader)
        decoded.entries.withLock { $0[number] = entry }
        return entry
    }

    var all: [Format] { (0..<count).map { self[$0] } }
    /// The formats of photos.
    public var photos: [Format] { photoFormats.map { self[$0.number] } }
    /// The first format that reads a manifest of this name.
    public func photos(withManifest name: String) -> Format? {
        photoFormats.first { $0.manifests.contains(name) }.map { self[$0.number] }
    }
    public var manifests: Set<String> { Set(photoFormats.flatMap(\.manifests)) }
    public var entries: [FormatEntry] { (0..<count).map(entry) }

    public func name(_ number: Int) -> String {
        var reader = reader(of: number)
        return reader.text()
    }

    /// The word of a format's reader.
    public func readerWord(_ number: Int) -> String {
        var reader = reader(of: number)
        return FormatEntry.readerWord(&reader)
    }

    private func reader(of number: Int) -> CatalogueReader {
        CatalogueReader(bytes, at: start + bytes.number(at: entryOffsets + 4 * number))
    }

    public func format(named name: String) -> Format? { number(named: name).map { self[$0] } }
    /// The first format of a name.
    func number(named name: String) -> Int? {
        var places = 0..<count
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            let isBefore = self.name(bytes.number(at: sorted + 4 * middle)).utf8.lexicographicallyPrecedes(name.utf8)
            places = isBefore ? middle + 1..<places.upperBound : places.lowerBound..<middle
        }
        guard places.lowerBound < count else { return nil }
        let number = bytes.number(at: sorted + 4 * places.lowerBound)
        return self.name(number) == name ? number : nil
    }

    static func write(_ entries: [FormatEntry], to writer: inout CatalogueWriter) {
        var cells: [NeedleTable.Entry] = []
        var names: [NeedleTable.Entry] = []
        for (number, entry) in entries.enumerated() {
            let isTable = entry.reader == "csv"
            for (place, set) in entry.sets.enumerated() {
                let columns = set.map { spellings in
                    spellings.map { isTable ? Self.needle($0) : Self.key($0, entry.reader) }
                }
                let found: NeedleTable.Entry = (NeedleTable.Place(format: number, set: place), columns)
                if isTable { cells.append(found) } else { names.append(found) }
            }
        }
        writeCells(cells, to: &writer)
        NeedleTable.write(names, to: &writer, isFindable: { $0.allSatisfy { $0 < 0x80 } }, hash: hash)
        let photos = entries.enumerated().filter { $1.reader == "jpeg" }
        writer.add(photos) { writer, photo in
            writer.add(photo.offset)
            writer.add(photo.element.manifests)
        }
        var written = CatalogueWriter()
        let start = writer.bytes.count + 4 * (2 * entries.count + 1)
        writer.add(entries.count)
        for entry in entries {
            writer.add(start + written.bytes.count)
            entry.write(to: &written)
        }
        for number in entries.indices.sorted(by: {
            entries[$0].name == entries[$1].name
                ? $0 < $1 : entries[$0].name.utf8.lexicographicallyPrecedes(entries[$1].name.utf8)
        }) { writer.add(number) }
        writer.add(raw: written.bytes)
    }
}

/// A layout that a format knows by its columns and refuses.
public struct RefusedLayout: Sendable {
    public let format: Int
    let columns: [String]
}

extension FormatCatalogue {
    /// The format of a layout, as if it took it, and why it does not.
    public func refusal(of layout: RefusedLayout) -> (format: Format, because: String)? {
        var format = self[layout.format]
        guard let refusal = format.refuse.first(where: { $0.columns == layout.columns }) else { return nil }
        (format.recognise, format.without) = ([layout.columns], [])
        return (format, refusal.because)
    }

    /// The formats of tables that may match a file with this text, in their order.
    ///
    /// In every other format, each set has a column that is not in the text, whatever the case of letters and the blanks.
    ///
    /// - Parameter text: the file's beginning in UTF-8.
    public func candidates(for text: [UInt8]) -> (formats: [Int], refusing: [RefusedLayout]) {
        let text = Self.folded(text)
        let found = cells.open + Self.places(of: cells, in: text)
        return sorted(found) { columns in
            columns.allSatisfy { spellings in
                spellings.contains { name in
                    let needle = Self.needle(name)
                    return needle.isEmpty || Self.contains(needle, in: text)
                }
            }
        }
    }

    /// The formats that may have a column in common with a table with this text, and those of other readers, in their order.
    ///
    /// - Parameter text: the file's beginning in UTF-8.
    public func related(to text: [UInt8]) -> [Int] {
        let columns = decoded.columns.withLock { known in
            let columns = known ?? eachColumn()
            known = columns
            return columns
        }
        return Set((columns.open + Self.places(of: columns, in: Self.folded(text))).map(\.format)).sorted()
    }

    /// A table that finds a format by each of its columns. Formats of other readers are always found.
    private func eachColumn() -> NeedleTable {
        var columns: [NeedleTable.Entry] = []
        for (number, entry) in entries.enumerated() {
            let place = NeedleTable.Place(format: number, set: 0)
            guard entry.reader == "csv" else {
                columns.append((place, []))
                continue
            }
            columns += Set(entry.sets.joined()).map { spellings in (place, [spellings.map(Self.needle)]) }
        }
        var writer = CatalogueWriter()
        Self.writeCells(columns, to: &writer)
        var reader = CatalogueReader(CatalogueBytes(writer.bytes), at: 0)
        return NeedleTable(&reader)
    }

    private static func writeCells(_ entries: [NeedleTable.Entry], to writer: inout CatalogueWriter) {
        NeedleTable.write(
            entries, to: &writer, isFindable: { $0.count >= 3 }, hash: { prefixHash($0[0], $0[1], $0[2]) })
    }

    /// Finds the sets of a table by needles in a text.
    private static func places(of table: NeedleTable, in text: [UInt8]) -> [NeedleTable.Place] {
        var seen = [Bool](repeating: false, count: table.count)
        var found: [NeedleTable.Place] = []
        text.withUnsafeBytes { text in
            guard text.count >= 3, let start = text.baseAddress else { return }
            for offset in 0...text.count - 3 {
                let rest = UnsafeRawBufferPointer(start: start + offset, count: text.count - offset)
                table.forEach(hash: prefixHash(rest[0], rest[1], rest[2])) { number, needle, places in
                    guard !seen[number], needle.count <= rest.count, rest.starts(with: needle) else { return }
                    seen[number] = true
                    found += table.places(at: places)
                }
            }
        }
        return found
    }

    /// The formats of one other reader that may match a file with these names.
    public func candidates(for found: Set<String>, reader: String) -> (formats: [Int], refusing: [RefusedLayout]) {
        // Names beyond ASCII are equal in several forms.
        var places = names.open.filter { readerWord($0.format) == reader }
        for name in found {
            let key = Self.key(name, reader)
            names.forEach(hash: Self.hash(key)) { _, needle, offset in
                if needle.elementsEqual(key) { places += names.places(at: offset) }
            }
        }
        return sorted(places) { $0.allSatisfy { $0.contains(where: found.contains) } }
    }

    /// The formats of those places of which the file has all columns.
    private func sorted(
        _ places: [NeedleTable.Place], _ has: ([[String]]) -> Bool
    ) -> (formats: [Int], refusing: [RefusedLayout]) {
        var formats: Set<Int> = []
        var refusing: [RefusedLayout] = []
        for (format, found) in Dictionary(grouping: places, by: \.format) {
            let entry = entry(format)
            let sets = entry.sets
            for set in Set(found.map(\.set)).sorted() where has(sets[set]) {
                if set < entry.recognise.count {
                    formats.insert(format)
                } else {
                    refusing.append(RefusedLayout(format: format, columns: entry.refused[set - entry.recognise.count]))
                }
            }
        }
        return (formats.sorted(), refusing.sorted { $0.format < $1.format })
    }

    /// Text in lower case (ASCII only) and without blanks.
    static func folded(_ text: some Collection<UInt8>) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.count)
        for byte in text {
            switch byte {
            case 0x20, 0x09: continue
            case 0x41...0x5A: folded.append(byte | 0x20)
            case 0xA0 where folded.last == 0xC2: folded.removeLast()
            case 0xAF where folded.suffix(2) == [0xE2, 0x80]: folded.removeLast(2)
            default: folded.append(byte)
            }
        }
        return folded
    }

    /// The longest piece of a name, folded, that every header with this column contains; it may be empty.
    ///
    ///     Réps (kg)  ->  ps(kg)          Batting/AVG  ->  batting          #3  ->
    ///
    /// Names by place, joined labels and numbered duplicates are composed; a quote may be doubled; letters beyond ASCII may be
    /// decomposed, except in Thai and Chinese.
    private static func needle(_ name: String) -> [UInt8] {
        var (longest, piece): ([UInt8], String.UnicodeScalarView) = ([], .init())
        func end() {
            let folded = folded(String(piece).utf8)
            if folded.count > longest.count { longest = folded }
            piece = .init()
        }
        for scalar in name.unicodeScalars {
            switch scalar.value {
            // What follows is the number of a duplicate, or of a place.
            case 0x23:
                end()
                return longest
            case 0x22, 0x2F, 0x7B, 0x7D: end()
            case 0x20..<0x7F, 0x0E00...0x0E7F, 0x4E00...0x9FFF: piece.append(scalar)
            // A letter and its mark may be one letter in the header.
            case 0x0300...0x036F:
                if !piece.isEmpty { piece.removeLast() }
                end()
            default: end()
            }
        }
        end()
        return longest
    }

    private static func contains(_ needle: [UInt8], in text: [UInt8]) -> Bool {
        text.withUnsafeBytes { text in
            guard var rest = text.baseAddress, let end = text.baseAddress.map({ $0 + text.count }) else { return false }
            while rest + needle.count <= end, let found = memchr(rest, Int32(needle[0]), end - rest - needle.count + 1)
            {
                if memcmp(found, needle, needle.count) == 0 { return true }
                rest = UnsafeRawPointer(found) + 1
            }
            return false
        }
    }

    private static func key(_ name: String, _ reader: String) -> [UInt8] { reader.utf8 + [0] + name.utf8 }

    /// Hashes the first three bytes of a text.
    @inline(__always)
    private static func prefixHash(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt64 {
        let bytes = UInt64(first) << 16 | UInt64(second) << 8 | UInt64(third)
        return (bytes &* 0x9E37_79B9_7F4A_7C15) >> 40
    }

    private static func hash(_ text: [UInt8]) -> UInt64 {
        text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
