import Foundation
import Proving
import Records
import Reporting
import Testing

/// What lies beside an export in a folder is passed over as it is in the export's archive.
@Suite struct CompanionsTests {
    static let export = """
        <HealthData><Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="20" durationUnit="min" \
        totalDistance="3.1" totalDistanceUnit="km" sourceName="Watch" startDate="2026-05-01 08:00:00 +0200" \
        endDate="2026-05-01 08:20:00 +0200"/></HealthData>
        """
    static let route = """
        <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
        <trkpt lat="48.1" lon="11.5"><ele>500</ele><time>2026-05-01T06:00:00Z</time></trkpt>
        <trkpt lat="48.11" lon="11.5"><ele>501</ele><time>2026-05-01T06:10:00Z</time></trkpt>
        </trkseg></trk></gpx>
        """
    private static let files = [
        ("apple_health_export/electrocardiograms/ecg_2026-05-01.csv", "Name,Ann\n\n1\n2\n"),
        ("apple_health_export/export.xml", export),
        ("apple_health_export/export_cda.xml", "<ClinicalDocument/>"),
        ("apple_health_export/workout-routes/route_2026-05-01_8.00am.gpx", route),
    ]

    @Test func `A folder gives what its archive gives`() throws {
        let scratch = try Scratch(.used)
        for (name, text) in Self.files { try scratch.file("given/\(name)", text) }
        let report = scratch.run("\(scratch.folder)/given").report
        #expect(report.status == .succeeded && report.ledger.inserted == 1, "\(report.ledger.line)")
        #expect(
            report.units.map { "\($0.source.split(separator: "/").last ?? "") \($0.status.rawValue)" }.sorted() == [
                "ecg_2026-05-01.csv ignored", "export.xml loaded", "export_cda.xml ignored",
                "route_2026-05-01_8.00am.gpx ignored",
            ])
        let route = report.units.first { $0.source.hasSuffix(".gpx") }?.reason
        #expect(route?.contains("apple-health export") == true, "\(route ?? "")")
        // Alone it is a workout: nothing beside it says otherwise.
        let alone = scratch.run("\(scratch.folder)/given/apple_health_export/workout-routes").report
        #expect(alone.units.map(\.status) == [.loaded])
    }

    /// A person's folder holds files of many sources: what one of them lists is its own.
    @Test func `Files of other sources are read, and what is not known is refused`() throws {
        let night = try NightlyTests()
        let ride = Self.route.replacing("2026-05-01", with: "2026-05-03")
        let cardio = try Ground.bytes("\(Ground.samples)/runkeeper.csv")
        try night.drop("\(Ground.maya)/cardioActivities.csv", cardio)
        try night.drop("\(Ground.maya)/ride.gpx", Array(Self.route.utf8))
        try night.drop("\(Ground.maya)/watch/cardioActivities.csv", cardio)
        try night.drop("\(Ground.maya)/watch/2026/ride.gpx", Array(ride.utf8))
        try night.drop("\(Ground.maya)/export.xml", Array(Self.export.utf8))
        try night.drop("\(Ground.maya)/workout-routes/notes.csv", Array("a,b\n1,2\n".utf8))
        let result = try night.nightly(["--max-rejects", "100%"])
        #expect(night.files("quarantine").contains { $0.hasSuffix("notes.csv") }, "\(result.output)")
        let tracks = try night.scratch.value(
            "select count(*) from scorebook.units where format = 'gpx' and status = 'loaded'")
        #expect(tracks == "2", "\(result.output)")
    }

    /// An export that was unpacked straight into a person's folder.
    @Test func `What a pattern names in a folder belongs to an export beside that folder`() throws {
        let night = try NightlyTests()
        try night.drop("\(Ground.maya)/export.xml", Array(Self.export.utf8))
        try night.drop("\(Ground.maya)/workout-routes/route_2026-05-01_8.00am.gpx", Array(Self.route.utf8))
        let result = try night.nightly()
        #expect(result.code == 0, "\(result.output)\(result.complaints)")
        let workouts = "select count(*) from public.workouts where started_at::date = '2026-05-01'"
        #expect(try night.scratch.value(workouts) == "1", "\(result.output)")
        #expect(night.files("inbox") == [] && night.files("archive").count == 2)
    }

    /// With what they belong to they leave the inbox, and do not come back as workouts on the next night.
    @Test func `A night puts them into the archive beside their export`() throws {
        let night = try NightlyTests()
        for (name, text) in Self.files { try night.drop("\(Ground.maya)/\(name)", Array(text.utf8)) }
        try night.drop("\(Ground.leo)/log.csv", Array(Log.simple(["2026-05-01,velocity,70,mph"]).utf8))
        let result = try night.nightly()
        #expect(result.code == 0, "\(result.output)\(result.complaints)")
        #expect(night.files("inbox") == [] && night.files("quarantine") == [])
        #expect(night.files("archive").count == 5)
        #expect(try night.scratch.value("select count(*) from scorebook.units where status = 'loaded'") == "2")
    }
}
