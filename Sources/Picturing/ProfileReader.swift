/// Numbers of a profile, the high bytes first, each within bounds.
struct ProfileReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func number(at offset: Int, size: Int = 4) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A signed number with 16 bits behind the point.
    func fixed(at offset: Int) -> Double? {
        number(at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
    }

    /// Where a tag's data lies.
    func place(of tag: Int) -> Range<Int>? {
        guard let count = number(at: 128) else { return nil }
        for index in 0..<min(count, 100) {
            let entry = 132 + index * 12
            guard number(at: entry) == tag else { continue }
            guard let start = number(at: entry + 4), let length = number(at: entry + 8), start <= bytes.count,
                length <= bytes.count - start
            else { return nil }
            return start..<start + length
        }
        return nil
    }

    func primary(at place: Range<Int>) -> [Double]? {
        guard number(at: place.lowerBound) == 0x5859_5A20 else { return nil }
        let values = (0..<3).compactMap { fixed(at: place.lowerBound + 8 + $0 * 4) }
        return values.count == 3 ? values : nil
    }
}
