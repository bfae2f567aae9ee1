import Foundation
import Loading
import Proving
import Records
import Reporting
import Seeding
import Testing

/// What a report tells to type, typed for the file that it is printed for, removes its cause and changes nothing else.
@Suite struct PrintedRelations {
    typealias Settings = [(name: String, value: String)]

    private static let samples: [Sample] = {
        var random = Seeded(UInt64(ProcessInfo.processInfo.environment["SCOREBOOK_SEED"] ?? "") ?? 7)
        return Extent.some(Sample.all.shuffled(using: &random), 100)
    }()

    private static func validate(_ sample: Sample, _ settings: Settings) -> RunReport {
        var attempt = Attempt(.validate, [sample.path])
        attempt.settings = settings
        return attempt.execute().report
    }

    /// What the program says of it.
    private static func printed(_ sample: Sample, _ settings: Settings) throws -> [Substring] {
        let options = settings.flatMap { ["--set", "\($0.name)=\($0.value)"] }
        let result = try Program.run(["validate", sample.path] + options)
        return (result.output + "\n" + result.complaints).split(separator: "\n")
    }

    /// The settings of a text's options.
    private static func settings(in text: some StringProtocol) -> Settings {
        String(text).matches(of: /--set ([a-z_]+)=('[^']*'|[^ `']+)/).map { match in
            (String(match.1), match.2.trimmingCharacters(in: ["'"]))
        }
    }

    /// The settings that bring a refused file in; what only its owner knows is taken from `known`.
    private static func proposed(_ lines: [Substring], _ known: Settings) -> Settings {
        let command = lines.first { $0.hasPrefix("  scorebook validate ") }
        let asked = lines.compactMap { $0.prefixMatch(of: #/  --set ([a-z_]+) /#).map { String($0.1) } }
        return (command.map(settings) ?? []) + known.filter { asked.contains($0.name) }
    }

    @Test(arguments: samples) func `A file that lacks settings is read with those that its refusal proposes`(
        sample: Sample
    )
        throws
    {
        let known = Ground.settings(for: [sample.path])
        let right = Self.validate(sample, known)
        guard right.units.allSatisfy({ $0.status != .refused }) else { return }
        var settings: Settings = []
        var report = Self.validate(sample, settings)
        for _ in 0..<4 where report.units.contains(where: { $0.status == .refused }) {
            let refusal = report.units.first { $0.status == .refused }
            let more = Self.proposed(try Self.printed(sample, settings), known).filter { one in
                !settings.contains { $0.name == one.name }
            }
            #expect(!more.isEmpty, "\(sample): \(settings), \(refusal?.reason ?? "")")
            guard !more.isEmpty else { return }
            settings += more
            report = Self.validate(sample, settings)
        }
        #expect(report.units.allSatisfy { $0.status != .refused }, "\(sample): \(settings)")
        #expect(report.ledger.read == right.ledger.read, "\(sample): \(settings)")
        // The usual unit need not be this file's, and what some records lack besides is told with their rejects.
        let others = report.causes.filter { cause in
            cause.code != "out_of_range" && !cause.hint.contains("--set ")
                && !right.causes.contains { $0.message == cause.message }
        }
        #expect(others.map(\.message) == [], "\(sample): \(settings)")
    }

    /// Settings of the commands that take what was not selected.
    private static func selections(_ sample: Sample, _ known: Settings) throws -> [Settings] {
        try printed(sample, known).filter { $0.hasPrefix("  scorebook validate ") }.map(settings).filter { !$0.isEmpty }
    }

    /// Settings in a cause's hint, one for each way.
    private static func told(_ cause: RunReport.Cause) -> [Settings] {
        cause.hint.split(separator: "`").map(settings).filter { !$0.isEmpty }
    }

    /// Without the order of days, which some files do not show, and with the usual types alone.
    private static func known(_ sample: Sample) -> Settings {
        Ground.settings(for: [sample.path]).filter { !["date_order", "health_types"].contains($0.name) }
    }

    @Test(arguments: samples) func `What is told of a warning or a reject, typed, leaves fewer of them`(sample: Sample)
        throws
    {
        let known = Self.known(sample)
        let report = Self.validate(sample, known)
        for settings in try Self.selections(sample, known) {
            let other = Self.validate(
                sample, known.filter { one in !settings.contains { $0.name == one.name } } + settings)
            let before = Set(report.warnings.map(\.name)).filter { $0.hasPrefix("skipped: not selected") }
            #expect(
                before.intersection(other.warnings.map(\.name)) != before || before.isEmpty, "\(sample): \(settings)")
            #expect(other.ledger.read == report.ledger.read, "\(sample): \(settings)")
        }
        for cause in report.causes {
            let told = Self.told(cause)
            guard !told.isEmpty else { continue }
            // Of two ways one is the file's.
            let left = told.map { settings in
                Self.validate(sample, known.filter { one in !settings.contains { $0.name == one.name } } + settings)
                    .causes.filter { $0.code == cause.code && $0.message == cause.message }.reduce(0) { $0 + $1.count }
            }
            #expect(left.contains { $0 < cause.count }, "\(sample): \(told), \(cause)")
        }
    }

    /// The relations above are about something.
    @Test func `Samples are told something`() throws {
        func sample(_ file: String) throws -> Sample { try #require(Sample.all.first { $0.file == file }) }
        let (partial, open) = (try sample("health-sync.heart-rate.csv"), try sample("fitbit-export.csv"))
        #expect(try !Self.selections(partial, Self.known(partial)).isEmpty)
        let causes = Self.validate(open, Self.known(open)).causes
        #expect(causes.contains { Self.told($0).count == 2 })
    }
}
