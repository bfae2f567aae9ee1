internal import CZlib

/// Writes zip archives, right and wrong ones.
public enum ZipFile {
    public struct Entry {
        public var name: String
        public var content: [UInt8]
        /// How the headers are to lie.
        public var localName: String?
        public var size: Int?
        public var checksum: UInt32?
        public var flags: UInt16 = 0
        public var mode: UInt32 = 0o100644
        public var isStored = false
        /// Whether lengths and checksum stand behind the data.
        public var hasDescriptor = false
        /// Whether the directory tells lengths and offset in 64 bits.
        public var isLarge = false
        /// Index of the entry whose bytes are used again.
        public var sharesBody: Int?

        public init(_ name: String, _ content: String) {
            self.name = name
            self.content = Array(content.utf8)
        }
    }

    public static func make(_ entries: [Entry], comment: String = "") -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        var offsets: [Int] = []
        for entry in entries {
            let packed = entry.isStored ? entry.content : deflated(entry.content)
            let size = entry.size ?? entry.content.count
            let checksum = entry.checksum ?? UInt32(crc32(0, entry.content, UInt32(entry.content.count)))
            let flags = entry.flags | (entry.hasDescriptor ? 8 : 0)
            let method: UInt16 = entry.isStored ? 0 : 8
            let offset = entry.sharesBody.map { offsets[$0] } ?? bytes.count
            offsets.append(offset)
            if entry.sharesBody == nil {
                let name = Array((entry.localName ?? entry.name).utf8)
                let known = entry.hasDescriptor ? (0, 0, 0) : (checksum, UInt32(packed.count), UInt32(size))
                bytes += word(0x0403_4B50) + short(20) + short(flags) + short(method) + word(0) + word(known.0)
                bytes += word(known.1) + word(known.2) + short(UInt16(name.count)) + short(0) + name + packed
                if entry.hasDescriptor {
                    bytes += word(0x0807_4B50) + word(checksum) + word(UInt32(packed.count)) + word(UInt32(size))
                }
            }
            let name = Array(entry.name.utf8)
            let extra = entry.isLarge ? short(1) + short(24) + long(size) + long(packed.count) + long(offset) : []
            let (shownSize, shownPacked, shownOffset) =
                entry.isLarge
                ? (UInt32.max, UInt32.max, UInt32.max) : (UInt32(size), UInt32(packed.count), UInt32(offset))
            directory += word(0x0201_4B50) + short(3 << 8 | 20) + short(20) + short(flags) + short(method) + word(0)
            directory += word(checksum) + word(shownPacked) + word(shownSize) + short(UInt16(name.count))
            directory += short(UInt16(extra.count)) + short(0) + word(0) + word(entry.mode << 16) + word(shownOffset)
            directory += name + extra
        }
        let start = bytes.count
        bytes += directory
        let count = UInt16(entries.count)
        if entries.contains(where: \.isLarge) {
            let place = bytes.count
            bytes += word(0x0606_4B50) + long(44) + short(45) + short(45) + word(0) + word(0) + long(entries.count)
            bytes += long(entries.count) + long(directory.count) + long(start)
            bytes += word(0x0706_4B50) + word(0) + long(place) + word(1)
            bytes += word(0x0605_4B50) + short(0) + short(0) + short(0xFFFF) + short(0xFFFF) + word(.max) + word(.max)
        } else {
            bytes += word(0x0605_4B50) + short(0) + short(0) + short(count) + short(count)
            bytes += word(UInt32(directory.count)) + word(UInt32(start))
        }
        return bytes + short(UInt16(comment.utf8.count)) + Array(comment.utf8)
    }

    private static func deflated(_ content: [UInt8]) -> [UInt8] {
        packed(content, windowBits: -15)
    }

    public static func gzip(_ content: [UInt8]) -> [UInt8] { packed(content, windowBits: 31) }

    private static func packed(_ content: [UInt8], windowBits: Int32) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(&stream, 6, Z_DEFLATED, windowBits, 8, 0, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var content = content
        return [UInt8](unsafeUninitializedCapacity: content.count + content.count / 100 + 64) { buffer, count in
            content.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                deflate(&stream, Z_FINISH)
                count = buffer.count - Int(stream.avail_out)
            }
        }
    }

    private static func short(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
    private static func word(_ value: UInt32) -> [UInt8] {
        short(UInt16(value & 0xFFFF)) + short(UInt16(value >> 16))
    }
    private static func long(_ value: Int) -> [UInt8] {
        word(UInt32(value & 0xFFFF_FFFF)) + word(UInt32(value >> 32))
    }
}
