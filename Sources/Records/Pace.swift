/// The share of a run's time in which it loads: from 1% to 100%.
public struct Pace: Equatable, Sendable {
    /// So that `2.5%` is exact.
    private let hundredthsOfPercent: Int

    /// Reads `P%`, P with at most two decimals; nil for anything else.
    public init?(_ text: String) {
        guard case .hundredthsOfPercent(let value)? = RejectLimit(text), (100...10_000).contains(value) else {
            return nil
        }
        hundredthsOfPercent = value
    }

    /// Seconds of pause that belong to as many seconds of loading.
    public func pause(after loading: Double) -> Double {
        loading * Double(10_000 - hundredthsOfPercent) / Double(hundredthsOfPercent)
    }
}
