import Testing
import Validating

/// A final score against the rules of its game.
@Suite("Final scores")
struct FinalScoreTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var first: Int?
        var second: Int?
        var target: Int? = 11
        var winBy: Int? = 2
        var cap: Int?
        var winner: Int?
        var difference: Int?
        var fault: FinalScore.Fault?

        var testDescription: String {
            let score = [first, second].map { $0.map(String.init) ?? "?" }.joined(separator: "-")
            return "\(score) to \(target ?? 0) by \(winBy ?? 0)"
        }
    }

    static let cases: [Case] = [
        .init(first: 11, second: 9), .init(first: 11, second: 10), .init(first: 12, second: 10),
        .init(first: 13, second: 10, fault: .impossible), .init(first: 10, second: 13, fault: .impossible),
        .init(first: 15, second: 13, target: 15), .init(first: 15, second: 13),
        .init(first: 16, second: 13, fault: .impossible),
        .init(first: 12, second: 9, fault: .impossible), .init(first: 14, second: 2, fault: .impossible),
        .init(first: 0, second: 0), .init(first: 5, second: 4), .init(first: 8, second: 8),
        .init(first: 7, second: 6, target: 7, winBy: 1),
        .init(first: 8, second: 6, target: 7, winBy: 1, fault: .impossible),
        .init(first: 7, second: 7, target: 7, winBy: 1, fault: .impossible),
        .init(first: 21, second: 20, cap: 21), .init(first: 22, second: 20, cap: 21, fault: .impossible),
        .init(first: 21, second: 21, cap: 21, fault: .impossible),
        .init(first: 13, second: 10, target: nil), .init(first: 13, second: 10, winBy: nil),
        .init(first: 11, second: 9, winner: 1, difference: 2),
        .init(first: 11, second: 9, winner: 2, fault: .winner),
        .init(first: 8, second: 8, winner: 0), .init(first: 8, second: 8, winner: 1, fault: .winner),
        .init(first: 11, second: 9, difference: 3, fault: .difference),
        .init(first: nil, second: nil, winner: 1, difference: 4),
        .init(first: nil, second: nil, winner: 0, difference: 4, fault: .difference),
        .init(first: nil, second: nil, winner: 2, difference: 0, fault: .difference),
        .init(first: 99, second: nil),
    ]

    @Test("a score at which a game can stand", arguments: cases)
    func score(_ one: Case) {
        let values = [one.first, one.second, one.target, one.winBy, one.cap, one.winner, one.difference]
        #expect(FinalScore(values).fault == one.fault)
    }

    @Test("numbers of any size are no trap")
    func large() {
        #expect(FinalScore([.max, .min, 11, 2, nil, nil, nil]).fault == nil)
        #expect(FinalScore([nil, nil, nil, nil, nil, .max, .min]).fault == nil)
    }
}
