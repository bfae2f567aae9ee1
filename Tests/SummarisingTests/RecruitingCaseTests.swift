import Foundation
import Postgres
import Testing

/// Schools, suggestions, the feed and the recruiting packet, case by case, as the app's selects read them.
@Suite struct RecruitingCaseTests {
    /// The importer maps a status that the funnel no longer has; where a case starts before it, so do its rows here.
    @Test(arguments: SummaryCase.group("PIPELINE"))
    func pipeline(_ one: SummaryCase) throws {
        let statuses = one.input["status"] as? [Any] ?? []
        let isMappedFirst = (one.part("agrees_with_reference") as? Bool) == false
        try asApp(given: { connection, athlete in
            for (number, status) in statuses.enumerated() {
                let written = status as? String
                let kept = isMappedFirst && written == "interested" ? "researching" : written
                _ = try athlete.school(connection, "s\(number)", ["status": kept])
            }
        }) { connection, athlete in
            let rows = try connection.rows(
                """
                select status, schools, total_schools from public.school_pipeline
                where family_unit_id = $1 order by sort_order
                """, [athlete.family])
            #expect(rows.map { $0[0] } == ["researching", "contacted", "visiting", "offer_received", "committed"])
            let expected = one.expected as? [String: Int] ?? [:]
            for row in rows { #expect(row[1] == expected[text(row[0])].map { "\($0)" }, "\(text(row[0]))") }
            #expect(rows.allSatisfy { $0[2] == "\(statuses.count)" })
        }
    }

    @Test(arguments: SummaryCase.group("SIZE"))
    func sizes(_ one: SummaryCase) throws {
        try asApp(given: { connection, athlete in
            try connection.run(
                """
                insert into public.schools (user_id, family_unit_id, name, academic_info)
                select $3::uuid, $4::uuid, 'School', jsonb_build_object('student_size', size)
                from pg_catalog.jsonb_array_elements(($1::jsonb -> $2::integer) -> 'input' -> 'student_size') as size
                """, [one.text, "\(one.index)", athlete.id, athlete.family])
        }) { connection, athlete in
            let rows = try connection.rows(
                "select bucket, schools from public.school_size where family_unit_id = $1 order by sort_order",
                [athlete.family])
            #expect(rows.map { $0[0] } == ["Very Small", "Small", "Medium", "Large", "Very Large"])
            let expected = one.expected as? [String: Int] ?? [:]
            for row in rows { #expect(row[1] == expected[text(row[0])].map { "\($0)" }, "\(text(row[0]))") }
        }
    }

    @Test(arguments: SummaryCase.group("SUGGEST"))
    func suggestions(_ one: SummaryCase) throws {
        let urgencies = one.input["urgency"] as? [String] ?? []
        try asApp(given: { connection, athlete in
            for urgency in urgencies { try suggest(connection, athlete, urgency) }
            try suggest(connection, athlete, "high", ["pending_surface": "true"])
            try suggest(connection, athlete, "high", ["dismissed": "true"])
            try suggest(connection, athlete, "high", ["completed": "true", "pending_surface": "true"])
        }) { connection, athlete in
            let rows = try connection.rows(
                "select urgency, rank, pending_count from public.active_suggestions where athlete_id = $1 order by rank",
                [athlete.id])
            #expect(rows.map { text($0[0]) } == one.expected as? [String])
            #expect(rows.map { $0[1] } == urgencies.indices.map { "\($0 + 1)" })
            // The one kept back, and what stands beyond the third.
            #expect(rows.allSatisfy { $0[2] == "\(1 + max(0, urgencies.count - 3))" })
        }
    }

    @Test(arguments: SummaryCase.group("RELTIME"))
    func relativeTimes(_ one: SummaryCase) throws {
        try asApp(
            now: one.now,
            given: { connection, athlete in
                let school = try athlete.school(connection, "s")
                try athlete.interact(connection, with: school, at: text(one.input["at"]))
            }
        ) { connection, athlete in
            let sql = """
                select happened_ago from public.recent_activity
                where family_unit_id = $1 and activity_type = 'interaction' and rank <= 5
                """
            let shown = try connection.value(sql, [athlete.family])
            #expect(shown == one.expected as? String)
            let function = "select public.relative_time($1::text::timestamptz)"
            let told = try connection.value(function, [text(one.input["at"])])
            #expect(told == one.expected as? String)
        }
    }

    @Test(arguments: SummaryCase.group("PACKET"))
    func packet(_ one: SummaryCase) throws {
        let schools = one.list("schools")
        try asApp(given: { connection, athlete in
            try connection.run(
                """
                update public.users
                set full_name = coalesce($2, full_name), height_inches = $3::text::integer where id = $1
                """,
                [athlete.id, one.input["name"] as? String, (one.input["height_inches"] as? Int).map { "\($0)" }])
            for school in schools {
                _ = try athlete.school(connection, text(school["id"]), ["status": school["status"] as? String])
            }
            for interaction in one.list("interactions") {
                let school = try athlete.idOf(connection, text(interaction["school_id"])) ?? ""
                try athlete.interact(
                    connection, with: school, at: text(interaction["occurred_at"]),
                    ["type": text(interaction["type"])])
            }
        }) { connection, athlete in
            guard let expected = one.expected as? [String: Any] else {
                let column = one.input["name"] == nil ? "height_label" : "file_name"
                let sql = "select \(column) from public.packet_athlete where athlete_id = $1"
                #expect(try connection.value(sql, [athlete.id]) == one.expected as? String)
                return
            }
            for tier in ["A", "B", "C"] {
                let names = try connection.rows(
                    "select name from public.packet_schools where family_unit_id = $1 and tier = $2 order by name",
                    [athlete.family, tier])
                #expect(names.map { text($0[0]) } == expected["tier_\(tier.lowercased())"] as? [String])
            }
            let row = try connection.rows(
                """
                select emails, calls, camps, visits, other, total_schools, total_interactions,
                    to_char(recent_contact at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                from public.packet_activity where family_unit_id = $1
                """, [athlete.family])[0]
            let breakdown = expected["breakdown"] as? [String: Any] ?? [:]
            for (name, value) in zip(["emails", "calls", "camps", "visits", "other"], row) {
                #expect(same(value, breakdown[name]), "\(name)")
            }
            for (name, value) in zip(["totalSchools", "totalInteractions", "recentContact"], row.dropFirst(5)) {
                #expect(same(value, expected[name]), "\(name)")
            }
        }
    }

    private func suggest(
        _ connection: Connection, _ athlete: Athlete, _ urgency: String, _ columns: [String: String?] = [:]
    ) throws {
        let mine = [
            "athlete_id": athlete.id, "rule_type": "interaction-gap", "urgency": urgency, "message": "Write",
            "pending_surface": "false", "surfaced_at": "2026-06-01T12:00:00Z",
        ]
        try athlete.add(connection, "suggestion", "", columns.merging(mine) { given, _ in given })
    }
}
