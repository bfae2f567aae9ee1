import Command
import Definitions
import Importing
import Reporting

/// `scorebook run JOB --watch`: a batch whenever files of the inbox have settled, until a signal ends it.
struct WatchCommand {
    let request: RunRequest
    let console: Console
    /// Seconds between looks of which no change told.
    let sweep: Int
    /// Imports what is in the inbox once.
    let batch: (RunRequest) -> RunCommand.Outcome

    /// Seconds between looks, unless `--sweep` says otherwise.
    static let usualSweep = 900

    func run() -> ExitCode {
        guard var job = request.job, let inbox = job.inbox, request.inputs.isEmpty else {
            console.complain(
                "--watch needs a job with an inbox",
                hint: "`scorebook jobs` lists them; type scorebook run JOB --watch.")
            return .usage
        }
        if let fault = job.misplacedFolder {
            console.complain(fault)
            return .configuration
        }
        let interruption = Interruption.install()
        let watch = InboxWatch(
            inbox, of: job, sweep: sweep, shouldStop: { interruption.isRequested },
            say: { [console] in console.narrate($0.escapedForTerminal) })
        job.settleSeconds = max(job.settleSeconds, InboxWatch.leastSettle)
        var request = request
        request.job = job
        console.narrate("Watching \(inbox.escapedForTerminal); Ctrl-C ends it between files.")
        while watch.next() == .batch {
            guard let outcome = insist(request, watch) else { break }
            switch outcome.end {
            case .configuration, .ourBug, .cannotWrite, .unknownRun, .unsatisfied, .interrupted: return outcome.code
            case .done, .overLimit, .badInput, .noInput, .databaseUnavailable, .temporary: break
            }
            watch.batchEnded()
        }
        console.narrate("Stopped watching; no file was being imported.")
        return .success
    }

    /// Imports, again as long as the database is away; nil where a stop was asked for meanwhile.
    private func insist(_ request: RunRequest, _ watch: InboxWatch) -> RunCommand.Outcome? {
        var seconds = 1.0
        while true {
            let outcome = batch(request)
            guard outcome.end.isOutage else { return outcome }
            console.narrate("The files stay where they are; trying again in \(Int(seconds)) s.")
            guard watch.pause(seconds: seconds) else { return nil }
            seconds = min(seconds * 2, 60)
        }
    }
}
