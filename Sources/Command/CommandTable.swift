internal import Reporting

/// The one table of commands: parser, help, completions and man page are made of it.
public enum CommandTable {
    /// All commands, in the order in which help lists them.
    public static let commands: [Command] = importing + files + definitions + ledger + database + program

    /// Options that every command takes.
    public static let commonOptions: [Option] = [
        .value(
            "database", "URL|embedded", \.database,
            "The database: a URL without its password (that comes from the environment, a service file or pgpass), "
                + "or scorebook's own server. Else DATABASE_URL, else PG* variables, else embedded."),
        .value(
            "pipelines", "DIR", \.pipelines, completes: .folders,
            "Folder of the definitions, else Pipelines/ beside the program or here."),
        .value("output", short: "o", "FORM", \.output, "Results as a table (default), json, jsonl or csv."),
        .value("log-format", "FORM", \.logForm, "What goes to stderr as text (default) or json lines."),
        .flag("quiet", short: "q", \.verbosity, is: .quiet, "No narration and no progress, only results and errors."),
        .flag("verbose", short: "v", \.verbosity, is: .detailed, "Tell details."),
    ]

    /// The entry of a verb.
    public static func command(_ verb: Verb) -> Command? { commands.first { $0.verb == verb } }

    /// Entries whose first word is `word`: several for `db`, one for `run`.
    public static func commands(named word: String) -> [Command] { commands.filter { $0.verb.words.first == word } }

    /// First words of all commands, each once.
    public static let names: [String] = commands.reduce(into: []) { names, command in
        if let word = command.verb.words.first, !names.contains(word) { names.append(word) }
    }
}
