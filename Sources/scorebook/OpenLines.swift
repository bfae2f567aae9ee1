import Importing
import Reporting

/// Lines that a process was given, and has not answered to their end.
struct OpenLines {
    private var unanswered: [UnitLine] = []
    /// An archive has an answer for each entry. Its line counts as answered with the first; more may come.
    private var archive: UnitLine?

    /// As many as may be in progress when the process ends, and have to be tried again: a batch of small files.
    private static let most = 128

    var isEmpty: Bool { unanswered.isEmpty }
    /// In their order.
    var all: [UnitLine] { (archive.map { [$0] } ?? []) + unanswered }

    /// Whether the process may have a further line now: one that is on trial is in progress by itself.
    func hasRoom(for line: UnitLine) -> Bool {
        guard let first = unanswered.first else { return true }
        return line.trial == nil && first.trial == nil && unanswered.count < Self.most
    }

    mutating func add(_ line: UnitLine) { unanswered.append(line) }

    /// - Returns: the number of the line that is answered; nil of what is not an answer.
    mutating func remove(answered answer: JSONValue) -> Int? {
        guard let number = answer["n"]?.integer else { return nil }
        if let place = unanswered.firstIndex(where: { $0.number == number }) {
            let line = unanswered.remove(at: place)
            archive = answer["source"]?.text?.contains("!") == true ? line : nil
        } else if archive?.number != number {
            archive = nil
        }
        return number
    }
}
