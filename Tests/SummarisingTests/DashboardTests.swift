import Foundation
import Postgres
import Summarising
import Testing

/// What no case covers: every widget from one family's rows, athletes with nothing, parents, borders of days.
@Suite struct DashboardTests {
    private static let now = "2026-05-20T16:00:00Z"

    @Test func cards() throws {
        try asApp(now: Self.now, given: { try $1.recruit($0) }) { connection, athlete in
            let row = try row(
                connection,
                """
                select athlete_name, first_name, school_count, coach_count, interaction_count, total_offers,
                    accepted_offers, pending_offers, acceptance_rate_pct, a_tier_school_count, schools_with_offers,
                    schools_with_offers_pct, accepted_per_school_pct_web, avg_responsiveness_pct, responsiveness_color,
                    contacts_this_month, favorite_school_count, schools_needing_attention, avg_contacts_per_school
                from public.dashboard_summary where athlete_id = $1
                """, [athlete.id])
            #expect(
                row == [
                    "Robin Doe", "Robin", "2", "2", "3", "2", "1", "1", "50", "1", "1", "50", "50", "50", "orange",
                    "2", "1", "1", "1.5",
                ])
        }
    }

    /// Also without a family, and without a name.
    @Test(arguments: [true, false]) func anAthleteWithNothingHasARowOfZeros(_ hasFamily: Bool) throws {
        try asApp(
            now: Self.now,
            given: { connection, athlete in
                try connection.run("update public.users set full_name = null where id = $1", [athlete.id])
                if hasFamily { return }
                try connection.run("delete from public.family_members where user_id = $1", [athlete.id])
            }
        ) { connection, athlete in
            let row = try row(
                connection,
                "select to_jsonb(d) from public.dashboard_summary as d where athlete_id = $1", [athlete.id])
            let columns = try #require(
                JSONSerialization.jsonObject(with: Data(text(row[0]).utf8)) as? [String: Any])
            let empty: Set = [
                "acceptance_rate_pct", "avg_responsiveness_pct", "responsiveness_color", "days_until_graduation",
                "latest_metric_date", "athlete_name",
            ]
            let told: Set = [
                "athlete_id", "family_unit_id", "computed_at", "local_today", "first_name", "member_role",
            ]
            for (name, value) in columns where !told.contains(name) {
                if empty.contains(name) {
                    #expect(value is NSNull, "\(name)")
                } else {
                    #expect((value as? NSNumber)?.doubleValue == 0, "\(name)")
                }
            }
            #expect(columns.count == 32)
            #expect((columns["family_unit_id"] is NSNull) == !hasFamily)
            let trend = "select count(*), sum(interactions), max(total_30d) from public.interaction_trend_30d"
            #expect(try connection.rows("\(trend) where athlete_id = $1", [athlete.id]) == [["30", "0", "0"]])
            for name in ["school_pipeline", "school_size", "packet_activity"] {
                let sql = "select count(*) from public.\(name) where family_unit_id = $1"
                let count = hasFamily ? name == "packet_activity" ? "1" : "5" : "0"
                #expect(try connection.value(sql, [athlete.family]) == count, "\(name)")
            }
            let packet = "select height_label, positions, video_links, file_name from public.packet_athlete"
            #expect(
                try connection.rows("\(packet) where athlete_id = $1", [athlete.id]) == [
                    [nil, "[]", "[]", "_RecruitingPacket.pdf"]
                ])
        }
    }

    @Test func widgets() throws {
        try asApp(now: Self.now, given: { try $1.recruit($0) }) { connection, athlete in
            let family = [athlete.family]
            #expect(
                try connection.rows(
                    """
                    select activity_type, title, description, happened_ago from public.recent_activity
                    where family_unit_id = $1 and rank <= 5 and happened_at < '2026-05-21' order by rank
                    """, family) == [
                        ["interaction", "Email with Near", "No additional details", "1d ago"],
                        ["interaction", "Email with Near", "Asked for film", "2d ago"],
                        ["document_upload", "Uploaded transcript", "Grades", "3d ago"],
                        ["interaction", "Camp with Far", "No additional details", "Mar 1"],
                    ])
            #expect(
                try connection.rows(
                    "select name, latitude, longitude, location, status from public.school_map where family_unit_id = $1",
                    family) == [["Near", "42.6", "-73.7", "Albany, NY", "offer_received"]])
            #expect(
                try connection.rows(
                    "select holder, handle, url from public.social_handles where family_unit_id = $1 order by 1", family
                )
                    == [
                        ["athlete", "me", "https://x.com/me"], ["coach", "kim", "https://www.instagram.com/kim"],
                        ["school", "near_u", "https://x.com/near_u"],
                    ])
            #expect(
                try connection.rows(
                    "select coach_name, coach_role, email, school_name from public.packet_recipients where family_unit_id = $1",
                    family) == [["Coach Kim", "head", "kim@near.example", "Near"]])
            #expect(
                try connection.rows(
                    """
                    select height_label, weight_lbs, gpa, positions, core_courses, phone,
                        video_links -> 0 ->> 'platform', file_name
                    from public.packet_athlete where athlete_id = $1
                    """, [athlete.id]) == [
                        [
                            "5'10\"", nil, "3.85", "[\"SS\", \"2B\"]", "[\"Algebra\"]", nil, "hudl",
                            "Robin_Doe_RecruitingPacket.pdf",
                        ]
                    ])
            let far = try athlete.idOf(connection, "Far") ?? ""
            #expect(
                try connection.rows(
                    "select title, description, action_url from public.active_suggestions where athlete_id = $1",
                    [athlete.id]) == [["Interaction Gap", "Write to Far", "/interactions/add?schoolId=\(far)"]])
            #expect(
                try connection.rows(
                    "select coach_name, school_name from public.profile_visits where athlete_id = $1", [athlete.id])
                    == [["Coach Kim", "Near"]])
            #expect(
                try connection.rows(
                    "select name, tier, coach_count, interaction_count from public.packet_schools where family_unit_id = $1 order by 1",
                    family) == [["Far", "C", "1", "1"], ["Near", "A", "1", "2"]])
        }
    }

    @Test func aParentSeesTheirAthletes() throws {
        let connection = try Scratch.cases()
        let athlete = Athlete()
        let sibling = Athlete(family: athlete.family)
        let parent = Athlete(family: athlete.family)
        try connection.run("begin; set constraints all immediate; set local scorebook.as_of = '2026-05-20T16:00:00Z'")
        try athlete.join(connection)
        try sibling.join(connection)
        try parent.join(connection, role: "parent")
        try connection.run("update public.users set graduation_year = 2027 where id = $1", [sibling.id])
        try athlete.recruit(connection, parent: parent)
        try parent.become(connection)
        #expect(
            try connection.rows(
                """
                select athlete_id, default_rank, last_viewed_at is not null from public.parent_athletes
                where parent_id = $1 order by default_rank
                """, [parent.id]) == [[sibling.id, "1", "f"], [athlete.id, "2", "t"]])
        for one in [athlete, sibling] {
            let counts = "select school_count, interaction_count from public.dashboard_summary where athlete_id = $1"
            #expect(try connection.rows(counts, [one.id]) == [["2", "3"]])
        }
        let activity = "select count(*) from public.athlete_activity where athlete_id = $1 and rank <= 5"
        #expect(try connection.value(activity, [athlete.id]) == "5")
        #expect(try connection.value(activity, [sibling.id]) == "0")
        try athlete.become(connection)
        #expect(
            try connection.rows(
                "select parent_id, viewed_item_type, rank from public.parent_views where athlete_id = $1",
                [athlete.id]) == [[parent.id, "dashboard", "1"]])
        let own = "select count(*) from public.parent_athletes where parent_id = $1"
        #expect(try connection.value(own, [athlete.id]) == "0")
        try connection.run("rollback")
    }

    /// The same instants from four places: each side of midnight, and on the days whose clocks change.
    @Test(arguments: [
        ("America/New_York", "2026-03-08T04:59:59Z", "2026-03-08T05:00:00Z"),
        ("America/New_York", "2026-11-02T04:59:59Z", "2026-11-02T05:00:00Z"),
        ("America/Chicago", "2026-03-09T04:59:59Z", "2026-03-09T05:00:00Z"),
        ("America/Denver", "2026-11-01T05:59:59Z", "2026-11-01T06:00:00Z"),
        ("America/Los_Angeles", "2026-12-31T07:59:59Z", "2026-12-31T08:00:00Z"),
        ("Asia/Kathmandu", "2026-05-31T18:14:59Z", "2026-05-31T18:15:00Z"),
    ]) func midnight(_ zone: String, _ last: String, _ first: String) throws {
        try asApp(
            now: last, zone: zone,
            given: { connection, athlete in
                let school = try athlete.school(connection, "s")
                try athlete.interact(connection, with: school, at: last)
                try athlete.interact(connection, with: school, at: first)
                try athlete.add(
                    connection, "events", "",
                    ["user_id": athlete.id, "type": "camp", "name": "Camp", "start_date": String(last.prefix(10))])
                try connection.run(
                    """
                    update public.events set start_date = ($2::text::timestamptz at time zone $3::text)::date
                    where user_id = $1
                    """, [athlete.id, last, zone])
                for instant in [last, first] {
                    try connection.run(
                        """
                        insert into public.performance_metrics (user_id, metric_type, value, unit, recorded_date)
                        values ($1, 'velocity', 70, 'mph', ($2::text::timestamptz at time zone $3::text)::date)
                        """, [athlete.id, instant, zone])
                }
            }
        ) { connection, athlete in
            let metrics = "select metric_count from public.dashboard_summary where athlete_id = $1"
            let trend = "select sum(interactions) from public.interaction_trend_30d where athlete_id = $1"
            let today = "select max(interactions) from public.interaction_trend_30d where athlete_id = $1"
            let events = "select count(*) from public.upcoming_events where athlete_id = $1"
            let month = "select contacts_this_month from public.dashboard_summary where athlete_id = $1"
            #expect(try connection.value(trend, [athlete.id]) == "1")
            #expect(try connection.value(events, [athlete.id]) == "1")
            #expect(try connection.value(month, [athlete.id]) == "1")
            #expect(try connection.value(metrics, [athlete.id]) == "1")
            try connection.run("select pg_catalog.set_config('scorebook.as_of', $1, true)", [first])
            #expect(try connection.value(metrics, [athlete.id]) == "2")
            #expect(try connection.value(trend, [athlete.id]) == "2")
            #expect(try connection.value(today, [athlete.id]) == "1")
            #expect(try connection.value(events, [athlete.id]) == "0")
        }
    }

    private func row(_ connection: Connection, _ sql: String, _ parameters: [String?]) throws -> [String?] {
        let rows = try connection.rows(sql, parameters)
        return try #require(rows.count == 1 ? rows.first : nil)
    }
}
