/// A step down from a value.
public enum Step: Hashable, Sendable {
    case key([UInt8])
    /// An element of an array, the first being 0.
    case index(Int)
    /// Every element of an array.
    case each
}
