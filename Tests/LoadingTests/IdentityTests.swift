import Importing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// Which record is which row, over files and runs.
@Suite struct IdentityTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    @Test func `Two throws of 85.5 stay two, and one more in an overlapping export is one more`() throws {
        let throwing = "2026-05-01,velocity,85.5,mph"
        let two = scratch.run(try scratch.file("two.csv", Log.simple([throwing, throwing]))).report
        #expect(two.ledger.inserted == 2)
        #expect(two.ledger.duplicate == 0)
        let versions = try scratch.versions()
        let again = scratch.run(try scratch.file("again.csv", Log.simple([throwing, throwing, ""]))).report
        #expect(again.ledger.unchanged == 2)
        #expect(try scratch.versions() == versions)
        let three = scratch.run(
            try scratch.file("three.csv", Log.simple([throwing, "2026-05-02,velocity,86,mph", throwing, throwing]))
        ).report
        #expect(three.ledger.inserted == 2)
        #expect(three.ledger.unchanged == 2)
        #expect(try scratch.value("select count(*) from public.performance_metrics where value = 85.5") == "3")
    }

    @Test func `The secret of ids stays as soon as rows are loaded`() throws {
        let administrator = try scratch.open()
        let other = "update scorebook.identity_key set secret = pg_catalog.sha256('another')"
        try administrator.run("begin")
        try administrator.run(other)
        try administrator.run("rollback")
        let loaded = scratch.run(try scratch.file("a.csv", Log.simple(["2026-05-01,velocity,85,mph"])))
        #expect(loaded.end == .done)
        for statement in [other, "delete from scorebook.identity_key"] {
            #expect(throws: DatabaseError.self) { try administrator.run(statement) }
        }
        try administrator.run("update scorebook.identity_key set secret = secret")
    }

    @Test func `A missing secret ends the run, and is no fault of the file`() throws {
        try scratch.open().run("delete from scorebook.identity_key")
        let file = try scratch.file("a.csv", Log.simple(["2026-05-01,velocity,85,mph"]))
        for mode in [RunReport.Mode.run, .plan] {
            let (report, end) = Attempt(mode, [file]).execute(on: scratch)
            guard case .configuration(let reason) = end else { return #expect(Bool(false), "\(end)") }
            #expect(reason.contains("scorebook.identity_key"))
            #expect(report.units.isEmpty)
        }
    }

    @Test func `Rows of the app are known again in an export without ids, as often as there are`() throws {
        let administrator = try scratch.open()
        for _ in 0..<2 {
            try administrator.run(
                """
                insert into public.performance_metrics (user_id, metric_type, value, unit, recorded_date)
                values ($1::uuid, 'velocity', 70.50, 'mph', '2026-05-01')
                """, [Ground.maya])
        }
        let row = "2026-05-01,velocity,70.5,mph"
        let path = try scratch.file("a.csv", Log.simple([row, row, row, "2026-05-02,velocity,71,mph"]))
        #expect(scratch.plan(path).report.ledger.unchanged == 2)
        let report = scratch.run(path).report
        #expect(report.ledger.unchanged == 2)
        #expect(report.ledger.inserted == 2)
        #expect(try scratch.value("select count(*) from public.performance_metrics where value = 70.5") == "3")
        let again = scratch.run(
            try scratch.file("b.csv", Log.simple([row, row, row, "2026-05-02,velocity,71,mph", ""])))
        #expect(again.report.ledger.unchanged == 4)
    }

    @Test func `Equal records of one id are one, different ones are rejected together`() throws {
        let report = scratch.run(
            try scratch.file(
                "a.csv",
                Log.withIDs([
                    "a,2026-05-01,velocity,70,mph", "a,2026-05-01,velocity,70,mph", "b,2026-05-02,velocity,71,mph",
                    "b,2026-05-02,velocity,71.5,mph", "c,2026-05-03,velocity,72,mph",
                ]))
        ).report
        #expect(report.ledger.inserted == 2)
        #expect(report.ledger.duplicate == 1)
        #expect(report.ledger.rejected == 2)
        #expect(report.ledger.balances)
        #expect(Set(report.rejects.map(\.code)) == [.conflictingDuplicate])
        #expect(report.rejects.map(\.position.record) == [3, 4])
        #expect(report.rejects.map(\.position.line) == [4, 5])
    }

    @Test func `Ids that are somebody else's are rejected, wherever they stand`() throws {
        try scratch.open().run(
            """
            insert into public.performance_metrics (id, user_id, metric_type, value, recorded_date)
            values ($1::uuid, $2::uuid, 'velocity', 60, '2026-04-01')
            """, [Log.id(7), Ground.leo])
        let report = scratch.run(
            try scratch.file(
                "a.csv",
                Log.rows([
                    "\(Log.id(1)),\(Ground.leo),velocity,70,mph,2026-05-01",
                    "\(Log.id(7)),\(Ground.maya),velocity,71,mph,2026-05-01",
                    "\(Log.id(2)),\(Ground.maya),velocity,72,mph,2026-05-01",
                ]))
        ).report
        #expect(report.ledger.inserted == 1)
        #expect(report.ledger.rejected == 2)
        #expect(report.rejects.map(\.code) == [.foreignOwner, .foreignOwner])
        #expect(
            try scratch.value("select value from public.performance_metrics where id = $1::uuid", [Log.id(7)]) == "60")
    }

    @Test(arguments: ["primary key", "no key"])
    func `Few rows that are there are found among many that are new`(key: String) throws {
        let isUnique = key == "primary key"
        let scratch = try Scratch(isUnique ? .used : .new)
        if !isUnique {
            try scratch.open().run(
                """
                alter table public.performance_metrics drop constraint performance_metrics_pkey cascade;
                -- It is published: without a key its changes are told by whole rows.
                alter table public.performance_metrics replica identity full
                """)
        }
        func id(_ number: Int) -> String { "5f0c0000-0000-4000-8000-0000000\(10_000 + number)" }
        let rows = (1...25_000).map { "\(id($0)),\(Ground.maya),velocity,70,mph,2026-05-01" }
        // None of them among the keys that are looked for first: the first thousand, and each twenty-fifth.
        for (number, owner, value) in [
            (1_501, Ground.maya, "70"), (9_876, Ground.maya, "99"), (24_999, Ground.leo, "60"),
        ] {
            try scratch.open().run(
                """
                insert into public.performance_metrics (id, user_id, metric_type, value, unit, recorded_date)
                values ($1::uuid, $2::uuid, 'velocity', $3::numeric, 'mph', '2026-05-01')
                """, [id(number), owner, value])
        }
        let path = try scratch.file("many.csv", Log.rows(rows))
        let planned = scratch.plan(path).report
        let report = scratch.run(path).report
        #expect(report.ledger.inserted == 24_997)
        #expect(report.ledger.unchanged == 2)
        #expect(report.ledger.rejected == 1)
        #expect(report.ledger.balances)
        #expect(report.rejects.map(\.code) == [.foreignOwner])
        #expect(report.rejects.map(\.position.line) == [25_000])
        #expect(report.conflicts.map { $0.columns } == [["value"]])
        #expect(report.warnings.isEmpty)
        #expect(planned.ledger == report.ledger)
        #expect(planned.conflicts == report.conflicts)
        let counts = try scratch.rows(
            "select value || ': ' || count(*) from public.performance_metrics where \(Ground.ours) group by value order by value"
        )
        #expect(counts.map { $0[0] } == ["60: 1", "70: 24998", "99: 1"])
        // They had been taken for new at first, where a key watches: what was inserted then lies before them.
        let isBehind = try scratch.value(
            "select (ctid::text::point)[0] > 10 from public.performance_metrics where id = $1::uuid", [id(1)])
        #expect(isBehind == (isUnique ? "t" : "f"))
        #expect(try scratch.wrongSummaries() == [])
    }

    @Test func `With the payload's owners an unknown one rejects its records only`() throws {
        var attempt = Attempt(
            .run,
            [
                try scratch.file(
                    "a.csv",
                    Log.rows([
                        "\(Log.id(1)),\(Ground.leo),velocity,70,mph,2026-05-01",
                        "\(Log.id(2)),\(Ground.maya),velocity,71,mph,2026-05-01",
                        "\(Log.id(3)),5f0c0000-0000-4000-8000-0000000000ff,velocity,72,mph,2026-05-01",
                    ]))
            ])
        attempt.owner = "payload"
        let report = attempt.execute(on: scratch).report
        #expect(report.ledger.inserted == 2)
        #expect(report.rejects.map(\.code) == [.unknownOwner])
        #expect(try scratch.wrongSummaries() == [])
    }

    @Test func `The same bytes for another owner or with another unit are another unit`() throws {
        let file = "\(Ground.samples)/hittrax.csv"
        var attempt = Attempt(.run, [file])
        #expect(attempt.execute(on: scratch).report.units.map(\.status) == [.loadedWithRejects])
        attempt.owner = "leo.rivera@example.org"
        #expect(attempt.execute(on: scratch).report.units.map(\.status) == [.loadedWithRejects])
        attempt.owner = "maya.rivera@example.org"
        #expect(attempt.execute(on: scratch).report.units.map(\.status) == [.alreadyLoaded])
        attempt.settings += [(name: "speed_unit", value: "km/h")]
        #expect(attempt.execute(on: scratch).report.units.map(\.status) == [.loadedWithRejects])
        #expect(try scratch.value("select count(*) from scorebook.units where status = 'loaded'") == "3")
    }

    @Test(arguments: ["trackman-v3", "statcast", "hittrax", "blast-motion-team", "rapsodo-athletes"])
    func `Other people's records are stored nowhere`(format: String) throws {
        let report = scratch.run("\(Ground.samples)/\(format).csv").report
        #expect(report.ledger.skipped > 0)
        let dump = try scratch.dump()
        for name in ["Okafor", "Lindqvist", "Leo"] { #expect(!dump.contains(name), "\(name) of \(format)") }
        for id in ["990204", "990205"] { #expect(try !Self.holds(id, in: dump), "\(id) of \(format)") }
    }

    /// Whether a number stands somewhere by itself: not as the fraction of a second, nor within a UUID or a hash.
    private static func holds(_ id: String, in dump: String) throws -> Bool {
        try dump.contains(Regex("(^|[^0-9a-f.-])\(id)($|[^0-9a-f-])"))
    }

    @Test(arguments: [
        ("4\t990204\tMaya", true), ("{\"batter\": \"990204\"}", true), ("a,990204", true),
        ("2026-11-26 07:00:01.990204+00", false), ("0b1c9902-0499-4020-8000-990204000001", false), ("a990204b", false),
    ])
    func `Numbers of other people are told from fractions of seconds`(text: String, isHeld: Bool) throws {
        #expect(try Self.holds("990204", in: text) == isHeld)
    }
}
