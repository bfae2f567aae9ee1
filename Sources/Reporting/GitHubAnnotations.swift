internal import Records

/// A report as workflow commands of GitHub Actions: an annotation for each refused file and each cause of rejects.
///
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions; no values of records.
public struct GitHubAnnotations {
    private let report: RunReport
    /// The path of a file by its name in the report.
    private let path: (String) -> String

    public init(_ report: RunReport, path: @escaping (String) -> String) {
        self.report = report
        self.path = path
    }

    public var text: String {
        var text = ""
        for unit in report.units where [.refused, .failed, .crashed].contains(unit.status) {
            text += line("error", unit.source, nil, unit.code?.rawValue ?? unit.status.rawValue, unit.reason ?? "")
        }
        for cause in report.causes {
            let title = [cause.name, cause.code].filter { !$0.isEmpty }.joined(separator: ": ")
            let message = "\(cause.count.of("record")), \(cause.place): \(cause.message)"
            text += line("error", cause.source, cause.lines.first?.lowerBound, title, message)
        }
        let refused = report.units.count { [.refused, .failed, .crashed].contains($0.status) }
        return text + "scorebook \(report.mode.rawValue): \(report.status.rawValue), \(report.units.count.of("file")), "
            + "\(report.ledger.read.of("record")) read, \(report.ledger.rejected.grouped) rejected, "
            + "\(refused.of("file")) refused\n"
    }

    private func line(_ level: String, _ source: String, _ line: Int?, _ title: String, _ message: String) -> String {
        var properties = ["file=\(path(source).asProperty)"]
        if let line, line > 0 { properties.append("line=\(line)") }
        properties.append("title=\(title.asProperty)")
        return "::\(level) \(properties.joined(separator: ","))::\(message.asMessage)\n"
    }
}

extension String {
    fileprivate var asMessage: String {
        replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    fileprivate var asProperty: String { asMessage.replacing(":", with: "%3A").replacing(",", with: "%2C") }
}
