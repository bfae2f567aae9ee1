/// Commands of the database and its accounts.
extension CommandTable {
    static let database: [Command] = [
        Command(
            .schemaStatus, .database, "check that scorebook's objects exist and are unchanged",
            "Counts them, and lists up to 20 that are missing or changed; -v lists all. The exit code is 1 if any are.",
            exits: exits + [.unsatisfied], standsForGroup: true),
        Command(
            .schemaUp, .database, "create what is missing, repair what was changed",
            "Shows first what it adds to tables of the web app. Refuses, column by column, where the database differs "
                + "from what the datasets need, and a schema that is newer than the program.",
            options: [
                .flag(
                    "dry-run", \.effect, is: .described,
                    "Show what would be created and repaired, without changing anything."
                ).common,
                .flag(
                    "with-app-tables", \.appTables, is: .made,
                    "Also the tables of the web app, in an empty database of your own."),
                .flag(
                    "without-app-triggers", \.appTriggers, is: .left,
                    "No triggers on the app's tables; their summaries become plain views of the same names. "
                        + "Stays so until --with-app-triggers."),
                .flag(
                    "with-app-triggers", \.appTriggers, is: .made,
                    "Put triggers on the app's tables again. This is the default."),
            ],
            examples: [
                ("scorebook schema up --dry-run", "look first"),
                ("scorebook schema up --with-app-tables", "a database without the web app"),
            ],
            exits: exits + [.unsatisfied]),
        Command(
            .schemaSQL, .database, "print what `schema up` would do, as SQL for psql",
            "One transaction, to be run by the administrator. Changes nothing by itself.",
            examples: [("scorebook schema sql > changes.sql", "for review, or for psql -f")],
            exits: exits),
        Command(
            .schemaVerify, .database,
            "check the database against the datasets, and scorebook's objects for changes",
            "With --try it also writes one row to each table, as the role that loads, and rolls it back. This "
                + "finds missing privileges that the catalogue does not show. Notifications of the app are "
                + "suppressed.",
            options: [
                .flag("try", \.proof, is: .tried, "Write one row for each table in a transaction that is rolled back.")
            ],
            examples: [("scorebook schema verify --try", "what a load would need, without a load")],
            exits: exits + [.unsatisfied]),
        Command(
            .summariesVerify, .database, "compare stored summaries with their SELECTs",
            exits: exits + [.unsatisfied], standsForGroup: true),
        Command(.summariesRebuild, .database, "rebuild stored summaries", exits: exits),
        Command(
            .userAdd, .database, "add an account to a database that scorebook made",
            "That is scorebook's own server, or a database made with `schema up --with-app-tables`. In the web app's "
                + "database people sign up in the app. Adding an account again changes only its zone.",
            arguments: [Positional("EMAIL", .one, "The person's email, for --owner.")],
            options: [.value("zone", "ZONE", \.zone, "The person's time zone, as America/New_York.")],
            examples: [("scorebook user add anna@example.org --zone Europe/Vienna", "before the first import")],
            exits: exits + [.cannotWrite]),
        Command(
            .userList, .database, "list the accounts of a database that scorebook made", exits: exits,
            standsForGroup: true),
        Command(
            .dbStart, .database, "start scorebook's own PostgreSQL server",
            "Creates the cluster if there is none. It listens on a socket of this machine only.",
            exits: exits + [.cannotWrite]),
        Command(.dbStop, .database, "stop the server", exits: exits),
        Command(
            .dbStatus, .database, "show whether the server runs", exits: exits + [.unsatisfied], standsForGroup: true),
        Command(
            .dbPsql, .database, "open psql on scorebook's own server",
            arguments: [Positional("ARGUMENT", .any, "Passed on to psql; after -- where it begins with a dash.")],
            examples: [("scorebook db psql -- -c 'select count(*) from public.performance_metrics'", "one query")],
            exits: exits),
        Command(.dbURL, .database, "print the server's connection URL", exits: exits),
        Command(
            .dbList, .database, "list scorebook's own servers: this project's and the user's",
            "Those under SCOREBOOK_HOME, under .scorebook of the current folder, and in the user's data folder.",
            exits: exits),
    ]
}
