/// The kinds of pixels that a picture decodes to.
public enum PixelKind: Int, Hashable, Sendable {
    case grey = 1
    case rgb = 3
    case cmyk = 4

    /// Bytes a pixel.
    public var channels: Int { rawValue }
}

/// What the header of a picture says.
public struct Frame: Hashable, Sendable {
    public var width: Int
    public var height: Int
    public var pixels: PixelKind
    public var isProgressive: Bool
    /// Whether an Adobe marker is there: CMYK that has one is stored inverted.
    public var isAdobe: Bool
}

/// By how much a picture is made smaller while it is decoded; the decoder is fast at these alone.
public enum Reduction: Int, Hashable, Sendable, CaseIterable {
    case none = 1
    case half = 2
    case quarter = 4
    case eighth = 8
}
