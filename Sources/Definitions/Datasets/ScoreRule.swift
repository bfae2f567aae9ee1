/// The fields of a game's final score and of the rules it was played by.
///
/// A game ends when a side has `target` points and leads by `winBy`, or has `cap` points. A score is impossible where
/// the point before it had ended the game; one that has not ended it is no fault, games are broken off. What a record
/// does not say is not checked.
public struct ScoreRule: Sendable, Equatable {
    public var sides: [String]
    public var target: String?
    public var winBy: String?
    public var cap: String?
    /// Side that won, from 1, or 0 for neither.
    public var winner: String?
    /// Points between winner and loser.
    public var difference: String?

    public init(sides: [String]) { self.sides = sides }

    /// In the order in which `CrossFieldCheck` asks for them.
    public var fields: [String?] { sides.map { $0 } + [target, winBy, cap, winner, difference] }

    static let keys = ["sides", "target", "win_by", "cap", "winner", "difference"]
}
