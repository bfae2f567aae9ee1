import Foundation
import Postgres
import Proving
import Records
import Reporting
import Running
import Testing

/// What becomes of every sample, faulty ones too, as it fits a screen: rows, rejects, ledger, summaries.
///
/// `SCOREBOOK_RECORD=1 swift test --filter Golden` records them; read the difference before it is committed.
@Suite struct GoldenTests {
    static let folder = "\(Ground.package)/Tests/Golden"
    static let samples: [String] = {
        let files = FileManager.default
        let good = (try? files.contentsOfDirectory(atPath: Ground.samples)) ?? []
        let faulty = (try? files.contentsOfDirectory(atPath: Ground.samples + "/Faulty")) ?? []
        return (good + faulty.map { "Faulty/" + $0 }).filter { $0.hasSuffix(".csv") }.sorted()
    }()

    @Test(arguments: samples)
    func `Golden`(sample: String) throws {
        let scratch = try Scratch()
        var attempt = Attempt(.run, ["\(Ground.samples)/\(sample)"])
        // Faulty samples show what is said where a setting is missing.
        if sample.hasPrefix("Faulty/") { attempt.settings = attempt.settings.filter { $0.name == "zone" } }
        let (report, end) = attempt.execute(on: scratch)
        let text = try Self.text(report, end, scratch)
        let name = sample.replacing("/", with: "-").dropLast(4)
        let path = "\(Self.folder)/\(name).txt"
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] != nil {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let golden = try? String(contentsOfFile: path, encoding: .utf8)
        #expect(text == golden, "Tests/Golden/\(name).txt")
        #expect(text.split(separator: "\n").count <= 60, "a golden fits a screen")
    }

    @Test func `Every golden has its sample`() throws {
        let goldens = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".txt") }
        #expect(Set(goldens) == Set(Self.samples.map { $0.replacing("/", with: "-").dropLast(4) + ".txt" }))
    }

    private static func text(_ report: RunReport, _ end: RunEnd, _ scratch: Scratch) throws -> String {
        var lines: [String] = []
        for unit in report.units {
            lines.append("\(unit.source): \(unit.format ?? "no format"), \(unit.status.rawValue)")
            if let reason = unit.reason { lines.append("  " + reason) }
        }
        lines.append("ledger: \(report.ledger.line)")
        lines.append("status: \(report.status.rawValue), \(end)")
        for warning in report.warnings { lines.append("warning: \(warning.name): \(warning.count)") }
        for reject in report.rejects {
            lines.append("reject: line \(reject.position.line), \(reject.field), \(reject.code.rawValue)")
            lines.append("  \(reject.message)")
        }
        lines.append("rows:")
        lines += try table(
            scratch,
            """
            select recorded_date, metric_type, value, display_value, unit, right(event_id::text, 4),
                case when verified then 'verified' end, source, case when is_primary then 'primary' end,
                pg_catalog.replace(left(notes, 24), e'\\n', '/'), (family_unit_id is not null)::text
            from public.performance_metrics order by recorded_date, metric_type, value, id
            """)
        lines.append("trends:")
        lines += try table(
            scratch,
            """
            select label, record_count, min_value, max_value, round(average, 3), unit, trend
            from public.metric_trends order by label
            """)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func table(_ scratch: Scratch, _ sql: String) throws -> [String] {
        try scratch.rows(sql).map { row in "  " + row.map { $0 ?? "-" }.joined(separator: "  ") }
    }
}
