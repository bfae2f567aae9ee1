internal import CExpat

/// How a document is parted behind elements that stand directly in its root, so that several parsers may each have a
/// part: between the opening and the closing a part is a document of its own.
///
///     <?xml ... ?> <HealthData locale="en_GB"> | <Record ... /> <Record ... /> | <Record ... /> ... | </HealthData>
///     ^------------- opening ----------------^   ^---------- part ----------^   ^----- part -----^   closing
///
/// In a well-formed document a part ends where its root's content goes on, whatever stands in comments, quotes and
/// CDATA. In any other, some part is not well-formed, at the place where the whole document is not.
public struct Parting: Sendable {
    /// What stands before the content of the root; the DOCTYPE is blank.
    public let opening: [UInt8]
    /// The name of the root.
    public let root: String
    let closing: [UInt8]

    /// Longest opening: every part is parsed behind it.
    private static let limit = 1 << 14

    /// - Parameter start: the document's first bytes; nil where they do not show its root's start tag whole.
    public init?(_ start: UnsafeRawBufferPointer) {
        let start = UnsafeRawBufferPointer(rebasing: start.prefix(Self.limit))
        var prolog = Prolog(limit: Self.limit)
        guard (try? prolog.add(start, isFinal: false)) != nil, prolog.isDone else { return nil }
        let tag = prolog.bytes[prolog.end...]
        let length = tag.withUnsafeBytes { bytes in
            bytes.baseAddress.map { cexpat_start_tag($0.assumingMemoryBound(to: UInt8.self), bytes.count) } ?? 0
        }
        let name = tag.dropFirst().prefix { !Self.endsName.contains($0) }
        // A root without content has no parts.
        guard length > 2, !name.isEmpty, tag[tag.startIndex + length - 2] != UInt8(ascii: "/") else { return nil }
        opening = Array(prolog.bytes[..<(prolog.end + length)])
        closing = Array("</".utf8) + name + Array(">".utf8)
        root = String(decoding: name, as: UTF8.self)
    }

    private static let endsName = Array(" \t\r\n/>".utf8)

    /// Where to cut bytes that begin directly in the root: behind the last of its elements that is whole; nil where none
    /// is.
    ///
    /// - Parameter most: most elements before the cut, at any depth.
    public func cut(_ bytes: UnsafeRawBufferPointer, most: Int) -> Int? {
        guard let start = bytes.baseAddress else { return nil }
        let end = cexpat_cut(start.assumingMemoryBound(to: UInt8.self), bytes.count, most)
        return end > 0 ? end : nil
    }
}
