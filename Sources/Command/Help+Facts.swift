internal import Reporting

extension Help {
    /// Options that the parser answers itself.
    static let always: [Option] = [
        .flag("help", short: "h", \.verbosity, is: .normal, "Explain the command."),
        .flag("version", short: "V", \.verbosity, is: .normal, "Tell the version."),
    ]

    /// Variables that are read.
    static let environment: [(name: String, meaning: String)] = [
        ("DATABASE_URL", "the database, where --database is not given"),
        ("PGHOST, PG...", "libpq's variables, PGSERVICE and PGPASSFILE among them, where DATABASE_URL is not set"),
        ("NO_COLOR", "takes colours away"),
        ("CLICOLOR_FORCE", "colours in files and pipes as well"),
        ("COLUMNS", "width of the terminal"),
    ]
}

extension Command {
    /// `scorebook run [JOB] [--input PATH]... [OPTION]...`
    public var usage: String {
        var words = ["scorebook", verb.rawValue] + arguments.map(\.usage)
        if options.contains(where: { $0.name == "input" }) { words.append("[--input PATH]...") }
        return words.joined(separator: " ") + " [OPTION]..."
    }
}
