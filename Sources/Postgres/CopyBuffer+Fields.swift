extension CopyBuffer {
    /// Starts a row; exactly so many fields must follow.
    @inlinable @inline(__always)
    public mutating func beginRow(fields: Int) {
        reserve(2)
        store(Int16(truncatingIfNeeded: fields))
    }

    @inlinable @inline(__always)
    public mutating func null() {
        reserve(4)
        store(-1 as Int32)
    }

    @inlinable @inline(__always)
    public mutating func bool(_ value: Bool) {
        reserve(5)
        store(1 as Int32)
        store(value ? 1 : 0 as UInt8)
    }

    @inlinable @inline(__always)
    public mutating func int16(_ value: Int16) {
        reserve(6)
        store(2 as Int32)
        store(value)
    }

    @inlinable @inline(__always)
    public mutating func int32(_ value: Int32) {
        reserve(8)
        store(4 as Int32)
        store(value)
    }

    @inlinable @inline(__always)
    public mutating func int64(_ value: Int64) {
        reserve(12)
        store(8 as Int32)
        store(value)
    }

    @inlinable @inline(__always)
    public mutating func double(_ value: Double) {
        int64(Int64(bitPattern: value.bitPattern))
    }

    /// The sixteen bytes as two big-endian halves: `hi` holds the first eight digits of the text.
    @inlinable @inline(__always)
    public mutating func uuid(hi: UInt64, lo: UInt64) {
        reserve(20)
        store(16 as Int32)
        store(hi)
        store(lo)
    }

    /// Text: bytes must be UTF-8 without NUL, which the server checks.
    @inlinable @inline(__always)
    public mutating func text(_ bytes: UnsafeRawBufferPointer) {
        reserve(4 &+ bytes.count)
        store(Int32(truncatingIfNeeded: bytes.count))
        if let source = bytes.baseAddress {
            (base + used).copyMemory(from: source, byteCount: bytes.count)
            used &+= bytes.count
        }
    }

    @inlinable @inline(__always)
    public mutating func text(_ string: String) {
        var string = string
        string.withUTF8 { text(UnsafeRawBufferPointer($0)) }
    }

    @inlinable @inline(__always)
    public mutating func bytea(_ bytes: UnsafeRawBufferPointer) { text(bytes) }

    /// The JSON text, after the version byte that `jsonb` wants.
    @inlinable
    public mutating func jsonb(_ bytes: UnsafeRawBufferPointer) {
        reserve(5 &+ bytes.count)
        store(Int32(truncatingIfNeeded: bytes.count &+ 1))
        store(1 as UInt8)
        if let source = bytes.baseAddress {
            (base + used).copyMemory(from: source, byteCount: bytes.count)
            used &+= bytes.count
        }
    }

    @inlinable
    public mutating func jsonb(_ string: String) {
        var string = string
        string.withUTF8 { jsonb(UnsafeRawBufferPointer($0)) }
    }

    /// Days since 2000-01-01; the server knows 4713 BC to AD 5874897.
    @inlinable @inline(__always)
    public mutating func date(daysSince2000 days: Int32) { int32(days) }

    /// Microseconds since 2000-01-01 00:00, UTC for timestamptz.
    @inlinable @inline(__always)
    public mutating func timestamp(microsSince2000 micros: Int64) { int64(micros) }

    /// Microseconds since midnight, up to and with 24:00.
    @inlinable @inline(__always)
    public mutating func time(microsSinceMidnight micros: Int64) { int64(micros) }
}

/// A type whose arrays can be written, by its object identifier, which never changes.
public enum ArrayElement: UInt32, Sendable {
    case bool = 16
    case bytea = 17
    case bigint = 20
    case integer = 23
    case text = 25
    case uuid = 2950
}

extension CopyBuffer {
    /// Starts a one-dimensional array; `count` fields follow, then `endArray` with the mark returned here.
    public mutating func beginArray(of element: ArrayElement, count elements: Int) -> Int {
        reserve(24)
        let mark = used
        store(0 as Int32)
        store(elements == 0 ? 0 : 1 as Int32)
        // Whether there are nulls: the server counts them itself.
        store(0 as Int32)
        store(element.rawValue)
        if elements > 0 {
            store(Int32(elements))
            store(1 as Int32)
        }
        return mark
    }

    /// Ends the array that began at the mark.
    public mutating func endArray(_ mark: Int) {
        let end = used
        used = mark
        store(Int32(end - mark - 4))
        used = end
    }
}
