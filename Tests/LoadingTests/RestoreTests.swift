import Foundation
import Postgres
import Proving
import Records
import Reporting
import Testing

/// What was loaded is known after a dump and restore as it was before: nothing asks which transaction wrote a row.
@Suite struct RestoreTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch(.new) }

    /// What a command says, without what names the run and the time.
    private func report(_ words: [String], on url: String) throws -> String {
        let result = try Program.run(words + ["-o", "json"], environment: ["DATABASE_URL": url])
        var report = result.report
        for key in ["run", "seconds", "database"] { report[key] = nil }
        // The folder of photos is the original's.
        report["warnings"] = (report["warnings"] as? [[String: Any]])?.filter {
            ($0["name"] as? String)?.contains("files of photos") == false
        }
        let data = try JSONSerialization.data(withJSONObject: report, options: [.sortedKeys, .prettyPrinted])
        return "exit \(result.code)\n" + String(decoding: data, as: UTF8.self) + result.complaints
    }

    @Test(arguments: Restored.Way.allCases)
    func everythingIsAsOnTheOriginal(way: Restored.Way) throws {
        let log = try scratch.file(
            "log.csv",
            Log.withIDs((10..<60).map { "m\($0),2026-05-01,velocity,\($0),mph" }))
        let dump = try scratch.file(
            "dump.sql",
            Migration.dump(Migration.family() + Migration.schools(["interested", "researching"], written: 2)))
        let samples = ["strong.csv", "game-log.csv", "apple-health.xml"].map { "\(Ground.samples)/\($0)" }
        try FileManager.default.createDirectory(atPath: "\(scratch.folder)/photos", withIntermediateDirectories: true)
        for (place, name) in ["front", "side", "back"].enumerated() {
            try FileManager.default.copyItem(
                atPath: "\(Ground.samples)/progress-photo.\(name).jpg",
                toPath: "\(scratch.folder)/photos/2026-03-0\(place + 1) \(name).jpg")
        }
        var runs: [String] = []
        for (inputs, owner) in [
            ([log], Ground.maya), ([dump], "payload"), (samples, Ground.maya),
            (["\(scratch.folder)/photos"], Ground.maya),
        ] {
            var attempt = Attempt(.run, inputs)
            attempt.owner = owner
            let report = attempt.execute(on: scratch).report
            #expect(report.ledger.inserted > 0)
            runs.append(report.run)
        }
        let app = try scratch.open()
        for change in [
            "update public.performance_metrics set value = 99 where value = 11",
            "update public.performance_metrics set notes = 'the app''s own' where value = 12",
            "delete from public.performance_metrics where value = 13",
            "update public.performance_metrics set value = 98 where value = 14",
            "update public.performance_metrics set value = 14 where value = 98",
            "update public.schools set name = 'Edited' where id = '\(Migration.school(2))'",
            "update public.progress_photos set angle = 'back' where angle = 'front'",
            "update public.workouts set notes = 'felt good' where id = (select min(id::text)::uuid from public.workouts)",
        ] { try app.run(change) }

        let restored = try Restored(scratch, way)
        // Nothing of ours has drifted by it.
        let verified = try Program.run(["schema", "verify"], environment: ["DATABASE_URL": restored.administratorURL])
        #expect(verified.code == 0, "\(verified.output)\(verified.complaints)")
        let changed = try scratch.file(
            "changed.csv",
            Log.withIDs((10..<61).map { "m\($0),2026-05-01,velocity,\($0).5,mph" }))
        let common = ["--owner", Ground.maya, "--as-of", "2026-12-31T00:00:00Z"]
        var commands = runs.map { ["rollback", $0, "--dry-run"] }
        commands.append(["verify", runs[0]])
        commands.append(["run", "--input", log] + common)
        commands.append(["plan", "--input", changed] + common)
        commands.append(["run", "--input", changed] + common)
        commands += runs.reversed().map { ["rollback", $0] }
        for command in commands {
            let (original, copy) = (try report(command, on: scratch.url()), try report(command, on: restored.url))
            #expect(original == copy, "\(command)")
            if command == ["rollback", runs[0], "--dry-run"] {
                // One edited, one whose notes are the app's, one deleted; the one that was edited back is as it was.
                #expect(original.contains("\"left\" : 3") && original.contains("\"removed\" : 47"), "\(original)")
            }
            if command.first == "run", command[2] == log { #expect(original.contains("nothing_to_do")) }
        }
        let values = "select value, notes from public.performance_metrics as m where \(Ground.ours("m")) order by 1, 2"
        #expect(try scratch.rows(values) == (try restored.open().rows(values)))
        #expect(
            try scratch.rows("select angle from public.progress_photos as p where \(Ground.ours("p"))")
                == [["back"]].map { $0 })
    }

    @Test func aColumnThatTheAppAddsIsTheApps() throws {
        let log = try scratch.file("log.csv", Log.withIDs((10..<13).map { "m\($0),2026-05-01,velocity,\($0),mph" }))
        let run = scratch.run(log).report.run
        try scratch.open().run(
            """
            alter table public.performance_metrics add column coach_says text, add column stars integer default 3;
            update public.performance_metrics set coach_says = 'well done' where value = 11;
            update public.performance_metrics set stars = 5 where value = 12
            """)
        _ = try Program.run(["rollback", run], environment: ["DATABASE_URL": scratch.url()])
        #expect(
            try scratch.rows("select value from public.performance_metrics as m where \(Ground.ours("m")) order by 1")
                == [["11"], ["12"]])
    }

    /// Tables that are published need a key for every row that is deleted.
    @Test func rollbackWorksUnderAPublicationOfAllTables() throws {
        let log = try scratch.file("log.csv", Log.withIDs((10..<13).map { "m\($0),2026-05-01,velocity,\($0),mph" }))
        let run = scratch.run(log).report.run
        let app = try scratch.openPlatform()
        try app.run("set client_min_messages = error; create publication every for all tables")
        let result = try Program.run(["rollback", run], environment: ["DATABASE_URL": scratch.url()])
        #expect(result.code == 0, "\(result.complaints)")
        #expect(
            try scratch.value("select count(*) from public.performance_metrics as m where \(Ground.ours("m"))") == "0")
        #expect(
            try scratch.rows(
                """
                select class.relname from pg_catalog.pg_class as class
                where relnamespace = 'scorebook'::regnamespace and relkind = 'r' and not exists (
                    select from pg_catalog.pg_index where indrelid = class.oid and indisprimary)
                """) == [])
    }
}
