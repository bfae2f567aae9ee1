import Foundation
import Postgres
import Summarising
import Testing

/// What contacts_this_month counts: by stored days where nothing lies after now, one by one where something does.
@Suite struct ContactMonthTests {
    struct Month: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var times: [String]
        /// Of interactions with a school of another family.
        var otherTimes: [String] = []
        var count: String
    }

    static let months = [
        Month("from local midnight of the first until now", "2026-05-01T04:00Z", "2026-05-20T16:00Z", count: "2"),
        Month("the last minute of April", "2026-05-01T03:59Z", count: "0"),
        Month("later today", "2026-05-20T15:59Z", "2026-05-20T16:01Z", count: "1"),
        Month("tomorrow", "2026-05-02T12:00Z", "2026-05-21T12:00Z", count: "1"),
        Month("at no end of time", "2026-05-02T12:00Z", "infinity", "-infinity", count: "1"),
        Month("another family's school", "2026-05-02T12:00Z", others: "2026-05-03T12:00Z", count: "2"),
        Month("another family's school, tomorrow", "2026-05-02T12:00Z", others: "2026-05-21T12:00Z", count: "1"),
        Month("nothing", count: "0"),
    ]

    @Test(arguments: months) func contactsThisMonth(_ month: Month) throws {
        let stranger = Athlete()
        try asApp(
            now: "2026-05-20T16:00:00Z",
            given: { connection, athlete in
                let school = try athlete.school(connection, "Near")
                for time in month.times { try athlete.interact(connection, with: school, at: time) }
                try stranger.join(connection)
                let other = try stranger.school(connection, "Far")
                for time in month.otherTimes { try athlete.interact(connection, with: other, at: time) }
            }
        ) { connection, athlete in
            let count = "select contacts_this_month from public.dashboard_summary where athlete_id = $1"
            let found = try connection.value(count, [athlete.id])
            #expect(found == month.count)
        }
    }
}

extension ContactMonthTests.Month {
    fileprivate init(_ title: String, _ times: String..., others: String..., count: String) {
        self.init(testDescription: title, times: times, otherTimes: others, count: count)
    }
}
