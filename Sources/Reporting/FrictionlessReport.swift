internal import Records

/// A report as frictionless writes it (version 5 of its Python framework): a task for each file, an error for each reject.
///
/// Holds no values of records: `cells` is empty.
public struct FrictionlessReport {
    private let report: RunReport

    public init(_ report: RunReport) { self.report = report }

    public var json: JSONValue {
        let tasks = report.units.filter { $0.status != .ignored }.map(task)
        let errors = tasks.reduce(0) { $0 + $1.errors }
        return [
            "valid": .boolean(errors == 0),
            "stats": [
                "tasks": .integer(tasks.count), "errors": .integer(errors), "warnings": .integer(warnings.count),
                "seconds": .real((report.seconds * 1000).rounded() / 1000),
            ],
            "warnings": .array(warnings.map(JSONValue.text)), "errors": [],
            "tasks": .array(tasks.map(\.json)),
        ]
    }

    /// Of many rejects the first are listed.
    private var warnings: [String] {
        guard report.areRejectsTruncated else { return [] }
        return ["\(report.rejects.count.grouped) errors of \(report.ledger.rejected.of("rejected record")) are listed"]
    }

    private func task(_ unit: RunReport.Unit) -> (json: JSONValue, errors: Int) {
        var errors: [JSONValue] = []
        var isValid = unit.ledger.rejected == 0
        if [.refused, .failed, .crashed].contains(unit.status) {
            isValid = false
            errors.append(error("source-error", "Source Error", "", unit.reason ?? "", []))
        }
        for reject in report.rejects where reject.source == unit.source {
            errors.append(
                error(
                    "row-error", "Row Error", "row at line \(reject.position.line): ", reject.message,
                    [.init("cells", []), .init("rowNumber", .integer(reject.position.line))]))
        }
        let count = max(errors.count, isValid ? 0 : unit.ledger.rejected)
        var stats: [JSONValue.Member] = [
            .init("errors", .integer(count)), .init("warnings", .integer(0)), .init("seconds", .real(0)),
            .init("bytes", .integer(unit.bytes)), .init("rows", .integer(unit.ledger.read)),
        ]
        if let sha256 = unit.sha256, !sha256.isEmpty { stats.append(.init("sha256", .text(sha256))) }
        let json: JSONValue = [
            "name": .text(name(unit.source)), "type": "table", "valid": .boolean(isValid), "place": .text(unit.source),
            "labels": [], "stats": .object(stats), "warnings": [], "errors": .array(errors),
        ]
        return (json, count)
    }

    private func error(
        _ type: String, _ title: String, _ place: String, _ note: String, _ others: [JSONValue.Member]
    ) -> JSONValue {
        .object(
            [
                .init("type", .text(type)), .init("title", .text(title)), .init("description", .text(title)),
                .init("message", .text(place + note)), .init("tags", []), .init("note", .text(note)),
            ] + others)
    }

    /// A resource's name: lower case, digits, `-`, `_` and `.`.
    private func name(_ source: String) -> String {
        String(source.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-" })
    }
}
