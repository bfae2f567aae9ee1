import Foundation
import Postgres
import Testing

/// The figures of the dashboard, case by case, as the app's selects read them.
@Suite struct DashboardCaseTests {
    @Test(arguments: SummaryCase.group("ACCEPT"))
    func acceptance(_ one: SummaryCase) throws {
        try asApp(given: { connection, athlete in
            let school = try athlete.school(connection, "s")
            let accepted = one.input["accepted"] as? Int ?? 0
            for number in 0..<(one.input["total"] as? Int ?? 0) {
                try athlete.offer(connection, at: school, number < accepted ? "accepted" : "expired")
            }
        }) { connection, athlete in
            let row = try summary(connection, athlete, "acceptance_rate_pct, accepted_offers, total_offers")
            let expected = one.expected as? [String: Any] ?? [:]
            #expect(same(row[0], expected["acceptance_rate_pct"]))
            #expect((row[0].map { "\($0)%" } ?? "--") == expected["label"] as? String)
            #expect(same(row[1], one.input["accepted"]))
            #expect(same(row[2], one.input["total"]))
        }
    }

    /// By the app's call, and of no other family's school.
    @Test func theAppSetsATier() throws {
        var school = ""
        let other = Athlete()
        try asApp(given: { connection, athlete in
            school = try athlete.school(connection, "S")
            try other.join(connection)
        }) { connection, athlete in
            for (tier, count) in [("A", "1"), ("B", "0"), ("A", "1"), (nil, "0")] {
                try connection.run("select public.set_school_tier($1, $2)", [school, tier])
                let found = try summary(connection, athlete, "a_tier_school_count")[0]
                #expect(found == count)
            }
            try other.become(connection)
            try connection.run("savepoint refused")
            let refusal = #expect(throws: DatabaseError.self) {
                try connection.run("select public.set_school_tier($1, 'A')", [school])
            }
            #expect(refusal?.sqlstate == "P0002")
            try connection.run("rollback to refused")
            // Nor can its id be taken for a tier of one's own.
            let own = try other.school(connection, "O")
            try connection.run("savepoint taken")
            let taking = #expect(throws: DatabaseError.self) {
                try connection.run(
                    """
                    insert into public.school_priorities (id, school_id, user_id, priority_tier)
                    values ($1, $2, $3, 'A')
                    """, [school, own, other.id])
            }
            #expect(taking?.kind == .insufficientPrivilege)
            try connection.run("rollback to taken")
            try athlete.become(connection)
            let left = try connection.value("select count(*) from public.school_priorities")
            #expect(left == "0")
        }
    }

    @Test(arguments: SummaryCase.group("ATIER"))
    func topTier(_ one: SummaryCase) throws {
        try asApp(given: { connection, athlete in
            for (number, tier) in (one.input["priority_tier"] as? [Any] ?? []).enumerated() {
                let school = try athlete.school(connection, "s\(number)")
                guard let tier = tier as? String else { continue }
                try connection.run(
                    "insert into public.school_priorities (id, school_id, user_id, priority_tier) values ($1, $1, $2, $3)",
                    [school, athlete.id, tier])
            }
        }) { connection, athlete in
            let count = try summary(connection, athlete, "a_tier_school_count")[0]
            #expect(same(count, one.expected))
        }
    }

    @Test(arguments: SummaryCase.group("CONTACTFREQ"))
    func contactFrequency(_ one: SummaryCase) throws {
        try asApp(
            now: one.now,
            given: { connection, athlete in
                for school in one.list("schools") {
                    _ = try athlete.school(connection, text(school["id"]), ["name": text(school["name"])])
                }
                for interaction in one.list("interactions") {
                    let school = try athlete.idOf(connection, text(interaction["school_id"])) ?? ""
                    try athlete.interact(connection, with: school, at: text(interaction["occurred_at"]))
                }
            }
        ) { connection, athlete in
            let expected = one.expected as? [String: Any] ?? [:]
            let row = try summary(
                connection, athlete, "school_count, schools_needing_attention, avg_contacts_per_school")
            #expect(same(row[0], expected["total"]))
            #expect(same(row[1], expected["needAttention"]))
            #expect(row[2] == expected["avg"] as? String)
            let rows = try connection.rows(
                """
                select school_id, contacts_7d, recency from public.contact_frequency
                where family_unit_id = $1 and contacts_7d > 0 order by last_contact_at desc limit 5
                """, [athlete.family])
            #expect(same("\(rows.count)", expected["last7"]))
            let recent = expected["recent"] as? [[String: Any]] ?? []
            #expect(rows.count == recent.count)
            for (row, wanted) in zip(rows, recent) {
                #expect(try athlete.idOf(connection, text(wanted["schoolId"])) == row[0])
                #expect(same(row[1], wanted["count"]))
                #expect(row[2] == wanted["recency"] as? String)
            }
            let attention =
                "select count(*) from public.contact_frequency where family_unit_id = $1 and needs_attention"
            let needing = try connection.value(attention, [athlete.family])
            #expect(same(needing, expected["needAttention"]))
        }
    }

    @Test(arguments: SummaryCase.group("FOLLOWUP"))
    func followUp(_ one: SummaryCase) throws {
        try asApp(
            now: one.now,
            given: { connection, athlete in
                let school = try athlete.school(connection, "s")
                for coach in one.list("coaches") {
                    let last = coach["last_contact_date"] as? String
                    _ = try athlete.coach(connection, text(coach["id"]), at: school, ["last_contact_date": last])
                }
            }
        ) { connection, athlete in
            let rows = try connection.rows(
                """
                select coach_name, contact_label, total from public.coach_followup
                where family_unit_id = $1 order by rank limit 5
                """, [athlete.family])
            let expected = one.expected as? [[String: String]] ?? []
            #expect(rows.map { $0[0] } == expected.map { "Coach \($0["id"] ?? "")" })
            #expect(rows.map { $0[1] } == expected.map { $0["label"] })
            #expect(rows.allSatisfy { $0[2] == "\(expected.count)" })
        }
    }

    @Test(arguments: SummaryCase.group("GLANCE"))
    func glance(_ one: SummaryCase) throws {
        try asApp(given: { connection, athlete in
            let count = one.input["school_count"] as? Int ?? 0
            var schools = try (0..<count).map { try athlete.school(connection, "s\($0)") }
            if schools.isEmpty {
                let stranger = Athlete()
                try stranger.join(connection)
                schools = [try stranger.school(connection, "elsewhere")]
            }
            for (number, status) in (one.input["offers"] as? [String] ?? []).enumerated() {
                try athlete.offer(connection, at: schools[number % schools.count], status)
            }
        }) { connection, athlete in
            let names = [
                "acceptedOffers": "accepted_offers", "totalSchools": "school_count",
                "offersPercentage": "accepted_per_school_pct_web", "schools_with_offers": "schools_with_offers",
                "schools_total": "school_count", "pct": "schools_with_offers_pct",
            ]
            let expected = one.expected as? [String: Any] ?? [:]
            #expect(!expected.isEmpty)
            for (name, value) in expected {
                let column = try #require(names[name])
                let found = try summary(connection, athlete, column)[0]
                #expect(same(found, value), "\(name)")
            }
        }
    }

    @Test(arguments: SummaryCase.group("GRAD"))
    func graduation(_ one: SummaryCase) throws {
        try asApp(
            now: one.now, zone: one.zone,
            given: { connection, athlete in
                let year = (one.input["graduation_year"] as? Int).map { "\($0)" }
                try connection.run(
                    "update public.users set graduation_year = $2::text::integer where id = $1", [athlete.id, year])
            }
        ) { connection, athlete in
            let days = try summary(connection, athlete, "days_until_graduation")[0]
            #expect(same(days, one.expected))
        }
    }

    @Test(arguments: SummaryCase.group("ITREND"))
    func interactionTrend(_ one: SummaryCase) throws {
        try asApp(
            now: one.now, zone: one.zone,
            given: { connection, athlete in
                let school = try athlete.school(connection, "s")
                for interaction in one.list("interactions") {
                    let created = interaction["created_at"] as? String
                    let time = interaction["occurred_at"] as? String ?? created ?? ""
                    try athlete.interact(connection, with: school, at: time, ["created_at": created])
                }
            }
        ) { connection, athlete in
            let rows = try connection.rows(
                """
                select day, interactions, total_30d from public.interaction_trend_30d where athlete_id = $1 order by day
                """, [athlete.id])
            let expected = one.expected as? [String: Any] ?? [:]
            #expect(same("\(rows.count)", expected["points"]))
            #expect(same(rows.first?[0], expected["first_day"]))
            #expect(same(rows.last?[0], expected["last_day"]))
            let counts = rows.enumerated().filter { $0.element[1] != "0" }.map { ("\($0.offset)", text($0.element[1])) }
            let wanted = (expected["non_zero_index"] as? [String: Int] ?? [:]).mapValues { "\($0)" }
            #expect(Dictionary(uniqueKeysWithValues: counts) == wanted)
            #expect(rows.allSatisfy { same($0[2], expected["sum"]) })
            #expect((rows.first?[2] == "0") == expected["empty"] as? Bool)
        }
    }

    @Test(arguments: SummaryCase.group("MONTH"))
    func contactsThisMonth(_ one: SummaryCase) throws {
        try asApp(
            now: one.now, zone: one.zone,
            given: { connection, athlete in
                let school = try athlete.school(connection, "s")
                for interaction in one.list("interactions") {
                    try athlete.interact(connection, with: school, at: text(interaction["occurred_at"]))
                }
            }
        ) { connection, athlete in
            let expected = one.expected as? [String: Any] ?? [:]
            let count = try summary(connection, athlete, "contacts_this_month")[0]
            #expect(same(count, expected["card"]))
            #expect(same(count, expected["at_a_glance"]))
        }
    }

    @Test(arguments: SummaryCase.group("RESPONSE"))
    func responsiveness(_ one: SummaryCase) throws {
        let scores = one.input["scores"] as? [Any]
        try asApp(given: { connection, athlete in
            let school = try athlete.school(connection, "s")
            if scores == nil {
                let coach = try athlete.coach(connection, "c", at: school)
                try athlete.talk(
                    connection, with: coach, at: school, sent: one.input["outbound"] as? Int ?? 0,
                    answered: one.input["inbound"] as? Int ?? 0)
            }
            for (number, score) in (scores ?? []).enumerated() {
                let coach = try athlete.coach(connection, "c\(number)", at: school)
                guard let score = score as? Int else { continue }
                try athlete.talk(connection, with: coach, at: school, sent: 100, answered: score)
            }
        }) { connection, athlete in
            if let scores {
                let row = try summary(
                    connection, athlete,
                    "avg_responsiveness_pct_web, avg_responsiveness_pct, responsiveness_color, coach_count")
                #expect(same(row[0], one.expected))
                #expect(scores.isEmpty ? row[1] == nil && row[2] == nil : row[1] == row[0])
                let average = row[1].flatMap { Int($0) }
                #expect(row[2] == average.map { $0 >= 75 ? "green" : $0 >= 50 ? "orange" : "red" })
                #expect(row[3] == "\(scores.count)")
            } else {
                let sql = "select responsiveness_score from public.coach_stats where family_unit_id = $1"
                #expect(same(try connection.value(sql, [athlete.family]), one.expected))
            }
        }
    }

    /// Columns of the athlete's one row, as its card reads them.
    private func summary(_ connection: Connection, _ athlete: Athlete, _ columns: String) throws -> [String?] {
        let rows = try connection.rows(
            "select \(columns) from public.dashboard_summary where athlete_id = $1", [athlete.id])
        return try #require(rows.count == 1 ? rows.first : nil)
    }
}
