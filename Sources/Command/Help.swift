public import Records
public import Reporting

/// The pages of `--help`, made of the command table.
public struct Help: Sendable {
    private let terminal: Terminal
    private let width: Int

    /// `terminal` is that of stdout; lines are at most 100 columns, or the terminal's where that is narrower.
    public init(for terminal: Terminal) {
        self.terminal = terminal
        width = min(terminal.width ?? 80, 100)
    }

    /// The first screen: what the program does, four tasks with a command for each, the commands, where more is.
    public var overview: String {
        var text = paragraph(
            "\(heading("scorebook \(Version.current)")): import athletes' data exports into PostgreSQL")
        text += "\n" + heading("Usage") + "  scorebook COMMAND [ARGUMENT]... [OPTION]...\n\n"
        let tasks = Self.tasks
        let taskWidth = tasks.reduce(0) { max($0, $1.does.count) }
        for task in tasks { text += item(task.does, taskWidth, task.command) }
        text += "\n" + heading("Commands") + "\n"
        let topicWidth = Command.Topic.allCases.reduce(0) { max($0, $1.rawValue.count) }
        for topic in Command.Topic.allCases {
            var names: [String] = []
            for command in CommandTable.commands where command.topic == topic {
                if let word = command.verb.words.first, !names.contains(word) { names.append(word) }
            }
            text += item(topic.rawValue, topicWidth, names.joined(separator: "  "))
        }
        text += "\n" + heading("More") + "\n"
        let moreWidth = Self.more.reduce(0) { max($0, $1.command.count) }
        for more in Self.more { text += item(more.command, moreWidth, more.does) }
        return text
    }

    /// Tasks that most people come with.
    package static let tasks: [(command: String, does: String)] = [
        ("scorebook run strong.csv --owner EMAIL", "import files"),
        ("scorebook validate strong.csv", "check them first"),
        ("scorebook rejects", "see what was rejected"),
        ("scorebook rollback latest", "undo the last run"),
    ]

    private static let more: [(command: String, does: String)] = [
        ("scorebook help COMMAND", "usage, examples and options of a command"),
        ("scorebook help commands", "all commands, a line each"),
        ("scorebook help TOPIC", Topic.allCases.map(\.rawValue).joined(separator: ", ")),
    ]

    /// The page of a refusal: what it means, and what to type.
    public func page(_ code: RefusalCode) -> String {
        let page = code.page
        var text = paragraph("\(heading(code.rawValue)): \(code.title)")
        text += "\n" + paragraph(page.meaning, indentation: 2) + "\n" + heading("What to do") + "\n"
        for step in page.steps {
            if !step.command.isEmpty { text += "  \(terminal.paint("$ " + step.command, .name))\n" }
            if !step.does.isEmpty { text += paragraph(step.does, indentation: step.command.isEmpty ? 2 : 6) }
        }
        return text
    }

    /// Pages that are of no command.
    public enum Topic: String, CaseIterable, Sendable {
        case commands
        case options
        case environment
        case exitCodes = "exit-codes"
        case refusals
        case bugs
    }

    /// The page of a topic.
    func page(_ topic: Topic) -> String {
        switch topic {
        case .commands:
            let nameWidth = CommandTable.commands.reduce(0) { max($0, $1.verb.rawValue.count) }
            return Command.Topic.allCases.map { topic in
                let commands = CommandTable.commands.filter { $0.topic == topic }
                return heading(topic.rawValue) + "\n"
                    + commands.map { item($0.verb.rawValue, nameWidth, $0.summary) }.joined()
            }.joined(separator: "\n")
        case .options:
            return heading("Options of all commands") + "\n" + options(CommandTable.commonOptions + Self.always)
        case .environment:
            let nameWidth = Self.environment.reduce(0) { max($0, $1.name.count) }
            return heading("Environment") + "\n"
                + Self.environment.map { item($0.name, nameWidth, $0.meaning) }.joined()
        case .exitCodes: return heading("Exit codes") + "\n" + exits(ExitCode.allCases)
        case .refusals:
            let nameWidth = RefusalCode.allCases.reduce(0) { max($0, $1.rawValue.count) }
            return heading("Why files are refused") + "\n"
                + RefusalCode.allCases.map { item($0.rawValue, nameWidth, $0.title) }.joined()
                + "\n" + paragraph("`scorebook help E_...` explains one of them.")
        case .bugs:
            return heading("Report a bug") + "\n" + paragraph(Version.bugReports, indentation: 2)
        }
    }

    /// The page of one command, or of several that share their first word; nil where there is none.
    public func page(_ words: [String]) -> String? {
        guard let name = words.first else { return overview }
        if words.count == 1, let topic = Topic(rawValue: name) { return page(topic) }
        if words.count == 1, let code = RefusalCode(rawValue: name.uppercased()) { return page(code) }
        let family = CommandTable.commands(named: name)
        if words.count == 1, !family.isEmpty, !family.contains(where: { $0.verb.words.count == 1 }) {
            return group(name, family)
        }
        guard let command = family.first(where: { $0.verb.words == words }) else { return nil }
        let others = words.count == 1 ? family.filter { $0.verb != command.verb } : []
        return page(command) + (others.isEmpty ? "" : "\n" + heading("See also") + "\n" + list(others))
    }

    /// The page of `-h`: usage, examples and the common options first, on one screen of 24 lines.
    public func shortPage(_ words: [String]) -> String? {
        guard let command = CommandTable.commands.first(where: { $0.verb.words == words }) else { return page(words) }
        var text = start(of: command, examples: 3)
        let options = command.options.filter(\.isCommon) + command.options.filter { !$0.isCommon }
        let more = "`scorebook \(command.verb.rawValue) --help` explains all of it."
        let room = Self.screen - (paragraph(more).lines + 1)
        if !options.isEmpty {
            let usageWidth = Self.usageWidth(options)
            var listed = "\n" + heading("Options") + "\n"
            for option in options {
                let first = option.summary.firstRange(of: ". ").map { String(option.summary[..<$0.lowerBound]) + "." }
                let line = item(option.usage, usageWidth, first ?? option.summary)
                if text.lines + listed.lines + line.lines > room { continue }
                listed += line
            }
            if listed.lines > 2 { text += listed }
        }
        return text + "\n" + paragraph(more)
    }

    /// Lines of a usual terminal.
    static let screen = 24

    private func group(_ name: String, _ family: [Command]) -> String {
        var text = heading("scorebook \(name)") + "\n\n" + list(family)
        if let alone = family.first(where: \.standsForGroup) {
            text += "\n" + paragraph("`scorebook \(name)` alone is `scorebook \(alone.verb.rawValue)`.")
        }
        return text + "\n" + paragraph("`scorebook help \(name) WORD` explains one of them.")
    }

    private func list(_ family: [Command]) -> String {
        let nameWidth = family.reduce(0) { max($0, $1.verb.rawValue.count) }
        return family.map { item($0.verb.rawValue, nameWidth, $0.summary) }.joined()
    }

    /// What the command does, its usage, and its first examples.
    private func start(of command: Command, examples: Int = .max) -> String {
        var text = heading("scorebook \(command.verb.rawValue)") + ": " + command.summary
        text = paragraph(text) + "\n" + heading("Usage") + "\n  \(command.usage)\n"
        guard !command.examples.isEmpty else { return text }
        text += "\n" + heading("Examples") + "\n"
        for example in command.examples.prefix(examples) {
            text += "  \(terminal.paint("$ " + example.line, .name))\n"
            text += paragraph(example.explanation, indentation: 6)
        }
        return text
    }

    private func page(_ command: Command) -> String {
        var text = start(of: command)
        if !command.discussion.isEmpty { text += "\n" + paragraph(command.discussion, indentation: 2) }
        if !command.arguments.isEmpty {
            text += "\n" + heading("Arguments") + "\n"
            for argument in command.arguments { text += item(argument.name, 10, argument.summary) }
        }
        if !command.options.isEmpty { text += "\n" + heading("Options") + "\n" + options(command.options) }
        let codes = command.exits.map { "\($0.rawValue)" }.joined(separator: ", ")
        return text + "\n"
            + paragraph(
                "Options of all commands: `scorebook help options`. Exit codes: \(codes) (`scorebook help exit-codes`)."
            )
    }

    private func options(_ options: [Option]) -> String {
        let usageWidth = Self.usageWidth(options)
        return options.map { option in
            var summary = option.summary
            if option.times == .repeatedly, option.placeholder != nil, !summary.contains("several") {
                summary += " May be given several times."
            }
            return item(option.usage, usageWidth, summary)
        }.joined()
    }

    private static func usageWidth(_ options: [Option]) -> Int {
        min(26, options.reduce(0) { max($0, $1.usage.count) })
    }

    private func exits(_ codes: [ExitCode]) -> String {
        codes.map { item(String($0.rawValue).padded(to: 3, .right), 3, $0.meaning) }.joined()
    }

    /// A name and, beside it or below a long one, what it means.
    private func item(_ name: String, _ nameWidth: Int, _ meaning: String) -> String {
        // Where the names leave no room, what they mean stands below them.
        let isNarrow = nameWidth + 4 > width / 2
        let indent = isNarrow ? 6 : nameWidth + 4
        let lines = meaning.wrapped(to: width - indent)
        let margin = String(repeating: " ", count: indent)
        var text = "  " + terminal.paint(name, .name)
        var rest = lines[...]
        if !isNarrow, name.columns <= nameWidth {
            text += String(repeating: " ", count: nameWidth - name.columns + 2) + (rest.popFirst() ?? "")
        }
        return ([text] + rest.map { margin + $0 }).joined(separator: "\n") + "\n"
    }

    private func paragraph(_ text: String, indentation: Int = 0) -> String {
        let margin = String(repeating: " ", count: indentation)
        return text.wrapped(to: width - indentation).map { margin + $0 + "\n" }.joined()
    }

    private func heading(_ text: String) -> String { terminal.paint(text, .heading) }
}

extension Help {
    /// Options that the parser answers itself.
    static let always: [Option] = [
        .flag("help", short: "h", \.verbosity, is: .normal, "Explain the command; -h on one screen."),
        .flag("version", short: "V", \.verbosity, is: .normal, "Print the version."),
    ]

    /// Variables that are read.
    public static let environment: [(name: String, meaning: String)] = [
        ("DATABASE_URL", "the database, or `embedded`, where --database is not given"),
        ("PGHOST, PG...", "libpq's variables, PGSERVICE and PGPASSFILE among them, where DATABASE_URL is not set"),
        ("SCOREBOOK_OWNER", "the owner, if --owner is not given and the job sets none"),
        ("SCOREBOOK_PIPELINES", "folders of definitions, separated by `:`, if --pipelines is not given"),
        (
            "SCOREBOOK_HOME",
            "folder of scorebook's own database and photos; default: .scorebook here if it exists, otherwise scorebook "
                + "in XDG_DATA_HOME (default: ~/.local/share)"
        ),
        (
            "XDG_CONFIG_HOME",
            "its scorebook/config.yaml (default: below ~/.config) may set database, owner, zone and pipelines; options"
                + " and the environment override it"
        ),
        ("NO_COLOR", "disables colours"),
        ("CLICOLOR_FORCE", "colours in files and pipes as well"),
        ("COLUMNS", "width of the terminal"),
    ]
}

extension Command {
    /// `scorebook run [JOB|PATH...] [OPTION]...`
    public var usage: String {
        (["scorebook", verb.rawValue] + arguments.map(\.usage)).joined(separator: " ") + " [OPTION]..."
    }
}

/// The manual page in roff, made of the command table.
public enum ManualPage {
    /// `scorebook.1`
    public static var text: String {
        var page = ".TH SCOREBOOK 1 \"\" \"scorebook \(Version.current)\" \"User Commands\"\n"
        page += ".SH NAME\nscorebook \\- import athletes' data exports into PostgreSQL\n"
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

    /// How many lines it has.
    fileprivate var lines: Int { count { $0 == "\n" } }
}
