/// How the stored pixels are turned or mirrored to be seen upright; the numbers are EXIF's.
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    case upright = 1
    case mirrored
    case upsideDown
    case flipped
    case transposed
    /// To be turned a quarter to the right, as are most photos of a telephone held upright.
    case turnedRight
    case transversed
    case turnedLeft

    /// Whether width and height change places.
    public var isOnSide: Bool { rawValue >= 5 }
}
