public import Definitions

/// The kind of a file that is not CSV, by its first bytes, whatever its name.
public enum ContentKind: String, CaseIterable, Sendable {
    case gzip
    case zip
    case otherArchive
    case html
    case xml
    case json
    case pdf
    case image
    case spreadsheet
    case spreadsheetMarkup
    case sqlite
    case utf16WithoutMark
    case utf32
    case binary
    case markdown
    case yaml
    case orgMode

    private static let signatures: [(bytes: [UInt8], kind: ContentKind)] = [
        ([0x1F, 0x8B], .gzip), (Array("PK\u{3}\u{4}".utf8), .zip), (Array("PK\u{5}\u{6}".utf8), .zip),
        (Array("BZh".utf8), .otherArchive), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .otherArchive),
        ([0x28, 0xB5, 0x2F, 0xFD], .otherArchive), ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .otherArchive),
        (Array("%PDF-".utf8), .pdf), ([0xFF, 0xD8, 0xFF], .image), ([0x89, 0x50, 0x4E, 0x47], .image),
        (Array("GIF8".utf8), .image), ([0xD0, 0xCF, 0x11, 0xE0], .spreadsheet),
        (Array("SQLite format 3\0".utf8), .sqlite),
        ([0xFF, 0xFE, 0, 0], .utf32), ([0, 0, 0xFE, 0xFF], .utf32),
    ]

    /// The kind of a file that starts with `head`; nil where it may well be CSV.
    public static func recognise(_ head: some RandomAccessCollection<UInt8>) -> ContentKind? {
        for (bytes, kind) in signatures where head.starts(with: bytes) { return kind }
        if Encoding.mark(of: head).encoding != .utf8 { return nil }
        let sample = head.dropFirst(Encoding.mark(of: head).length).prefix(1 << 16)
        if let kind = unreadable(sample) { return kind }
        let text = sample.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        return markup(text) ?? (isJSON(text) ? .json : nil)
    }

    /// Mostly NULs or control characters; single ones are defects of their records.
    private static func unreadable(_ sample: some Collection<UInt8>) -> ContentKind? {
        let counts =
            sample.withContiguousStorageIfAvailable { Self.count($0) }
            ?? Array(sample).withUnsafeBufferPointer(Self.count)
        let (nuls, controls, count) = (counts.evenNULs + counts.oddNULs, counts.controls, sample.count)
        if nuls * 4 > count {
            let isHalf = min(counts.evenNULs, counts.oddNULs) * 20 < count && nuls * 3 < count * 2
            return isHalf ? .utf16WithoutMark : .binary
        }
        return controls * 4 > count ? .binary : nil
    }

    /// Bytes that no text has, NULs by whether an even number of bytes stands before them.
    private static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> (evenNULs: Int, oddNULs: Int, controls: Int) {
        var counts = (evenNULs: 0, oddNULs: 0, controls: 0)
        for index in bytes.indices where bytes[index] < 0x20 {
            switch bytes[index] {
            case 0 where index & 1 == 0: counts.evenNULs += 1
            case 0: counts.oddNULs += 1
            case 0x01...0x08, 0x0E...0x1A, 0x1C...0x1F: counts.controls += 1
            default: break
            }
        }
        return counts
    }

    private static func markup(_ text: some Collection<UInt8>) -> ContentKind? {
        guard text.first == UInt8(ascii: "<"), let next = text.dropFirst().first else { return nil }
        let start = String(decoding: text.prefix(256), as: UTF8.self).lowercased()
        let opening = String(decoding: text.prefix(2048), as: UTF8.self)
        let programs = ["urn:schemas-microsoft-com:office:spreadsheet", "urn:schemas-microsoft-com:office:excel"]
        if programs.contains(where: { opening.contains($0) }) || opening.contains("progid=\"Excel.Sheet\"") {
            return .spreadsheetMarkup
        }
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") || start.hasPrefix("<head") { return .html }
        let isLetter = (0x41...0x5A).contains(next & 0xDF)
        return isLetter || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") ? .xml : nil
    }

    /// The kind of a text that people write for themselves, and no program as a table; nil where it may be one.
    ///
    /// To be asked where no format takes the file: a table may begin its cells in these ways, too.
    public static func prose(in head: [UInt8]) -> ContentKind? {
        let text = String(decoding: head.dropFirst(Encoding.mark(of: head).length).prefix(1 << 16), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        guard lines.count >= 3, recognise(head) == nil, !holdsTable(lines) else { return nil }
        func are(_ least: Double, _ form: (Substring) -> Bool, among lines: [Substring]) -> Bool {
            Double(lines.count(where: form)) >= least * Double(lines.count)
        }
        let isOutline = lines[0].hasPrefix("* ") && lines.contains { $0.hasPrefix("** ") }
        if lines[0].hasPrefix("#+") || isOutline { return .orgMode }
        let plain = lines.filter { !$0.hasPrefix("# ") && !$0.hasPrefix("---") && !$0.hasPrefix("%YAML") }
        let isNested = plain.contains { isItem($0) || $0.hasPrefix(" ") }
        if isNested, are(0.5, isKey, among: plain), are(0.8, { isKey($0) || isItem($0) }, among: plain) { return .yaml }
        let isOrdered = lines.contains { isItem($0) || isRuled($0) }
        let isHeaded = lines.contains { isHeading($0) || isRuled($0) }
        return isMarked(lines[0]) && isOrdered && isHeaded && are(0.5, isMarked, among: lines) ? .markdown : nil
    }

    /// Whether two lines have as many cells, and begin as no list, heading or key does.
    private static func holdsTable(_ lines: [Substring]) -> Bool {
        let rows = lines.filter { !isMarked($0) && !$0.hasPrefix("#") }
        return ",;\t|".contains { sign in
            let counts = rows.map { line in line.count { $0 == sign } }.filter { $0 > 0 }
            return Set(counts).count < counts.count
        }
    }

    private static func isMarked(_ line: Substring) -> Bool {
        isHeading(line) || isItem(line) || line.hasPrefix("|") || line == "---" || isKey(line)
    }

    /// `## Bench Press`
    private static func isHeading(_ line: Substring) -> Bool {
        let signs = line.prefix { $0 == "#" }.count
        return (1...6).contains(signs) && line.dropFirst(signs).first == " "
    }

    /// `|---|---:|` below the names of a table.
    private static func isRuled(_ line: Substring) -> Bool {
        line.hasPrefix("|") && line.contains("--") && line.allSatisfy { "|-: \t".contains($0) }
    }

    /// `- 3x8 @ 60 kg`, `- {reps: 8}`
    private static func isItem(_ line: Substring) -> Bool {
        let text = line.drop { $0 == " " || $0 == "\t" }
        return ["- ", "* ", "+ "].contains { text.hasPrefix($0) }
    }

    /// `exercises:`, `reps: 8`, `- reps: 8`
    private static func isKey(_ line: Substring) -> Bool {
        let text = isItem(line) ? line.drop { " \t-*+".contains($0) } : line.drop { $0 == " " }
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return text.hasPrefix("{") }
        let behind = text[text.index(after: colon)...]
        return (behind.isEmpty || behind.first == " ") && !text[..<colon].contains { ",;\t|[".contains($0) }
    }

    private static func isJSON(_ text: some Collection<UInt8>) -> Bool {
        let next = text.dropFirst().first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        switch text.first {
        case UInt8(ascii: "{"): return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
        case UInt8(ascii: "["): return next.map { Array("{[\"]".utf8).contains($0) } ?? true
        default: return false
        }
    }
}

/// The names by which a file without a header line is recognised, as far as its first bytes show them.
///
/// Names are those of `recognise:`: paths of JSON, elements and attributes of XML, tables of an SQL dump, `FIT`, `TCX`, `GPX`,
/// `JPEG`, `HEIC`.
public enum FormatNames {
    /// The names in a file's first bytes for formats of this reader; nil where the file is nothing that it reads.
    ///
    /// - Parameter isWhole: whether `head` is the whole file.
    public static func find(in head: [UInt8], isWhole: Bool, for reader: ReaderDefinition) -> Set<String>? {
        switch reader {
        case .csv: return nil
        case .json:
            guard let json = JSONHead(head, isWhole: isWhole), json.form != .lines else { return nil }
            return json.names
        case .jsonl:
            guard let json = JSONHead(head, isWhole: isWhole), json.form != .document else { return nil }
            return json.names
        case .xml: return XMLHead(head)?.names
        case .sql: return SQLReader.names(in: head)
        case .activity(let activity):
            return activity.form == .fit ? FITFeed.names(in: head) : TrackFeed.names(in: head)
        case .jpeg: return JPEGReader.names(in: head)
        }
    }
}
