/// Little-endian numbers one after the other; past the end they are 0 and the fields are broken.
struct Fields {
    private let bytes: [UInt8]
    private var at = 0
    private(set) var isBroken = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var rest: Int { bytes.count - at }

    /// Whether all was read and no more than that.
    var isAtEnd: Bool { at == bytes.count && !isBroken }

    mutating func short() -> UInt16 { UInt16(truncatingIfNeeded: number(2)) }
    mutating func word() -> UInt32 { UInt32(truncatingIfNeeded: number(4)) }
    mutating func long() -> UInt64 { number(8) }

    mutating func skip(_ count: Int) {
        isBroken = isBroken || count > rest
        at += min(count, rest)
    }

    mutating func take(_ count: Int) -> [UInt8] {
        let start = at
        skip(count)
        return Array(bytes[start..<at])
    }

    private mutating func number(_ count: Int) -> UInt64 {
        guard rest >= count else {
            skip(count)
            return 0
        }
        var value: UInt64 = 0
        for index in (0..<count).reversed() { value = value << 8 | UInt64(bytes[at + index]) }
        at += count
        return value
    }
}
