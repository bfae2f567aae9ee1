import Command
import Glibc
import Reporting

/// Consent to a removal that cannot be undone: typed at a terminal, `--yes` elsewhere.
enum Confirmation {
    /// - Parameters:
    ///   - word: what must be typed.
    ///   - dryRun: what would be removed, shown first.
    /// - Returns: how the command ends; nil where it may go on.
    static func refusal(
        unless word: String, _ meaning: String, after dryRun: Listing, _ options: Options, _ console: Console
    ) -> ExitCode? {
        guard options.questions == .asked else { return nil }
        console.say(dryRun.text(as: .table, for: console.errors))
        guard isatty(0) == 1, console.errors.isInteractive else {
            console.complain("nothing was removed: without a terminal this needs --yes")
            return .usage
        }
        let answer = console.ask("Type \(meaning) (\(word.escapedForTerminal)) to remove this for good: ")
        guard answer?.lowercased() == word.lowercased() else {
            console.complain("nothing was removed: the answer did not match")
            return .unsatisfied
        }
        return nil
    }
}

extension Console {
    /// Asks for a line; nil at the end of input.
    func ask(_ question: String) -> String? {
        say(question)
        // The first SIGINT ends the program: nothing is under way.
        let handler = signal(SIGINT, SIG_DFL)
        defer { signal(SIGINT, handler) }
        let answer = readLine()
        // Without an answer the cursor is still behind the question.
        if answer == nil { say("\n") }
        return answer
    }
}
