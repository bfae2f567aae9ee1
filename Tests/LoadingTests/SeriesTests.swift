import Importing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// A heart rate every few seconds: a row a day, counted, compared and rejected record by record.
@Suite struct SeriesTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// `09:00:05 61` is what Maya's watch measured on 18 February; `19T09:00:05 61` the day after.
    private func file(_ name: String, _ readings: [String], source: String = "Watch") throws -> String {
        let records = readings.map { reading -> String in
            let parts = reading.split(separator: " ").map(String.init)
            let time = parts[0].contains("T") ? parts[0] : "18T\(parts[0])"
            let at = "2026-02-\(time.replacing("T", with: " ")) -0800"
            return """
                <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="\(source)" unit="count/min" \
                startDate="\(at)" endDate="\(at)" value="\(parts[1])"/>
                """
        }
        return try scratch.file(name, "<HealthData>\n\(records.joined(separator: "\n"))\n</HealthData>")
    }

    private func report(_ mode: RunReport.Mode, _ files: [String]) -> RunReport {
        var attempt = Attempt(mode, files)
        attempt.settings.append((name: "health_types", value: "heart_rate"))
        return attempt.execute(on: scratch).report
    }

    private func days() throws -> [[String?]] {
        try scratch.rows("select local_day, readings from public.health_series order by local_day, source")
    }

    private func line(_ ledger: Ledger) -> String {
        "\(ledger.inserted) \(ledger.updated) \(ledger.unchanged) \(ledger.duplicate) \(ledger.rejected)"
    }

    @Test func `A day is a row, its readings in the order of their times`() throws {
        let path = try file("export.xml", ["09:00:10 62", "09:00:05 61", "19T09:00:00 70", "23:59:55 58"])
        let planned = report(.plan, [path])
        #expect(line(planned.ledger) == "4 0 0 0 0")
        let readings = planned.diffs.flatMap(\.columns).filter { $0.name == "readings" }.map(\.new)
        #expect(readings == [.text("3 values"), .text("1 values")])
        let loaded = report(.run, [path])
        #expect(line(loaded.ledger) == "4 0 0 0 0" && loaded.ledger.balances)
        #expect(try days() == [["2026-02-18", "{61,62,58}"], ["2026-02-19", "{70}"]])
        #expect(
            try scratch.rows(
                "select value, unit, start_at from public.health_series_samples where local_day = '2026-02-19'")
                == [["70", "count/min", "2026-02-19 17:00:00+00"]])
        #expect(report(.run, [path]).status == .nothingToDo)
    }

    @Test func `A later export adds to the day and corrects it, record by record`() throws {
        _ = report(.run, [try file("first.xml", ["09:00:00 60", "09:00:05 61", "09:00:10 62"])])
        let second = try file(
            "second.xml", ["09:00:05 61", "09:00:10 99", "09:00:15 64", "09:00:15 64", "19T08:00:00 50"])
        let planned = report(.plan, [second])
        #expect(line(planned.ledger) == "2 1 1 1 0" && planned.ledger.balances)
        let loaded = report(.run, [second])
        #expect(line(loaded.ledger) == "2 1 1 1 0" && loaded.ledger.balances)
        #expect(try days() == [["2026-02-18", "{60,61,99,64}"], ["2026-02-19", "{50}"]])
        #expect(
            try scratch.value("select cardinality(times) from public.health_series order by local_day limit 1") == "4")
    }

    @Test func `Two readings of one moment both stand, and a later file's replace them`() throws {
        _ = report(.run, [try file("first.xml", ["09:00:00 60", "09:00:00 64", "09:00:05 61"])])
        #expect(try days() == [["2026-02-18", "{60,64,61}"]])
        #expect(line(report(.run, [try file("second.xml", ["09:00:00 62"])]).ledger) == "0 1 0 0 0")
        #expect(try days() == [["2026-02-18", "{62,61}"]])
    }

    @Test func `A plan of two files knows what the first would bring`() throws {
        let files = [
            try file("a.xml", ["09:00:00 60", "09:00:05 61"]), try file("b.xml", ["09:00:05 61", "09:00:10 62"]),
            try file("c.xml", ["09:00:00 60"], source: "Strap"),
        ]
        let planned = report(.plan, files)
        #expect(line(planned.ledger) == "4 0 1 0 0" && planned.ledger.balances)
        #expect(line(report(.run, files).ledger) == line(planned.ledger))
        #expect(try days() == [["2026-02-18", "{60}"], ["2026-02-18", "{60,61,62}"]])
    }

    @Test func `Runs are undone from the last one back`() throws {
        let first = report(.run, [try file("first.xml", ["09:00:00 60", "09:00:05 61"])])
        let before = try days()
        let path = try file("second.xml", ["09:00:05 66", "09:00:10 62", "19T08:00:00 50"])
        let second = report(.run, [path])
        #expect(try days() != before)
        #expect(try rollBack(second) == 0)
        #expect(try days() == before)
        let again = report(.run, [path])
        #expect(line(again.ledger) == "2 1 0 0 0")
        #expect(try rollBack(again) == 0)
        #expect(try rollBack(first) == 0)
        #expect(try days() == [])
    }

    private func rollBack(_ run: RunReport) throws -> Int32 {
        try Program.run(["rollback", run.run], environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
            .code
    }

    @Test func `What is verified is the file's readings`() throws {
        let first = report(.run, [try file("export.xml", ["09:00:00 60", "09:00:05 61"])]).run
        let second = report(.run, [try file("second.xml", ["09:00:10 62"])]).run
        func verify(_ run: String) throws -> Int32 {
            try Program.run(["verify", run], environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder).code
        }
        #expect(try verify(first) == 0)
        #expect(try verify(second) == 0)
        try scratch.openPlatform().run("update public.health_series set readings = '{60,61,99}'")
        #expect(try verify(second) == 1)
    }

    @Test func `What cannot be is rejected by itself, and the day stands`() throws {
        let loaded = report(.run, [try file("export.xml", ["09:00:00 60", "09:00:05 900", "09:00:10 62"])])
        #expect(line(loaded.ledger) == "2 0 0 0 1" && loaded.ledger.balances)
        #expect(try days() == [["2026-02-18", "{60,62}"]])
    }

    /// What the server refuses, it refuses as a row: every record of it is a reject.
    @Test func `A day that the server refuses is refused with all its records`() throws {
        try scratch.openPlatform().run(
            "alter table public.health_series add constraint no_fifty check (50 <> all (readings))")
        let loaded = report(.run, [try file("export.xml", ["09:00:00 60", "09:00:05 50", "19T09:00:10 62"])])
        #expect(line(loaded.ledger) == "1 0 0 0 2" && loaded.ledger.balances)
        #expect(try days() == [["2026-02-19", "{62}"]])
    }

    /// A diary's entry has a glucose, which is gathered, and grams of carbohydrates, which are a row.
    private func diary(_ name: String, _ entries: [String]) throws -> String {
        let header = [
            "Date", "Time", "Tags", "Blood Glucose Measurement (mg/dL)", "Meal Carbohydrates (Grams, Factor 1)",
        ]
        let rows = entries.map { $0.split(separator: " ", omittingEmptySubsequences: false).map(String.init) }.map {
            ["Feb 18, 2026", "\($0[0]):00 AM", "", $0[1], $0[2]]
        }
        let lines = ([header] + rows).map { $0.map { "\"\($0)\"" }.joined(separator: ",") }
        return try scratch.file(name, lines.joined(separator: "\n") + "\n")
    }

    @Test func `A record of a value and a row has one outcome`() throws {
        func load(_ mode: RunReport.Mode, _ path: String) -> RunReport {
            Attempt(mode, [path]).execute(on: scratch).report
        }
        let first = try diary("first.csv", ["7:00 100 50", "8:00 110 ", "9:00  30", "9:30 sweet "])
        let planned = load(.plan, first)
        #expect(line(planned.ledger) == "3 0 0 0 1" && planned.ledger.balances)
        let loaded = load(.run, first)
        #expect(line(loaded.ledger) == "3 0 0 0 1" && loaded.ledger.balances)
        // As before; another glucose; another meal; both new; the glucose of the line before; a new meal beside a glucose that
        // the first line has.
        let second = try diary(
            "second.csv", ["7:00 100 50", "8:00 111 ", "9:00  35", "10:00 90 20", "10:00 90 ", "7:00 100 55"])
        let again = load(.plan, second)
        #expect(line(again.ledger) == "2 2 1 1 0" && again.ledger.balances)
        let corrected = load(.run, second)
        #expect(line(corrected.ledger) == "2 2 1 1 0" && corrected.ledger.balances)
        #expect(try days() == [["2026-02-18", "{100,111,90}"]])
    }
}
