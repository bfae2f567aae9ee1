import Command
import Importing
import Postgres
import Reporting
import Summarising

/// `scorebook summaries verify|rebuild`
enum SummariesCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let form = invocation.options.output ?? .table
        return Workspace(invocation.options).withDatabase(.administrator, console) {
            connection, database in
            do {
                if invocation.verb == .summariesRebuild {
                    let rebuilt = try database.schema.rebuildSummaries(on: connection)
                    console.write(
                        Listing(
                            [.init("summary"), .init("rows", nil, .right)],
                            rows: rebuilt.map { [.text($0.summary), .integer($0.rows)] },
                            whenEmpty: "no stored summaries are there: `scorebook schema up` makes them"), as: form)
                    return .success
                }
                let differences = try database.schema.verifySummaries(on: connection)
                console.write(
                    Listing(
                        [.init("summary"), .init("missing", nil, .right), .init("extra", nil, .right)],
                        rows: differences.map { [.text($0.summary), .integer($0.missing), .integer($0.extra)] },
                        whenEmpty: "no stored summaries are there: `scorebook schema up` makes them"), as: form)
                let isEqual = differences.allSatisfy(\.isNone)
                if !isEqual { console.narrate("`scorebook summaries rebuild` makes them again.") }
                return isEqual ? .success : .unsatisfied
            } catch { return console.fail(error) }
        }
    }
}
