/// Which of the two numbers before a year is the day: the words of the setting `date_order`.
public enum DateOrder: String, Sendable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"

    /// The setting under which is kept what the days of a file show.
    public static let shown = "@dates"
}

/// Finds the order of day and month from days that exist in one order only.
public struct DateOrderProof {
    private var dayFirst = 0
    private var monthFirst = 0
    /// Whether any cell has day and month as numbers before the year.
    public private(set) var isAsked = false

    public init() {}

    public mutating func add(_ cell: UnsafeRawBufferPointer) {
        let day = Blank.trimmed(cell)
        guard Timestamp.looksSlashed(day) == .ambiguous else { return }
        isAsked = true
        switch Timestamp.order(of: day) {
        case .dayFirst: dayFirst += 1
        case .monthFirst: monthFirst += 1
        case nil: break
        }
    }

    /// The order of all days that show one.
    public var unanimous: DateOrder? { dayFirst == 0 || monthFirst == 0 ? prevailing : nil }

    /// The order of most days that show one.
    public var prevailing: DateOrder? {
        dayFirst == monthFirst ? nil : dayFirst > monthFirst ? .dayFirst : .monthFirst
    }
}
