internal import Records

/// A report as JUnit's XML, which CI servers show: a suite for each file, a case for each cause of rejects.
///
/// Holds names of files and columns, lines and counts; no values of records.
public struct JUnitReport {
    private let report: RunReport

    public init(_ report: RunReport) { self.report = report }

    public var text: String {
        var tests = 0
        var failures = 0
        var errors = 0
        var suites = ""
        for unit in report.units {
            let cases = cases(of: unit)
            let failed = cases.count { if case .failed = $0.outcome { true } else { false } }
            let broken = cases.count { if case .broken = $0.outcome { true } else { false } }
            let skipped = cases.count { if case .skipped = $0.outcome { true } else { false } }
            suites += """
                  <testsuite name="\(unit.source.asXML)" tests="\(cases.count)" failures="\(failed)" errors="\(broken)" \
                skipped="\(skipped)">

                """
            for one in cases { suites += one.text(in: unit.source) }
            suites += "  </testsuite>\n"
            (tests, failures, errors) = (tests + cases.count, failures + failed, errors + broken)
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="scorebook \(report.mode.rawValue)" tests="\(tests)" failures="\(failures)" \
            errors="\(errors)" time="\((report.seconds * 1000).rounded() / 1000)">
            \(suites)</testsuites>

            """
    }

    private struct Case {
        enum Outcome {
            case passed
            case failed(type: String, message: String, text: String)
            case broken(type: String, message: String)
            case skipped(message: String)
        }

        var name: String
        var outcome: Outcome

        func text(in source: String) -> String {
            let start = "    <testcase classname=\"\(source.asXML)\" name=\"\(name.asXML)\""
            switch outcome {
            case .passed: return start + "/>\n"
            case .failed(let type, let message, let text):
                return start + ">\n      <failure type=\"\(type.asXML)\" message=\"\(message.asXML)\">\(text.asXML)"
                    + "</failure>\n    </testcase>\n"
            case .broken(let type, let message):
                return start
                    + ">\n      <error type=\"\(type.asXML)\" message=\"\(message.asXML)\"/>\n    </testcase>\n"
            case .skipped(let message):
                return start + ">\n      <skipped message=\"\(message.asXML)\"/>\n    </testcase>\n"
            }
        }
    }

    private func cases(of unit: RunReport.Unit) -> [Case] {
        switch unit.status {
        case .refused, .failed, .crashed:
            return [
                Case(
                    name: "file",
                    outcome: .broken(type: unit.code?.rawValue ?? unit.status.rawValue, message: unit.reason ?? ""))
            ]
        case .ignored: return [Case(name: "file", outcome: .skipped(message: unit.reason ?? ""))]
        default: break
        }
        let causes = report.causes.filter { $0.source == unit.source }
        guard !causes.isEmpty else { return [Case(name: "records", outcome: .passed)] }
        return causes.map { cause in
            let name = [cause.name, cause.code].filter { !$0.isEmpty }.joined(separator: ": ")
            let command = cause.remedy?.forFile ?? ""
            let text = [cause.place, cause.hint, command].filter { !$0.isEmpty }.joined(separator: "\n")
            return Case(
                name: name,
                outcome: .failed(
                    type: cause.code, message: "\(cause.count.of("record")): \(cause.message)", text: text))
        }
    }
}

extension RunReport.Cause {
    /// The file's own column, otherwise our field.
    var name: String { column.isEmpty ? field : column }
}

extension String {
    /// As text or an attribute of XML 1.0, which has no control characters but tab and line ends.
    fileprivate var asXML: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n", "\r", "\t": text += "&#\(scalar.value);"
            case let other where other.value < 0x20 || other.value == 0xFFFE || other.value == 0xFFFF:
                text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
