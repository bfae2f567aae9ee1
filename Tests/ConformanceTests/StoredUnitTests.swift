import Foundation
import Importing
import Proving
import Reporting
import Testing

/// Measurements of a registered metric are stored in its unit, exactly; the app's own rows as they are.
@Suite struct StoredUnitTests {
    private static let header = "date,metric,value,unit\n"

    private func stored(_ lines: String, _ name: String) throws -> (rows: [[String?]], rejects: [[String?]]) {
        let scratch = try Scratch(.used)
        let path = NSTemporaryDirectory() + "stored-units-\(UUID().uuidString)-\(name)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try lines.write(toFile: path, atomically: true, encoding: .utf8)
        _ = Attempt(.run, [path]).execute(on: scratch)
        return (
            try scratch.rows(
                """
                select metric_type, value::text, unit from public.performance_metrics as m
                where \(Ground.ours("m")) order by 1, 2, 3
                """),
            try scratch.rows(
                """
                select line::text, code, pg_catalog.split_part(message, ', expected ', 2)
                from scorebook.rejects order by line
                """)
        )
    }

    @Test func unitsAreConverted() throws {
        let (rows, rejects) = try stored(
            Self.header + """
                2026-05-01,velocity,128.74752,km/h
                2026-05-01,Exit Velo,90,MPH
                2026-05-02,sixty_time,6.9,s
                2026-05-02,squat,100,kg
                2026-05-02,broad_jump,2.54,m
                2026-05-03,batting_avg,.325,
                2026-05-03,strikeouts,9,
                2026-05-03,grip_strength,40,kg
                2026-05-04,velocity,80,furlongs
                2026-05-04,velocity,80,
                2026-05-04,pop_time,2.1,mph

                """, "log.csv")
        #expect(
            rows == [
                ["batting_avg", "0.325", nil], ["broad_jump", "100", "in"], ["exit_velo", "90", "mph"],
                ["grip_strength", "40", "kg"], ["sixty_time", "6.9", "sec"], ["squat", "220.462262185", "lbs"],
                ["strikeouts", "9", "count"], ["velocity", "80", "mph"],
            ])
        #expect(
            rejects == [
                ["10", "unknown_unit", "one of mph, km/h, m/s, ft/s"],
                ["11", "missing_unit", "one of mph, km/h, m/s, ft/s"],
                ["12", "unknown_unit", "one of s, min, h, ms"],
            ])
    }

    @Test func rowsOfTheAppKeepTheirUnit() throws {
        let (rows, rejects) = try stored(
            "Date,Metric Type,Value,Unit,Event ID,Verified,Notes\n\"2026-05-01\",\"velocity\",\"128.7\",\"km/h\",\"\",\"No\",\"\"\n",
            "timeline.csv")
        #expect(rows == [["velocity", "128.7", "km/h"]])
        #expect(rejects == [])
    }
}
