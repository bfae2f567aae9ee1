import Command
import Definitions
import Importing
import Migrating
import Postgres
import Reporting
import Summarising

/// `scorebook schema status|up|sql|verify`
enum SchemaCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        let form = invocation.options.output ?? .table
        let mode: Summaries.Mode? = invocation.options.appTriggers.map {
            $0 == .left ? .withoutAppTriggers : .appTriggers
        }
        return workspace.withDatabase(.administrator, console) { connection, given in
            var database = given
            do {
                if !database.isEmbedded, invocation.verb == .schemaUp {
                    if let code = try refuseTables(&database, connection, invocation.options.appTables, console) {
                        return code
                    }
                }
                switch invocation.verb {
                case .schemaUp where invocation.options.effect == .described:
                    return try describe(database, connection, mode, console)
                case .schemaUp: return try up(database, connection, mode, console)
                case .schemaSQL:
                    let steps = try database.schema.script(on: connection, mode: mode)
                    console.write(steps.isEmpty ? "-- Nothing is missing.\n" : DatabaseSchema.text(steps))
                    return .success
                case .schemaVerify:
                    let rows: [[JSONValue]]
                    switch invocation.options.proof {
                    case .compared: rows = []
                    case .tried:
                        guard let pipelines = workspace.pipelines(console) else { return .configuration }
                        do {
                            rows = try tried(SchemaTrial.run(pipelines, on: database), console)
                        } catch { return console.fail(error) }
                    }
                    return try verify(database, connection, rows, form, console)
                default:
                    return try status(database, connection, invocation.options, console)
                }
            } catch { return console.fail(error) }
        }
    }

    /// The app's tables are made in an empty database only, and only where that is asked for.
    private static func refuseTables(
        _ database: inout DatabaseAccess, _ connection: Connection, _ wanted: Options.AppTables, _ console: Console
    ) throws -> ExitCode? {
        let found = try database.schema.appTables(on: connection)
        switch (wanted, found) {
        case (.verified, .nothing):
            console.complain(
                "this database has none of the web app's tables",
                hint: "Check that it is the right one (\(connection.databaseName)). In an empty database of your own: "
                    + "`scorebook schema up --with-app-tables`.")
            return .configuration
        case (.made, .theirs):
            console.complain(
                "this database has tables already",
                hint: "--with-app-tables is for an empty one; without it `schema up` adds what is missing.")
            return .configuration
        case (.made, .nothing) where try connection.value("select pg_catalog.current_setting('is_superuser')") != "on":
            console.complain(
                "--with-app-tables makes roles and extensions, which takes a superuser",
                hint: "Connect as one, or let the administrator of the server do this step.")
            return .configuration
        default:
            database.makesAppTables = found == .ours || wanted == .made
            return nil
        }
    }

    private static func status(
        _ database: DatabaseAccess, _ connection: Connection, _ options: Options, _ console: Console
    ) throws -> ExitCode {
        let form = options.output ?? .table
        let state = try database.schema.state(on: connection)
        let drift = try database.schema.drift(on: connection)
        var list = listing(state, drift ?? [])
        let code: ExitCode =
            state.isCurrent && !(drift ?? []).contains { !$0.isTheirs } ? .success : .unsatisfied
        guard form == .table else {
            console.write(list, as: form)
            return code
        }
        let whole = list.rows.count { $0.last == "there" }
        let count = "\(whole.grouped) of \(list.rows.count.of("object")) as defined"
        if options.verbosity != .detailed { list.rows.removeAll { $0.last == "there" } }
        let isShort = list.rows.count > mostObjects && options.verbosity != .detailed
        console.write(isShort ? "\(count): \(counts(list)); -v lists them\n" : "\(count)\n")
        if !isShort, !list.rows.isEmpty { console.write(list, as: form) }
        if !state.isCurrent {
            console.narrate("`scorebook schema up` creates what is missing; with --dry-run it only shows it.")
        } else if let drift, !drift.isEmpty {
            let count = drift.count { $0.isRepairable }
            console.narrate(
                count == 0
                    ? "What others added stays; `scorebook schema verify` says how to remove it."
                    : "`scorebook schema up` repairs \(count.of("difference")); with --dry-run it only shows them.")
        } else {
            console.narrate("Up to date; -v lists them.")
        }
        return code
    }

    /// Objects that are listed without -v.
    private static let mostObjects = 20

    /// `122 files missing, 90 summaries missing`
    private static func counts(_ list: Listing) -> String {
        let kinds = list.rows.map { row -> String in
            guard case .text(let object)? = row.first, case .text(let state)? = row.last else { return "" }
            return (object.hasPrefix("summary ") ? "summaries " : object.hasSuffix(".sql") ? "files " : "") + state
        }
        var seen: Set<String> = []
        return kinds.filter { seen.insert($0).inserted }.map { kind in
            "\(kinds.count { $0 == kind }.grouped) \(kind)"
        }.joined(separator: ", ")
    }

    private static func listing(_ state: DatabaseSchema.State, _ drift: [SchemaDrift]) -> Listing {
        let files: [[JSONValue]] =
            state.files.applied.map { [.text($0), "there"] } + state.files.missing.map { [.text($0), "missing"] }
            + state.files.changed.map { [.text($0), "changed"] }
        let summaries: [[JSONValue]] = state.summaries.map { status in
            let word =
                switch status.state {
                case .current: "there"
                case .absent: "missing"
                case .changed: "changed"
                case .incomplete: "incomplete"
                case .foreign: "not ours"
                }
            return [.text("summary \(status.summary.qualifiedName)"), .text(word)]
        }
        let grants: [[JSONValue]] = state.grants.map { [.text($0.statement), "missing"] }
        let differences: [[JSONValue]] = drift.map { [.text($0.description), .text($0.problem.rawValue)] }
        return Listing(
            [.init("object", fit: .cutMiddle), .init("state")], rows: files + summaries + grants + differences)
    }

    private static func up(
        _ database: DatabaseAccess, _ connection: Connection, _ mode: Summaries.Mode?, _ console: Console
    ) throws -> ExitCode {
        func list(_ line: String) { if console.verbosity != .quiet { console.write("\(line)\n") } }
        var announced = 0
        let change = try database.schema.bringUp(on: connection, mode: mode) { text in
            if announced == 0 { list("On the app's tables:") }
            announced += 1
            list("  \(shown(text, console, beside: 2))")
        }
        for drift in change.repaired { list("repaired \(shown(drift.description, console, beside: 9))") }
        for name in change.made { list("made \(name)") }
        if change.made.isEmpty, change.repaired.isEmpty { list("Nothing to do.") }
        for remark in change.remarks { console.narrate("Note: \(remark)") }
        for drift in change.left where !drift.isBeneath { console.narrate("Note: \(drift). \(drift.advice)") }
        return change.left.contains { !$0.isTheirs } ? .unsatisfied : .success
    }

    /// One line in a terminal, however long the SQL is; all of it in a pipe or a file.
    private static func shown(_ text: String, _ console: Console, beside taken: Int) -> String {
        let text = text.escapedForTerminal
        return console.output.width.map { text.truncated(to: $0 - taken) } ?? text
    }

    /// Each step, and below it what it puts on tables of the app.
    private static func describe(
        _ database: DatabaseAccess, _ connection: Connection, _ mode: Summaries.Mode?, _ console: Console
    ) throws -> ExitCode {
        let steps = try database.schema.script(on: connection, mode: mode)
        let tables = try database.schema.appTables()
        for step in steps where !step.title.isEmpty {
            console.write("would make \(step.title.escapedForTerminal)\n")
            for statement in SQLStatement.all(in: step.sql) where statement.mentions(tables) {
                console.write("    \(shown(statement.line, console, beside: 4))\n")
            }
        }
        if steps.isEmpty { console.write("Nothing to do.\n") }
        console.narrate("Nothing was changed. `scorebook schema sql` writes all of it as SQL.")
        return .success
    }

    /// What a trial found, as rows of the listing.
    private static func tried(_ trial: SchemaTrial, _ console: Console) -> [[JSONValue]] {
        console.narrate("\(trial.tried.of("table")) tried: one row written, changed and rolled back")
        return trial.findings.map { finding in
            let grants = finding.grants.isEmpty ? "" : ": \(finding.grants.joined(separator: "; "))"
            let what = finding.isRefusal ? finding.what + grants : "not tried completely: \(finding.what)"
            return [finding.isRefusal ? "error" : "remark", .text(finding.table), .null, .text(what)]
        }
    }

    /// - Parameter tried: what a trial found.
    private static func verify(
        _ database: DatabaseAccess, _ connection: Connection, _ tried: [[JSONValue]], _ form: OutputForm,
        _ console: Console
    ) throws -> ExitCode {
        let differences = try database.schema.differences(on: connection)
        let state = try database.schema.state(on: connection)
        var rows: [[JSONValue]] = differences.map { difference in
            [
                .text(difference.weight == .refuses ? "error" : "remark"), .text(difference.table),
                .optional(difference.object), .text(difference.text),
            ]
        }
        rows += state.files.changed.map { ["error", .text($0), .null, "changed since it was applied"] }
        rows += state.files.missing.map {
            ["error", .text($0), .null, "not applied; `scorebook schema up` applies it"]
        }
        for status in state.summaries where status.state != .current {
            rows.append([
                "error", .text(status.summary.qualifiedName), .null,
                .text(status.state == .absent ? "summary missing" : "summary \(status.state.rawValue)"),
            ])
        }
        for grant in state.grants {
            rows.append([
                "error", .text(grant.object), .text(grant.role),
                .text("no \(grant.right.rawValue), \(grant.reason): \(grant.statement)"),
            ])
        }
        for drift in try database.schema.drift(on: connection) ?? [] {
            rows.append([
                .text(drift.isTheirs ? "remark" : "error"), .text(drift.object), .text(drift.name),
                .text("\(drift.fault): \(drift.advice)"),
            ])
        }
        rows += tried
        console.write(
            Listing(
                [.init("severity"), .init("table"), .init("object", fit: .cutEnd), .init("text", "what", fit: .wrap)],
                rows: rows, whenEmpty: "the database is what the datasets need"), as: form)
        return rows.contains { $0.first == "error" } ? .unsatisfied : .success
    }
}
