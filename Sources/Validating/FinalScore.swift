/// A final score and the rules of its game, as far as a record shows them.
package struct FinalScore {
    private let first: Int?
    private let second: Int?
    private let target: Int?
    private let winBy: Int?
    private let cap: Int?
    private let winner: Int?
    private let difference: Int?

    /// What may be wrong with it, in words for a defect.
    package enum Fault: String {
        case impossible = "a score past the end of the game"
        case winner = "a winner other than the score's"
        case difference = "a difference other than the score's"
    }

    /// - Parameter values: in the order of `ScoreRule.fields`.
    package init(_ values: [Int?]) {
        first = values[0]
        second = values[1]
        target = values[2]
        winBy = values[3]
        cap = values[4]
        winner = values[5]
        difference = values[6]
    }

    package var fault: Fault? {
        // Bounds of fields keep scores small; what is not is refused by those.
        let limit = 0...1_000_000
        guard let first, let second, limit.contains(first), limit.contains(second) else { return stated }
        if isImpossible(first, second) { return .impossible }
        let leader = first == second ? 0 : (first > second ? 1 : 2)
        if let winner, winner != leader { return .winner }
        if let difference, difference != abs(first - second) { return .difference }
        return nil
    }

    /// Without a score the winner and the difference must still agree.
    private var stated: Fault? {
        guard let winner, let difference else { return nil }
        return (winner == 0) == (difference == 0) ? nil : .difference
    }

    /// Whether the game had ended before its last point, made by either side.
    private func isImpossible(_ first: Int, _ second: Int) -> Bool {
        let before = [(first - 1, second), (first, second - 1)].filter { $0.0 >= 0 && $0.1 >= 0 }
        return !before.isEmpty && before.allSatisfy { hasEnded($0.0, $0.1) }
    }

    private func hasEnded(_ first: Int, _ second: Int) -> Bool {
        if let cap, max(first, second) >= cap { return true }
        guard let target, let winBy else { return false }
        return max(first, second) >= target && abs(first - second) >= winBy
    }
}
