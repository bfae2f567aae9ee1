import Command
import Importing
import Reporting

/// `scorebook trends --owner WHO`
enum TrendsCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        let form = invocation.options.output ?? .table
        return workspace.withPerson(console) { person in
            console.write(listing(try person.trends(), form), as: form)
            return .success
        }
    }

    private static func listing(_ trends: [Trend], _ form: OutputForm) -> Listing {
        guard form != .table else {
            return Listing(
                [
                    .init("metric", fit: .cutEnd), .init("records", nil, .right), .init("last ten"), .init("latest"),
                    .init("trend"),
                ],
                rows: trends.map { trend in
                    [
                        .text(trend.label), .integer(trend.values.count), .text(Plot.sparkline(trend.values)),
                        .text([trend.latest, trend.unit ?? ""].joined(separator: " ")),
                        .text("\(arrow(trend.direction)) \(trend.direction)"),
                    ]
                }, whenEmpty: "no metric has two records yet")
        }
        return Listing(
            [
                .init("metric_type"), .init("label"), .init("records", nil, .right), .init("latest"), .init("unit"),
                .init("trend"), .init("dates"), .init("values"),
            ],
            rows: trends.map { trend in
                [
                    .text(trend.metric), .text(trend.label), .integer(trend.values.count), .text(trend.latest),
                    .optional(trend.unit), .text(trend.direction), .array(trend.days.map(JSONValue.text)),
                    .array(trend.values.map(JSONValue.real)),
                ]
            })
    }

    private static func arrow(_ direction: String) -> String {
        switch direction {
        case "improving", "rising": "↗"
        case "declining", "falling": "↘"
        default: "→"
        }
    }
}
