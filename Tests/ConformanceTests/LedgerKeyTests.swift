import Definitions
import Foundation
import Proving
import Reading
import Testing

/// The part of a file's key in the ledger that comes from definitions and settings, for a few shipped formats.
///
/// `SCOREBOOK_RECORD=1 swift test -c release --filter LedgerKeyTests` records it.
@Suite struct LedgerKeyTests {
    private static let path = "\(Ground.package)/Tests/ConformanceTests/ledger-keys.txt"
    private static let formats = [
        "apple-health", "dupr", "live-scores", "metric-log", "metric-log-json", "progress-photo", "schools-rows",
        "strong",
        "supabase-dump", "withings",
    ]

    @Test func `Ledger keys are the recorded ones`() throws {
        let lines = try Self.formats.map { name in
            let format = try #require(Ground.pipelines.format(named: name))
            let datasets = try #require(Ground.pipelines.datasets(of: format))
            var digest = Digest()
            digest.add(format.canonicalText(with: datasets))
            for setting in Ground.settings.sorted(by: { $0.name < $1.name })
            where format.settings(with: datasets).contains(setting.name) {
                digest.add(setting.name)
                digest.add(setting.value)
            }
            let hash = digest.finish().prefix(12).map { String(format: "%02x", $0) }.joined()
            return name.padding(toLength: 16, withPad: " ", startingAt: 0) + hash
        }
        let text = lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] != nil {
            try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
        }
        #expect(
            try text == String(contentsOfFile: Self.path, encoding: .utf8),
            """
            Definitions read otherwise than before, so that files of these formats have other keys: a run takes files that \
            are already loaded for new ones and loads them again. Where that is meant, or no row can change by it, record \
            the keys with SCOREBOOK_RECORD=1.
            """)
    }

    /// The text of each format's keys, with other measures.
    private static func texts(_ change: (inout Measures) -> Void) throws -> [String: String] {
        let datasets = Ground.pipelines.datasets.map { dataset in
            var dataset = dataset
            if var measures = dataset.measures {
                change(&measures)
                dataset.measures = measures
            }
            return dataset
        }
        let pairs = Ground.pipelines.formats.map { format in
            let own = format.datasets.compactMap { name in datasets.first { $0.name == name } }
            return (format.name, format.canonicalText(with: own))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test func `A new measure changes the keys of formats that take any`() throws {
        let before = try Self.texts { _ in }
        let after = try Self.texts { measures in
            guard var one = measures.known.first else { return }
            (one.word, one.measure.key) = ("another", "another")
            measures.known.append(one)
        }
        let changed = before.filter { after[$0.key] != $0.value }.keys.sorted()
        // What these measure their files say in words of their own.
        let open = [
            "apple-health", "cronometer-biometrics", "fitbit-steps-json", "health-auto-export-json",
            "health-samples-rows", "health-samples-rows-json", "health-series-values", "metric-log",
            "metric-log-json", "metric-log-jsonl", "metric-log-without-ids", "metric-log-without-ids-json",
            "performance-metrics-rows", "performance-metrics-rows-json", "simple-health-export", "supabase-dump",
            "timeline", "timeline-json", "webapp-timeline",
        ]
        #expect(changed == open)
    }

    @Test func `Another range changes the keys of the formats that give the measure`() throws {
        let before = try Self.texts { _ in }
        let after = try Self.texts { measures in
            for place in measures.known.indices where measures.known[place].word == "bone_mass" {
                measures.known[place].measure.possible =
                    measures.known.first { $0.word == "body_mass" }?.measure.possible
            }
        }
        let changed = before.filter { after[$0.key] != $0.value }.keys
        #expect(changed.contains("renpho") && !changed.contains("weight-log"))
        let names = try Ground.pipelines.formats.filter { format in
            let text = try String(contentsOfFile: format.path, encoding: .utf8)
            return text.contains("bone_mass")
        }
        #expect(Set(names.map(\.name)).isSubset(of: changed))
    }
}
