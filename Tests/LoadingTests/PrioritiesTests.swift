import Loading
import Postgres
import Proving
import Records
import Reporting
import Testing

/// Tiers of schools: files of the app's table until March 2026 have them, the app has a call for them.
@Suite struct PrioritiesTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    private static let ids = (1...3).map { "7e0c0000-0000-4000-8000-00000000b00\($0)" }

    private func schools(_ tiers: [String]) -> String {
        zip(Self.ids, tiers).reduce("id,user_id,name,division,conference,status,priority_tier\n") { text, school in
            "\(text)\(school.0),\(Ground.maya),School \(school.0.suffix(1)),D1,,researching,\(school.1)\n"
        }
    }

    private var tiers: [[String?]] {
        get throws {
            try scratch.rows(
                """
                select right(p.school_id::text, 1), p.priority_tier from public.school_priorities as p
                where p.user_id = '\(Ground.maya)' order by 1
                """)
        }
    }

    private var top: String? {
        get throws {
            try scratch.value(
                "select a_tier_school_count from summary.dashboard_counts where athlete_id = '\(Ground.maya)'")
        }
    }

    @Test func `A file's tiers are the dashboard's, and change with it`() throws {
        let before = Int(try top ?? "") ?? 0
        let first = scratch.run(try scratch.file("schools.csv", schools(["A", "", "C"]))).report
        #expect(first.ledger.inserted == 3 && first.ledger.rejected == 0, "\(first.ledger.line)")
        #expect(try tiers == [["1", "A"], ["3", "C"]])
        #expect(try top == "\(before + 1)")
        let second = scratch.run(try scratch.file("later.csv", schools(["B", "A", "A"]))).report
        #expect(second.ledger.updated == 2 && second.ledger.inserted == 1, "\(second.ledger.line)")
        #expect(try tiers == [["1", "B"], ["2", "A"], ["3", "A"]])
        #expect(try top == "\(before + 2)")
        // Files without tiers leave them.
        let bare = schools(["", "", ""]).replacing(",priority_tier", with: "").replacing(
            "researching,", with: "contacted")
        #expect(scratch.run(try scratch.file("bare.csv", bare)).report.ledger.updated == 3)
        #expect(try tiers == [["1", "B"], ["2", "A"], ["3", "A"]])
        #expect(try scratch.wrongSummaries() == [])
        let wrong = scratch.run(try scratch.file("wrong.csv", schools(["A", "", "D"]))).report
        #expect(wrong.rejects.map { "\($0.position.record) \($0.field)" } == ["3 priority_tier"])
    }

    @Test func `A tier that the app has set stays, unless the source wins`() throws {
        _ = scratch.run(try scratch.file("schools.csv", schools(["", "", ""])))
        try scratch.open().run(
            """
            insert into public.school_priorities (id, user_id, school_id, priority_tier)
            values ($2::uuid, $1::uuid, $2::uuid, 'C')
            """, [Ground.maya, Self.ids[0]])
        let path = try scratch.file("first.csv", schools(["A", "B", ""]))
        let first = scratch.run(path).report
        #expect(
            first.ledger.rejected == 0 && first.ledger.balances && first.conflicts.count == 1, "\(first.ledger.line)")
        #expect(try tiers == [["1", "C"], ["2", "B"]])
        var attempt = Attempt(.run, [path])
        attempt.owner = Ground.maya
        attempt.winner = .source
        #expect(attempt.execute(on: scratch).report.conflicts.isEmpty)
        #expect(try tiers == [["1", "A"], ["2", "B"]])
    }
}
