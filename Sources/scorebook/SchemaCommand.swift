import Command
import Migrating
import Postgres
import Reporting
import Running
import Summarising

/// `scorebook schema status|up|verify`
enum SchemaCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        let form = invocation.options.output ?? .table
        let mode: Summaries.Mode? = invocation.options.appTriggers.map {
            $0 == .left ? .withoutAppTriggers : .appTriggers
        }
        return workspace.withDatabase(.administrator, console) { connection, database throws(DatabaseError) in
            do throws(SchemaFailure) {
                switch invocation.verb {
                case .schemaUp: return try up(database, connection, mode, console)
                case .schemaVerify: return try verify(database, connection, form, console)
                default:
                    let state = try database.schema.state(on: connection)
                    console.write(listing(state), as: form)
                    if form == .table {
                        console.narrate(
                            state.isCurrent
                                ? "All of it is there."
                                : "`scorebook schema up` makes what is missing, and announces it first.")
                    }
                    return .success
                }
            } catch { return console.fail(error) }
        }
    }

    private static func listing(_ state: DatabaseSchema.State) -> Listing {
        let files: [[JSONValue]] =
            state.files.applied.map { [.text($0), "there"] } + state.files.missing.map { [.text($0), "missing"] }
            + state.files.changed.map { [.text($0), "changed"] }
        let summaries: [[JSONValue]] = state.summaries.map { status in
            let word =
                switch status.state {
                case .current: "there"
                case .absent: "missing"
                case .changed: "changed"
                case .foreign: "not ours"
                }
            return [.text("summary \(status.summary.qualifiedName)"), .text(word)]
        }
        let grants: [[JSONValue]] = state.grants.map { [.text($0.statement), "missing"] }
        return Listing([.init("object", fit: .cutMiddle), .init("state")], rows: files + summaries + grants)
    }

    private static func up(
        _ database: DatabaseAccess, _ connection: Connection, _ mode: Summaries.Mode?, _ console: Console
    ) throws(SchemaFailure) -> ExitCode {
        func list(_ line: String) { if console.verbosity != .quiet { console.write("\(line)\n") } }
        var announced = 0
        let (made, remarks) = try database.schema.bringUp(on: connection, mode: mode) { text in
            if announced == 0 { list("On tables of the app:") }
            announced += 1
            list("  \(text.escapedForTerminal)")
        }
        for name in made { list("made \(name)") }
        if made.isEmpty { list("nothing was missing") }
        for remark in remarks { console.narrate("Remark: \(remark)") }
        return .success
    }

    private static func verify(
        _ database: DatabaseAccess, _ connection: Connection, _ form: OutputForm, _ console: Console
    ) throws(SchemaFailure) -> ExitCode {
        let differences = try database.schema.differences(on: connection)
        let state = try database.schema.state(on: connection)
        var rows: [[JSONValue]] = differences.map { difference in
            [
                .text(difference.table), .optional(difference.object), .text(difference.text),
                .text(difference.weight == .refuses ? "refuses" : "remark"),
            ]
        }
        rows += state.files.changed.map { [.text($0), .null, "changed since it was applied", "refuses"] }
        rows += state.files.missing.map { [.text($0), .null, "not applied: `scorebook schema up`", "refuses"] }
        for status in state.summaries where status.state != .current {
            rows.append([
                .text(status.summary.qualifiedName), .null, .text("the summary is \(status.state.rawValue)"), "refuses",
            ])
        }
        for grant in state.grants {
            rows.append([
                .text(grant.object), .text(grant.role), .text("lacks \(grant.right.rawValue), \(grant.reason): \(grant.statement)"),
                "refuses",
            ])
        }
        console.write(
            Listing(
                [.init("table"), .init("object", fit: .cutEnd), .init("text", "what", fit: .cutEnd), .init("weight")],
                rows: rows, whenEmpty: "the database is what the datasets need"), as: form)
        return rows.contains { $0.last == "refuses" } ? .unsatisfied : .success
    }
}
