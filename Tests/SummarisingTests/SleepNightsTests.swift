import Postgres
import Testing

/// A night is counted once, also where several devices recorded it.
@Suite struct SleepNightsTests {
    /// One row: source, stage, start and end as times between 1 and 3 May 2026 (UTC), minutes where it is a sum.
    private typealias Stage = (source: String, stage: String, start: String?, end: String?, minutes: Int?)

    /// Nights as `day asleep/core/deep/rem/awake/in bed source`, `-` where there is no figure.
    private static let cases: [(name: String, stages: [Stage], nights: [String])] = [
        (
            "the evening belongs to the morning",
            [
                ("Watch", "core", "01 22:00", "01 23:30", nil), ("Watch", "deep", "01 23:30", "02 01:00", nil),
                ("Watch", "awake", "02 01:00", "02 01:10", nil), ("Watch", "rem", "02 01:10", "02 06:00", nil),
            ],
            ["02 470/90/90/290/10/- Watch"]
        ),
        (
            "of two devices the watch counts, and the telephone says when the athlete was in bed",
            [
                ("iPhone", "in_bed", "01 22:00", "02 06:30", nil), ("iPhone", "asleep", "01 22:05", "02 06:25", nil),
                ("Watch", "core", "01 22:30", "02 06:00", nil),
            ],
            ["02 450/450/-/-/-/510 Watch"]
        ),
        (
            "a device that saw no sleep does not hide one that did",
            [("Watch", "awake", "02 03:00", "02 03:20", nil), ("iPhone", "asleep", "01 23:00", "02 06:00", nil)],
            ["02 420/-/-/-/-/- iPhone"]
        ),
        (
            "a moment counts once within one source, awake before asleep",
            [
                ("Watch", "asleep", "01 22:00", "02 06:00", nil), ("Watch", "core", "01 22:00", "02 02:00", nil),
                ("Watch", "core", "02 01:00", "02 03:00", nil), ("Watch", "awake", "02 05:30", "02 06:00", nil),
            ],
            ["02 450/300/-/-/30/- Watch"]
        ),
        (
            "stretches before sums of the same source",
            [
                ("Watch", "core", "01 22:00", "02 06:00", nil), ("Watch", "asleep", "01 22:00", "02 06:00", 475),
                ("Watch", "awake", "01 22:00", "02 06:00", 5),
            ],
            ["02 480/480/-/-/-/- Watch"]
        ),
        (
            "sums of a night and of a nap",
            [
                ("Oura", "core", "01 22:00", "02 06:00", 200), ("Oura", "deep", "01 22:00", "02 06:00", 100),
                ("Oura", "asleep", "02 14:00", "02 14:40", 30), ("Oura", "in_bed", "02 14:00", "02 14:40", 40),
            ],
            ["02 330/200/100/-/-/40 Oura"]
        ),
        (
            "of sums that overlap the longer one, and none without times beside them",
            [
                ("Oura", "asleep", "01 22:00", "02 05:00", 400), ("Oura", "asleep", "01 22:00", "02 06:00", 450),
                ("Oura", "asleep", nil, nil, 451),
            ],
            ["02 450/-/-/-/-/- Oura"]
        ),
        (
            "a nap of the better device does not stand for the night",
            [("Watch", "core", "02 20:00", "02 20:30", nil), ("Oura", "asleep", "01 22:00", "02 06:00", nil)],
            ["02 480/-/-/-/-/- Oura"]
        ),
        (
            "stretches of a nap leave the sums of the night",
            [("Fitbit", "core", "02 20:00", "02 20:30", nil), ("Fitbit", "asleep", "01 22:00", "02 06:00", 430)],
            ["02 430/-/-/-/-/- Fitbit"]
        ),
        (
            "stages that overlap are no longer than the night",
            [
                ("Watch", "core", "01 22:00", "02 02:00", nil), ("Watch", "deep", "02 01:00", "02 03:00", nil),
                ("Watch", "rem", "02 02:30", "02 04:00", nil),
            ],
            ["02 360/180/120/60/-/- Watch"]
        ),
        ("a day alone", [("Oura", "asleep", nil, nil, 451)], ["02 451/-/-/-/-/- Oura"]),
        (
            "two nights",
            [
                ("Watch", "core", "01 22:00", "02 06:00", nil), ("Watch", "core", "02 22:00", "02 23:50", nil),
                ("Watch", "core", "03 00:10", "03 06:00", nil),
            ],
            ["02 480/480/-/-/-/- Watch", "03 460/460/-/-/-/- Watch"]
        ),
        (
            "a nap of the afternoon is of its own day",
            [("Watch", "asleep", "01 14:00", "01 15:00", nil), ("Watch", "core", "01 22:00", "02 06:00", nil)],
            ["01 60/-/-/-/-/- Watch", "02 480/480/-/-/-/- Watch"]
        ),
    ]

    private static let nights = """
        select concat_ws(' ', to_char(night, 'DD'),
            (select string_agg(coalesce(pg_catalog.trim_scale(figure)::text, '-'), '/' order by place)
                from unnest(array[asleep_min, core_min, deep_min, rem_min, awake_min, in_bed_min])
                    with ordinality as f (figure, place)),
            source)
        from public.sleep_nights
        """

    @Test(arguments: cases.indices)
    func night(_ index: Int) throws {
        let one = Self.cases[index]
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection, zone: "UTC")
        for stage in one.stages { try insert(connection, athlete, stage) }
        try asApp(connection, athlete) {
            let rows = try connection.rows("\(Self.nights) order by night").map { $0[0] ?? "" }
            #expect(rows == one.nights, "\(one.name)")
        }
    }

    @Test func `A stage that is corrected or removed corrects its night, and the evening before`() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection, zone: "UTC")
        try insert(connection, athlete, ("Watch", "core", "01 22:00", "01 23:30", nil))
        try insert(connection, athlete, ("Watch", "core", "01 23:30", "02 06:00", nil))
        let both = try connection.rows(Self.nights)
        #expect(both == [["02 480/480/-/-/-/- Watch"]])
        try connection.run(
            "delete from public.sleep_stages where user_id = $1 and local_day = '2026-05-02'", [athlete.id])
        let evening = try connection.rows(Self.nights)
        #expect(evening == [["01 90/90/-/-/-/- Watch"]])
    }

    @Test func `Only the athlete reads it, and no one of the app writes it`() throws {
        let connection = try Scratch.database().open()
        let (athlete, other) = (Athlete(), Athlete())
        try athlete.join(connection, zone: "UTC")
        try other.join(connection, zone: "UTC")
        try insert(connection, other, ("Watch", "core", "01 22:00", "02 06:00", nil))
        try asApp(connection, athlete) {
            let seen = try connection.value(
                "select (select count(*) from public.sleep_stages) + (select count(*) from public.sleep_nights)")
            #expect(seen == "0")
        }
        for table in ["sleep_stages", "sleep_nights"] {
            #expect(throws: DatabaseError.self) {
                try asApp(connection, other) {
                    try connection.run("delete from public.\(table)")
                }
            }
        }
    }

    private func insert(_ connection: Connection, _ athlete: Athlete, _ stage: Stage) throws {
        let day = (stage.end ?? "02").prefix(2)
        try connection.run(
            """
            insert into public.sleep_stages (user_id, stage, duration_s, start_at, end_at, local_day, source, origin)
            values ($1, $2, $3::text::numeric * 60, $4::text::timestamptz, $5::text::timestamptz, $6::text::date, $7, 'healthkit')
            """,
            [
                athlete.id, stage.stage, stage.minutes.map { "\($0)" }, stage.start.map { "2026-05-\($0)Z" },
                stage.end.map { "2026-05-\($0)Z" }, "2026-05-\(day)", stage.source,
            ])
    }
}
