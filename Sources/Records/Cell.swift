/// A slice of a batch's bytes: one raw cell, eight bytes wide.
///
/// A cell that is not there (a short row, a column this file does not have) is `.absent`, which is not the same as
/// one that is empty.
public struct Cell: Hashable, Sendable {
    /// Offset into the batch's bytes.
    public var offset: UInt32
    var bits: UInt32

    static let quotedBit: UInt32 = 1 << 31
    static let absentBit: UInt32 = 1 << 30

    /// No cell at all.
    public static let absent = Cell(offset: 0, bits: absentBit)

    @inline(__always)
    init(offset: UInt32, bits: UInt32) {
        self.offset = offset
        self.bits = bits
    }

    @inline(__always)
    public init(offset: Int, length: Int, isQuoted: Bool = false) {
        self.offset = UInt32(truncatingIfNeeded: offset)
        bits = UInt32(truncatingIfNeeded: length) | (isQuoted ? Self.quotedBit : 0)
    }

    /// Number of bytes, at most 2^30 - 1.
    @inline(__always)
    public var length: Int { Int(bits & (Self.absentBit - 1)) }

    @inline(__always)
    public var isAbsent: Bool { bits & Self.absentBit != 0 }

    /// Whether the cell stood in quotes: some sources write null as an empty cell and the empty text as `""`.
    @inline(__always)
    public var isQuoted: Bool { bits & Self.quotedBit != 0 }
}
