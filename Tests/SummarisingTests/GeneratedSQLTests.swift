import Foundation
import Summarising
import Testing

/// The SQL of a small stored summary, as it is sent: recorded with SCOREBOOK_RECORD=1.
@Suite struct GeneratedSQLTests {
    @Test func aStoredSummary() throws {
        let laps = try Summary.parse(
            """
            -- summary: laps
            -- title: Laps of a day
            -- kind: stored
            -- keys: user_id, day
            -- owner: user_id
            -- touches public.runs:
            --     select user_id, day from changed
            -- touches public.zones:
            --     select r.user_id, r.day from changed as c join public.runs as r on r.user_id = c.user_id
            -- keeps public.zones: select user_id from changed
            -- locks public.zones: select user_id from changed
            -- touches public.tracks:
            --     select r.user_id, r.day from changed as c join public.runs as r on r.track = c.track
            -- keeps public.tracks: select track from changed
            select r.user_id, r.day, count(*) as laps
            from public.runs as r
            group by r.user_id, r.day
            """, path: "laps.sql")
        let sql = SummarySQL(summary: laps, roles: .whole, isPlainView: false).up
        let golden = "\(Scratch.root)/Tests/SummarisingTests/Golden/laps.sql"
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] != nil {
            try sql.write(toFile: golden, atomically: true, encoding: .utf8)
        }
        #expect(try sql == String(contentsOfFile: golden, encoding: .utf8))
    }

    @Test func namesAreFoundOutsideCommentsAndConstants() {
        let names = SQLNames(
            in: """
                -- public.comment
                select public.f(a.b), 'public.text', summary.part.x from public.base as a join Public.Other using (id)
                """)
        #expect(names.functions == ["public.f"])
        #expect(names.relations == ["summary.part", "public.base", "public.other"])
    }
}
