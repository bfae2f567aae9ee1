/// How the text of a table lies in its file, by the file's first bytes.
///
///     bytes -> encoding -> quotes that a second program added -> byte order marks, `sep=;` -> the table's text
///
/// What is found is the same whoever asks: recognition and the reader look at the same first bytes.
struct TextForm: Sendable {
    var encoding: Encoding
    /// Bytes of the byte order mark.
    var mark: Int
    /// What a second program put in quotes; nil in almost every file.
    var nesting: NestedQuotes.Level?

    /// First bytes that decide; more of them decide nothing.
    static let head = 1 << 16

    /// Looks at the first bytes of a file.
    ///
    /// - Parameter known: the encoding, where it is known by what the file says.
    /// - Throws: `.empty`, or `.content` where the file is something else than text in cells.
    init(_ bytes: [UInt8], isWhole: Bool, encoding known: Encoding? = nil) throws(ReadError) {
        guard !bytes.isEmpty else { throw .empty }
        let head = Array(bytes.prefix(Self.head))
        let isAll = isWhole && head.count == bytes.count
        let marked = Encoding.mark(of: head)
        (encoding, mark) = marked
        if let kind = ContentKind.recognise(head) {
            // A few bytes with a NUL among them are no text of any kind.
            guard kind == .utf16WithoutMark, head.count >= 8 else { throw .content(kind) }
            encoding = Encoding.endianness(of: head)
        } else if let known {
            encoding = known
        } else if encoding == .utf8, Windows1252.isLikely(head, isWhole: isAll) {
            encoding = .windows1252
        }
        let text = try Self.decoded(Array(head.dropFirst(mark)), encoding, isWhole: isAll)
        nesting = NestedQuotes.level(of: text[Self.start(of: text).offset...])
    }

    /// The beginning of the table's text: of all the bytes that were given.
    static func text(
        _ bytes: [UInt8], isWhole: Bool, encoding known: Encoding? = nil
    ) throws(ReadError) -> [UInt8] {
        let form = try TextForm(bytes, isWhole: isWhole, encoding: known)
        var text = try decoded(Array(bytes.dropFirst(form.mark)), form.encoding, isWhole: isWhole)
        if let level = form.nesting {
            text = try NestedQuotes(MemorySource(text), level, isCut: !isWhole).next(text.count)
        }
        let start = start(of: text).offset
        return start == 0 ? text : Array(text[start...])
    }

    private static func decoded(
        _ bytes: [UInt8], _ encoding: Encoding, isWhole: Bool
    ) throws(ReadError) -> [UInt8] {
        guard let source = encoding.decoder(MemorySource(encoding.whole(bytes, isWhole: isWhole))) else { return bytes }
        return try source.next(bytes.count * 3)
    }

    /// Where the table begins: behind further byte order marks, and the line with which Excel names the delimiter.
    ///
    /// - Returns: the offset, and how many lines were passed.
    static func start(of text: [UInt8]) -> (offset: Int, marks: Int, lines: Int) {
        var at = 0
        while text.count >= at + 3, text[at..<at + 3].elementsEqual([0xEF, 0xBB, 0xBF]) { at += 3 }
        let marks = at
        let line = text[at...].prefix(8)
        let isQuoted = line.first == UInt8(ascii: "\"")
        let rest = Array(isQuoted ? line.dropFirst() : line)
        guard rest.count >= 6, rest[..<4].elementsEqual("sep=".utf8) || rest[..<4].elementsEqual("SEP=".utf8),
            ",;|\t".utf8.contains(rest[4]), !isQuoted || rest[5] == UInt8(ascii: "\"")
        else { return (marks, marks, 0) }
        at += isQuoted ? 7 : 5
        guard at < text.count, text[at] == 0x0D || text[at] == 0x0A else { return (marks, marks, 0) }
        at += text[at] == 0x0D && at + 1 < text.count && text[at + 1] == 0x0A ? 2 : 1
        return (at, marks, 1)
    }
}

extension Encoding {
    /// Whether the first bytes of a file are text beyond ASCII, and nothing shows in which encoding.
    public static func isOpen(_ head: [UInt8], isWhole: Bool) -> Bool {
        guard mark(of: head).length == 0, ContentKind.recognise(head) == nil,
            let fault = head.withUnsafeBytes({ firstFault(in: $0) })
        else { return false }
        return isWhole || fault + 4 < head.count
    }

    /// The first bytes of a file as UTF-8, a character that is cut at their end left out; nil where they are no text of this
    /// encoding.
    public func recoded(_ head: [UInt8], isWhole: Bool) -> [UInt8]? {
        if self == .windows1252, !Windows1252.isLikely(head, isWhole: isWhole) { return nil }
        guard let decoded = try? decoder(MemorySource(head))?.next(head.count * 3) else { return nil }
        return !isWhole && decoded.last == 0xFF ? decoded.dropLast() : decoded
    }

    /// Which half of the units of UTF-16 is NUL, the bytes being Latin text for the most part.
    static func endianness(of bytes: [UInt8]) -> Encoding {
        var nuls = [0, 0]
        for (index, byte) in bytes.enumerated() where byte == 0 { nuls[index & 1] += 1 }
        return nuls[0] > nuls[1] ? .utf16BigEndian : .utf16LittleEndian
    }

    /// A source of UTF-8; nil where it is that already.
    func decoder(_ source: any ByteSource) -> (any ByteSource)? {
        switch self {
        case .utf8: return nil
        case .windows1252: return Windows1252(source)
        case .page(let page): return CodePageSource(source, page)
        case .utf16LittleEndian, .utf16BigEndian: return UTF16Source(source, encoding: self)
        }
    }

    /// A beginning without the half character at its end: a partner that stands beyond these bytes is no fault of theirs.
    func whole(_ bytes: [UInt8], isWhole: Bool) -> [UInt8] {
        guard !isWhole, self == .utf16LittleEndian || self == .utf16BigEndian else { return bytes }
        return Array(bytes.prefix(max(0, bytes.count - bytes.count % 2 - 2)))
    }
}

/// Windows-1252 decoded to UTF-8 on its way: what Excel writes as "CSV" in the Americas and in Western Europe.
final class Windows1252: ByteSource {
    private let source: any ByteSource
    private let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var decoded: [UInt8] = []
    private var at = 0

    init(_ source: any ByteSource) { self.source = source }

    deinit { raw.deallocate() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        if at == decoded.count {
            let count = try source.read(into: raw)
            decoded.removeAll(keepingCapacity: true)
            at = 0
            for byte in raw[..<count] {
                if byte < 0x80 {
                    decoded.append(byte)
                } else {
                    decoded.append(contentsOf: Self.characters[Int(byte) - 0x80])
                }
            }
        }
        let count = min(buffer.count, decoded.count - at)
        buffer.copyBytes(from: decoded[at..<at + count])
        at += count
        return count
    }

    /// Characters 0x80 to 0xFF; those that are not assigned stay no text.
    private static let characters: [[UInt8]] = {
        let low: [Unicode.Scalar?] = [
            "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
            nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
        ]
        let high = (0xA0...0xFF).map { Unicode.Scalar(UInt8($0)) as Unicode.Scalar? }
        return (low + high).map { $0.map { Array(String($0).utf8) } ?? [0xFF] }
    }()

    /// Letters of Western languages, and signs that stand beside numbers and in notes; not those that are rather the
    /// beginning of a byte order mark or a byte of UTF-8 by itself.
    private static let expected = Set(
        ("ÀÁÄÅÇÈÉÊËÍÎÑÓÔÖØÙÚÜßàáâãäåæçèéêëíîñòóôõöøùúûüœ" + "\u{A0}°ºª²³½¼¾±·×µ–—‘’“”…•£§«»´").unicodeScalars
            .flatMap { scalar in characters.indices.filter { characters[$0] == Array(String(scalar).utf8) } })

    /// Whether a text that is no UTF-8 is most likely this: every character beyond ASCII is one of Western Europe, and no
    /// three of them follow one another, as they would in Cyrillic or Greek.
    ///
    /// One sequence of UTF-8 shows a file of UTF-8 that is damaged; that stays a defect of its records.
    static func isLikely(_ head: [UInt8], isWhole: Bool) -> Bool {
        let found = head.withUnsafeBytes { Encoding.firstFault(in: $0) }
        guard let found, isWhole || found + 4 < head.count else { return false }
        var run = 0
        var index = 0
        while index < head.count {
            let byte = head[index]
            index += 1
            guard byte >= 0x80 else {
                run = 0
                continue
            }
            run += 1
            guard run < 3, expected.contains(Int(byte) - 0x80) else { return false }
            // A lead byte and what follows it.
            if byte >= 0xC2, byte < 0xF5, index < head.count, head[index] & 0xC0 == 0x80 { return false }
        }
        return true
    }
}
