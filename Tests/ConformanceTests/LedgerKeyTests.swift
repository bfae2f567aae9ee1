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
}
