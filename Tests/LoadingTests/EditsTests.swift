import Loading
import Postgres
import Proving
import Records
import Reporting
import Testing

/// What the app has done to rows since they were loaded stands, unless the job says otherwise.
@Suite struct EditsTests {
    let scratch: Scratch
    let first: String
    let second: String

    init() throws {
        scratch = try Scratch(.used)
        first = try scratch.file(
            "may.csv",
            Log.withIDs([
                "a,2026-05-01,velocity,70,mph", "b,2026-05-02,velocity,71,mph", "c,2026-05-03,velocity,72,mph",
            ]))
        second = try scratch.file(
            "june.csv",
            Log.withIDs([
                "a,2026-05-01,velocity,70.5,mph", "b,2026-05-02,velocity,71.5,mph", "c,2026-05-03,velocity,72.5,mph",
                "d,2026-06-01,velocity,73,mph",
            ]))
        #expect(scratch.run(first).report.ledger.inserted == 3)
        let app = try scratch.open()
        try app.run("update public.performance_metrics set value = 99 where value = 70")
        try app.run("delete from public.performance_metrics where value = 71")
    }

    @Test func `An edit and a deletion stay, and both are reported`() throws {
        let report = scratch.run(second).report
        #expect(report.ledger.inserted == 1)
        #expect(report.ledger.updated == 1)
        #expect(report.ledger.unchanged == 2)
        #expect(report.ledger.balances)
        let values = try scratch.rows(
            "select value from public.performance_metrics where \(Ground.ours) order by recorded_date"
        ).map {
            $0[0]
        }
        #expect(values == ["99", "72.5", "73"])
        let columns = report.conflicts.map(\.columns)
        #expect(columns == [["value"], []])
        #expect(report.conflicts.allSatisfy { $0.table == "public.performance_metrics" && !$0.key.isEmpty })
        #expect(try scratch.wrongSummaries() == [])
    }

    @Test func `The same file again overwrites edits where the source is to win`() throws {
        #expect(scratch.run(first).report.status == .nothingToDo)
        var attempt = Attempt(.plan, [first])
        attempt.winner = .source
        #expect(attempt.execute(on: scratch).report.ledger.updated == 1)
        attempt.mode = .run
        for _ in 0..<2 {
            let report = attempt.execute(on: scratch).report
            #expect(report.ledger.updated == 1 && report.ledger.balances)
            #expect(try scratch.value("select count(*) from public.performance_metrics where value = 70") == "1")
            try scratch.open().run("update public.performance_metrics set value = 99 where value = 70")
        }
        #expect(scratch.run(first).report.status == .nothingToDo)
    }

    @Test func `The plan names the same conflicts`() throws {
        let plan = scratch.plan(second).report
        let run = scratch.run(second).report
        #expect(plan.conflicts == run.conflicts)
        #expect(plan.ledger == run.ledger)
    }

    @Test func `What a large file wrote of many owners is known to a small one`() throws {
        func id(_ number: Int) -> String { "5f0c0000-0000-4000-8000-0001\(String(10_000_000 + number))" }
        func row(_ number: Int, _ owner: String, _ value: String) -> String {
            "\(id(number)),\(owner),velocity,\(value),mph,2026-05-01"
        }
        let many = (100..<10_200).map { row($0, Ground.maya, "\(50 + $0 % 40)") }
        let leos = ["60", "61", "62"].enumerated().map { row($0, Ground.leo, $1) }
        let large = try scratch.file("large.csv", Log.rows(many + leos))
        var attempt = Attempt(.run, [large])
        attempt.owner = "payload"
        #expect(attempt.execute(on: scratch).report.ledger.inserted == 10_103)
        let blocks = try scratch.rows(
            "select by_place, cardinality(keys) from scorebook.lineage where owner = '\(Ground.leo)'")
        #expect(blocks == [["f", "3"]])

        let app = try scratch.open()
        try app.run("update public.performance_metrics set value = 99 where id = '\(id(0))'")
        try app.run("delete from public.performance_metrics where id = '\(id(1))'")
        let small = try scratch.file(
            "small.csv", Log.rows(["60.5", "61.5", "62.5"].enumerated().map { row($0, Ground.leo, $1) }))
        attempt.inputs = [small]
        let report = attempt.execute(on: scratch).report
        #expect(report.ledger.updated == 1 && report.ledger.unchanged == 2)
        #expect(report.conflicts.count == 2)
        let values = try scratch.rows(
            "select value from public.performance_metrics where user_id = '\(Ground.leo)' order by value")
        #expect(values.map { $0[0] }.suffix(2) == ["62.5", "99"])
        #expect(
            try scratch.rows("select by_place from scorebook.lineage where owner = '\(Ground.leo)' order by unit_id")
                .map { $0[0] } == ["f", "f"])
    }

    @Test func `With source wins the file overrides both`() throws {
        var attempt = Attempt(.run, [second])
        attempt.winner = .source
        let report = attempt.execute(on: scratch).report
        #expect(report.conflicts == [])
        #expect(report.ledger.inserted == 2)
        #expect(report.ledger.updated == 2)
        let values = try scratch.rows(
            "select value from public.performance_metrics where \(Ground.ours) order by recorded_date"
        ).map {
            $0[0]
        }
        #expect(values == ["70.5", "71.5", "72.5", "73"])
    }

    @Test func `A row that the app wrote itself is the app's`() throws {
        let app = try scratch.open()
        try app.run(
            """
            insert into public.performance_metrics (id, user_id, metric_type, value, recorded_date)
            values ($1::uuid, $2::uuid, 'velocity', 60, '2026-04-01')
            """, [Log.id(1), Ground.maya])
        let file = try scratch.file(
            "rows.csv", Log.rows(["\(Log.id(1)),\(Ground.maya),velocity,61,mph,2026-04-01"]))
        let report = scratch.run(file).report
        #expect(report.ledger.unchanged == 1)
        #expect(report.conflicts.count == 1)
        #expect(
            try scratch.value("select value from public.performance_metrics where id = $1::uuid", [Log.id(1)]) == "60")
    }

    @Test func `The loader reads those small blocks that may hold its keys, however many there are`() throws {
        let connection = try scratch.open()
        try connection.run("begin")
        defer { _ = try? connection.run("rollback") }
        let key = try connection.value(
            "select keys[1] from scorebook.lineage_blocks where by_place order by sequence limit 1")
        try connection.run(
            """
            insert into scorebook.lineage_blocks (unit_id, shape, owner, keys, hashes, records)
            select block.unit_id, block.shape, block.owner, array[pg_catalog.gen_random_uuid()], array[1], array[1]
            from (select * from scorebook.lineage_blocks limit 1) as block, pg_catalog.generate_series(1, 2000)
            """)
        func read() throws -> Int {
            let text = try connection.value(
                """
                select pg_catalog.pg_stat_get_xact_tuples_returned('scorebook.lineage_blocks'::regclass)
                    + pg_catalog.pg_stat_get_xact_tuples_fetched('scorebook.lineage_blocks'::regclass)
                """)
            return Int(text ?? "") ?? -1
        }
        let found = "select count(*) from scorebook.small_blocks(array[$1::uuid])"
        let before = try read()
        try connection.run("set local role scorebook_loader")
        #expect(try connection.value(found, [key]) == "1")
        try connection.run("reset role")
        let rows = try read() - before
        #expect((0..<20).contains(rows), "\(rows)")
        // A role that inherits the loader's rights is no loader.
        try connection.run("create role scorebook_heir in role scorebook_loader role current_user")
        try connection.run("set local role scorebook_heir")
        #expect(throws: DatabaseError.self) { try connection.value(found, [key]) }
    }

    @Test func `The index over places in lineage serves the condition that is asked`() throws {
        #expect(try scratch.rows("select distinct by_place from scorebook.lineage") == [["t"]])
        let connection = try scratch.open()
        try connection.run("set enable_seqscan = off")
        let plan = try connection.rows(
            """
            explain select from scorebook.lineage_blocks
            where \(LineageBlock.isFoundByPlace)
                and scorebook.places(keys) && scorebook.places(array[pg_catalog.gen_random_uuid()])
            """)
        #expect(plan.contains { $0[0]?.contains("lineage_blocks_places") ?? false }, "\(plan)")
    }
}
