extension CommandTable {
    static let definitions: [Command] = [
        Command(.formats, .definitions, "list the formats that are known", exits: [.success, .configuration]),
        Command(.datasets, .definitions, "list the datasets and their fields", exits: [.success, .configuration]),
        Command(.jobs, .definitions, "list the jobs", exits: [.success, .configuration]),
        Command(
            .check, .definitions, "check the definitions themselves",
            "Every fault with its file, line and column, and the word that was probably meant.",
            arguments: [
                Positional("PATH", .optional, "A definition or a folder of them, else all.", completes: .files)
            ],
            examples: [("scorebook check Pipelines/performance", "the definitions of one dataset")],
            exits: [.success, .noInput, .configuration]),
        Command(
            .initFormat, .definitions, "write a first definition for a file of unknown format",
            "Looks at the header and the first records, and proposes a definition to go on from.",
            arguments: [Positional("FILE", .one, "A file of that format.", completes: .files)],
            options: [
                .value("dataset", "DATASET", \.dataset, "The dataset that the format feeds."),
                .value("out", "FILE", \.out, completes: .files, "Where to write it, else stdout."),
            ],
            examples: [
                (
                    "scorebook init format new.csv --dataset performance --out Pipelines/performance/formats/new.yaml",
                    "a definition to finish by hand"
                )
            ],
            exits: [.success, .badInput, .noInput, .cannotWrite, .configuration]),
    ]

    static let program: [Command] = [
        Command(
            .doctor, .program, "tell what is wrong with this set-up and how to correct it",
            exits: [.success, .unsatisfied]),
        Command(
            .completions, .program, "write completions for a shell",
            "Writes a script for bash, zsh or fish to stdout.",
            arguments: [
                Positional("SHELL", .one, "bash, zsh or fish.", completes: .words(Shell.allCases.map(\.rawValue)))
            ],
            examples: [
                ("source <(scorebook completions bash)", "for this bash"),
                ("scorebook completions fish > ~/.config/fish/completions/scorebook.fish", "for every fish"),
            ]),
        Command(
            .man, .program, "write the manual page",
            "Writes the page in roff to stdout.",
            examples: [("scorebook man | man -l -", "read it")]),
        Command(
            .help, .program, "explain the commands, or one of them",
            arguments: [Positional("COMMAND", .any, "The words of a command.", completes: .commands)],
            examples: [("scorebook help run", "the same as scorebook run --help")]),
        Command(.version, .program, "tell the version", "The same as --version."),
    ]
}
