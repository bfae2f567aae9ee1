import Definitions
import Foundation
import Importing
import Postgres
import Proving
import Records
import Reporting
import Seeding
import Testing

/// What becomes of every sample, faulty ones too, as it fits a screen: rows, rejects, ledger, summaries. One sample of each shape
/// of format is planned before, and loaded again after, see `LoadingConformance`.
///
/// `SCOREBOOK_RECORD=1 swift test -c release --filter Golden` records them; read the difference before it is committed.
@Suite struct GoldenTests {
    static let folder = "\(Ground.package)/Tests/Golden"
    static let samples: [String] = {
        let files = FileManager.default
        let good = (try? files.contentsOfDirectory(atPath: Ground.samples)) ?? []
        let faulty = (try? files.contentsOfDirectory(atPath: Ground.samples + "/Faulty")) ?? []
        return (good + faulty.map { "Faulty/" + $0 }).filter { Sample.isData($0) }.sorted()
    }()

    /// Name of a sample's golden, without ending.
    private static func name(of sample: String) -> String {
        let parts = sample.replacing("/", with: "-").split(separator: ".")
        return parts.dropLast(parts.count > 1 ? 1 : 0).joined(separator: ".")
    }

    private static let isRecorded = ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] != nil

    /// Faulty samples, the first two of each format and those of a shape of their own; all with SCOREBOOK_THOROUGH=1. What the
    /// others are read as has `transcripts.txt`.
    private static let loaded: [String] = {
        if Extent.isThorough || isRecorded { return samples }
        let firsts = Dictionary(grouping: samples) { $0.prefix { $0 != "." } }.values.flatMap { $0.prefix(2) }
        return samples.filter {
            $0.hasPrefix("Faulty/") || firsts.contains($0) || LoadingConformance.ofEachShape[$0] != nil
        }
    }()

    @Test(arguments: loaded)
    func `Golden`(sample: String) throws {
        let scratch = try Scratch(.used, keepsSession: true)
        try scratch.addParents(of: sample)
        var attempt = Attempt(.run, ["\(Ground.samples)/\(sample)"])
        // Faulty samples show what is said where a setting is missing.
        if sample.hasPrefix("Faulty/") { attempt.settings = attempt.settings.filter { $0.name == "zone" } }
        let planned = try LoadingConformance.ofEachShape[sample].map { try LoadingConformance.Planned($0, scratch) }
        let (report, end) = attempt.execute(on: scratch)
        let text = try Self.text(report, end, scratch)
        let name = Self.name(of: sample)
        let path = "\(Self.folder)/\(name).txt"
        if Self.isRecorded {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let golden = try? String(contentsOfFile: path, encoding: .utf8)
        #expect(text == golden, "Tests/Golden/\(name).txt")
        #expect(text.split(separator: "\n").count <= 60, "a golden fits a screen")
        try planned?.expect(report, scratch)
    }

    @Test func `Each shape of format has a sample that is planned and loaded again`() {
        #expect(Set(LoadingConformance.ofEachShape.keys).isSubset(of: Self.samples))
        #expect(LoadingConformance.ofEachShape.count > 100 || Sample.all.count < 100)
    }

    @Test func `Every golden has its sample`() throws {
        let goldens = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".txt") }
        #expect(Set(goldens) == Set(Self.samples.map { Self.name(of: $0) + ".txt" }))
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
        for reject in report.rejects.prefix(20) {
            lines.append("reject: line \(reject.position.line), \(reject.field), \(reject.code.rawValue)")
            lines.append("  \(reject.message)")
        }
        for table in report.tables where table.name != "public.performance_metrics" {
            lines += try rows(of: table.name, scratch)
        }
        guard report.tables.isEmpty || report.tables.contains(where: { $0.name == "public.performance_metrics" })
        else { return lines.joined(separator: "\n") + "\n" }
        lines.append("rows:")
        lines += try table(
            scratch,
            """
            select recorded_date, metric_type, value, display_value, unit, right(event_id::text, 4),
                case when verified then 'verified' end, source, case when is_primary then 'primary' end,
                pg_catalog.replace(left(notes, 24), e'\\n', '/'), (family_unit_id is not null)::text
            from public.performance_metrics where \(Ground.ours) order by recorded_date, metric_type, value, id
            limit 40
            """)
        lines.append("trends:")
        lines += try table(
            scratch,
            """
            select label, record_count, min_value, max_value, round(average, 3), unit, trend
            from public.metric_trends where \(Ground.ours) order by label
            """)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The first rows of a table, without what differs from one run to the next: ids and clocks.
    private static func rows(of name: String, _ scratch: Scratch) throws -> [String] {
        let tables = Ground.pipelines.datasets.flatMap(\.tables)
        let columns = try #require(tables.first { $0.name == name }).columns
            .filter { $0.type != "uuid" && $0.name != "created_at" && $0.name != "updated_at" && $0.name != "added_at" }
            .map { "\"\($0.name)\"" }
        let list = columns.joined(separator: ", ")
        let count = try scratch.value("select count(*) from \(name) as target where \(Ground.ours("target"))")
        let shown = columns.map { "pg_catalog.replace(left(\($0)::text, 40), e'\\n', '/')" }.joined(separator: ", ")
        return ["\(name): \(count ?? "?") rows", "  " + columns.joined(separator: "  ").replacing("\"", with: "")]
            + (try table(
                scratch,
                "select \(shown) from \(name) as target where \(Ground.ours("target")) order by \(list) limit 12"))
    }

    private static func table(_ scratch: Scratch, _ sql: String) throws -> [String] {
        try scratch.rows(sql).map { row in "  " + row.map { $0 ?? "-" }.joined(separator: "  ") }
    }
}
