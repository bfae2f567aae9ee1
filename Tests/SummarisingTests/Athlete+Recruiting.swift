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
