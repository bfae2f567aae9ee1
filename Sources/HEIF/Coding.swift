/// What the head of a coded picture says of it: bits a sample, and the size for which a decoder makes room.
///
///     hvcC: 22 bytes | count of arrays | kind, count | length, NAL unit ...      kind 33 is a sequence parameter set
///
/// The set is ITU-T H.265, 7.3.2.2.
struct Coding {
    private(set) var bits = 8
    /// The largest of its sets; nil where it has none that can be read.
    private(set) var size: (width: Int, height: Int)?

    init(_ bytes: [UInt8], _ range: Range<Int>) throws(HEIFError) {
        var reader = BoxReader(bytes, range)
        try reader.skip(17)
        let (luma, chroma) = (try reader.number(1) & 7, try reader.number(1) & 7)
        bits = 8 + max(luma, chroma)
        try reader.skip(3)
        for _ in 0..<(try reader.number(1)) {
            let kind = try reader.number(1) & 63
            for _ in 0..<(try reader.number(2)) {
                let length = try reader.number(2)
                let start = reader.at
                try reader.skip(length)
                guard kind == 33, let found = Self.size(ofSet: bytes[start..<start + length]) else { continue }
                size = (max(size?.width ?? 0, found.width), max(size?.height ?? 0, found.height))
            }
        }
    }

    private static func size(ofSet unit: ArraySlice<UInt8>) -> (width: Int, height: Int)? {
        var bits = BitReader(unit.dropFirst(2))
        guard bits.number(4) != nil, let layers = bits.number(3), bits.skip(1 + 88 + 8) else { return nil }
        // Which of the lower layers have a profile and a level of their own.
        if layers > 0 {
            var skipped = 0
            for layer in 0..<8 {
                guard let flags = bits.number(2) else { return nil }
                if layer < layers { skipped += (flags >> 1) * 88 + (flags & 1) * 8 }
            }
            guard bits.skip(skipped) else { return nil }
        }
        guard bits.exponential() != nil, let chroma = bits.exponential(), chroma != 3 || bits.skip(1),
            let width = bits.exponential(), let height = bits.exponential()
        else { return nil }
        return (width, height)
    }
}

/// Bits from the high one on; a byte 3 behind two zeros is none of the data.
struct BitReader {
    private let bytes: [UInt8]
    private var at = 0

    init(_ unit: ArraySlice<UInt8>) {
        var bytes: [UInt8] = []
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    mutating func number(_ count: Int) -> Int? {
        guard count <= bytes.count * 8 - at else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[at / 8] >> (7 - UInt8(at % 8)) & 1)
            at += 1
        }
        return value
    }

    mutating func skip(_ count: Int) -> Bool {
        guard count <= bytes.count * 8 - at else { return false }
        at += count
        return true
    }

    /// A number as Exp-Golomb codes write it, of at most 31 bits.
    mutating func exponential() -> Int? {
        var zeros = 0
        while let bit = number(1) {
            if bit == 1 { return number(zeros).map { (1 << zeros) - 1 + $0 } }
            zeros += 1
            guard zeros < 32 else { return nil }
        }
        return nil
    }
}
