/// A slice of a batch's bytes: one raw cell, eight bytes wide.
///
/// A cell that is not there (a short row, a column this file does not have) is `.absent`, which is not the same as
/// one that is empty.
@frozen
public struct Cell: Hashable, Sendable {
    /// Offset into the batch's bytes.
    public var offset: UInt32
    @usableFromInline var bits: UInt32

    @usableFromInline static var quotedBit: UInt32 { 1 << 31 }
    @usableFromInline static var absentBit: UInt32 { 1 << 30 }

    /// No cell at all.
    public static let absent = Cell(offset: 0, bits: absentBit)

    /// No value, though the source has the column: an SQL NULL. To all but `peek` it is absent.
    public static let null = Cell(offset: 1, bits: absentBit)

    @inlinable @inline(__always)
    init(offset: UInt32, bits: UInt32) {
        self.offset = offset
        self.bits = bits
    }

    @inlinable @inline(__always)
    public init(offset: Int, length: Int, isQuoted: Bool = false) {
        self.offset = UInt32(truncatingIfNeeded: offset)
        bits = UInt32(truncatingIfNeeded: length) | (isQuoted ? 1 << 31 : 0)
    }

    /// Number of bytes, at most 2^30 - 1.
    @inlinable @inline(__always)
    public var length: Int { Int(bits & (1 << 30 - 1)) }

    @inlinable @inline(__always)
    public var isAbsent: Bool { bits & 1 << 30 != 0 }

    /// Whether the cell stood in quotes: some sources write null as an empty cell and the empty text as `""`.
    @inlinable @inline(__always)
    public var isQuoted: Bool { bits & 1 << 31 != 0 }
}
