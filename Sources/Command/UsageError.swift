internal import Records
internal import Reporting

/// What is wrong with a command line.
public enum UsageError: Error, Equatable, Sendable {
    case noCommand
    case unknownCommand(String, suggestions: [String])
    case unknownOption(String, command: Verb?, suggestions: [String])
    case missingValue(option: String, expected: String)
    case unwantedValue(option: String)
    /// The value is nil where it may hold a password.
    case badValue(option: String, String?, command: Verb, expected: String, suggestions: [String])
    case givenTwice(option: String)
    case passwordInURL
    case missingArgument(String, command: Verb)
    case surplusArgument(String, command: Verb)
    case badArgument(String, String, command: Verb, expected: String)
    case contradiction(String, String)
}

extension UsageError {
    /// What is wrong; what may hold a password is not repeated.
    public var message: String {
        switch self {
        case .noCommand: "no command given"
        case .unknownCommand(let name, _): "unknown command \(name.quotedName)"
        case .unknownOption(let option, let verb, _):
            if let verb {
                "\(verb.rawValue.quotedName) has no option \(option.quotedName)"
            } else {
                "unknown option \(option.quotedName)"
            }
        case .missingValue(let option, let expected): "\(option) needs a value: \(expected)"
        case .unwantedValue(let option): "\(option) takes no value"
        case .badValue(let option, let value, _, let expected, _):
            "the value \(value.map { "\($0.quotedName) " } ?? "")of \(option) is not understood, expected \(expected)"
        case .givenTwice(let option): "\(option) is given twice, but only one value is allowed"
        case .passwordInURL: "the value of --database contains a password, which every user of this machine could read"
        case .missingArgument(let name, let verb): "\(verb.rawValue.quotedName) needs an argument: \(name)"
        case .surplusArgument(let text, let verb):
            "\(verb.rawValue.quotedName): unexpected argument\(text.contains("://") ? "" : " \(text.quotedName)")"
        case .badArgument(let name, let text, _, let expected):
            "\(name) is \(text.quotedName), expected \(expected)"
        case .contradiction(let one, let other): "\(one) and \(other) cannot be given together"
        }
    }

    /// What to do next.
    public var hint: String {
        switch self {
        case .noCommand: "`scorebook help` lists the commands."
        case .unknownCommand(_, let suggestions):
            Suggestion.question(suggestions) ?? "`scorebook help` lists the commands."
        case .unknownOption(_, let verb, let suggestions):
            Suggestion.question(suggestions) ?? Self.see(verb, "the options")
        case .missingValue(let option, _): "Write it as `\(option)=VALUE` where it begins with a dash."
        case .unwantedValue(let option): "Give \(option) alone."
        case .badValue(_, _, let verb, _, let suggestions):
            Suggestion.question(suggestions) ?? "`scorebook help \(verb.rawValue)` explains the option."
        case .givenTwice: "Remove one of them."
        case .passwordInURL:
            "Remove it from the URL and pass it through the environment (PGPASSWORD, or the whole URL as "
                + "DATABASE_URL), a service file (PGSERVICE), or ~/.pgpass. Change the password too: it may be "
                + "in the shell's history."
        case .missingArgument(_, let verb), .surplusArgument(_, let verb): Self.see(verb, "its arguments")
        case .badArgument(_, _, let verb, _): Self.see(verb, "its arguments")
        case .contradiction: "Remove one of them."
        }
    }

    private static func see(_ verb: Verb?, _ what: String) -> String {
        "`scorebook help\(verb.map { " \($0.rawValue)" } ?? "")` lists \(what)."
    }
}

extension String {
    /// A name as it was typed, cut and safe to show.
    fileprivate var quotedName: String { "'\(escapedForTerminal.truncated(to: 60))'" }
}

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
        case .success: "success; an empty inbox is a success too"
        case .unsatisfied:
            "completed with errors: too many rejects or refused files, a record with defects in `peek`, or a failed check"
        case .usage: "usage error"
        case .badInput: "nothing was loaded: the input is invalid"
        case .noInput: "the input or the inbox does not exist"
        case .databaseUnavailable: "the database cannot be reached"
        case .software: "internal error: please report it (scorebook help bugs)"
        case .cannotWrite: "an output file cannot be written, or a loaded file cannot be moved"
        case .temporary: "temporary failure: running again is safe"
        case .configuration: "a definition or the configuration is wrong"
        case .interrupted: "stopped by SIGINT (Ctrl-C)"
        case .terminated: "stopped by SIGTERM"
        }
    }
}
