import Importing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// One workout of two files is stored twice and counted once: the richer one.
@Suite struct TwinsTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @discardableResult
    private func load(_ files: [String]) throws -> RunReport {
        let report = Attempt(.run, files).execute(on: scratch).report
        #expect(report.ledger.rejected == 0 && report.ledger.balances)
        return report
    }

    private func rollBack(_ run: RunReport) throws {
        let result = try Program.run(
            ["rollback", run.run], environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        #expect(result.code == 0)
    }

    private func days() throws -> [[String?]] {
        try scratch.rows(
            "select day, workouts, round(distance_m), round(duration_s), energy_kcal from public.workout_daily order by day"
        )
    }

    private func twins() throws -> [[String?]] {
        try scratch.rows("select day, source, counted_source from public.workout_twins order by day, source")
    }

    /// Strava's list with a ride by the clock of UTC.
    private func strava(_ name: String, time: String, seconds: Int = 2400) throws -> String {
        try scratch.file(
            name,
            """
            Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Elapsed Time,Distance
            9001,"May 1, 2026, \(time)",Morning Ride,Ride,\(seconds),19.16,\(seconds),19160.5

            """)
    }

    @Test func `Strava's line and the FIT file of the same ride are one workout, in any order of import`() throws {
        let fit = "\(Ground.samples)/fit.fit"
        let csv = try strava("activities.csv", time: "4:30:00 PM")
        let first = try load([csv])
        #expect(try days() == [["2026-05-01", "1", "19161", "2400", nil]])
        let second = try load([fit])
        #expect(try days() == [["2026-05-01", "1", "19161", "2400", "400"]])
        #expect(try twins() == [["2026-05-01", "strava", "Garmin"]])
        #expect(try scratch.value("select count(*) from public.workouts") == "2")
        #expect(try scratch.wrongSummaries().isEmpty)

        try rollBack(second)
        #expect(try days() == [["2026-05-01", "1", "19161", "2400", nil]])
        #expect(try twins().isEmpty)
        try load([fit])
        try rollBack(first)
        #expect(try days() == [["2026-05-01", "1", "19161", "2400", "400"]])
        try load([csv])
        #expect(try twins() == [["2026-05-01", "strava", "Garmin"]])
        #expect(try scratch.wrongSummaries().isEmpty)
    }

    @Test func `Apple Health and Garmin's list of the same run are one workout, others stay`() throws {
        let apple = try scratch.file(
            "export.xml",
            """
            <HealthData>
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
            sourceName="Watch" startDate="2026-05-01 07:00:00 -0700" endDate="2026-05-01 07:30:00 -0700"/>
            <Workout workoutActivityType="HKWorkoutActivityTypeYoga" duration="20" durationUnit="min" \
            sourceName="Watch" startDate="2026-05-01 07:05:00 -0700" endDate="2026-05-01 07:25:00 -0700"/>
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
            sourceName="Watch" startDate="2026-05-01 18:00:00 -0700" endDate="2026-05-01 18:30:00 -0700"/>
            </HealthData>
            """)
        let garmin = try scratch.file(
            "Activities.csv",
            """
            Activity Type,Date,Title,Distance,Calories,Time,Avg HR
            Running,2026-05-01 07:00:20,Run,5.00,300,00:29:50,150

            """)
        try load([apple, garmin])
        #expect(try days() == [["2026-05-01", "3", "5000", "4790", "300"]])
        #expect(try twins() == [["2026-05-01", "Watch", "garmin"]])
        #expect(try scratch.wrongSummaries().isEmpty)
    }

    @Test func `A whole ride and its two halves of another source are counted as whole, whatever was imported first`()
        throws
    {
        let fit = "\(Ground.samples)/fit.fit"
        try load([fit])
        let halves = try scratch.file(
            "halves.csv",
            """
            Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Elapsed Time,Distance
            9001,"May 1, 2026, 4:30:00 PM",First,Ride,1200,9.5,1200,9500
            9002,"May 1, 2026, 4:50:00 PM",Second,Ride,1200,9.6,1200,9600

            """)
        try load([halves])
        #expect(try days().map { $0[1] } == ["1"])
        #expect(try twins().map { $0[1] } == ["strava", "strava"])
    }
}
