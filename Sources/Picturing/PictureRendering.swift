/// A photo made small, and the fingerprint of what it shows.
public struct PictureRendering: Sendable {
    /// In the order of the long edges that were asked for.
    public var thumbnails: [Thumbnail]
    /// Equal or nearly so (by Hamming distance) for the same picture in another encoding; nil where the picture is too
    /// flat to tell it from others.
    public var perceptualHash: UInt64?
    public var status: DecodeStatus
    /// Bytes behind the picture: a motion photo's film, an MPO's second picture, whatever else was put there.
    public var trailingBytes: Int

    /// Decodes the picture once and makes each size of it: upright, sRGB, without metadata, never enlarged.
    public init(
        of bytes: [UInt8], longEdges: [Int] = [320, 1080], quality: Int = 80, limits: PictureLimits = .init()
    ) throws(PictureError) {
        throw .empty
    }
}

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
public enum DecodeStatus: Hashable, Sendable {
    case whole
    /// All of it, though the file breaks rules: stray bytes, a missing end.
    case warned
    /// The data ends before the picture does: the rest is grey or blurred.
    case truncated

    /// The word for it.
    public var word: String {
        switch self {
        case .whole: "whole"
        case .warned: "warned"
        case .truncated: "truncated"
        }
    }
}

/// What one photo may take.
public struct PictureLimits: Hashable, Sendable {
    public var pixels: Int
    /// Scans of a progressive picture.
    public var scans: Int
    /// Bytes that a progressive picture's coefficients may take.
    public var memory: Int

    public init(pixels: Int = 50_000_000, scans: Int = 100, memory: Int = 160 << 20) {
        self.pixels = pixels
        self.scans = scans
        self.memory = memory
    }
}
