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
