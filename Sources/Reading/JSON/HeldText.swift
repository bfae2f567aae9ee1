internal import Glibc

/// Bytes of a JSON text that grow in place, always readable for eight zero bytes beyond their end.
final class HeldText {
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    private static let padding = 64

    init() throws(ReadError) {
        capacity = 1 << 16
        guard let memory = malloc(capacity) else { throw .system(operation: "hold the document", code: ENOMEM) }
        bytes = memory.assumingMemoryBound(to: UInt8.self)
    }

    deinit { free(bytes) }

    /// Reads all of a source; nil where it has more than `most` bytes.
    func read(_ source: any ByteSource, most: Int) throws(ReadError) -> Bool {
        count = 0
        while true {
            if capacity - Self.padding == count { try grow(to: capacity * 2) }
            let room = UnsafeMutableRawBufferPointer(start: bytes + count, count: capacity - Self.padding - count)
            let more = try source.fill(room)
            count += more
            if count > most { return false }
            if more < room.count { break }
        }
        pad()
        return true
    }

    /// Takes over a copy of bytes.
    func set(_ text: UnsafeRawBufferPointer) throws(ReadError) {
        count = text.count
        if capacity < count + Self.padding { try grow(to: count + count / 2 + Self.padding) }
        if let start = text.baseAddress { memcpy(bytes, start, count) }
        pad()
    }

    private func grow(to size: Int) throws(ReadError) {
        // The system moves pages of large blocks instead of copying them.
        guard let memory = realloc(bytes, size) else { throw .system(operation: "hold the document", code: ENOMEM) }
        bytes = memory.assumingMemoryBound(to: UInt8.self)
        capacity = size
    }

    private func pad() { memset(bytes + count, 0, Self.padding) }
}
