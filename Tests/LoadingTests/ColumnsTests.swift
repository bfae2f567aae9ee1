import Postgres
import Proving
import Records
import Reporting
import Testing

/// Which columns an import writes, and when.
@Suite struct ColumnsTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    @Test func `Absent is not null: a file without notes leaves notes alone`() throws {
        let with = try scratch.file(
            "with.csv",
            Log.rows(["\(Log.id(1)),\(Ground.maya),velocity,70,mph,2026-05-01,source A"], columns: ",source"))
        let without = try scratch.file(
            "without.csv", Log.rows(["\(Log.id(1)),\(Ground.maya),velocity,71,mph,2026-05-01"]))
        _ = scratch.run(with)
        let report = scratch.run(without).report
        #expect(report.ledger.updated == 1)
        #expect(report.conflicts == [])
        #expect(
            try scratch.rows("select value, source from public.performance_metrics where \(Ground.ours)") == [
                ["71", "source A"]
            ])
    }

    @Test func `Kept columns are set once, then they are the app's`() throws {
        let first = try scratch.file(
            "first.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph,from the file"], columns: ",notes"))
        let second = try scratch.file(
            "second.csv", Log.withIDs(["a,2026-05-01,velocity,71,mph,another note"], columns: ",notes"))
        _ = scratch.run(first)
        try scratch.open().run("update public.performance_metrics set notes = 'by hand', verified = true")
        let report = scratch.run(second).report
        // A note is no edit of what the file owns: no conflict.
        #expect(report.conflicts == [])
        #expect(report.ledger.updated == 1)
        #expect(
            try scratch.rows("select value, notes, verified from public.performance_metrics where \(Ground.ours)") == [
                ["71", "by hand", "t"]
            ])
    }

    @Test func `Every row has its family`() throws {
        _ = scratch.run(try scratch.file("a.csv", Log.simple(["2026-05-01,velocity,70,mph"])))
        #expect(
            try scratch.value("select family_unit_id from public.performance_metrics where \(Ground.ours)")
                == Ground.family)
    }

    @Test func `An event that is nowhere is left empty and counted`() throws {
        let event = "5f0c0000-0000-4000-8000-00000000e099"
        let known = "5f0c0000-0000-4000-8000-00000000e001"
        let report = scratch.run(
            try scratch.file(
                "a.csv",
                Log.simple(
                    ["2026-05-01,velocity,70,mph,\(event)", "2026-05-02,velocity,71,mph,\(known)"], columns: ",event_id"
                ))
        ).report
        #expect(report.ledger.inserted == 2)
        #expect(report.warnings == [.init("event_id: no such event, left empty", 1)])
        #expect(
            try scratch.rows(
                "select event_id from public.performance_metrics where \(Ground.ours) order by recorded_date") == [
                    [nil], [known],
                ])
    }

    @Test func `A metric that the app does not know loads with a warning`() throws {
        let report = scratch.run(try scratch.file("a.csv", Log.simple(["2026-05-01,plank_hold,70,sec"]))).report
        #expect(report.ledger.inserted == 1)
        #expect(report.warnings.map(\.count) == [1])
        #expect(report.warnings.first?.name.hasPrefix("metric_type: not in scorebook.metric_types") == true)
    }

    @Test func `Several primary metrics of one athlete do not fail the file: the first stays one`() throws {
        let report = scratch.run(
            try scratch.file(
                "a.csv",
                Log.rows(
                    [
                        "\(Log.id(1)),\(Ground.maya),velocity,70,mph,2026-05-01,true",
                        "\(Log.id(2)),\(Ground.maya),exit_velo,80,mph,2026-05-01,true",
                        "\(Log.id(3)),\(Ground.maya),sixty_time,7.9,sec,2026-05-01,false",
                    ], columns: ",is_primary"))
        ).report
        #expect(report.ledger.inserted == 3)
        #expect(report.ledger.rejected == 0)
        #expect(report.warnings.map(\.count) == [1])
        #expect(
            try scratch.rows("select is_primary from public.performance_metrics where \(Ground.ours) order by id") == [
                ["t"], ["f"], ["f"],
            ])
        // The app's own choice stands against a file's.
        let other = scratch.run(
            try scratch.file(
                "b.csv",
                Log.rows(["\(Log.id(4)),\(Ground.maya),pop_time,2.1,sec,2026-05-02,true"], columns: ",is_primary"))
        ).report
        #expect(other.ledger.inserted == 1)
        #expect(
            try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours) and is_primary")
                == "1")
    }
}
