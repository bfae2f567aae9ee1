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
}
