extension CommandTable {
    private static let runArgument = Positional(
        "RUN", .one, "The run's id or its first digits, or latest: the last run of any job.",
        completes: .names(.runs))
    private static let optionalRun = Positional(
        "RUN", .optional, "The run's id or its first digits. Default: the last one.", completes: .names(.runs))
    static let exits: [ExitCode] = [.success, .databaseUnavailable, .temporary, .configuration]
    private static let photo = Option.value(
        "photo", "FILE", \.photo, completes: .files,
        "A JPEG or HEIC photo for the cover of the packet; its metadata is left out.")
    private static let limit = Option.value("limit", short: "n", "N", \.limit, "Show at most this many.")

    private static let refusedFiles = Positional(
        "PATH", .any,
        "Files or folders, below the quarantine as `quarantine list` shows them, or by any path; a file also by its "
            + "name alone if no other refused file has it.",
        completes: .files)
    private static let quarantineExits: [ExitCode] = [
        .success, .unsatisfied, .noInput, .cannotWrite, .temporary, .configuration,
    ]
    /// Which refused files.
    private static let choosing: [Option] = [
        .value("job", "JOB", \.job, completes: .names(.jobs), "Only files of this job."),
        .value("owner", "WHO", \.owner, "Only files of this owner, by the name of the folder: an email or a user id.")
            .common,
        .value("code", "CODE", \.code, "Only files that were refused for this reason."),
        .value("older-than", "AGE", \.olderThan, "Only files that were refused at least this long ago, such as 30d."),
    ]
    private static let all = Option.flag("all", \.files, is: .all, "All of them, where no other option says which.")

    static let ledger: [Command] = [
        Command(
            .runs, .ledger, "list the runs, newest first",
            "The columns new, changed and rejected count records of files; `scorebook show RUN` has the rows by table.",
            arguments: [
                Positional("JOB", .optional, "Only runs of this job, the same as --job.", completes: .names(.jobs))
            ],
            options: [
                .value("job", "JOB", \.job, completes: .names(.jobs), "Only runs of this job."),
                .value("since", "WHEN", \.since, "Only runs since a day, as 2026-05-31, or as long ago as 7d."),
                .value("status", "STATUS", \.status, "Only runs that ended with this status."),
                .flag(
                    "chart", \.shape, is: .chart, "A bar per run: its records, and how many of them were rejected."),
                limit,
            ],
            examples: [
                ("scorebook runs nightly --since 7d --status failed", "what went wrong this week"),
                ("scorebook runs nightly --chart", "how much came in from night to night"),
            ],
            exits: exits + [.noInput]),
        Command(
            .show, .ledger, "show one run: its files, counts and rejects", arguments: [runArgument],
            examples: [("scorebook show 0b1c -o json", "its report again"), ("scorebook show latest", "the last run")],
            exits: exits),
        Command(
            .compare, .ledger, "compare two runs figure by figure",
            "Files by status, records, rows by table, and rejects by format, column and code, of the first run, of the second, "
                + "and the change from one to the other.",
            arguments: [
                Positional(
                    "RUN", .some, "Two runs: ids or their first digits, or latest.", completes: .names(.runs))
            ],
            examples: [("scorebook compare 0b1c latest", "what is different since then")], exits: exits),
        Command(
            .status, .ledger, "check that a job's last run succeeded and is recent",
            """
            For monitoring: the exit code is 1 if the last run of a job failed or is older than allowed. It also shows \
            what is waiting (files of the inbox that are not loaded, refused files, open rejects), when the job last succeeded, and whether the \
            last night brought less than a tenth or more than ten times the records of a usual night: the median of up to \
            ten nights before. A night is 24 hours, counted back from the last run.
            """,
            arguments: [Positional("JOB", .optional, "One job. Default: all.", completes: .names(.jobs))],
            options: [
                .value("max-age", "AGE", \.maxAge, "How old the last run may be, as 36h or 2d."),
                .flag(
                    "owners", \.persons, is: .shown,
                    "List owner ids instead, with the time of each owner's last load and what was refused since."
                ),
            ],
            examples: [
                ("scorebook status nightly --max-age 26h", "for a monitor"),
                ("scorebook status nightly --owners", "whose files have stopped arriving"),
            ],
            exits: exits + [.unsatisfied]),
        Command(
            .rejects, .ledger, "list the rejects of a run",
            "A table shows the open ones by file and cause, with their lines and what to do: up to 20 causes, "
                + "with -v all of them. The other forms list all one by one, jsonl with the text as it is in the file.",
            arguments: [
                Positional(
                    "RUN", .optional, "The run's id or its first digits. Default: the last one with rejects.",
                    completes: .names(.runs))
            ],
            options: [
                .flag("all", \.runs, is: .all, "Rejects of all runs that are still open."), limit, redact,
            ],
            examples: [
                ("scorebook rejects -o jsonl > rejects.jsonl", "the rejects of a run, with their text"),
                ("scorebook rejects --all", "everything that is still open"),
            ],
            exits: exits),
        Command(
            .replayRejects, .ledger, "retry rejected records after a correction",
            "Takes the rejects as they were read, and loads those that are good now. The report begins with the run "
                + "whose rejects they are.",
            arguments: [
                Positional(
                    "RUN", .optional, "The run's id or its first digits. Default: the last one with rejects.",
                    completes: .names(.runs))
            ],
            options: [
                .values(
                    "file", "FILE", \.sources,
                    "Only rejects of this file, named as in the report; may be given several times. Default: all."),
                .value("owner", "WHO", \.owner, "Only rejects of this person's files: an email or a user id."),
                setting,
            ],
            examples: [
                (
                    "scorebook rejects replay 0b1c --file may.csv --set date_order=dmy",
                    "one file, with a setting that was missing"
                )
            ],
            exits: exits + [.unsatisfied]),
        Command(
            .quarantineList, .ledger, "list the files that jobs refused, and why",
            "Needs no database: the reason lies beside each file, with what to do, as FILE.reason.md.",
            arguments: [refusedFiles], options: choosing,
            examples: [
                ("scorebook quarantine --owner anna@example.org", "the refused files of one person"),
                ("scorebook quarantine list --code E_SETTING_MISSING -o json", "files that need a setting"),
            ],
            exits: [.success, .noInput, .temporary, .configuration], standsForGroup: true),
        Command(
            .quarantineRetry, .ledger, "put refused files back into the inbox",
            "Each goes back to its owner's folder under its own name, and the next run of the job takes it. A file of the "
                + "inbox is never replaced: the exit code is 1 if another one has that name.",
            arguments: [refusedFiles],
            options: choosing + [
                all,
                .flag("dry-run", \.effect, is: .described, "List what would be put back, without moving anything.")
                    .common,
            ],
            examples: [
                (
                    "scorebook quarantine retry anna@example.org/2026-11-22/hittrax.csv",
                    "one file, after its owner's settings.yaml was completed"
                ),
                ("scorebook quarantine retry --code E_UNKNOWN_FORMAT --dry-run", "what a new format may fit"),
            ],
            exits: quarantineExits),
        Command(
            .quarantineDrop, .ledger, "remove refused files, and the reasons beside them",
            "The ledger keeps that they were refused, and why. With --all, a terminal shows the files and asks for their number.",
            arguments: [refusedFiles],
            options: choosing + [
                all,
                .flag("dry-run", \.effect, is: .described, "List what would be removed, without removing it.").common,
                .flag(
                    "yes", short: "y", \.questions, is: .answered,
                    "With --all: do not show the files first and ask for their number; needed without a terminal."),
            ],
            examples: [
                ("scorebook quarantine drop --all --older-than 90d --yes", "files refused more than 90 days ago"),
                ("scorebook quarantine drop anna@example.org/2026-11-22", "all of one person's day"),
            ],
            exits: quarantineExits),
        Command(
            .rollback, .ledger, "undo a run",
            "Removes the rows it inserted and restores those it changed. Rows that were changed since stay, and "
                + "are listed.",
            arguments: [runArgument],
            options: [
                .flag("dry-run", \.effect, is: .described, "Show what would be undone, without undoing it.").common
            ],
            examples: [("scorebook rollback 0b1c --dry-run", "look first")],
            exits: exits + [.unsatisfied]),
        Command(
            .erase, .ledger, "remove a person from everywhere, with a receipt",
            """
            Removes the person's rows that imports wrote, summaries, rejects, before-images, the ledger's text, files in \
            inboxes, archives and quarantines of all jobs, photos and thumbnails. First the database in one transaction, \
            then the files: if it is interrupted, run it again. The account itself belongs to the app: delete it there. \
            Later files of the person are refused until the erasure is lifted. The receipt holds counts only. A terminal shows \
            the dry run first and asks for the owner; elsewhere --yes is needed.
            """,
            options: [
                .value(
                    "owner", "WHO", \.owner,
                    "The person: an email or a user id; a user id if the account is already deleted."
                ).common,
                .value(
                    "alias", "NAME", \.alias,
                    "Another name of the person's folders, as the email of an account that is already deleted."),
                .flag("dry-run", \.effect, is: .described, "Count what would be removed, without removing it.").common,
                .flag(
                    "yes", short: "y", \.questions, is: .answered, "Do not ask; needed without a terminal."
                ).common,
                .flag(
                    "verify", \.erasing, is: .verified,
                    "Search for remaining data of the person; exit code 1 if there is any."),
                .flag("lift", \.erasing, is: .lifted, "Allow imports for a person who was erased."),
            ],
            examples: [
                ("scorebook erase --owner anna@example.org --dry-run", "look first"),
                ("scorebook erase --owner anna@example.org --yes -o json > receipt.json", "and keep the receipt"),
                ("scorebook erase --owner anna@example.org --verify", "check that nothing remains"),
            ],
            exits: exits + [.unsatisfied, .cannotWrite]),
        Command(
            .purge, .ledger, "remove texts past their retention",
            """
            Removes the text of rejects, before-images and reports of runs that are older than the retention of their job \
            (`retention:`, default 90 days). Every run does so at its end, for some seconds; this command removes all of \
            it. The ledger's keys and counts stay: a file that was loaded is not loaded again.
            """,
            options: [
                .value("as-of", "TIME", \.asOf, "Run as if the current time were TIME, as 2026-05-31; for tests.")
            ],
            exits: exits),
        Command(
            .verify, .ledger, "reconcile loaded rows with their source files",
            """
            Reads the sources again, from where the run had them or from the job's archive, and compares table by \
            table: counts, checksums that ignore the order, missing and extra keys, columns that differ. The \
            exit code is 1 if anything differs. Right after a run of files that have not changed, none is found. These are \
            counted apart and are no difference: records that the run rejected; rows that a later file has changed; \
            rows that were there before the run. A column that belongs to the app once the row exists (`write: keep`) \
            is compared with the file that brought the row; where that file has no value, any value is right. A record \
            that is rejected now, and was not when the run loaded it, is a difference.
            """,
            arguments: [runArgument],
            options: [
                .value("out", "FILE", \.out, completes: .files, "Write all of it as JSON, with the keys.").common
            ],
            examples: [("scorebook verify 0b1c --out verified.json", "after a migration")],
            exits: exits + [.unsatisfied, .cannotWrite]),
        Command(
            .drift, .ledger, "show what changed in the files of a format, run by run",
            """
            Compares the files of each run with those of the ten runs before that read the format: columns that \
            are new, gone or now always empty, new units, and a share of rejects that has doubled. Where records \
            name their own columns, as in JSON, it knows those that the format reads. Without FORMAT it shows one line per format.
            """,
            arguments: [
                Positional("FORMAT", .optional, "A format that runs have read.", completes: .names(.formats))
            ],
            options: [.value("limit", "N", \.limit, "Show at most this many runs. Default: 20.")],
            examples: [("scorebook drift strong", "what the vendor has changed")], exits: exits + [.noInput]),
        Command(
            .trends, .ledger, "show how a person's metrics change over time",
            "A line per metric with at least two records: its last ten as a small chart, the latest value, and whether the "
                + "last three are better than the first three. Read as the person reads them in the app, under row-level "
                + "security.",
            options: [.value("owner", "WHO", \.owner, "The person: an email or a user id.").common],
            examples: [("scorebook trends --owner anna@example.org", "is it getting better or worse")],
            exits: exits + [.noInput]),
        Command(
            .report, .ledger, "write pages of runs, or of a person, as HTML files",
            """
            A file per definition in Pipelines/pages, with charts by Chart.js of the Debian package libjs-chart.js and a table \
            below each. The files load nothing from anywhere and are readable by you alone. Pages of a run show what came \
            in, what was refused and rejected and why, rows by table, time, and rejects by format over weeks; they hold no \
            values of records. Pages of a person hold what the person reads in the app, under row-level security. Existing \
            pages are replaced.
            """,
            options: [
                .value("owner", "WHO", \.owner, "The pages of a person: an email or a user id.").common,
                .value(
                    "run", "RUN", \.run, completes: .names(.runs),
                    "The pages of this run: its id, first digits, or latest. Default without --owner: latest."),
                .value(
                    "from", "DAY", \.from,
                    "Also a custom range on timeline, statistics and progress: from this day on, as 2026-05-31."),
                .value("to", "DAY", \.to, "Up to and including this day."),
                .value(
                    "as-of", "TIME", \.asOf,
                    "Pages of a person as if the current time were TIME, as 2026-05-31: nothing measured later. Schools, "
                        + "coaches and their counts are those of now."),
                .value("out", "DIR", \.out, completes: .folders, "Folder of the pages. Default: report.").common,
                photo,
                .flag("open", \.opening, is: .opened, "Open the first page in the browser."),
            ],
            examples: [
                ("scorebook report --open", "the last run: what came in, what was refused, and why"),
                ("scorebook report --owner anna@example.org --out pages", "then open pages/performance.html"),
                ("scorebook report --owner anna@example.org --from 2026-03-01 --to 2026-05-31", "a season"),
            ],
            exits: exits + [.badInput, .noInput, .cannotWrite]),
        Command(
            .export, .ledger, "export a person's metrics, timeline or summaries, or everything",
            """
            Newest first, as CSV, or as JSON with -o json. With -o pdf Chromium prints the page of that name, \
            for example metrics or packet. CSV follows RFC 4180. Metrics and timeline import again and change nothing, so their cells \
            are written as they are; in summaries a cell that a spreadsheet would take for a formula gets an apostrophe in \
            front. A range of days is of the day of the measurement, workout, game or photo.

            --all writes a zip archive with everything of the person: a CSV per table, photos, the list of imports, rejects, and \
            a Data Package that describes them. It can be imported again: into the same database it changes nothing.
            """,
            arguments: [
                Positional(
                    "NAME", .optional,
                    "metrics, timeline, or the name of a summary; with -o pdf, the name of a page. Omit it with --all.",
                    completes: .names(.exports))
            ],
            options: [
                .value("owner", "WHO", \.owner, "The person: an email or a user id.").common,
                .value("from", "DAY", \.from, "From this day on, as 2026-05-31."),
                .value("to", "DAY", \.to, "Up to and including this day."),
                .value("preset", "RANGE", \.preset, "One of the timeline's ranges, up to today, as last_3_months."),
                .flag("verified", \.verification, is: .verified, "Only what is verified."),
                .flag(
                    "all", \.extent, is: .everything,
                    "Everything of the person, as a zip archive with a Data Package."),
                .value(
                    "package", "DIR", \.package, completes: .folders,
                    "Write the CSV into this folder, with a Data Package that describes its columns."),
                photo,
                .value(
                    "out", "FILE", \.out, completes: .files,
                    "Output file; with -o pdf also a folder, in which the file gets the name that the app gives it. Default: stdout."
                ).common,
            ],
            examples: [
                ("scorebook export timeline --owner anna@example.org --preset last_3_months --verified", "a season"),
                ("scorebook export metrics --owner anna@example.org --out metrics.csv", "for a spreadsheet"),
                ("scorebook export packet --owner anna@example.org -o pdf --out packet.pdf", "to print or to send"),
            ],
            exits: exits + [.badInput, .noInput, .cannotWrite]),
    ]

    private static let redact = Option.flag(
        "redact", \.recordText, is: .redacted, "Redact the text of the records.")
}
