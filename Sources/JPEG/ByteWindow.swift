/// The piece of ranged bytes that is looked at: small reads near each other cost one read of the source.
struct ByteWindow<Source: RangedBytes> {
    private static var size: Int { 4096 }

    let source: Source
    let count: Int
    private var start = 0
    private var bytes: [UInt8] = []

    init(_ source: Source) {
        self.source = source
        count = source.count
    }

    /// The byte at `offset`; nil at the end.
    mutating func byte(at offset: Int) throws(UnreadableBytes) -> UInt8? {
        if offset < start || offset >= start + bytes.count {
            guard offset >= 0, offset < count else { return nil }
            bytes = try read(from: offset, count: Self.size)
            start = offset
            guard !bytes.isEmpty else { return nil }
        }
        return bytes[offset - start]
    }

    /// A number of two bytes, the high one first.
    mutating func number(at offset: Int) throws(UnreadableBytes) -> Int? {
        guard let high = try byte(at: offset), let low = try byte(at: offset + 1) else { return nil }
        return Int(high) << 8 | Int(low)
    }

    /// Whether `text` stands at `offset`.
    mutating func has(_ text: StaticString, at offset: Int) throws(UnreadableBytes) -> Bool {
        for index in 0..<text.utf8CodeUnitCount {
            guard try byte(at: offset + index) == text.utf8Start[index] else { return false }
        }
        return true
    }

    /// The bytes of a range, fewer only at the end.
    mutating func bytes(from offset: Int, upTo wanted: Int) throws(UnreadableBytes) -> [UInt8] {
        guard wanted > 0, try byte(at: offset) != nil else { return [] }
        let wanted = min(wanted, count - offset)
        if offset >= start, offset + wanted <= start + bytes.count {
            return Array(bytes[offset - start..<offset - start + wanted])
        }
        return try read(from: offset, count: wanted)
    }

    private func read(from offset: Int, count wanted: Int) throws(UnreadableBytes) -> [UInt8] {
        guard offset >= 0, offset < count, wanted > 0 else { return [] }
        let room = min(wanted, count - offset)
        return try [UInt8](unsafeUninitializedCapacity: room) { (buffer, filled) throws(UnreadableBytes) in
            filled = try source.copyBytes(from: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
