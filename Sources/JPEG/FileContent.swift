/// What a file is, told by its first bytes and never by its name.
public enum FileContent: String, Hashable, Sendable, CaseIterable {
    case empty
    case jpeg
    /// A JPEG followed by more JPEGs (stereo, portrait, gain map): its first picture is the photo.
    case mpo
    /// A JPEG followed by a short film.
    case motionPhoto = "motion-photo"
    case heif
    case avif
    case png
    case gif
    case webp
    case tiff
    case pdf
    case zip
    case video
    case html
    case other

    /// How many bytes `recognise` looks at.
    public static let headLength = 32

    /// Whether there is a photo that can be read.
    public var isJPEG: Bool { self == .jpeg || self == .mpo || self == .motionPhoto }

    /// What a file is, by its first bytes.
    public init(of bytes: some RangedBytes) throws(UnreadableBytes) {
        var window = ByteWindow(bytes)
        self = Self.recognise(try window.bytes(from: 0, upTo: Self.headLength))
    }

    /// What begins with `head`; `jpeg` for all three kinds of JPEG, which their markers tell apart.
    public static func recognise<Head: RandomAccessCollection<UInt8>>(_ head: Head) -> FileContent {
        let head = Array(head.prefix(headLength))
        func has(_ text: StaticString, at offset: Int = 0) -> Bool {
            text.withUTF8Buffer { word in
                head.count >= offset + word.count && head[offset..<offset + word.count].elementsEqual(word)
            }
        }
        if head.isEmpty { return .empty }
        // Two bytes are a JPEG that was cut off: the decoder says so better than "something else" does.
        if head.starts(with: [0xFF, 0xD8]), head.count == 2 || head[2] == 0xFF { return .jpeg }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if has("GIF87a") || has("GIF89a") { return .gif }
        if has("RIFF"), has("WEBP", at: 8) { return .webp }
        if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) { return .tiff }
        if has("%PDF-") { return .pdf }
        if head.starts(with: [0x50, 0x4B, 3, 4]) { return .zip }
        if has("ftyp", at: 4) {
            if has("avif", at: 8) || has("avis", at: 8) { return .avif }
            let brands: [StaticString] = [
                "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "mif1", "msf1",
            ]
            return brands.contains { has($0, at: 8) } ? .heif : .video
        }
        let text = head.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        return text.first == 0x3C ? .html : .other
    }
}
