import Postgres

extension Athlete {
    /// One row of one of the app's tables, with the athlete's own family where the table has one.
    @discardableResult
    func add(
        _ connection: Connection, _ table: String, _ name: String = "", _ columns: [String: String?] = [:]
    ) throws -> String {
        let row = name.isEmpty ? Athlete().id : try idOf(connection, name) ?? ""
        var all = columns
        all["id"] = row
        let names = all.keys.sorted()
        let marks = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        try connection.run(
            "insert into public.\(table) (\(names.joined(separator: ", "))) values (\(marks))",
            names.map { all[$0] ?? nil })
        return row
    }

    func school(_ connection: Connection, _ name: String, _ columns: [String: String?] = [:]) throws -> String {
        let mine = ["user_id": id, "family_unit_id": family, "name": name]
        return try add(connection, "schools", name, columns.merging(mine) { given, _ in given })
    }

    func coach(
        _ connection: Connection, _ name: String, at school: String, _ columns: [String: String?] = [:]
    ) throws -> String {
        let mine = [
            "user_id": id, "family_unit_id": family, "school_id": school, "role": "head", "first_name": "Coach",
            "last_name": name,
        ]
        return try add(connection, "coaches", name, columns.merging(mine) { given, _ in given })
    }

    func interact(
        _ connection: Connection, with school: String, at time: String, _ columns: [String: String?] = [:]
    ) throws {
        let mine = [
            "logged_by": id, "family_unit_id": family, "school_id": school, "type": "email", "direction": "outbound",
            "occurred_at": time,
        ]
        try add(connection, "interactions", "", columns.merging(mine) { given, _ in given })
    }

    func offer(_ connection: Connection, at school: String, _ status: String?) throws {
        let mine = [
            "user_id": id, "family_unit_id": family, "school_id": school, "offer_type": "partial", "status": status,
        ]
        try add(connection, "offers", "", mine)
    }

    /// So many messages each way with one coach.
    func talk(_ connection: Connection, with coach: String, at school: String, sent: Int, answered: Int) throws {
        try connection.run(
            """
            insert into public.interactions
                (school_id, coach_id, logged_by, family_unit_id, type, direction, occurred_at)
            select $1::uuid, $2::uuid, $3::uuid, $4::uuid, 'email',
                (case when n <= $5::integer then 'outbound' else 'inbound' end)::public.interaction_direction,
                timestamptz '2026-01-01 12:00Z' + n * interval '1 hour'
            from generate_series(1, $5::integer + $6::integer) as n
            """, [school, coach, id, family, "\(sent)", "\(answered)"])
    }
}

extension Athlete {
    /// A little of everything that the dashboard shows; the family's parent, where there is one, has looked.
    func recruit(_ connection: Connection, parent: Athlete? = nil) throws {
        let near = try school(
            connection, "Near",
            [
                "status": "offer_received", "is_favorite": "true", "twitter_handle": "@near_u", "city": "Albany",
                "state": "NY", "academic_info": #"{"student_size": 4000, "latitude": 42.6, "longitude": -73.7}"#,
            ])
        let far = try school(connection, "Far", ["academic_info": #"{"student_size": 30000}"#])
        let kim = try coach(
            connection, "Kim", at: near,
            ["email": "kim@near.example", "instagram_handle": "https://instagram.com/kim/"])
        _ = try coach(connection, "Lou", at: far, ["role": "assistant"])
        try interact(
            connection, with: near, at: "2026-05-18T15:00:00Z", ["coach_id": kim, "content": "Asked for film"])
        try interact(connection, with: near, at: "2026-05-19T15:00:00Z", ["coach_id": kim, "direction": "inbound"])
        try interact(connection, with: far, at: "2026-03-01T15:00:00Z", ["type": "camp"])
        try offer(connection, at: near, "accepted")
        try offer(connection, at: near, "pending")
        try connection.run(
            "insert into public.school_priorities (id, school_id, user_id, priority_tier) values ($1, $1, $2, 'A')",
            [near, id])
        try add(
            connection, "documents", "transcript",
            [
                "user_id": id, "uploaded_by": id, "family_unit_id": family, "type": "transcript", "title": "Grades",
                "file_url": "x", "created_at": "2026-05-17T00:00:00Z",
            ])
        try add(
            connection, "suggestion", "",
            [
                "athlete_id": id, "rule_type": "interaction-gap", "urgency": "high", "message": "Write to Far",
                "pending_surface": "false", "surfaced_at": "2026-05-19T00:00:00Z", "related_school_id": far,
                "action_type": "log_interaction",
            ])
        try add(
            connection, "user_preferences", "",
            [
                "user_id": id, "category": "player",
                "data": """
                {"height_inches": 70, "gpa": "3.85", "positions": ["SS", "2B"], "core_courses": ["Algebra"],
                "twitter_handle": "@me", "phone": "555 0100", "weight_lbs": "1e99"}
                """,
            ])
        try add(
            connection, "video_links", "", ["user_id": id, "family_unit_id": family, "platform": "hudl", "url": "v"])
        let slug = String(id.filter { $0 != "-" }.prefix(6))
        let profile = try add(
            connection, "player_profiles", "profile",
            ["user_id": id, "family_unit_id": family, "hash_slug": slug, "is_published": "true"])
        let link = try add(
            connection, "profile_tracking_links", "link", ["profile_id": profile, "coach_id": kim, "ref_token": slug])
        try add(connection, "profile_views", "", ["profile_id": profile, "tracking_link_id": link])
        if let parent {
            try add(
                connection, "parent_view_log", "",
                [
                    "parent_user_id": parent.id, "athlete_id": id, "viewed_item_type": "dashboard",
                    "viewed_at": "2026-05-20T10:00:00Z",
                ])
        }
    }
}
