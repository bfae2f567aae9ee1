public import Definitions
public import Records

/// One field of a batch, typed: two 64-bit lanes and a validity byte a record.
///
/// What the lanes hold depends on the type; `low` alone unless said otherwise.
///
/// | type | lanes |
/// |---|---|
/// | text, json | `low`: offset in the batch's bytes in its lower half, length in its upper half |
/// | integer, boolean | the value |
/// | date | days since 1970-01-01 |
/// | instant, wall-time, time | microseconds since 1970-01-01T00:00 (Z), since midnight; `high`: see `keepsSource` |
/// | decimal, duration | `low`: digits as an integer; `high`: see `Decimal` |
/// | uuid | `high` and `low` halves, big-endian |
public final class Column {
    public let field: String
    public let type: ValueType
    public let low: UnsafeMutablePointer<UInt64>
    public let high: UnsafeMutablePointer<UInt64>
    /// 1 where there is a value, 0 where there is none.
    public let valid: UnsafeMutablePointer<UInt8>
    /// Whether `high` holds the time as the source has it: wall time where it gives no offset.
    var keepsSource = false

    public init(field: String, type: ValueType, capacity: Int) {
        self.field = field
        self.type = type
        low = .allocate(capacity: capacity)
        low.initialize(repeating: 0, count: capacity)
        high = .allocate(capacity: capacity)
        high.initialize(repeating: 0, count: capacity)
        valid = .allocate(capacity: capacity)
        valid.initialize(repeating: 0, count: capacity)
    }

    deinit {
        low.deallocate()
        high.deallocate()
        valid.deallocate()
    }

    @inlinable @inline(__always)
    public func hasValue(_ index: Int) -> Bool { valid[index] != 0 }

    @inline(__always)
    func set(_ index: Int, _ value: Int64) {
        low[index] = UInt64(bitPattern: value)
        valid[index] = 1
    }

    @inline(__always)
    func set(_ index: Int, text cell: Cell) {
        low[index] = UInt64(cell.offset) | UInt64(cell.length) << 32
        valid[index] = 1
    }

    @inline(__always)
    func set(_ index: Int, _ value: Decimal) {
        low[index] = value.digits
        high[index] = value.form
        valid[index] = 1
    }

    @inlinable @inline(__always)
    public func integer(_ index: Int) -> Int64 { Int64(bitPattern: low[index]) }

    @inlinable @inline(__always)
    public func decimal(_ index: Int) -> Decimal { Decimal(digits: low[index], form: high[index]) }

    /// The bytes of a text value, in the batch it was mapped from.
    @inlinable @inline(__always)
    public func text(_ index: Int, in batch: RawBatch) -> UnsafeRawBufferPointer {
        let offset = Int(low[index] & 0xFFFF_FFFF)
        return UnsafeRawBufferPointer(rebasing: batch.bytes[offset..<offset + Int(low[index] >> 32)])
    }
}
