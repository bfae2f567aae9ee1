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
        console.say("Type \(meaning) (\(word.escapedForTerminal)) to remove this for good: ")
        // At the question the first SIGINT ends the program: nothing is under way.
        let handler = signal(SIGINT, SIG_DFL)
        let answer = readLine()
        signal(SIGINT, handler)
        // Without an answer the cursor is still behind the question.
        if answer == nil { console.say("\n") }
        guard answer?.lowercased() == word.lowercased() else {
            console.complain("nothing was removed: the answer did not match")
            return .unsatisfied
        }
        return nil
    }
}
