/// UUIDs and their text.
public enum UUIDText {
    /// A UUID as two halves, big-endian.
    public struct Halves: Hashable, Sendable {
        public var high: UInt64
        public var low: UInt64

        public init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }
    }

    /// Parses `8-4-4-4-12` hexadecimal digits; nil where it is none.
    @inline(__always)
    static func parse(_ bytes: UnsafeRawBufferPointer) -> (high: UInt64, low: UInt64)? {
        guard bytes.count == 36, bytes[8] == 0x2D, bytes[13] == 0x2D, bytes[18] == 0x2D, bytes[23] == 0x2D else {
            return nil
        }
        func eight(_ from: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: from, as: UInt64.self).littleEndian }
        func four(_ from: Int) -> UInt64 {
            UInt64(bytes.loadUnaligned(fromByteOffset: from, as: UInt32.self).littleEndian)
        }
        let (first, second) = (eight(0), four(9) | four(14) << 32)
        let (third, fourth) = (four(19) | four(24) << 32, eight(28))
        let bad = misfits(first) | misfits(second) | misfits(third) | misfits(fourth)
        guard bad == 0 else { return nil }
        return (digits(first) << 32 | digits(second), digits(third) << 32 | digits(fourth))
    }

    /// The high bit of every byte that is no hexadecimal digit, for eight bytes at once.
    @inline(__always)
    private static func misfits(_ text: UInt64) -> UInt64 {
        let each: UInt64 = 0x0101_0101_0101_0101
        let ascii = text & (0x7F * each)
        // 0 to 9 leave 0 to 9, A to F and a to f leave 1 to 6; adding sets the high bit of what is more.
        let digit = ascii ^ (0x30 * each)
        let letter = (ascii | (0x20 * each)) ^ (0x60 * each)
        let noDigit = digit + 0x76 * each
        let noLetter = (letter + 0x79 * each) | ~(letter + 0x7F * each)
        return (noDigit & noLetter | text) & (0x80 * each)
    }

    /// The value of eight hexadecimal digits, the first in the lowest byte.
    @inline(__always)
    private static func digits(_ text: UInt64) -> UInt64 {
        let letters = text & 0x4040_4040_4040_4040
        var value = (text & 0x0F0F_0F0F_0F0F_0F0F &+ letters >> 6 &* 9).byteSwapped
        value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
        value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
        return (value | value >> 16) & 0xFFFF_FFFF
    }

    /// Parses a UUID's text; for settings and options, not for the hot path.
    public static func parse(_ text: String) -> (high: UInt64, low: UInt64)? {
        var text = text
        return text.withUTF8 { parse(UnsafeRawBufferPointer($0)) }
    }

    /// The canonical text.
    public static func text(high: UInt64, low: UInt64) -> String {
        let digits = [UInt8]("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for index in 0..<32 {
            if index == 8 || index == 12 || index == 16 || index == 20 { text.append(0x2D) }
            let half = index < 16 ? high : low
            text.append(digits[Int(half >> UInt64(60 - 4 * (index % 16)) & 0x0F)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension UUIDText {
    /// A random UUID, version 4.
    public static func random() -> String {
        text(
            high: UInt64.random(in: 0 ... .max) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: UInt64.random(in: 0 ... .max) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}
