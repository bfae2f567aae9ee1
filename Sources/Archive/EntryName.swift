/// The name of an entry: to be shown and compared, never to be opened.
public struct EntryName: Hashable, Sendable {
    /// The bytes as they stand in the archive.
    let bytes: [UInt8]
    /// The name without what a terminal or a log would take for a command.
    public let shown: String

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var text = ""
        for scalar in String(decoding: bytes.prefix(1024), as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                text += "?"
            case "\\": text += "/"
            default: text.unicodeScalars.append(scalar)
            }
        }
        shown = text
    }

    /// Whether it could lead somewhere else if a file were made of it.
    var isUnsafe: Bool {
        if bytes.isEmpty || bytes.contains(0) || bytes.first == 0x2F || bytes.first == 0x5C { return true }
        if bytes.count > 1, bytes[1] == UInt8(ascii: ":"), (0x41...0x5A).contains(bytes[0] & 0xDF) { return true }
        return bytes.split { $0 == 0x2F || $0 == 0x5C }.contains { $0.elementsEqual([0x2E, 0x2E]) }
    }

    /// Whether it is what a Mac adds beside every file, or keeps of a folder's look.
    public var isSystemFile: Bool {
        let parts = shown.split(separator: "/")
        guard let last = parts.last else { return false }
        return parts.first == "__MACOSX" || last.hasPrefix("._") || last == ".DS_Store" || last == "Thumbs.db"
            || last == "desktop.ini"
    }
}
