import Foundation
import Packing
import Postgres
import Proving
import Testing

/// A run that several processes load: plan-units, exec, finish.
@Suite struct SharedRunTests: SharedNight {
    let scratch: Scratch

    init() throws { scratch = try Self.makeScratch() }

    @Test func `A run is begun, loaded and ended by processes of their own, and files move at its end only`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        try drop("\(Ground.maya)/poison.csv", "\u{1}\u{2}")
        let (path, run, lines) = try plan()
        #expect(lines.count == 2 && lines.allSatisfy { $0["v"] as? Int == 1 && $0["group"] as? Int == 1 })
        #expect(try scratch.value("select finished_at is null from scorebook.runs where id::text = $1", [run]) == "t")
        let first = try exec(path)
        #expect(first.code == 0 && statuses(first).sorted() == ["loaded", "refused"], "\(first.complaints)")
        let answer = try #require(Self.objects(first.output).first)
        #expect(
            Set(answer.keys) == [
                "v", "run", "group", "n", "source", "key", "status", "code", "reason", "ledger", "seconds", "attempt",
            ])
        // Neither ended nor moved by it.
        #expect(try scratch.value("select status from scorebook.runs where id::text = $1", [run]) == nil)
        #expect(exists("\(scratch.folder)/inbox/\(Ground.maya)/log.csv"))
        // The answers were lost: the engine hands out the lines once more.
        let second = try exec(path)
        #expect(second.code == 0 && statuses(second).sorted() == ["already_loaded", "refused"])
        let end = try finish(run, path)
        #expect(end.code == 1 && end.statuses.sorted() == ["loaded", "refused"], "\(end.complaints)\(end.output)")
        #expect(end.ledger["inserted"] == 1)
        #expect(try scratch.value("select count(*) from scorebook.units where run_id::text = $1", [run]) == "2")
        #expect(!exists("\(scratch.folder)/inbox/\(Ground.maya)/log.csv"))
        let again = try finish(run, path)
        #expect(again.code == 1 && again.statuses.sorted() == ["loaded", "refused"])
        // From now on nothing of it is let in.
        #expect(try exec(path).code == 78)
        #expect(try scratch.value("select count(*) from scorebook.units where run_id::text = $1", [run]) == "2")
    }

    @Test func `A slow file of a hurried line is late with the later ones of its owner, and loaded when given again`()
        throws
    {
        try drop("\(Ground.maya)/b.csv", good)
        try drop("\(Ground.leo)/c.csv", good)
        let zip = ZipFile.make((0..<2_000).map { ZipFile.Entry("f\($0).csv", "a,b\n1,2") })
        let slow = try scratch.file("inbox/\(Ground.maya)/a.zip", zip)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: slow)
        let (path, run, lines) = try plan()
        #expect(lines.count == 3)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let hurried = try scratch.file(
            "hurried.jsonl", text.replacing("{\"v\": 1,", with: "{\"v\": 1, \"hurried\": true,"))
        #expect(try statuses(exec(hurried)).sorted() == ["late", "late", "loaded"])
        #expect(try loaded == 1)
        let again = try statuses(exec(path))
        #expect(Set(again) == ["already_loaded", "loaded", "refused"] && again.count == 2_002)
        #expect(try loaded == 2)
        #expect(try finish(run, path).ledger["inserted"] == 2)
    }

    /// In processes of a shared run as in one.
    @Test func `A route beside its export is passed over`() throws {
        let route = CompanionsTests.route
        let folder = "\(Ground.maya)/apple_health_export"
        try drop("\(folder)/export.xml", CompanionsTests.export)
        try drop("\(folder)/workout-routes/a.gpx", route)
        let (path, run, _) = try plan()
        #expect(try statuses(exec(path)).sorted() == ["ignored", "loaded"])
        #expect(try finish(run, path).code == 0)
        #expect(!exists("\(scratch.folder)/inbox/\(folder)/workout-routes/a.gpx"))
    }

    @Test func `Files of no known owner are in the ledger once, whatever was tried again`() throws {
        try drop("nobody@example.org/log.csv", good)
        try drop("noone@example.org/log.csv", good)
        try drop("\(Ground.maya)/log.csv", good)
        let link = "\(scratch.folder)/inbox/\(Ground.maya)/link.csv"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc/passwd")
        let (path, run, _) = try plan()
        for _ in 1...2 { #expect(try exec(path).code == 0) }
        let end = try finish(run, path)
        #expect(end.code == 1 && end.statuses.sorted() == ["loaded", "refused", "refused", "refused"], "\(end.output)")
        let rows = try scratch.rows(
            """
            select source, code, owner_scope from scorebook.units
            where run_id::text = $1 and status = 'refused' order by source
            """, [run])
        let unknown = ["log.csv", "E_OWNER_UNKNOWN", nil]
        #expect(rows == [["link.csv", "E_NOT_A_FILE", nil], unknown, unknown])
        let shown = try start(["show", run, "-o", "json"]).finish()
        #expect(shown.statuses.sorted() == end.statuses.sorted(), "\(shown.output)")
        #expect(exists("\(scratch.folder)/inbox/nobody@example.org/log.csv"))
    }

    @Test func `A limit on new rows holds over all processes of a run, whoever comes first`() throws {
        for number in 0..<8 {
            let owner = number < 4 ? Ground.maya : Ground.leo
            try drop(
                "\(owner)/\(number).csv", Log.withIDs((0..<2).map { "\(number)\($0),2026-05-01,velocity,7\($0),mph" }))
        }
        let job = try String(contentsOfFile: "\(Ground.pipelinesFolder)/nightly.yaml", encoding: .utf8)
        try scratch.file("over/nightly.yaml", job + "max_new_rows: 5\n")
        let own = ["--pipelines", Ground.pipelinesFolder, "--pipelines", "\(scratch.folder)/over"]
        let planned = try start(["plan-units", "nightly"] + own).finish()
        let lines = planned.output.split(separator: "\n")
        #expect(lines.count == 8, "\(planned.complaints)")
        let shares = try (0..<4).map { share in
            let part = lines.enumerated().filter { $0.offset % 4 == share }.map { "\($0.element)\n" }.joined()
            return try start(["exec", "--units", scratch.file("units-\(share).jsonl", part)] + own)
        }
        let answers = try shares.map { try $0.finish() }
        #expect(answers.allSatisfy { $0.code == 0 }, "\(answers.map(\.complaints))")
        let run = Self.objects(planned.output).first?["run"] as? String ?? ""
        let end = try start(
            ["finish", run, "--units", scratch.file("units.jsonl", planned.output), "-o", "json"] + own
        ).finish()
        #expect(end.statuses.sorted() == ["loaded", "loaded"] + Array(repeating: "refused", count: 6), "\(end.output)")
        #expect(end.ledger["inserted"] == 4)
        let codes = try scratch.rows("select distinct code from scorebook.units where status = 'refused'")
        #expect(codes == [["E_ROW_BUDGET"]])
    }

    @Test func `A process that waits for the count of new rows keeps no row of the app's`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        #expect(try start(["run", "nightly"]).finish().code == 0)
        try drop("\(Ground.leo)/log.csv", Log.withIDs(["b,2026-05-01,velocity,71,mph"]))
        try drop("\(Ground.maya)/log.csv", Log.withIDs(["a,2026-05-01,velocity,72,mph"]))
        let job = try String(contentsOfFile: "\(Ground.pipelinesFolder)/nightly.yaml", encoding: .utf8)
        try scratch.file("over/nightly.yaml", job + "max_new_rows: 5\n")
        let own = ["--pipelines", Ground.pipelinesFolder, "--pipelines", "\(scratch.folder)/over"]
        let planned = try start(["plan-units", "nightly"] + own).finish()
        let lines = planned.output.split(separator: "\n").map { "\($0)\n" }
        let (leo, maya) = (lines.filter { $0.contains(Ground.leo) }, lines.filter { $0.contains(Ground.maya) })
        #expect(leo.count == 1 && maya.count == 1, "\(planned.output)\(planned.complaints)")
        let number = Self.objects(leo.joined()).first?["n"] as? Int ?? 0
        let gate = "\(scratch.folder)/gate"
        let first = try start(
            ["exec", "--units", scratch.file("leo.jsonl", leo.joined())] + own,
            ["SCOREBOOK_STALL": "before-commit@\(number):0=\(gate)"])
        #expect(try wait { exists(gate + ".waiting") })
        let second = try start(["exec", "--units", scratch.file("maya.jsonl", maya.joined())] + own)
        let waiting = "\(Self.locks) and classid = 23567 and not granted"
        #expect(try wait { try scratch.value(waiting) == "1" })
        let app = try scratch.openPlatform()
        try app.run("set lock_timeout = '1s'")
        try app.run("update public.performance_metrics set notes = 'kept' where user_id = \(bind: Ground.maya)::uuid")
        try scratch.file("gate", "")
        #expect(try first.finish().code == 0)
        #expect(try statuses(second.finish()) == ["loaded"])
    }

    @Test func `A process loads on when the thread that started it ends, as those of an engine's pool do`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        let path = try plan().path
        let lines = "\(scratch.folder)/lines"
        #expect(mkfifo(lines, 0o600) == 0)
        let starter = Starter { [self] in try start(["exec", "--units", lines]) }
        var end: Int32 = -1
        // It has opened its lines, so it has asked to be told of its parent's end.
        #expect(
            try wait {
                end = open(lines, O_WRONLY | O_NONBLOCK)
                return end >= 0
            })
        starter.mayEnd.signal()
        #expect(try wait { starter.hasEnded })
        let text = try [UInt8](Data(contentsOf: URL(filePath: path)))
        #expect(write(end, text, text.count) == text.count)
        close(end)
        let result = try #require(starter.program).finish()
        #expect(result.code == 0 && !result.wasKilled && statuses(result) == ["loaded"], "\(result.complaints)")
    }

    @Test func `A process that waits for a lock ends when the process that started it ends`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        let path = try plan().path
        let blocker = try scratch.open()
        try blocker.run("begin; lock table scorebook.units in access exclusive mode")
        let note = "\(scratch.folder)/process"
        let shell = try Program(
            ["exec", "--units", path], environment: environment, folder: scratch.folder,
            launcher: ["sh", "-c", "\"$@\" & echo $! > \(note); wait", "sh"])
        let watcher = try scratch.open()
        #expect(
            try wait {
                try watcher.value(
                    """
                    select count(*) from pg_catalog.pg_stat_activity
                    where wait_event_type = 'Lock' and datname = pg_catalog.current_database()
                    """) as Int? == 1
            })
        let loader = try String(contentsOfFile: note, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(exists("/proc/\(loader)"))
        shell.kill()
        #expect(try wait { !exists("/proc/\(loader)") })
        try blocker.run("rollback")
        _ = shell.finish()
        #expect(try loaded == 0)
    }

    @Test func `What vendors have changed shows at the end, whichever process has seen it`() throws {
        try drop("\(Ground.maya)/first.csv", good)
        let (first, begun, _) = try plan()
        #expect(try exec(first).code == 0)
        #expect(try finish(begun, first).code == 0)
        try drop("\(Ground.maya)/second.csv", Log.withIDs(["b,2026-05-02,velocity,71,mph"]))
        try drop("\(Ground.maya)/third.csv", "id,date,metric,value,unit,humidity\nc,2026-05-03,velocity,72,mph,40\n")
        let (path, run, lines) = try plan()
        let texts = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2 && texts.count == 2)
        for (number, text) in texts.enumerated() {
            let part = try scratch.file("part\(number).jsonl", "\(text)\n")
            #expect(try exec(part).code == 0)
        }
        let rows = "select count(*) || ' ' || sum(files) from scorebook.profiles where run_id::text = $1"
        #expect(try scratch.value(rows, [run]) == "2 2")
        let end = try finish(run, path)
        #expect(end.code == 0, "\(end.complaints)")
        let changes = try #require(Self.objects(end.output).first?["drift"] as? [[String: Any]], "\(end.output)")
        #expect(changes.map { "\($0["kind"] ?? "") \($0["name"] ?? "")" } == ["column_new humidity"])
        // Two rows, and one profile.
        let told = try start(["drift", "metric-log", "-o", "json"]).finish()
        #expect(told.code == 0 && told.output.contains("\"files\": 2"), "\(told.output)")
    }

    @Test func `Two attempts under --source-wins load a unit once`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        let night = try start(["run", "nightly", "-o", "json"]).finish()
        #expect(night.code == 0, "\(night.complaints)")
        try drop("\(Ground.maya)/log.csv", good)
        let (path, run, _) = try plan(["--source-wins"])
        #expect(try statuses(exec(path)) == ["loaded"])
        #expect(try statuses(exec(path)) == ["already_loaded"])
        #expect(try loaded == 2)
        #expect(try finish(run, path).statuses == ["loaded"])
    }

    @Test func `A second attempt at the same time waits for the first, and finds it done`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        let (path, run, _) = try plan(["--slots", "2"])
        let gate = "\(scratch.folder)/gate"
        let first = try start(["exec", "--units", path], ["SCOREBOOK_STALL": "before-commit@1:0=\(gate)"])
        #expect(try wait { exists(gate + ".waiting") })
        let second = try start(["exec", "--units", path], ["SCOREBOOK_ATTEMPT": "1"])
        let waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted"
        #expect(try wait { try scratch.value(waiting) == "1" })
        try scratch.file("gate", "")
        #expect(statuses(first.finish()) == ["loaded"])
        #expect(statuses(second.finish()) == ["already_loaded"])
        #expect(try loaded == 1)
        #expect(try finish(run, path).statuses == ["loaded"])
    }

    @Test func `A process that is killed after its COMMIT and before its answer leaves the unit loaded`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        let (path, run, _) = try plan()
        let first = try start(
            ["exec", "--units", path], ["SCOREBOOK_STALL": "after-commit@1:0=\(scratch.folder)/gate"])
        #expect(try wait { exists("\(scratch.folder)/gate.waiting") })
        first.kill()
        #expect(first.finish().output.isEmpty)
        // The end of the run does not need the answer.
        let missing = try start(["finish", run, "--units", path, "--missing"]).finish()
        #expect(missing.code == 0 && missing.output.isEmpty, "\(missing.complaints)")
        let end = try finish(run, path)
        #expect(end.code == 0 && end.statuses == ["loaded"], "\(end.complaints)")
    }

    @Test func `The end of a run waits for a transaction under way, and lets in none after it`() throws {
        try drop("\(Ground.maya)/a.csv", good)
        try drop("\(Ground.leo)/b.csv", Log.withIDs(["b,2026-05-01,velocity,71,mph"]))
        let (path, run, lines) = try plan()
        let gate = "\(scratch.folder)/gate"
        let number = lines.first { $0["source"] as? String == "a.csv" }?["n"] as? Int ?? 0
        let first = try scratch.file(
            "first.jsonl", lines.filter { $0["n"] as? Int == number }.map(Self.text).joined())
        let late = try scratch.file("late.jsonl", lines.filter { $0["n"] as? Int != number }.map(Self.text).joined())
        let stalled = try start(["exec", "--units", first], ["SCOREBOOK_STALL": "before-commit@\(number):0=\(gate)"])
        #expect(try wait { exists(gate + ".waiting") })
        let end = try start(["finish", run, "--units", path, "-o", "json"])
        let fence = "\(Self.locks) and classid = 23565 and not granted"
        #expect(try wait { try scratch.value(fence) == "1" })
        try scratch.file("gate", "")
        #expect(statuses(stalled.finish()) == ["loaded"])
        let result = end.finish()
        #expect(result.code == 75 && result.statuses.sorted() == ["failed", "loaded"], "\(result.complaints)")
        #expect(try exec(late).code == 78)
        #expect(try loaded == 1)
        #expect(exists("\(scratch.folder)/inbox/\(Ground.leo)/b.csv"))
    }

    @Test func `A file that was changed since it was planned is left to the next run`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        let (path, run, _) = try plan()
        try drop("\(Ground.maya)/log.csv", good + "b,2026-05-02,velocity,71,mph\n")
        let answer = try exec(path)
        #expect(answer.code == 0 && statuses(answer) == ["failed"])
        #expect(answer.output.contains("changed since the run was planned"))
        let missing = try start(["finish", run, "--units", path, "--missing"]).finish()
        #expect(missing.code == 75 && Self.objects(missing.output).count == 1)
        #expect(try finish(run, path).code == 75)
        #expect(exists("\(scratch.folder)/inbox/\(Ground.maya)/log.csv"))
        #expect(try start(["run", "nightly", "-o", "json"]).finish().statuses == ["loaded"])
    }

    @Test func `What it is not meant for is refused as a matter of the set-up`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        let (path, run, lines) = try plan()
        for (key, value) in [("cell", "eu-1"), ("colour", "red")] as [(String, Any)] {
            var line = lines[0]
            line[key] = value
            let result = try exec(try scratch.file("other.jsonl", Self.text(line)))
            #expect(result.code == 78 && result.complaints.contains(key), "\(result.complaints)")
        }
        var older = lines[0]
        older["v"] = 2
        #expect(try exec(try scratch.file("other.jsonl", Self.text(older))).code == 78)
        // A cluster that is upgraded half loads with one meaning only.
        _ = try scratch.rows(
            "update scorebook.runs set options = jsonb_set(options, '{shared,definitions}', '\"0\"') where id::text = $1",
            [run])
        let result = try exec(path)
        #expect(result.code == 78 && result.complaints.contains("definitions"), "\(result.complaints)")
        #expect(try loaded == 0)
    }

    @Test func `Members of a family are in one group, and rows that name their owners are one group, too`() throws {
        try drop("\(Ground.maya)/a.csv", good)
        try drop("\(Ground.leo)/b.csv", good)
        try drop("nobody@example.org/c.csv", good)
        let lines = try plan(["--group", "1kB"]).lines
        func group(_ source: String) -> Int? { lines.first { $0["source"] as? String == source }?["group"] as? Int }
        #expect(group("a.csv") == group("b.csv") && group("a.csv") != group("c.csv"))
        let payload = try start([
            "plan-units", "\(scratch.folder)/inbox", "--owner", "payload", "--group", "1kB",
        ]).finish()
        #expect(Set(Self.objects(payload.output).compactMap { $0["group"] as? Int }) == [1], "\(payload.complaints)")
    }

    @Test func `A run goes on with the files that are not settled`() throws {
        try drop("\(Ground.maya)/a.csv", good)
        let (path, run, _) = try plan()
        #expect(try statuses(exec(path)) == ["loaded"])
        try drop("\(Ground.maya)/b.csv", Log.withIDs(["b,2026-05-01,velocity,71,mph"]))
        let more = try start(["plan-units", "nightly", "--resume", run]).finish()
        let lines = Self.objects(more.output)
        #expect(
            lines.map { $0["source"] as? String } == ["b.csv"] && lines.first?["n"] as? Int == 2, "\(more.complaints)")
        let second = try scratch.file("more.jsonl", more.output)
        #expect(try statuses(exec(second)) == ["loaded"])
        let all = try String(contentsOfFile: path, encoding: .utf8) + more.output
        let end = try finish(run, try scratch.file("all.jsonl", all))
        #expect(end.code == 0 && end.statuses == ["loaded", "loaded"], "\(end.complaints)")
    }

    @Test func `A frozen process holds up the end of its run for some seconds only`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        let (path, run, _) = try plan()
        let stalled = try start(
            ["exec", "--units", path], ["SCOREBOOK_STALL": "before-commit@1:0=\(scratch.folder)/gate"])
        #expect(try wait { exists("\(scratch.folder)/gate.waiting") })
        let frozen = try process(waitingAt: "\(scratch.folder)/gate")
        kill(frozen, SIGSTOP)
        let end = try finish(run, path)
        #expect(end.code == 75 && end.statuses == ["failed"], "\(end.complaints)")
        try scratch.file("gate", "")
        kill(frozen, SIGCONT)
        #expect(stalled.finish().code == 78)
        #expect(try loaded == 0)
    }

    @Test func `One session at a time looks at statistics, and the others go on`() throws {
        let busy = try scratch.open()
        try busy.run("select pg_advisory_lock(23566, 0)")
        let loader = try scratch.open(user: EmbeddedCluster.loader)
        try loader.run("set lock_timeout = '1s'")
        try loader.run("select scorebook.refresh_statistics()")
    }
}
