/// The share of a run's time in which it loads: from 1% to 100%.
public struct Pace: Equatable, Sendable {
    private let share: Percentage

    /// Reads `P%`; nil for anything else, and for less than 1%.
    public init?(_ text: String) {
        guard let share = Percentage(text), share.hundredths >= 100 else { return nil }
        self.share = share
    }

    /// As it is written on the command line.
    public var text: String { share.description }

    /// Seconds of pause that belong to as many seconds of loading.
    public func pause(after loading: Double) -> Double {
        loading * Double(10_000 - share.hundredths) / Double(share.hundredths)
    }
}
