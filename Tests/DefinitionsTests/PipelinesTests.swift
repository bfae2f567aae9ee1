import Definitions
import Testing

/// The definitions that are shipped.
@Suite struct PipelinesTests {
    @Test func shippedDefinitionsHaveNoFaults() {
        let report = CheckReport(path: Repository.path("Pipelines"), environment: [:])
        #expect(report.lines == [])
        #expect(report.pipelines.datasets.map(\.name) == ["games", "health", "performance", "photos", "workouts"])
        #expect(report.pipelines.formats.count >= 17)
        #expect(report.pipelines.jobs.map(\.name) == ["demo", "nightly"])
    }
}
