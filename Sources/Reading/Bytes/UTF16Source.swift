/// UTF-16 decoded to UTF-8 on its way; the byte order mark is gone already.
///
/// A unit without its partner becomes the three bytes of a surrogate, a last odd byte becomes 0xFF: neither is
/// well-formed, so that its record is rejected where it stands.
final class UTF16Source: ByteSource {
    private let source: any ByteSource
    private let isBigEndian: Bool
    private let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    /// Bytes in `raw` that wait for their partner.
    private var held = 0
    private var decoded: [UInt8] = []
    private var at = 0
    private var isAtEnd = false

    init(_ source: any ByteSource, encoding: Encoding) {
        self.source = source
        isBigEndian = encoding == .utf16BigEndian
    }

    deinit { raw.deallocate() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        while at == decoded.count {
            if isAtEnd { return 0 }
            try decode()
        }
        let count = min(buffer.count, decoded.count - at)
        buffer.copyBytes(from: decoded[at..<at + count])
        at += count
        return count
    }

    private func unit(_ offset: Int) -> UInt32 {
        let (first, second) = (UInt32(raw[offset]), UInt32(raw[offset + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }

    private func decode() throws(ReadError) {
        let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: raw[held...]))
        isAtEnd = count == 0
        let end = held + count
        decoded.removeAll(keepingCapacity: true)
        at = 0
        var offset = 0
        while offset + 1 < end {
            var scalar = unit(offset)
            var width = 2
            if (0xD800..<0xDC00).contains(scalar) {
                if offset + 3 < end {
                    let low = unit(offset + 2)
                    if (0xDC00..<0xE000).contains(low) {
                        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
                        width = 4
                    }
                } else if !isAtEnd {
                    break
                }
            }
            append(scalar)
            offset += width
        }
        if isAtEnd && offset < end {
            decoded.append(0xFF)
            offset = end
        }
        held = end - offset
        for index in 0..<held { raw[index] = raw[offset + index] }
    }

    private func append(_ scalar: UInt32) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3F) }
        switch scalar {
        case 0..<0x80: decoded.append(UInt8(scalar))
        case 0x80..<0x800: decoded.append(contentsOf: [UInt8(0xC0 | scalar >> 6), tail(0)])
        case 0x800..<0x10000: decoded.append(contentsOf: [UInt8(0xE0 | scalar >> 12), tail(6), tail(0)])
        default: decoded.append(contentsOf: [UInt8(0xF0 | scalar >> 18), tail(12), tail(6), tail(0)])
        }
    }
}
