internal import Definitions
internal import Records

/// The first 48 bits of ids: those of an owner's rows of one week are alike.
///
/// It remembers the last owner and week, since rows of one follow each other.
struct IDPrefix {
    private let key: IdentityKey
    private var owner: (high: UInt64, low: UInt64) = (0, 0)
    private var week: Int64?
    private var ofOwner: UInt64
    private var bits: UInt64

    init(_ key: IdentityKey) {
        self.key = key
        ofOwner = Self.first(key, owner)
        bits = ofOwner | Self.second(key, owner, nil)
    }

    /// - Parameter week: nil where the row's key has no time.
    mutating func bits(of owner: (high: UInt64, low: UInt64), week: Int64?) -> UInt64 {
        let isSame = owner == self.owner
        guard !isSame || week != self.week else { return bits }
        if !isSame { ofOwner = Self.first(key, owner) }
        (self.owner, self.week) = (owner, week)
        bits = ofOwner | Self.second(key, owner, week)
        return bits
    }

    private static func first(_ key: IdentityKey, _ owner: (high: UInt64, low: UInt64)) -> UInt64 {
        var hash = key.hash(.owner)
        hash.add(owner.high)
        hash.add(owner.low)
        return hash.finished().high & 0xFFFF_FFFF_0000_0000
    }

    private static func second(_ key: IdentityKey, _ owner: (high: UInt64, low: UInt64), _ week: Int64?) -> UInt64 {
        var hash = key.hash(.week)
        hash.add(owner.high)
        hash.add(owner.low)
        if let week { hash.add(UInt64(bitPattern: week)) }
        return (hash.finished().high >> 48) << 16
    }
}

extension Column {
    /// The week of a time as the key has it, counted from 1970-01-01; nil where the column holds none.
    func week(_ index: Int) -> Int64? {
        guard valid[index] == 1 else { return nil }
        let days: Int64 =
            switch type {
            case .date: integer(index)
            case .instant where keepsSource: Int64(bitPattern: high[index]).flooredQuotient(86_400_000_000)
            case .instant, .wallTime: integer(index).flooredQuotient(86_400_000_000)
            default: 0
            }
        return days.flooredQuotient(7)
    }

    /// Whether it says when something was.
    var isOfTime: Bool { [.date, .instant, .wallTime].contains(type) }
}

extension Int64 {
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
