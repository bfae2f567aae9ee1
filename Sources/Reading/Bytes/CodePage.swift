internal import Glibc

/// A code page other than Windows-1252 in which a program saves a table.
///
/// Nothing in such a file says which one it is: a header whose columns a format knows shows it, see `Recogniser`. The
/// characters are those of the C library's `iconv`, of which each is one or two bytes here.
public enum CodePage: String, CaseIterable, Hashable, Sendable {
    case centralEuropean = "CP1250"
    case cyrillic = "CP1251"
    case greek = "CP1253"
    case turkish = "CP1254"
    case hebrew = "CP1255"
    case arabic = "CP1256"
    case baltic = "CP1257"
    case japanese = "CP932"
    case simplifiedChinese = "CP936"
    case korean = "CP949"
    case traditionalChinese = "CP950"

    /// As people know it.
    public var name: String {
        switch self {
        case .japanese: "Shift JIS"
        case .simplifiedChinese: "GBK"
        case .korean: "EUC-KR"
        case .traditionalChinese: "Big5"
        default: "Windows-\(rawValue.dropFirst(2))"
        }
    }

    /// Its characters, each by its bytes as a number; those beyond ASCII alone.
    var characters: Characters { Self.all[self] ?? Characters(self) }

    private static let all = Dictionary(uniqueKeysWithValues: allCases.map { ($0, Characters($0)) })

    /// Which bytes are which characters.
    struct Characters: Sendable {
        /// A scalar for each byte from 0x80 on; 0 where that byte alone is none.
        fileprivate var single = [UInt32](repeating: 0, count: 0x80)
        /// A scalar for each two bytes from 0x8000 on; none in a page whose characters are a byte each.
        fileprivate var double: [UInt32] = []
        private var singles: Set<UInt32> = []

        fileprivate init(_ page: CodePage) {
            guard let conversion = iconv_open("UTF-32LE", page.rawValue), conversion != iconv_t(bitPattern: -1) else {
                return
            }
            defer { iconv_close(conversion) }
            for byte in 0x80...0xFF { single[byte - 0x80] = Self.scalar(of: [UInt8(byte)], conversion) }
            singles = Set(single.filter { $0 != 0 })
            switch page {
            case .japanese, .simplifiedChinese, .korean, .traditionalChinese:
                double = (0x8000...0xFFFF).map { (pair: Int) -> UInt32 in
                    let bytes = [UInt8(pair >> 8), UInt8(pair & 0xFF)]
                    return single[Int(bytes[0]) - 0x80] == 0 ? Self.scalar(of: bytes, conversion) : 0
                }
            default: break
            }
        }

        /// The one character that these bytes are; 0 where they are none.
        private static func scalar(of bytes: [UInt8], _ conversion: iconv_t) -> UInt32 {
            iconv(conversion, nil, nil, nil, nil)
            var bytes = bytes.map { CChar(bitPattern: $0) }
            var scalars: [UInt32] = [0, 0, 0, 0]
            let result = bytes.withUnsafeMutableBufferPointer { source in
                scalars.withUnsafeMutableBytes { target in
                    var (from, to) = (source.baseAddress, target.bindMemory(to: CChar.self).baseAddress)
                    var (left, room) = (source.count, target.count)
                    let converted = iconv(conversion, &from, &left, &to, &room)
                    // A page that joins letters with marks keeps the last one back.
                    if converted != Int.max, left == 0 { iconv(conversion, nil, nil, &to, &room) }
                    return left == 0 && room == target.count - 4
                }
            }
            return result ? scalars[0] : 0
        }

        /// Number of bytes that this character beyond ASCII took.
        fileprivate func length(of scalar: UInt32) -> Int { double.isEmpty || singles.contains(scalar) ? 1 : 2 }
    }

    /// Number of bytes that this UTF-8 took in the source: a byte that is no character is 0xFF in it.
    func sourceLength(of bytes: UnsafeRawBufferPointer) -> Int {
        let characters = characters
        var length = 0
        var at = 0
        while at < bytes.count {
            let lead = bytes[at]
            // The rest of a character that began before these bytes was counted there.
            if lead & 0xC0 == 0x80 {
                at += 1
                continue
            }
            let width = lead < 0x80 || lead == 0xFF ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            var scalar = UInt32(width == 1 ? lead : lead & (0x7F >> UInt8(width)))
            for offset in 1..<max(1, min(width, bytes.count - at)) {
                scalar = scalar << 6 | UInt32(bytes[at + offset] & 0x3F)
            }
            length += width == 1 ? 1 : characters.length(of: scalar)
            at += width
        }
        return length
    }
}

/// A code page decoded to UTF-8 on its way; a byte that is no character becomes 0xFF, which is no UTF-8.
final class CodePageSource: ByteSource {
    private let source: any ByteSource
    private let characters: CodePage.Characters
    private let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    /// The first byte of a character whose second has not come.
    private var first: UInt8?
    private var decoded: [UInt8] = []
    private var at = 0
    private var isAtEnd = false

    init(_ source: any ByteSource, _ page: CodePage) {
        self.source = source
        characters = page.characters
    }

    deinit { raw.deallocate() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        while at == decoded.count {
            if isAtEnd { return 0 }
            let count = try source.read(into: raw)
            isAtEnd = count == 0
            decoded.removeAll(keepingCapacity: true)
            at = 0
            for byte in raw[..<count] { take(byte) }
            if isAtEnd, first != nil { decoded.append(0xFF) }
        }
        let count = min(buffer.count, decoded.count - at)
        buffer.copyBytes(from: decoded[at..<at + count])
        at += count
        return count
    }

    private func take(_ byte: UInt8) {
        if let lead = first {
            first = nil
            let scalar = characters.double[(Int(lead) << 8 | Int(byte)) - 0x8000]
            if scalar != 0 { return append(scalar) }
            decoded.append(0xFF)
        }
        guard byte >= 0x80 else { return decoded.append(byte) }
        let scalar = characters.single[Int(byte) - 0x80]
        if scalar != 0 {
            append(scalar)
        } else if characters.double.isEmpty {
            decoded.append(0xFF)
        } else {
            first = byte
        }
    }

    private func append(_ scalar: UInt32) {
        guard let character = Unicode.Scalar(scalar) else { return decoded.append(0xFF) }
        decoded.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
    }
}
