import Postgres
import Testing

/// A day's steps are counted once, whoever counted them.
@Suite struct HealthTotalsTests {
    /// One sample: source, start and end as times of 1 May 2026 (UTC), value.
    private typealias Sample = (source: String, start: String, end: String?, value: Int)

    private static let cases: [(name: String, samples: [Sample], total: String, sources: String)] = [
        ("one source sums up", [("Phone", "08:00", "08:10", 100), ("Phone", "08:10", "08:20", 50)], "150", "{Phone}"),
        (
            "where the watch counts, the telephone does not",
            [("Watch", "08:00", "08:10", 900), ("iPhone", "08:00", "08:10", 800)], "900", "{Watch}"
        ),
        (
            "a watch's app goes before the telephone",
            [("Connect", "08:00", "08:10", 900), ("iPhone", "08:00", "08:10", 600)], "900", "{Connect}"
        ),
        (
            "beside the watch the telephone counts its share of the time",
            [("Watch", "08:00", "08:10", 900), ("iPhone", "08:05", "08:15", 800)], "1300", "{Watch,iPhone}"
        ),
        (
            "two gaps of one sample",
            [("Watch", "08:02", "08:04", 10), ("Watch", "08:06", "08:08", 10), ("iPhone", "08:00", "08:10", 100)],
            "80", "{Watch,iPhone}"
        ),
        (
            "among equals the name decides, three of them as well",
            [("B scale", "08:00", "08:10", 7), ("A scale", "08:00", "08:10", 5), ("C scale", "08:00", "08:20", 8)], "9",
            "{\"A scale\",\"C scale\"}"
        ),
        (
            "the same sample twice is one sample",
            [("Watch", "08:00", "08:10", 900), ("Watch", "08:00", "08:10", 900)], "900", "{Watch}"
        ),
        (
            "a day and its hours are one day",
            [
                ("Phone", "08:00", "09:00", 300), ("Phone", "09:00", "10:00", 50), ("Phone", "00:00", "23:59", 350),
                ("Phone", "00:00", "01:00", 0),
            ], "350", "{Phone}"
        ),
        (
            "beside the watch a day counts its share, its hours do not",
            [("Watch", "00:00", "12:00", 900), ("iPhone", "00:00", "24:00", 800), ("iPhone", "13:00", "14:00", 90)],
            "1300", "{Watch,iPhone}"
        ),
        (
            "of one source's samples that overlap the later one counts what is left",
            [("Phone", "08:00", "08:10", 100), ("Phone", "08:05", "08:15", 50)], "125", "{Phone}"
        ),
        (
            "a sum without an end counts only where there is nothing better",
            [("iPhone|Watch", "08:00", nil, 512), ("iPhone", "09:00", "09:10", 40)], "40", "{iPhone}"
        ),
        (
            "sums without an end of the best source",
            [
                ("Health Export", "00:00", nil, 5000), ("iPhone|Watch", "08:00", nil, 512),
                ("iPhone|Watch", "09:00", nil, 8),
            ],
            "520", "{iPhone|Watch}"
        ),
    ]

    @Test(arguments: cases.indices)
    func total(_ index: Int) throws {
        let one = Self.cases[index]
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection, zone: "UTC")
        for sample in one.samples { try insert(connection, athlete, sample) }
        try asApp(connection, athlete) {
            let rows: [[String?]] = try connection.rows(
                """
                select pg_catalog.trim_scale(pg_catalog.round(value, 9)), unit, sources
                from public.health_daily_totals('step_count', '2026-05-01', '2026-05-01')
                """)
            #expect(rows == [[one.total, "count", one.sources]], "\(one.name)")
        }
    }

    @Test("Two meals of one moment with equal figures are two meals")
    func equalMeals() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection, zone: "UTC")
        for _ in 1...2 { try insert(connection, athlete, ("Lose It!", "00:00", nil, 12), type: "dietary_fat") }
        for _ in 1...2 { try insert(connection, athlete, ("Watch", "08:00", nil, 900)) }
        try asApp(connection, athlete) {
            for (type, total) in [("dietary_fat", "24"), ("step_count", "900")] {
                let sql = "select value from public.health_daily_totals($1, '2026-05-01', '2026-05-01')"
                let rows = try connection.rows(sql, [type])
                #expect(rows == [[total]], "\(type)")
            }
        }
    }

    @Test func whatReachesOverMidnightCoversTheNextDayToo() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection, zone: "UTC")
        try connection.run(
            """
            insert into public.health_samples (user_id, type, value, unit, start_at, end_at, local_day, source, origin)
            values
                ($1, 'step_count', 60, 'count', '2026-05-01 23:50Z', '2026-05-02 00:10Z', '2026-05-01', 'Watch', 'healthkit'),
                ($1, 'step_count', 40, 'count', '2026-05-02 00:00Z', '2026-05-02 00:20Z', '2026-05-02', 'iPhone', 'healthkit')
            """, [athlete.id])
        try asApp(connection, athlete) {
            let sql = "select pg_catalog.round(value) from public.health_daily_totals('step_count', $1, $2)"
            let both = try connection.rows(sql, ["2026-05-01", "2026-05-02"])
            let second = try connection.rows(sql, ["2026-05-02", "2026-05-02"])
            #expect(both == [["60"], ["20"]])
            #expect(second == [["20"]])
        }
    }

    @Test func onlyOnesOwnAndOnlyWhatAddsUp() throws {
        let connection = try Scratch.database().open()
        let (athlete, other) = (Athlete(), Athlete())
        try athlete.join(connection, zone: "UTC")
        try other.join(connection, zone: "UTC")
        try insert(connection, other, ("Watch", "08:00", "08:10", 900))
        try insert(connection, athlete, ("Watch", "08:00", "08:10", 60), type: "body_mass")
        try asApp(connection, athlete) {
            for type in ["step_count", "body_mass"] {
                let sql = "select * from public.health_daily_totals($1, '2026-05-01', '2026-05-01')"
                let rows = try connection.rows(sql, [type])
                #expect(rows.isEmpty)
            }
            let own = try connection.value("select count(*) from public.health_samples")
            #expect(own == "1")
        }
        #expect(throws: DatabaseError.self) {
            try asApp(connection, athlete) {
                try connection.run("delete from public.health_samples")
            }
        }
    }

    private func insert(
        _ connection: Connection, _ athlete: Athlete, _ sample: Sample, type: String = "step_count"
    ) throws {
        try connection.run(
            """
            insert into public.health_samples (user_id, type, value, unit, start_at, end_at, local_day, source, origin)
            values ($1, $2, $3::text::numeric, 'count', $4::text::timestamptz, $5::text::timestamptz, '2026-05-01', $6, 'healthkit')
            """,
            [
                athlete.id, type, "\(sample.value)", "2026-05-01 \(sample.start)Z",
                sample.end.map { "2026-05-01 \($0)Z" }, sample.source,
            ])
    }
}
