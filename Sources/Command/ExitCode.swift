/// How the command ends; cron, CI and dashboards read it, so the numbers stay.
public enum ExitCode: Int32, CaseIterable, Sendable {
    /// Done; an empty inbox is done, too.
    case success = 0
    /// Finished, but more was rejected or refused than allowed, a record that is shown has defects, or a check failed.
    case unsatisfied = 1
    case usage = 2
    /// Nothing was loaded: the input is bad.
    case badInput = 65
    /// The input or the inbox is not there.
    case noInput = 66
    case databaseUnavailable = 69
    /// A defect of ours.
    case software = 70
    case cannotWrite = 73
    /// Something passing was in the way: run it again.
    case temporary = 75
    case configuration = 78
    /// Stopped by SIGINT.
    case interrupted = 130
    /// Stopped by SIGTERM.
    case terminated = 143

    /// What help and the man page say of it.
    public var meaning: String {
        switch self {
        case .success: "done; an empty inbox is done as well"
        case .unsatisfied:
            "finished, but rejects or refused files are over the limit, a record shown has defects, or a check failed"
        case .usage: "the command line is wrong"
        case .badInput: "nothing was loaded: the input is bad"
        case .noInput: "the input or the inbox is not there"
        case .databaseUnavailable: "the database cannot be reached"
        case .software: "a defect of scorebook: please report it"
        case .cannotWrite: "an output file cannot be written, or a loaded file not be moved"
        case .temporary: "something passing was in the way: running it again is safe"
        case .configuration: "a definition or the set-up is wrong"
        case .interrupted: "stopped by SIGINT (Ctrl-C)"
        case .terminated: "stopped by SIGTERM"
        }
    }
}
