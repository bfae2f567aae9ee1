/// A share from 0% to 100% in hundredths of a percent, so that `2.5%` is exact.
public struct Percentage: Equatable, Sendable {
    public let hundredths: Int

    /// Reads `P%`, P with at most two decimals and at most 100; nil for anything else.
    public init?(_ text: String) {
        guard text.hasSuffix("%") else { return nil }
        let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let whole = Self.digits(first), whole <= 100 else { return nil }
        var decimals = 0
        if parts.count == 2 {
            guard parts[1].utf8.count <= 2, let digits = Self.digits(parts[1]) else { return nil }
            decimals = parts[1].utf8.count == 1 ? digits * 10 : digits
        }
        guard whole * 100 + decimals <= 10_000 else { return nil }
        hundredths = whole * 100 + decimals
    }

    private static func digits(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}

extension Percentage: CustomStringConvertible {
    /// As it is written on the command line.
    public var description: String {
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(whole)%" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)%" : "\(whole).\(rest < 10 ? "0" : "")\(rest)%"
    }
}
