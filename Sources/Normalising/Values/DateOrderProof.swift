public import Records

/// Finds the order of day and month from days that exist in one order only.
///
/// A day counts once, in however many records it is.
public struct DateOrderProof {
    private var dayFirst: Set<UInt32> = []
    private var monthFirst: Set<UInt32> = []
    /// Days that exist in both orders.
    private var open: Set<UInt32> = []

    private static let fewest = 3
    /// A century of days; a file that has more is not a log, and its days are not kept.
    private static let most = 36_600

    public init() {}

    /// Whether any cell has day and month as numbers before the year.
    public var isAsked: Bool { !open.isEmpty || !dayFirst.isEmpty || !monthFirst.isEmpty }

    public mutating func add(_ cell: UnsafeRawBufferPointer) {
        let day = Blank.trimmed(cell)
        // Of three numbers of two digits the first may be the year.
        guard Timestamp.looksSlashed(day) == .ambiguous, let key = Timestamp.threeNumbers(day),
            dayFirst.count + monthFirst.count + open.count < Self.most
        else { return }
        switch Timestamp.order(of: day) {
        case .dayFirst: dayFirst.insert(key)
        case .monthFirst: monthFirst.insert(key)
        case nil: open.insert(key)
        }
    }

    /// The order of all days that show one: of three at least and a fifth of all, or of each day that there is.
    public var unanimous: DateOrder? {
        guard dayFirst.isEmpty || monthFirst.isEmpty, let order = prevailing(over: 0) else { return nil }
        return open.isEmpty || proofs >= Self.fewest && isFifth ? order : nil
    }

    /// The order of most days that show one, where they refute the other: three more at least, or a fifth of all days where
    /// none shows the other.
    public var refuting: DateOrder? {
        let isOneWay = dayFirst.isEmpty || monthFirst.isEmpty
        return prevailing(over: isOneWay && isFifth ? 0 : Self.fewest - 1)
    }

    private var proofs: Int { dayFirst.count + monthFirst.count }

    private var isFifth: Bool { proofs * 5 >= open.count + proofs }

    private func prevailing(over few: Int) -> DateOrder? {
        let lead = dayFirst.count - monthFirst.count
        return abs(lead) <= few ? nil : lead > 0 ? .dayFirst : .monthFirst
    }
}
