internal import Reporting

/// A run that several processes load: the lines that engines hand out.
extension CommandTable {
    private static let units = Option.value(
        "units", "FILE", \.units, completes: .files, "The lines of plan-units; - for standard input.")

    static let sharing: [Command] = [
        Command(
            .planUnits, .sharing, "list the files of a run for several processes, and begin the run",
            """
            Writes a line of JSON for each file to stdout. Any engine hands them out to `scorebook exec`; `scorebook finish` \
            ends the run. All files of a family are in one group: give a group to one process, in its order. \
            It opens files only if the job orders them by table.
            """,
            arguments: [job],
            options: importOptions.filter { !["fail-fast", "jobs", "report"].contains($0.name) } + [
                .value(
                    "group", "SIZE", \.group, "Put small families together up to this size. Default 64MB."),
                .value(
                    "slots", "N", \.slots,
                    "How many sessions load at the same time, whatever the engine starts. Default: 8, or half of the "
                        + "server's connections if that is less."),
                .value(
                    "resume", "RUN", \.resumes, completes: .names(.runs),
                    "Go on with a run that was planned: list its files that are not settled."),
                .value(
                    "groups-dir", "DIR", \.groupsFolder, completes: .folders,
                    "Also write each group to a file of its own, DIR/group-00001.jsonl."),
            ],
            examples: [
                ("scorebook plan-units nightly > units.jsonl", "begin a run, and list its files"),
                ("scorebook plan-units nightly --groups-dir groups --slots 4", "a file for each process"),
            ],
            exits: [
                .success, .badInput, .noInput, .databaseUnavailable, .cannotWrite, .temporary, .configuration,
            ]),
        Command(
            .exec, .sharing, "load files that plan-units listed, and answer each after its COMMIT",
            """
            Reads lines of plan-units and writes a line of JSON for each file, or entry of an archive, once it is \
            committed. Bad data is not a failure of the process: the output lines report it. A file that ends the process \
            which reads it is refused, and all others are loaded. A line may be given again at any time, to \
            this process or another. It moves no file, ends with the process that started it, and refuses to load with \
            other definitions than those the run was planned with.
            """,
            options: [units],
            examples: [
                ("scorebook exec --units group-00017.jsonl", "load a group"),
                ("split -n r/2 --filter 'scorebook exec --units -' units.jsonl > answers.jsonl", "in two processes"),
            ],
            exits: [.success, .databaseUnavailable, .temporary, .configuration]),
        Command(
            .finish, .sharing, "end a run that several processes have loaded",
            """
            Waits for transactions under way; from then on nothing of the run can be committed. It counts what is in the \
            ledger, moves the files to the archive and quarantine, and reports as run does. Files that no process has \
            loaded to the end stay for the next run, and the exit code is 75. It can be called again.
            """,
            arguments: [Positional("RUN", .one, "The run's id or its first digits.", completes: .names(.runs))],
            options: [
                units,
                .flag(
                    "missing", \.listing, is: .missing,
                    "List the lines that are not settled, as input for exec; change nothing."),
            ],
            examples: [
                ("scorebook finish 0b1c --units units.jsonl", "end the run"),
                ("scorebook finish 0b1c --units units.jsonl --missing", "what is still to be loaded"),
            ],
            exits: [
                .success, .unsatisfied, .badInput, .databaseUnavailable, .cannotWrite, .temporary, .configuration,
            ]),
    ]
}
