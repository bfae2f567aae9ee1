import JSON

/// A text in memory of its own, with nothing but zeros behind it.
final class Held {
    let bytes: UnsafeMutablePointer<UInt8>
    let count: Int

    init(_ text: [UInt8]) {
        count = text.count
        bytes = .allocate(capacity: text.count + 8)
        bytes.initialize(repeating: 0, count: text.count + 8)
        for (index, byte) in text.enumerated() { bytes[index] = byte }
    }

    convenience init(_ text: String) { self.init(Array(text.utf8)) }

    deinit { bytes.deallocate() }

    /// What a slice stands for.
    func text(_ slice: Slice) -> String? {
        guard slice.kind != .absent else { return nil }
        let length = Int(slice.length)
        guard slice.kind == .escaped else {
            return String(decoding: UnsafeBufferPointer(start: bytes + slice.start, count: length), as: UTF8.self)
        }
        let plain = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, length))
        defer { plain.deallocate() }
        let count = Lines.unescape(bytes + slice.start, length, to: plain)
        return String(decoding: UnsafeBufferPointer(start: plain, count: count), as: UTF8.self)
    }
}

/// Reads a text as a document; why it is none.
func documentFault(_ text: [UInt8], maxDepth: Int = 512) -> JSONFault? {
    let held = Held(text)
    let document = Document(patterns: [], record: Selection(), parents: [], maxDepth: maxDepth)
    do throws(JSONFault) {
        try document.open(held.bytes, length: held.count)
        while try document.next() != nil {}
    } catch { return error }
    return nil
}

/// Reads a text as one line of JSON Lines; why it is none.
func lineFault(_ text: [UInt8]) -> JSONFault? {
    let held = Held(text)
    let lines = Lines(Selection(), maxDepth: 512)
    lines.open(held.bytes, 0..<held.count)
    return lines.read(0..<held.count)
}
