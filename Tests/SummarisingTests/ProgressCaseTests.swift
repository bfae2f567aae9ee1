import Foundation
import Postgres
import Testing

/// The figures of the Progress View, case by case, as the owner's select reads them.
@Suite struct ProgressCaseTests {
    private func expected(_ one: SummaryCase) -> [String: Any] { one.expected as? [String: Any] ?? [:] }

    @Test(arguments: SummaryCase.group("PVVOL")) func volume(_ one: SummaryCase) throws {
        let sets = one.input["sets"] as? [[String: Any]] ?? []
        try asApp(given: { connection, athlete in
            try athlete.train(connection, [["started_at": "2026-06-01T16:00:00Z", "sets": sets]])
        }) { connection, athlete in
            let names = ["weight_kg", "reps", "sets", "volume_kg"]
            for source in ["exercise_daily", "workout_daily"] {
                let rows = try connection.rows(
                    """
                    select round(weight_kg, 3), reps, sets, round(volume_kg, 3) from public.\(source)
                    where user_id = $1 and sets > 0
                    """, [athlete.id])
                #expect(rows.count == (one.expected is NSNull ? 0 : 1))
                for (name, column) in zip(names, rows.first ?? []) {
                    #expect(same(column, expected(one)[name]), "\(source).\(name): \(column ?? "null")")
                }
            }
        }
    }

    @Test(arguments: SummaryCase.group("PVDAY")) func days(_ one: SummaryCase) throws {
        let workouts = (one.input["workouts"] as? [[String: Any]] ?? [one.input]).map { workout in
            let set: [String: Any] = ["reps": 1, "weight": workout["volume_kg"] ?? 20]
            return ["started_at": workout["started_at"] ?? "", "sets": [set]] as [String: Any]
        }
        // The athlete trains abroad: the workout's zone is that of the case.
        for (zone, place) in [(text(one.input["time_zone"]), nil), ("Asia/Tokyo", text(one.input["time_zone"]))] {
            try asApp(zone: zone, given: { try $1.train($0, workouts, zone: place) }) { connection, athlete in
                let rows = try connection.rows(
                    "select day, workouts, volume_kg from public.workout_daily where user_id = $1", [athlete.id])
                #expect(rows.count == 1)
                #expect(same(rows.first?[0], expected(one)["day"]))
                #expect(rows.first?[1] == "\(workouts.count)")
                let sql = "select day, volume_kg from public.exercise_daily where user_id = $1"
                let row = try connection.rows(sql, [athlete.id]).first
                #expect(same(row?[0], expected(one)["day"]))
                if let volume = expected(one)["volume_kg"] { #expect(same(row?[1], volume)) }
            }
        }
    }

    @Test(arguments: SummaryCase.group("PVPRESET")) func presets(_ one: SummaryCase) throws {
        let today = text(one.input["today"])
        let preset = text(one.input["preset"])
        let (start, end) = (text(expected(one)["start"]), text(expected(one)["end"]))
        let days = [day(1, before: start), start, end, day(-1, before: end)]
        let workouts = days.map { day in
            ["started_at": "\(day)T12:00:00Z", "sets": [["reps": 5, "weight": 50] as [String: Any]]] as [String: Any]
        }
        try asApp(now: "\(today)T12:00:00Z", zone: "UTC", given: { try $1.train($0, workouts) }) {
            connection, athlete in
            let rows = try connection.rows(
                "select start_date, end_date from public.progress_presets($1) where range_preset = $2", [today, preset])
            #expect(rows == [[start, end]])
            let charts: [[String?]] = [[preset, nil, nil], ["custom", start, end]]
            let wanted: [[String?]] = [
                [start, "sets", "1", "count"], [end, "sets", "1", "count"],
                [start, "volume", "250", "kg"], [end, "volume", "250", "kg"],
            ]
            for asked in charts {
                for exercise in ["bench  Press", nil] {
                    let parameters: [String?] = [athlete.id, exercise] + asked
                    let found: [[String?]] = try connection.rows(
                        "select day, metric, value, unit from public.progress_chart($1, '{volume,sets}', $2, $3, $4, $5)",
                        parameters)
                    #expect(found == wanted)
                }
            }
        }
    }

    @Test(arguments: ["'{calories}'", "'{sets}', null, 'ever'", "'{sets}', null, 'custom', '2026-02-01', '2026-01-01'"])
    func whatCannotBeAskedIsRefused(_ arguments: String) throws {
        try asApp(given: { _, _ in }) { connection, athlete in
            let error = #expect(throws: DatabaseError.self) {
                try connection.rows("select * from public.progress_chart('\(athlete.id)', \(arguments))")
            }
            #expect(error?.sqlstate == "22023")
        }
    }

    @Test(arguments: SummaryCase.group("PVHK")) func nearest(_ one: SummaryCase) throws {
        let zone = text(one.input["time_zone"])
        try asApp(
            zone: zone,
            given: { connection, athlete in
                for sample in one.input["samples"] as? [[String: Any]] ?? [] {
                    try athlete.measure(
                        connection, "weight", "\(sample["value"] ?? "")", text(sample["at"]), zone,
                        source: sample["source"] as? String ?? "healthkit")
                }
            }
        ) { connection, athlete in
            let sql = """
                select (
                    select value from public.nearest_measurement(
                        $1, 'weight', ($2::text::timestamptz at time zone $3)::date, $2::text::timestamptz)
                )
                """
            let value = try connection.value(sql, [athlete.id, text(one.input["photo_at"]), zone])
            #expect(same(value, expected(one)["value"]))
        }
    }

    /// The same as the Pictures list shows it: the photo stands first, its weight comes, and the other way round.
    @Test(arguments: SummaryCase.group("PVHK"), [true, false])
    func nearestOfPhotoDays(_ one: SummaryCase, photoFirst: Bool) throws {
        let zone = text(one.input["time_zone"])
        try asApp(
            zone: zone,
            given: { connection, athlete in
                let wall = "select (($1::text)::timestamptz at time zone $2)::text"
                let time = try connection.value(wall, [text(one.input["photo_at"]), zone]) ?? ""
                func photograph() throws { try athlete.photograph(connection, "photo", "side", time, zone) }
                if photoFirst { try photograph() }
                for sample in one.input["samples"] as? [[String: Any]] ?? [] {
                    for kind in ["weight", "body_fat"] {
                        try athlete.measure(
                            connection, kind, "\(sample["value"] ?? "")", text(sample["at"]), zone,
                            source: sample["source"] as? String ?? "healthkit")
                    }
                }
                if !photoFirst { try photograph() }
            }
        ) { connection, athlete in
            let rows = try connection.rows(
                """
                select weight_kg, body_fat_pct, side_thumbnail, front_photo_id from public.photo_days where user_id = $1
                """, [athlete.id])
            #expect(rows.count == 1)
            #expect(same(rows.first?[0], expected(one)["value"]))
            #expect(same(rows.first?[1], expected(one)["value"]))
            #expect(rows.first?[2] == "photo.320" && rows.first?[3] == .some(nil))
        }
    }

    @Test(arguments: SummaryCase.group("PVPHOTO").filter { $0.input["photos"] != nil })
    func photoDays(_ one: SummaryCase) throws {
        let photos = one.input["photos"] as? [[String: Any]] ?? []
        try asApp(
            zone: "UTC",
            given: { connection, athlete in
                for photo in photos {
                    let time = text(photo["taken_at"]).replacing("T", with: " ").replacing("Z", with: "")
                    try athlete.photograph(connection, text(photo["id"]), text(photo["angle"]), time, "UTC")
                }
            }
        ) { connection, athlete in
            let rows = try connection.rows(
                """
                select taken_on, front_thumbnail, side_thumbnail, back_thumbnail, photo_count from public.photo_days
                where user_id = $1 order by taken_on desc
                """, [athlete.id])
            let days = expected(one).keys.sorted(by: >)
            #expect(rows.map { $0[0] } == days)
            for (day, row) in zip(days, rows) {
                let shown = expected(one)[day] as? [String: Any] ?? [:]
                for (angle, column) in zip(["front", "side", "back"], row[1...3]) {
                    #expect(column == (shown[angle] as? String).map { "\($0).320" }, "\(day) \(angle)")
                }
            }
            #expect(rows.compactMap { $0[4].flatMap { Int($0) } }.reduce(0, +) == photos.count)
        }
    }

    /// Two photo days beside each other, as the comparison of their days has it.
    @Test(arguments: SummaryCase.group("PVCOMPARE")) func comparedPhotoDays(_ one: SummaryCase) throws {
        let sides = ["left", "right"].map { one.input[$0] as? [String: Any] ?? [:] }
        let days = sides.map { text($0["taken_on"]) }
        guard days[0] != days[1] else { return }
        try asApp(
            zone: "UTC",
            given: { connection, athlete in
                for (side, day) in zip(sides, days) {
                    for (kind, name) in [("weight", "weight_kg"), ("body_fat", "body_fat_pct")] {
                        guard let value = side[name], !(value is NSNull) else { continue }
                        try athlete.measure(connection, kind, "\(value)", "\(day)T12:00:00Z", "UTC")
                    }
                    try athlete.photograph(connection, "photo \(day)", "front", "\(day) 08:00:00", "UTC")
                }
            }
        ) { connection, athlete in
            let row = try connection.rows(
                """
                select r.taken_on - l.taken_on, r.weight_kg - l.weight_kg, r.body_fat_pct - l.body_fat_pct,
                    c.days_between, c.weight_delta_kg, c.body_fat_delta_pct_points
                from public.photo_days as l
                join public.photo_days as r on r.user_id = l.user_id and r.taken_on = $3
                cross join public.body_comparison(l.user_id, l.taken_on, r.taken_on) as c
                where l.user_id = $1 and l.taken_on = $2
                """, [athlete.id] + days
            ).first
            let names = ["days_between", "weight_delta_kg", "body_fat_delta_pct_points"]
            for (place, name) in names.enumerated() {
                #expect(same(row?[place], expected(one)[name]), "\(name)")
                #expect(same(row?[place + 3], expected(one)[name]), "\(name)")
            }
        }
    }

    /// The case's weights are what health's import has made of the samples: kilograms and percent.
    @Test(arguments: SummaryCase.group("PVUNIT").filter { $0.input["healthkit"] != nil })
    func healthKitBeforeManual(_ one: SummaryCase) throws {
        try asApp(
            zone: "UTC",
            given: { connection, athlete in
                for source in ["healthkit", "manual"] {
                    guard let weight = (one.input[source] as? [String: Any])?["weight_kg"] else { continue }
                    let time = source == "manual" ? "12:00" : "20:00"
                    try athlete.measure(
                        connection, "weight", "\(weight)", "2026-03-10T\(time):00Z", "UTC", source: source)
                }
            }
        ) { connection, athlete in
            let rows = try connection.rows(
                """
                select value, source from public.nearest_measurement($1, 'weight', '2026-03-10', '2026-03-10T12:00:00Z')
                """, [athlete.id])
            #expect(same(rows.first?[0], expected(one)["weight_kg"]))
            #expect(same(rows.first?[1], expected(one)["source"]))
        }
    }

    @Test(arguments: SummaryCase.group("PVCOMPARE")) func comparison(_ one: SummaryCase) throws {
        // A day has one weight: where both sides are one day, there is none, and nothing to tell.
        let sides = ["left", "right"].map { one.input[$0] as? [String: Any] ?? [:] }
        let days = sides.map { text($0["taken_on"]) }
        try asApp(
            zone: "UTC",
            given: { connection, athlete in
                for (side, day) in zip(sides, days) where days[0] != days[1] {
                    for (kind, name) in [("weight", "weight_kg"), ("body_fat", "body_fat_pct")] {
                        guard let value = side[name], !(value is NSNull) else { continue }
                        try athlete.measure(connection, kind, "\(value)", "\(day)T12:00:00Z", "UTC")
                    }
                }
            }
        ) { connection, athlete in
            let names = ["days_between", "weight_delta_kg", "body_fat_delta_pct_points"]
            let sql = "select \(names.joined(separator: ", ")) from public.body_comparison($1, $2, $3)"
            let row = try connection.rows(sql, [athlete.id] + days).first
            for (name, column) in zip(names, row ?? []) {
                #expect(same(column, expected(one)[name]), "\(name): \(column ?? "null")")
            }
        }
    }
}
