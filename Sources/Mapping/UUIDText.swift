internal import CCrypto

/// UUIDs: their text, and version 5 of RFC 9562 for rows whose source has no id.
public enum UUIDText {
    /// 0x00-0x0F for hexadecimal digits, 0xFF for everything else.
    private static let nibbles: [UInt8] = (0...255).map { byte in
        switch byte {
        case 0x30...0x39: UInt8(byte - 0x30)
        case 0x41...0x46: UInt8(byte - 0x37)
        case 0x61...0x66: UInt8(byte - 0x57)
        default: 0xFF
        }
    }

    /// Calls the body with the table of nibbles, so that a loop looks it up once.
    @inline(__always)
    static func withNibbles<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        nibbles.withUnsafeBufferPointer { table in
            table.baseAddress.map(body) ?? body(UnsafePointer(bitPattern: 1).unsafelyUnwrapped)
        }
    }

    /// Parses `8-4-4-4-12` hexadecimal digits; nil where it is none.
    @inline(__always)
    static func parse(_ bytes: UnsafeRawBufferPointer, _ table: UnsafePointer<UInt8>) -> (high: UInt64, low: UInt64)? {
        guard bytes.count == 36, bytes[8] == 0x2D, bytes[13] == 0x2D, bytes[18] == 0x2D, bytes[23] == 0x2D else {
            return nil
        }
        var bad: UInt8 = 0
        @inline(__always)
        func digits(_ from: Int, _ count: Int, _ start: UInt64) -> UInt64 {
            var value = start
            for index in from..<from + count {
                let nibble = table[Int(bytes[index])]
                bad |= nibble
                value = value << 4 | UInt64(nibble & 0x0F)
            }
            return value
        }
        let high = digits(14, 4, digits(9, 4, digits(0, 8, 0)))
        let low = digits(24, 12, digits(19, 4, 0))
        return bad & 0xF0 == 0 ? (high, low) : nil
    }

    /// Parses a UUID's text; for settings and options, not for the hot path.
    public static func parse(_ text: String) -> (high: UInt64, low: UInt64)? {
        var text = text
        return text.withUTF8 { utf8 in withNibbles { parse(UnsafeRawBufferPointer(utf8), $0) } }
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

    /// UUID version 5: SHA-1 over the namespace and the name.
    public static func version5(
        namespace: (high: UInt64, low: UInt64), name: UnsafeRawBufferPointer
    ) -> (high: UInt64, low: UInt64) {
        var context = SHA_CTX()
        var space = (namespace.high.bigEndian, namespace.low.bigEndian)
        var digest: (UInt64, UInt64, UInt32) = (0, 0, 0)
        SHA1_Init(&context)
        withUnsafeBytes(of: &space) { _ = SHA1_Update(&context, $0.baseAddress, 16) }
        _ = SHA1_Update(&context, name.baseAddress, name.count)
        withUnsafeMutableBytes(of: &digest) { bytes in
            _ = SHA1_Final(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
        }
        let high = UInt64(bigEndian: digest.0) & 0xFFFF_FFFF_FFFF_0FFF | 0x5000
        let low = UInt64(bigEndian: digest.1) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return (high, low)
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
