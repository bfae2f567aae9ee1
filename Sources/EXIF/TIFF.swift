/// The tagged structure in which EXIF lies, each step of it within bounds.
///
///     II 2A 00 | offset of directory 0 | ... | count | tag type count value-or-offset | ... | next
///
/// Offsets count from the byte order mark. Only directories that are asked for are read, each once and none by
/// following a chain, so that no loop of offsets has an effect.
struct TIFF {
    private let bytes: [UInt8]
    private let isLittleEndian: Bool
    /// Where directory 0 begins.
    let first: Int

    /// nil where the mark is none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return nil }
        let head = TIFF(bytes, isLittleEndian: bytes[0] == 0x49, first: 0)
        guard head.number(at: 2, size: 2) == 42, let offset = head.number(at: 4, size: 4) else { return nil }
        self = TIFF(bytes, isLittleEndian: head.isLittleEndian, first: offset)
    }

    private init(_ bytes: [UInt8], isLittleEndian: Bool, first: Int) {
        self.bytes = bytes
        self.isLittleEndian = isLittleEndian
        self.first = first
    }

    /// A tag as its directory has it; the value is looked at only where it is asked for.
    struct Entry {
        var tag: Int
        fileprivate var type: Int
        fileprivate var count: Int
        /// Where the value or its offset stands.
        fileprivate var place: Int
    }

    /// The entries of the directory at `offset`, as many as there are bytes for.
    func entries(at offset: Int) -> [Entry] {
        guard let count = number(at: offset, size: 2) else { return [] }
        let room = (bytes.count - offset - 2) / 12
        return (0..<min(count, room)).compactMap { index in
            let place = offset + 2 + index * 12
            guard let tag = number(at: place, size: 2), let type = number(at: place + 2, size: 2),
                let count = number(at: place + 4, size: 4)
            else { return nil }
            return Entry(tag: tag, type: type, count: count, place: place + 8)
        }
    }

    /// The text of an entry up to its first NUL; nil where it is none, or not within bounds.
    func text(_ entry: Entry) -> [UInt8]? {
        // ASCII, and what some write in its place: bytes, undefined, UTF-8.
        guard [1, 2, 7, 129].contains(entry.type), let range = range(of: entry, size: 1) else { return nil }
        return Array(bytes[range].prefix(64).prefix { $0 != 0 })
    }

    /// The first whole number of an entry.
    func integer(_ entry: Entry) -> Int? {
        guard let size = [1: 1, 3: 2, 4: 4, 13: 4][entry.type], entry.count > 0,
            let range = range(of: entry, size: size)
        else { return nil }
        return number(at: range.lowerBound, size: size)
    }

    /// The fractions of an entry that has `count` of them.
    func fractions(_ entry: Entry, count: Int) -> [(numerator: Int, denominator: Int)]? {
        guard entry.type == 5 || entry.type == 10, entry.count == count, let range = range(of: entry, size: 8) else {
            return nil
        }
        var fractions: [(Int, Int)] = []
        for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
            guard let numerator = number(at: place, size: 4), let denominator = number(at: place + 4, size: 4) else {
                return nil
            }
            fractions.append((numerator, denominator))
        }
        return fractions
    }

    /// Where the value of an entry lies: in the entry itself where four bytes do.
    private func range(of entry: Entry, size: Int) -> Range<Int>? {
        let (length, overflows) = entry.count.multipliedReportingOverflow(by: size)
        guard !overflows else { return nil }
        guard let start = length <= 4 ? entry.place : number(at: entry.place, size: 4) else { return nil }
        guard start <= bytes.count, length <= bytes.count - start else { return nil }
        return start..<start + length
    }

    private func number(at offset: Int, size: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        var value = 0
        for index in 0..<size {
            value = value << 8 | Int(bytes[offset + (isLittleEndian ? size - 1 - index : index)])
        }
        return value
    }
}

/// How the stored pixels are turned or mirrored to be seen upright; the numbers are EXIF's.
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    case upright = 1
    case mirrored
    case upsideDown
    case flipped
    case transposed
    /// To be turned a quarter to the right, as are most photos of a telephone held upright.
    case turnedRight
    case transversed
    case turnedLeft

    /// Whether width and height change places.
    public var isOnSide: Bool { rawValue >= 5 }
}
