/// Whose record it is, by a name in the source.
public struct PersonRule: Sendable {
    /// Columns that hold names.
    public var from: [String]
    /// Which of the columns are asked.
    public enum Reach: String, CaseIterable, Sendable {
        /// The first that the header has: they are alternatives.
        case first
        /// All that the header has: one name of the owner's in any of them makes it the owner's.
        case any
        /// All of them together: their words in this order, one blank between two, are one name.
        case joined
    }
    public var reach = Reach.first
    /// Whom the columns must name.
    public enum Whom: String, CaseIterable, Sendable { case owner, another }
    public var whom = Whom.owner
    /// Setting that holds the owner's names in this source, separated by `;`.
    public var setting: String

    public init(from: [String], setting: String) {
        self.from = from
        self.setting = setting
    }
}
