/// An exact decimal in 16 bytes: `digits * 10^-scale`, negative where the sign bit is set.
///
/// Up to 18 digits stand in `digits` itself. Longer numbers keep their digits as text in the batch's arena (`isLong`:
/// `digits` then holds offset and length as a text column does), because PostgreSQL's `numeric` takes them exactly.
@frozen
public struct Decimal: Equatable, Sendable {
    public var digits: UInt64
    /// Scale, sign and whether it is long.
    public var form: UInt64

    @usableFromInline static var signBit: UInt64 { 1 << 63 }
    @usableFromInline static var longBit: UInt64 { 1 << 62 }

    @inlinable @inline(__always)
    public init(digits: UInt64, form: UInt64) {
        self.digits = digits
        self.form = form
    }

    @inlinable @inline(__always)
    public init(digits: UInt64, scale: Int, isNegative: Bool, isLong: Bool = false) {
        self.digits = digits
        form = UInt64(scale) | (isNegative ? Self.signBit : 0) | (isLong ? Self.longBit : 0)
    }

    /// A whole number, not negative.
    public init(whole value: Int64) { self.init(digits: UInt64(max(0, value)), scale: 0, isNegative: false) }

    /// Number of digits behind the point.
    @inlinable @inline(__always)
    public var scale: Int { Int(form & 0xFFFF) }

    @inlinable @inline(__always)
    public var isNegative: Bool { form & Self.signBit != 0 }

    @inlinable @inline(__always)
    public var isLong: Bool { form & Self.longBit != 0 }

    /// The same value without zeros at the end of the fraction: 85.50 and 85.5 are one key.
    public var normalised: Decimal {
        guard !isLong else { return self }
        var digits = digits
        var scale = scale
        while scale > 0, digits % 10 == 0 {
            digits /= 10
            scale -= 1
        }
        return Decimal(digits: digits, scale: scale, isNegative: isNegative && digits != 0)
    }

    /// Whether this is less than the other; both short (see `isLong`).
    public static func < (one: Decimal, other: Decimal) -> Bool { one.compare(other) < 0 }

    /// -1, 0 or 1; both short.
    func compare(_ other: Decimal) -> Int {
        if isNegative != other.isNegative {
            if digits == 0, other.digits == 0 { return 0 }
            return isNegative ? -1 : 1
        }
        let order =
            scale <= other.scale
            ? Decimal.order(digits, by: other.scale - scale, other.digits)
            : -Decimal.order(other.digits, by: scale - other.scale, digits)
        return isNegative ? -order : order
    }

    /// -1, 0 or 1 as `digits * 10^power` is less than the other, equal or more.
    private static func order(_ digits: UInt64, by power: Int, _ other: UInt64) -> Int {
        var value = digits
        for _ in 0..<power {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            // More than any digits can be, or zero, which stays it.
            if overflow { return 1 }
            if product == 0 { break }
            value = product
        }
        return value < other ? -1 : (value == other ? 0 : 1)
    }
}

extension Decimal {
    /// A number as definitions write it: digits, one point among them, a minus before them; nil for all else, and for more
    /// than 18 digits.
    public init?(text: String) {
        let unsigned = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } })
        else { return nil }
        let digits = parts.joined().drop { $0 == "0" }
        guard digits.utf8.count <= 18, unsigned.utf8.count <= 400 else { return nil }
        self.init(
            digits: UInt64(digits) ?? 0, scale: parts.count > 1 ? parts[1].utf8.count : 0,
            isNegative: text.hasPrefix("-"))
    }
}
