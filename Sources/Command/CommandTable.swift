internal import Records
internal import Reporting

/// The one table of commands: parser, help, completions and man page are made of it.
public enum CommandTable {
    /// All commands, in the order in which help lists them.
    public static let commands: [Command] = importing + sharing + files + definitions + ledger + database + program

    /// Options that every command takes.
    public static let commonOptions: [Option] = [
        .value(
            "database", "URL|embedded", \.database,
            "The database: a URL without its password (that comes from the environment, a service file or pgpass), "
                + "or scorebook's own server. Default: DATABASE_URL, then PG* variables, then embedded."),
        .values(
            "pipelines", "DIR", \.pipelines, completes: .folders,
            "Folder of the definitions. Default: Pipelines/ here or beside the program. If given several times, "
                + "a file in a later folder replaces the file of the same path in an earlier one. A folder "
                + "without datasets is added to the program's own definitions."),
        .value(
            "output", short: "o", "FORM", \.output,
            "Results as a table (default), json, jsonl or csv; of run, validate and plan also github, of datasets also frictionless "
                + "and jsonschema, of export also pdf."),
        .value("log-format", "FORM", \.logForm, "What goes to stderr as text (default) or json lines."),
        .value("color", "WHEN", \.colours, "Colours: auto (default: on a terminal), always or never."),
        .flag("json", \.output, is: .json, "The same as -o json."),
        .flag("quiet", short: "q", \.verbosity, is: .quiet, "Suppress progress and informational messages."),
        .flag("verbose", short: "v", \.verbosity, is: .detailed, "Show details, and every file of a report."),
    ]

    /// The entry of a verb.
    public static func command(_ verb: Verb) -> Command? { commands.first { $0.verb == verb } }

    /// Other words for commands.
    public static let aliases = ["recognize": "recognise", "detect": "recognise", "import": "run"]

    /// Entries whose first word is `word`: several for `db`, one for `run`.
    public static func commands(named word: String) -> [Command] { commands.filter { $0.verb.words.first == word } }

    /// First words of all commands, each once.
    public static let names: [String] = commands.reduce(into: []) { names, command in
        if let word = command.verb.words.first, !names.contains(word) { names.append(word) }
    }
}

extension CommandTable {
    private static func ofDataset(_ what: String) -> Option {
        .value("dataset", "DATASET", \.dataset, completes: .names(.datasets), "Only \(what) this dataset.")
    }

    static let definitions: [Command] = [
        Command(
            .formats, .definitions, "list supported formats",
            arguments: [
                Positional(
                    "NAME", .optional,
                    "The format of this name; if there is none, those whose name, dataset, title or columns contain it.",
                    completes: .names(.formats))
            ],
            options: [ofDataset("formats that feed")],
            examples: [
                ("scorebook formats hevy", "what Hevy writes"),
                ("scorebook formats --dataset sleep", "all formats of one dataset"),
            ],
            exits: [.success, .noInput, .configuration]),
        Command(
            .datasets, .definitions, "list the datasets and their fields",
            "-o frictionless writes the tables' columns and rules as a Data Package with Table Schema, -o jsonschema as JSON "
                + "Schema, for programs that read or write these tables.",
            arguments: [
                Positional(
                    "NAME", .optional,
                    "The dataset of this name; if there is none, the fields whose dataset, name or description contains it.",
                    completes: .names(.datasets))
            ],
            examples: [
                ("scorebook datasets sleep", "the fields of one dataset"),
                ("scorebook datasets -o frictionless > datapackage.json", "a contract for other programs"),
            ],
            exits: [.success, .noInput, .configuration]),
        Command(
            .metrics, .definitions, "list the metrics with their units",
            "What metric_type may hold, with label, unit and direction. Other metrics are loaded, too, by their own names.",
            arguments: [
                Positional(
                    "NAME", .optional, "Only metrics whose key or label holds this.", completes: .names(.metrics))
            ],
            examples: [("scorebook metrics velocity", "what velocities are called")],
            exits: [.success, .noInput, .configuration]),
        Command(
            .jobs, .definitions, "list the jobs",
            arguments: [
                Positional(
                    "NAME", .optional, "The job of this name; if there is none, those whose name or title contains it.",
                    completes: .names(.jobs))
            ],
            options: [ofDataset("jobs that load")],
            examples: [("scorebook jobs nightly", "what one job does")],
            exits: [.success, .noInput, .configuration]),
        Command(
            .settings, .definitions, "list the settings that files may need",
            "What a file does not say itself, as the unit of its weights, is given with --set NAME=VALUE, in a job or in "
                + "settings.yaml of a folder.",
            arguments: [
                Positional(
                    "NAME", .optional, "The setting of this name; if there is none, those whose name contains it.",
                    completes: .names(.settingNames))
            ],
            options: [
                .value(
                    "format", "FORMAT", \.format, completes: .names(.formats), "Only settings of this format."
                ).common,
                ofDataset("settings of formats that feed"),
            ],
            examples: [
                ("scorebook settings weight_unit", "its values, and the formats that take it"),
                ("scorebook settings --format strong", "what a file of Strong may need"),
            ],
            exits: [.success, .noInput, .configuration]),
        Command(
            .check, .definitions, "check the definitions",
            "Lists every fault with its file, line and column, and the word that was probably meant.",
            arguments: [
                Positional("PATH", .optional, "A definition or a folder of them. Default: all.", completes: .files)
            ],
            options: [
                .value(
                    "samples", "DIR", \.samples, completes: .folders,
                    "Read the files of this folder, too, and compare what they become with their goldens (FILE.golden)."
                ),
                .flag(
                    "record", \.goldens, is: .recorded,
                    "Write the goldens again; review the difference before you keep them."),
                .flag(
                    "catalogue", \.writesCatalogue, is: true,
                    "Write the catalogue of the definitions, from which later commands start faster."),
                setting,
            ],
            examples: [
                ("scorebook check Pipelines/performance", "the definitions of one dataset"),
                (
                    "scorebook check --pipelines mine --samples mine/samples --set weight_unit=kg --record",
                    "record how samples of your own formats are read"
                ),
            ],
            exits: [.success, .unsatisfied, .noInput, .cannotWrite, .configuration]),
        Command(
            .initFormat, .definitions, "write a definition for a file of an unknown format",
            """
            Proposes the dataset, dates, names, metrics and units from the column names and the first records, \
            and shows how sure it is of each. On a terminal it asks three questions at most, each with \
            a proposed answer; elsewhere, and for what is still open, the definition has a setting that a run asks for. \
            Then it checks the definition, validates the file with it, and shows the next command. Without --out it writes \
            mine/DATASET/formats/NAME.yaml on a terminal, and to stdout otherwise.
            """,
            arguments: [Positional("FILE", .one, "A file of that format.", completes: .files)],
            options: [
                .value(
                    "dataset", "DATASET", \.dataset, completes: .names(.datasets), "The dataset that the format feeds."),
                .flag("day-first", \.dateOrder, is: .dayFirst, "In dates like 03/04/2026 the day is first."),
                .flag("month-first", \.dateOrder, is: .monthFirst, "In dates like 03/04/2026 the month is first."),
                .values(
                    "unit", "COLUMN=UNIT", \.columnUnits,
                    "The unit of a column, as in 'Bat speed=mph'. May be given several times."),
                .flag("yes", short: "y", \.questions, is: .answered, "Ask nothing; take every proposed answer."),
                .value("out", "FILE", \.out, completes: .files, "Output file; - is stdout.").common,
                .flag("force", \.existing, is: .overwritten, "Overwrite the output file."),
            ],
            examples: [
                ("scorebook init format new.csv", "propose, ask what is open, write mine/DATASET/formats/new.yaml"),
                (
                    "scorebook init format new.csv --dataset performance --day-first --unit Speed=mph --out mine/performance/formats/new.yaml",
                    "the same without a question"
                ),
            ],
            exits: [.success, .unsatisfied, .badInput, .noInput, .cannotWrite, .configuration]),
    ]

    static let program: [Command] = [
        Command(
            .doctor, .program, "diagnose the set-up and suggest fixes",
            """
            With --indexes it looks at the indexes of the tables that imports write, and prints the statements that \
            their owner may run: for an index that is the beginning of another, an index that no query uses, and \
            an index on a column that is almost always null. It runs none of them, and leaves primary keys and unique indexes alone.
            """,
            options: [
                .flag(
                    "indexes", \.examination, is: .indexes,
                    "List indexes that cost more than they give, with their size, scans and SQL.")
            ],
            examples: [("scorebook doctor --indexes --database service=owner", "which indexes slow down loads")],
            exits: [.success, .unsatisfied, .databaseUnavailable, .temporary, .configuration]),
        Command(
            .completions, .program, "write completions for a shell",
            "Writes a script for bash, zsh or fish to stdout. The script calls this command for names as you "
                + "type. The other words print such names, one per line.",
            arguments: [
                Positional(
                    "SHELL", .one, "bash, zsh or fish; or the names that the scripts ask for.",
                    completes: .words(Shell.allCases.map(\.rawValue) + NameList.allCases.map(\.rawValue)))
            ],
            examples: [
                ("source <(scorebook completions bash)", "for this bash"),
                ("scorebook completions fish > ~/.config/fish/completions/scorebook.fish", "for every fish"),
                ("scorebook completions settings", "the settings and their values"),
            ]),
        Command(
            .man, .program, "write the manual page",
            "Writes the page in roff to stdout.",
            examples: [("scorebook man | man -l -", "read it")]),
        Command(
            .help, .program, "explain the commands, or one of them",
            arguments: [
                Positional(
                    "COMMAND", .any, "The words of a command, a topic, or the code of a refusal.", completes: .commands)
            ],
            examples: [
                ("scorebook help run", "the same as scorebook run --help"),
                ("scorebook help E_UNKNOWN_FORMAT", "what a refusal means, and what to do"),
            ]),
        Command(.version, .program, "print the version", "The same as --version."),
    ]
}

extension CommandTable {
    static let job = Positional(
        "JOB|PATH", .any,
        "A job by its name, as `scorebook jobs` lists them; or files, folders and archives, - for standard input.",
        completes: .namesOrFiles(.jobs))

    static let setting = Option.values(
        "set", "NAME=VALUE", \.settings, completes: .names(.settings),
        "A setting that the files leave open, as weight_unit=kg or zone=America/New_York; may be given several times."
    ).common

    /// Options that `run`, `validate` and `plan` share.
    static let importOptions: [Option] = [
        .values(
            "input", short: "i", "PATH", \.inputs, completes: .files,
            "The same as a PATH without an option; may be given several times."),
        .value(
            "dataset", "DATASET", \.dataset, completes: .names(.datasets),
            "Only files whose format feeds this dataset, with their other datasets."),
        .value(
            "format", "FORMAT", \.format, completes: .names(.formats),
            "Read the input as this format instead of detecting the format."
        ).common,
        .values(
            "report", "KIND=FILE", \.reports, completes: .files,
            "Also write the report to a file, as junit=FILE or frictionless=FILE; may be given several times."),
        .values(
            "ignore", "GLOB", \.ignored,
            "Skip files and folders whose path below the input ends with this, such as README.md or '*.txt'; may"
                + " be given several times."),
        .value(
            "owner", "WHO", \.owner,
            "Whose records: an email, a user id, or payload where rows name their owner."
        ).common,
        setting,
        .flag(
            "source-wins", \.edits, is: .overwritten,
            "Let the files win over rows that were edited or deleted in the app."),
        .value(
            "identities", "FILE", \.identities, completes: .files,
            "Map of old ids or emails to this database's user ids."),
        .value(
            "max-rejects", "N|P%", \.maxRejects,
            "Rejects allowed before the run counts as failed (it still completes). Default: 0."),
        .value(
            "max-refused", "N|P%", \.maxRefused,
            "Refused files allowed before the run counts as failed (it still completes). Default: 0."),
        .value(
            "warn-rejects", "N|P%", \.warnRejects,
            "Rejects allowed before the status is warned instead of succeeded; the exit code is 0 for both. Default: 0."
        ),
        .flag("fail-fast", \.onReject, is: .stop, "Stop at the first reject instead of collecting all."),
        .value(
            "jobs", short: "j", "N", \.jobs,
            "Number of families to load, and of photos to decode, in parallel. Default: number of cores."
        ),
        .value(
            "as-of", "TIME", \.asOf,
            "Run as if the current time were TIME, as 2026-05-31T18:30:00Z; for reproducible runs."),
        .flag("redact", \.recordText, is: .redacted, "Redact record values from all output."),
    ]

    private static let maxNewRows = Option.value(
        "max-new-rows", "N", \.maxNewRows,
        "Refuse any file that would take the run above this number of new rows. Default: the job's "
            + "`max_new_rows`, or no limit.")

    private static let importExits: [ExitCode] = [
        .success, .unsatisfied, .badInput, .noInput, .databaseUnavailable, .cannotWrite, .temporary, .configuration,
    ]

    static let importing: [Command] = [
        Command(
            .run, .importing, "run an import job, or import the given files",
            """
            Reads the files, checks every record, and loads what is good, one transaction per file. What is not good \
            is kept as a reject with its line and the reason. A file that was loaded before changes nothing.
            A word that names an existing file or folder is a path; any other word is the name of a job. With neither it lists the \
            jobs and exits with 2. Files whose format is not known are \
            refused, never guessed.
            """,
            arguments: [job],
            options: importOptions + [
                .flag("dry-run", short: "n", \.effect, is: .described, "The same as plan: nothing is written.").common,
                .value(
                    "plan", "FILE", \.plan, completes: .files,
                    "Apply a plan that was saved and reviewed, or refuse if anything has changed since."),
                maxNewRows,
                .value(
                    "pace", "SHARE", \.pace,
                    "Load during at most this share of the run's time, as 25%: each transaction is followed by a "
                        + "pause without locks. Default: the `pace` of the job, or 100%."),
                .flag(
                    "watch", \.repetition, is: .whenever,
                    "Keep running and import files from the job's inbox as they settle, with one report per "
                        + "batch, until Ctrl-C or a signal. The database may be unavailable in between."),
                .value(
                    "sweep", "D", \.sweep,
                    "With --watch: also check the inbox every D, such as 15min (the default), for changes that "
                        + "the system did not report."),
            ],
            examples: [
                ("scorebook run nightly", "import the job nightly, as a timer does"),
                ("scorebook run export.csv --owner anna@example.org", "import one file for one person"),
                (
                    "scorebook run strong.csv --owner anna@example.org --set weight_unit=kg",
                    "say the unit the file leaves open"
                ),
                ("scorebook run nightly --watch", "import files as they come, until Ctrl-C"),
                ("scorebook run nightly --pace 25%", "leave the database to the app three quarters of the time"),
                ("scorebook run nightly -o json > report.json", "keep the report for other programs"),
            ],
            exits: importExits),
        Command(
            .validate, .importing, "validate files offline (no database needed)",
            """
            The same as run up to the rules of the dataset. It lists what it could not check because only the \
            database knows it, such as owners and references.
            """,
            arguments: [job], options: importOptions,
            examples: [
                ("scorebook validate export.csv", "what is wrong with a file"),
                ("scorebook validate inbox -o json", "the same for a folder, for other programs"),
            ],
            exits: importExits.filter { $0 != .databaseUnavailable }),
        Command(
            .plan, .importing, "preview what a run would change, without writing anything",
            """
            The same as run up to the comparison with the database: exact counts, changes row by row, conflicts with \
            edits in the app, rejects, and the triggers that would fire.
            """,
            arguments: [job],
            options: importOptions + [
                maxNewRows,
                .value("out", "FILE", \.out, completes: .files, "Save the plan, for run --plan FILE.").common,
                .value("diffs", "N|all", \.diffs, "How many changes to show for each table. Default 50."),
            ],
            examples: [
                ("scorebook plan nightly", "what tonight's import would do"),
                ("scorebook plan old-app.csv --owner payload --out plan.json", "a plan to review"),
                ("scorebook run --plan plan.json", "and to apply"),
            ],
            exits: importExits),
    ]

    static let files: [Command] = [
        Command(
            .peek, .files, "show a file's first records as parsed",
            """
            One JSON line per record with its number, line, byte offset and cells, before any conversion: what the \
            reader sees. Defects of a record are listed beside it, and the exit code is 1. The values are \
            those of the file: personal data.
            """,
            arguments: [Positional("FILE", .one, "The file, or - for standard input.", completes: .files)],
            options: [
                .value("reader", "READER", \.reader, "Read it as csv, json, jsonl, xml, sql, fit, track or jpeg."),
                .flag(
                    "headless", \.headers, is: .none, "The first line is a record, not a header; cells are an array."),
                .value("records", short: "n", "N", \.records, "Show this many records. Default 10."),
            ],
            examples: [("scorebook peek export.csv --records 3", "the first three records")],
            exits: [.success, .unsatisfied, .badInput, .noInput, .cannotWrite]),
        Command(
            .recognise, .files, "detect the format of files and explain why",
            "For each file the one format that takes it, or none, with the reasons for and against each.",
            arguments: [Positional("PATH", .some, "Files, folders or archives.", completes: .files)],
            examples: [("scorebook recognise inbox", "what would be imported as what")],
            exits: [.success, .unsatisfied, .noInput, .configuration]),
    ]
}
