internal import Reporting

/// What is wrong with a command line.
public enum UsageError: Error, Equatable, Sendable {
    case noCommand
    case unknownCommand(String, suggestions: [String])
    /// `db` without its second word.
    case incompleteCommand(String, choices: [String])
    case unknownOption(String, command: Verb?, suggestions: [String])
    case missingValue(option: String, expected: String)
    case unwantedValue(option: String)
    case badValue(option: String, expected: String, suggestions: [String])
    case givenTwice(option: String)
    case passwordInURL
    case missingArgument(String, command: Verb)
    /// The argument's number, from 1: its text is not repeated.
    case surplusArgument(number: Int, command: Verb)
    case badArgument(String, expected: String)
    case contradiction(String, String)
}

extension UsageError {
    /// What is wrong; values that were typed are not repeated, names are.
    public var message: String {
        switch self {
        case .noCommand: "no command given"
        case .unknownCommand(let name, _): "there is no command \(name.quotedName)"
        case .incompleteCommand(let name, _): "\(name.quotedName) needs to know what to do"
        case .unknownOption(let option, let verb, _):
            if let verb {
                "\(verb.rawValue.quotedName) has no option \(option.quotedName)"
            } else {
                "there is no option \(option.quotedName)"
            }
        case .missingValue(let option, let expected): "\(option) needs a value: \(expected)"
        case .unwantedValue(let option): "\(option) takes no value"
        case .badValue(let option, let expected, _): "the value of \(option) is not understood, expected \(expected)"
        case .givenTwice(let option): "\(option) is given twice, and only one of them can hold"
        case .passwordInURL: "the value of --database holds a password, which everybody on this machine could read"
        case .missingArgument(let name, let verb): "\(verb.rawValue.quotedName) needs its argument \(name)"
        case .surplusArgument(let number, let verb):
            "\(verb.rawValue.quotedName) has no use for argument number \(number)"
        case .badArgument(let name, let expected): "\(name) is not understood, expected \(expected)"
        case .contradiction(let one, let other): "\(one) and \(other) cannot be given together"
        }
    }

    /// What to do next.
    public var hint: String {
        switch self {
        case .noCommand: "`scorebook help` lists the commands."
        case .unknownCommand(_, let suggestions):
            Self.didYouMean(suggestions) ?? "`scorebook help` lists the commands."
        case .incompleteCommand(let name, let choices):
            "Say one of: " + choices.map { "\(name) \($0)" }.joined(separator: ", ") + "."
        case .unknownOption(_, let verb, let suggestions):
            Self.didYouMean(suggestions) ?? Self.see(verb, "the options")
        case .missingValue(let option, _): "Write it as `\(option)=VALUE` where it begins with a dash."
        case .unwantedValue(let option): "Give \(option) alone."
        case .badValue(_, _, let suggestions):
            Self.didYouMean(suggestions) ?? "`scorebook help COMMAND` explains the option."
        case .givenTwice: "Take one of them away."
        case .passwordInURL:
            "Take it out of the URL and give it by the environment (PGPASSWORD, or all of it as DATABASE_URL), a "
                + "service file (PGSERVICE), or ~/.pgpass. And change the password: it may stand in the shell's history."
        case .missingArgument(_, let verb), .surplusArgument(_, let verb): Self.see(verb, "its arguments")
        case .badArgument: "`scorebook help` lists the commands."
        case .contradiction: "Take one of them away."
        }
    }

    private static func didYouMean(_ names: [String]) -> String? {
        names.isEmpty ? nil : "Did you mean \(names.joined(separator: " or "))?"
    }

    private static func see(_ verb: Verb?, _ what: String) -> String {
        "`scorebook help\(verb.map { " \($0.rawValue)" } ?? "")` lists \(what)."
    }
}

extension String {
    /// A name as it was typed, cut and safe to show.
    fileprivate var quotedName: String { "'\(escapedForTerminal.truncated(to: 60))'" }
}
