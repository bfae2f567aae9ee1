import Definitions
import Foundation
import Testing

/// The definitions that are shipped.
@Suite struct PipelinesTests {
    @Test func shippedDefinitionsHaveNoFaults() {
        let report = CheckReport(path: Repository.path("Pipelines"), environment: [:])
        #expect(report.lines == [])
        let datasets = ["games", "health", "performance", "photos", "recruiting", "sleep", "workouts"]
        #expect(report.pipelines.datasets.map(\.name) == datasets)
        #expect(report.pipelines.formats.count >= 17)
        #expect(report.pipelines.jobs.map(\.name) == ["demo", "nightly", "webapp-migration"])
    }

    /// Editors find the keys by it.
    @Test func eachNamesItsSchema() throws {
        let root = Repository.path("Pipelines")
        let names = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".yaml") }
        #expect(names.count > 90)
        for name in names {
            let text = try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
            let up = String(repeating: "../", count: name.count { $0 == "/" })
            #expect(text.hasPrefix("# yaml-language-server: $schema=\(up)definitions.schema.json\n"), "\(name)")
        }
    }
}
