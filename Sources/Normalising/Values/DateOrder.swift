/// Which of the two numbers before a year is the day: the words of the setting `date_order`.
public enum DateOrder: String, Sendable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"

    /// The setting under which is kept what the days of a file show.
    public static let shown = "@dates"
}

/// Finds the order of day and month from days that exist in one order only.
///
/// A day counts once, in however many records it is: a single mistake in typing shows nothing.
public struct DateOrderProof {
    private var dayFirst: Set<UInt32> = []
    private var monthFirst: Set<UInt32> = []
    /// Days that exist in both orders.
    private var open: Set<UInt32> = []

    private static let fewest = 3

    public init() {}

    /// Whether any cell has day and month as numbers before the year.
    public var isAsked: Bool { !open.isEmpty || !dayFirst.isEmpty || !monthFirst.isEmpty }

    public mutating func add(_ cell: UnsafeRawBufferPointer) {
        let day = Blank.trimmed(cell)
        // Of three numbers of two digits the first may be the year.
        guard Timestamp.looksSlashed(day) == .ambiguous, let key = Timestamp.threeNumbers(day) else { return }
        switch Timestamp.order(of: day) {
        case .dayFirst: dayFirst.insert(key)
        case .monthFirst: monthFirst.insert(key)
        case nil: open.insert(key)
        }
    }

    /// The order of all days that show one: of three at least and a fifth of all, or of each day that there is.
    public var unanimous: DateOrder? {
        guard dayFirst.isEmpty || monthFirst.isEmpty, let order = prevailing(over: 0) else { return nil }
        let count = dayFirst.count + monthFirst.count
        return open.isEmpty || count >= Self.fewest && count * 5 >= open.count + count ? order : nil
    }

    /// The order of most days that show one, where they refute the other: three more at least.
    public var refuting: DateOrder? { prevailing(over: Self.fewest - 1) }

    private func prevailing(over few: Int) -> DateOrder? {
        let lead = dayFirst.count - monthFirst.count
        return abs(lead) <= few ? nil : lead > 0 ? .dayFirst : .monthFirst
    }
}
