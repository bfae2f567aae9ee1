import Foundation
import Postgres
import Testing

/// Figures that mean what they say: each case arranges rows, and the owner reads a select of theirs.
@Suite struct FigureTests {
    @Test(arguments: SummaryCase.group("FIGURES")) func figures(_ one: SummaryCase) throws {
        let connection = try Scratch.cases()
        let athlete = Athlete()
        try connection.run("begin; set constraints all immediate")
        try athlete.join(connection, zone: one.zone, role: one.input["role"] as? String ?? "player")
        try connection.run("select pg_catalog.set_config('scorebook.as_of', $1, true)", [one.now])
        try arrange(connection, athlete, one)
        try athlete.become(connection)
        if let writes = one.input["writes"] as? [String] {
            for sql in writes { try connection.run(sql, [athlete.id]) }
        }
        let rows = try connection.rows(text(one.input["select"]), [athlete.id])
        let expected = one.expected as? [[Any]] ?? []
        #expect(rows.count == expected.count, "\(rows)")
        for (row, wanted) in zip(rows, expected) {
            #expect(row.count == wanted.count)
            for (column, value) in zip(row, wanted) { #expect(same(column, value), "\(row)") }
        }
        try connection.run("rollback")
    }

    private func arrange(_ connection: Connection, _ athlete: Athlete, _ one: SummaryCase) throws {
        if let user = one.input["user"] as? [String: Any] {
            for (name, value) in user {
                try connection.run(
                    "update public.users set \(name) = $2 where id = $1", [athlete.id, value as? String])
            }
        }
        try athlete.play(connection, one.list("games"))
        if !one.list("rows").isEmpty { try athlete.insert(connection, one) }
        for sample in one.list("measurements") {
            try athlete.measure(
                connection, sample["kind"] as? String ?? "weight", "\(sample["value"] ?? "")", text(sample["at"]),
                one.zone, source: sample["source"] as? String ?? "healthkit")
        }
        for photo in one.list("photos") {
            try athlete.photograph(
                connection, text(photo["id"]), text(photo["angle"]), text(photo["taken_at"]), one.zone)
        }
        for (number, suggestion) in one.list("suggestions").enumerated() {
            var columns = ["athlete_id": athlete.id, "rule_type": "gap", "urgency": "low", "message": "\(number)"]
            for (name, value) in suggestion { columns[name] = "\(value)" }
            try athlete.add(connection, "suggestion", "", columns)
        }
        for workout in one.list("workouts") {
            try athlete.train(connection, [workout], zone: workout["zone"] as? String)
        }
        for sql in one.input["given"] as? [String] ?? [] {
            try connection.run(sql, [athlete.id, athlete.family])
        }
    }
}
