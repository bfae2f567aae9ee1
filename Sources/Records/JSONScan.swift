/// Whether a text is a JSON value that PostgreSQL's `jsonb` takes: RFC 8259, without U+0000, halves of surrogate pairs and
/// numbers beyond `numeric`.
public struct JSONScan {
    public let bytes: UnsafeRawBufferPointer
    /// Where it goes on.
    public var at = 0
    private static let deepest = 500

    /// An element of an array of scalars.
    public struct Scalar {
        public var text: [UInt8]
        public var isNull: Bool
    }

    public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    public static func isValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var check = JSONScan(bytes)
        guard check.value(depth: 0) else { return false }
        check.skipBlanks()
        return check.at == bytes.count
    }

    /// Calls the body with each element of an array of scalars; with nil for one that is none.
    public mutating func elements(_ body: (Scalar?) -> Bool) -> Bool {
        skipBlanks()
        guard take(0x5B) else { return false }
        skipBlanks()
        if take(0x5D) { return at == bytes.count }
        while true {
            skipBlanks()
            let start = at
            guard let first = peek, first != 0x7B, first != 0x5B, value(depth: 1) else { return body(nil) }
            let span = UnsafeRawBufferPointer(rebasing: bytes[start..<at])
            let scalar = Scalar(
                text: first == 0x22 ? Self.unescaped(span) : Array(span), isNull: first == UInt8(ascii: "n"))
            guard body(scalar) else { return false }
            skipBlanks()
            if take(0x5D) { return at == bytes.count }
            guard take(0x2C) else { return false }
        }
    }

    public var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    public mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        at += 1
        return true
    }

    public mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
    }

    public mutating func value(depth: Int) -> Bool {
        guard depth < Self.deepest else { return false }
        skipBlanks()
        switch peek {
        case 0x7B: return members(depth)
        case 0x5B: return items(depth)
        case 0x22: return string()
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        case UInt8(ascii: "n"): return word("null")
        default: return number()
        }
    }

    private mutating func members(_ depth: Int) -> Bool {
        at += 1
        skipBlanks()
        if take(0x7D) { return true }
        while true {
            skipBlanks()
            guard peek == 0x22, string() else { return false }
            skipBlanks()
            guard take(0x3A), value(depth: depth + 1) else { return false }
            skipBlanks()
            if take(0x7D) { return true }
            guard take(0x2C) else { return false }
        }
    }

    private mutating func items(_ depth: Int) -> Bool {
        at += 1
        skipBlanks()
        if take(0x5D) { return true }
        while true {
            guard value(depth: depth + 1) else { return false }
            skipBlanks()
            if take(0x5D) { return true }
            guard take(0x2C) else { return false }
        }
    }

    private mutating func word(_ word: StaticString) -> Bool {
        for index in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[index]) else { return false }
        }
        return true
    }

    private mutating func digits() -> Int {
        let start = at
        while let byte = peek, byte &- 0x30 < 10 { at += 1 }
        return at - start
    }

    private mutating func number() -> Bool {
        _ = take(0x2D)
        if take(0x30) {
            if let byte = peek, byte &- 0x30 < 10 { return false }
        } else if digits() == 0 {
            return false
        }
        if take(0x2E), digits() == 0 { return false }
        guard let byte = peek, byte | 0x20 == UInt8(ascii: "e") else { return true }
        at += 1
        if !take(0x2D) { _ = take(0x2B) }
        // Beyond some 130,000 digits a numeric overflows; no real exponent exceeds 999.
        return (1...3).contains(digits())
    }

    public mutating func string() -> Bool {
        at += 1
        var isHalf = false
        while let byte = peek {
            at += 1
            if byte == 0x22 { return !isHalf }
            guard byte >= 0x20 else { return false }
            guard byte == 0x5C else {
                if isHalf { return false }
                continue
            }
            guard let escape = peek else { return false }
            at += 1
            guard escape == UInt8(ascii: "u") else {
                guard !isHalf, Array("\"\\/bfnrt".utf8).contains(escape) else { return false }
                continue
            }
            guard let unit = Self.hex(bytes, at), unit != 0 else { return false }
            at += 4
            let isLow = (0xDC00...0xDFFF).contains(unit)
            guard isLow == isHalf else { return false }
            isHalf = (0xD800...0xDBFF).contains(unit)
        }
        return false
    }

    private static func hex(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<start + 4] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
            case 0x61...0x66: value = value << 4 | UInt32(byte - 0x57)
            default: return nil
            }
        }
        return value
    }

    /// The text of a string that has been checked.
    public static func unescaped(_ string: UnsafeRawBufferPointer) -> [UInt8] {
        var text: [UInt8] = []
        var at = 1
        var high: UInt32 = 0
        while at < string.count - 1 {
            guard string[at] == 0x5C else {
                text.append(string[at])
                at += 1
                continue
            }
            let escape = string[at + 1]
            at += 2
            switch escape {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"):
                let unit = hex(string, at) ?? 0
                at += 4
                if (0xD800...0xDBFF).contains(unit) {
                    high = unit
                    continue
                }
                let isLow = (0xDC00...0xDFFF).contains(unit)
                let value = isLow ? 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00) : unit
                if let scalar = Unicode.Scalar(value) { text += Array(String(Character(scalar)).utf8) }
            default: text.append(escape)
            }
        }
        return text
    }
}
