internal import Glibc

/// How text stands in a source. Everything behind the reader is UTF-8.
public enum Encoding: Hashable, Sendable {
    case utf8
    case utf16LittleEndian
    case utf16BigEndian
    case windows1252
    case page(CodePage)

    /// The encoding that a byte order mark shows, and how long the mark is.
    static func mark(of head: some Collection<UInt8>) -> (encoding: Encoding, length: Int) {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if head.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if head.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return (.utf8, 0)
    }

    /// Number of bytes that this UTF-8 took in the source.
    ///
    /// `UTF16Source` writes a unit without partner as a three-byte sequence and a last odd byte as 0xFF, so that
    /// each byte's share can be told from itself.
    func sourceLength(of bytes: UnsafeRawBufferPointer) -> Int {
        guard self != .utf8 else { return bytes.count }
        if case .page(let page) = self { return page.sourceLength(of: bytes) }
        var length = 0
        if self == .windows1252 {
            for byte in bytes where byte & 0xC0 != 0x80 { length += 1 }
            return length
        }
        for byte in bytes where byte & 0xC0 != 0x80 { length += byte == 0xFF ? 1 : byte >= 0xF0 ? 4 : 2 }
        return length
    }

    /// What bytes are that are no character of it.
    var fault: String {
        switch self {
        case .utf8: "bytes that are not UTF-8"
        case .windows1252: "bytes that are not Windows-1252"
        case .page(let page): "bytes that are not \(page.name)"
        case .utf16LittleEndian, .utf16BigEndian: "half a character of UTF-16"
        }
    }

    /// Bytes of a character of ASCII.
    var unit: Int { self == .utf16LittleEndian || self == .utf16BigEndian ? 2 : 1 }

    /// Offset of the first NUL; nil where there is none.
    static func firstNUL(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress, let found = memchr(start, 0, bytes.count) else { return nil }
        return UnsafeRawPointer(found) - start
    }

    /// Offset of the first byte that is not part of well-formed UTF-8; nil where there is none.
    ///
    /// Overlong forms, surrogates and what is beyond U+10FFFF are not well-formed (Unicode, table 3-7).
    static func firstFault(in bytes: UnsafeRawBufferPointer) -> Int? {
        var at = 0
        let count = bytes.count
        while at < count {
            if at + 8 <= count, bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
                at += 8
                continue
            }
            let lead = bytes[at]
            if lead < 0x80 {
                at += 1
                continue
            }
            let second: ClosedRange<UInt8>
            let length: Int
            switch lead {
            case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: return at
            }
            guard at + length <= count, second.contains(bytes[at + 1]) else { return at }
            for index in at + 2..<max(at + length, at + 2) where bytes[index] & 0xC0 != 0x80 { return at }
            at += length
        }
        return nil
    }
}

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
