/// How many rejects a run may have and still count as a success: `10` records, or `2.5%` of those read.
///
/// It is counted over the whole run and never stops it.
public enum RejectLimit: Equatable, Sendable {
    case records(Int)
    case share(Percentage)

    /// Reads `N` or `P%`; nil for anything else.
    public init?(_ text: String) {
        if let share = Percentage(text) {
            self = .share(share)
        } else {
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(text) else {
                return nil
            }
            self = .records(count)
        }
    }

    /// Whether `rejected` of `read` records are more than allowed.
    public func isExceeded(by rejected: Int, of read: Int) -> Bool {
        switch self {
        case .records(let limit): rejected > limit
        case .share(let limit):
            rejected.multipliedFullWidth(by: 10_000) > read.multipliedFullWidth(by: limit.hundredths)
        }
    }
}

extension RejectLimit: CustomStringConvertible {
    /// As it is written on the command line.
    public var description: String {
        switch self {
        case .records(let count): "\(count)"
        case .share(let share): share.description
        }
    }
}
