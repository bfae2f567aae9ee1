/// How many rejects a run may have and still count as a success: `10` records, or `2.5%` of those read.
///
/// It is counted over the whole run and never stops it.
public enum RejectLimit: Equatable, Sendable {
    case records(Int)
    /// Hundredths of a percent, so that the comparison is exact.
    case hundredthsOfPercent(Int)

    /// Reads `N` or `P%`, P with at most two decimals and at most 100; nil for anything else.
    public init?(_ text: String) {
        guard text.hasSuffix("%") else {
            guard let count = Self.digits(text[...]) else { return nil }
            self = .records(count)
            return
        }
        let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let whole = Self.digits(first), whole <= 100 else { return nil }
        var hundredths = 0
        if parts.count == 2 {
            guard parts[1].count <= 2, let decimals = Self.digits(parts[1]) else { return nil }
            hundredths = parts[1].count == 1 ? decimals * 10 : decimals
        }
        guard whole * 100 + hundredths <= 10_000 else { return nil }
        self = .hundredthsOfPercent(whole * 100 + hundredths)
    }

    private static func digits(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    /// Whether `rejected` of `read` records are more than allowed.
    public func isExceeded(by rejected: Int, of read: Int) -> Bool {
        switch self {
        case .records(let limit): rejected > limit
        case .hundredthsOfPercent(let limit):
            rejected.multipliedFullWidth(by: 10_000) > read.multipliedFullWidth(by: limit)
        }
    }
}

extension RejectLimit: CustomStringConvertible {
    /// As it is written on the command line.
    public var description: String {
        switch self {
        case .records(let count): return "\(count)"
        case .hundredthsOfPercent(let value):
            let (whole, rest) = value.quotientAndRemainder(dividingBy: 100)
            if rest == 0 { return "\(whole)%" }
            return rest % 10 == 0 ? "\(whole).\(rest / 10)%" : "\(whole).\(rest < 10 ? "0" : "")\(rest)%"
        }
    }
}
