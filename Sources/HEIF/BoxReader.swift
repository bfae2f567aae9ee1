/// Goes over the boxes of ISO base media (ISO/IEC 14496-12), each step of it within bounds.
///
///     size type content... | size type content...        size counts itself; 1: 8 bytes of size follow; 0: up to the end
struct BoxReader {
    /// A box: its name, and where its content lies.
    struct Box {
        var type: String
        var content: Range<Int>
        /// Whether it says that it ends behind the end of what holds it.
        var isCut: Bool
    }

    let bytes: [UInt8]
    private(set) var at: Int
    let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        (at, end) = (range.lowerBound, range.upperBound)
    }

    /// A number of up to eight bytes, the high one first; of no bytes it is 0.
    mutating func number(_ size: Int) throws(HEIFError) -> Int {
        guard size >= 0, size <= 8, size <= end - at else { throw .brokenHeader }
        var value: UInt64 = 0
        for byte in bytes[at..<at + size] { value = value << 8 | UInt64(byte) }
        at += size
        guard let value = Int(exactly: value) else { throw .brokenHeader }
        return value
    }

    /// The four letters of a type.
    mutating func type() throws(HEIFError) -> String {
        guard end - at >= 4 else { throw .brokenHeader }
        defer { at += 4 }
        return String(decoding: bytes[at..<at + 4], as: UTF8.self)
    }

    /// A text up to its NUL or the end.
    mutating func text() -> String {
        let rest = bytes[at..<end]
        let text = rest.prefix { $0 != 0 }
        at = min(end, text.endIndex + 1)
        return String(decoding: text, as: UTF8.self)
    }

    mutating func skip(_ count: Int) throws(HEIFError) {
        guard count >= 0, count <= end - at else { throw .brokenHeader }
        at += count
    }

    /// Version and flags, with which many boxes begin.
    mutating func version() throws(HEIFError) -> (version: Int, flags: Int) {
        let number = try number(4)
        return (number >> 24, number & 0xFF_FFFF)
    }

    /// The next box; nil at the end, and where what follows is no box.
    mutating func box() throws(HEIFError) -> Box? {
        guard end - at >= 8 else { return nil }
        let start = at
        var size = try number(4)
        let type = try type()
        if size == 1 {
            guard end - at >= 8 else { return Box(type: type, content: end..<end, isCut: true) }
            size = try number(8)
        } else if size == 0 {
            size = end - start
        }
        guard size >= at - start else { return nil }
        let isCut = size > end - start
        let stop = isCut ? end : start + size
        defer { at = stop }
        return Box(type: type, content: at..<stop, isCut: isCut)
    }
}
