/// The manual page in roff, made of the command table.
public enum ManualPage {
    /// `scorebook.1`
    public static var text: String {
        var page = ".TH SCOREBOOK 1 \"\" \"scorebook \(Version.current)\" \"User Commands\"\n"
        page += ".SH NAME\nscorebook \\- athletes' files into checked rows of PostgreSQL\n"
        page += ".SH SYNOPSIS\n.B scorebook\n.I COMMAND\n[\\fIARGUMENT\\fR]... [\\fIOPTION\\fR]...\n"
        page += ".SH COMMANDS\n"
        for topic in Command.Topic.allCases {
            page += ".SS \(escaped(topic.rawValue))\n"
            for command in CommandTable.commands where command.topic == topic { page += section(command) }
        }
        page += ".SH OPTIONS OF ALL COMMANDS\n" + options(CommandTable.commonOptions + Help.always)
        page += ".SH EXIT STATUS\n"
        for code in ExitCode.allCases { page += item("\(code.rawValue)", code.meaning) }
        page += ".SH ENVIRONMENT\n"
        for (name, meaning) in Help.environment { page += item(name, meaning) }
        return page
    }

    private static func section(_ command: Command) -> String {
        var page = ".TP\n.B \(escaped(command.usage))\n\(escaped(command.summary.sentence))\n"
        for paragraph in command.discussion.split(separator: "\n") { page += ".IP\n\(escaped(String(paragraph)))\n" }
        page += ".RS\n"
        for argument in command.arguments { page += item(argument.name, argument.summary) }
        page += options(command.options)
        for example in command.examples {
            page += ".PP\n\(escaped(example.explanation.sentence))\n.PP\n.nf\n.RS\n\(escaped(example.line))\n.RE\n.fi\n"
        }
        return page + ".RE\n"
    }

    private static func options(_ options: [Option]) -> String {
        options.map { item($0.usage.trimmedFront, $0.summary) }.joined()
    }

    private static func item(_ name: String, _ meaning: String) -> String {
        ".TP\n.B \(escaped(name))\n\(escaped(meaning))\n"
    }

    /// Text that roff takes as it is: no macro at the start of a line, dashes that can be copied.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "~": result += "\\(ti"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }
}

extension String {
    /// With a capital and a full stop.
    fileprivate var sentence: String {
        let text = prefix(1).uppercased() + dropFirst()
        return text.hasSuffix(".") ? text : text + "."
    }

    fileprivate var trimmedFront: String { String(drop { $0 == " " }) }
}
