/// A photo in one of its smaller sizes.
public struct Thumbnail: Hashable, Sendable {
    /// What was asked for; the picture's own is shorter where the photo is small.
    public var longEdge: Int
    public var width: Int
    public var height: Int
    /// A JPEG of its own.
    public var bytes: [UInt8]

    public init(longEdge: Int, width: Int, height: Int, bytes: [UInt8]) {
        self.longEdge = longEdge
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// How much of a photo could be decoded.
public enum DecodeStatus: String, Hashable, Sendable, CaseIterable {
    case whole
    /// All of it, though the file breaks rules: stray bytes, a missing end.
    case warned
    /// The data ends before the picture does: the rest is grey or blurred.
    case truncated
}
