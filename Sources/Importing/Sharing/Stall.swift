internal import Glibc

/// A pause at a chosen place of a chosen attempt, for tests of engines: `SCOREBOOK_STALL=before-commit@7:0=FILE`.
///
/// Attempt 0 of line 7 waits before its COMMIT until FILE is there, or at most five minutes. `after-commit` waits between the
/// COMMIT and the answer. It writes its process id into `FILE.waiting` as it begins to wait. The attempt is what `SCOREBOOK_ATTEMPT`
/// says, or 0.
struct Stall {
    enum Place: String {
        case beforeCommit = "before-commit"
        case afterCommit = "after-commit"
    }

    let place: Place
    let line: Int
    let attempt: String
    let file: String

    /// Nil where the text is not of this form.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[1].hasPrefix("/") else { return nil }
        let words = parts[0].split(separator: "@").map(String.init)
        guard words.count == 2, let place = Place(rawValue: words[0]) else { return nil }
        let numbers = words[1].split(separator: ":").map(String.init)
        guard numbers.count == 2, let line = Int(numbers[0]) else { return nil }
        (self.place, self.line, attempt, file) = (place, line, numbers[1], parts[1])
    }

    func wait(at place: Place, lines: some Sequence<Int>, attempt: String, shouldStop: () -> Bool) {
        guard place == self.place, attempt == self.attempt, lines.contains(line) else { return }
        let waiting = open(file + ".waiting", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let text = "\(getpid())\n"
        _ = write(waiting, text, text.utf8.count)
        close(waiting)
        for _ in 0..<15_000 where access(file, F_OK) != 0 && !shouldStop() { usleep(20_000) }
    }
}
