import Definitions
import Importing
import Loading
import Postgres
import Proving
import Records
import Reporting
import Testing

@Suite("Undo, replay, plans", .serialized)
struct RollbackTests {
    @Test("a rolled back run leaves nothing, and its file loads again")
    func removes() throws {
        let project = try Project("undo-removes")
        defer { project.remove() }
        let run = project.load(["2026-03-20,velocity,70.1,mph,a,,,", "2026-03-20,velocity,70.2,mph,b,,,"])
        let described = project.rollBack(run.run, isDescribed: true).report
        #expect(described.tables.first?.undone == .init(removed: 2, restored: 0, left: 0))
        #expect(try project.values() == ["70.1", "70.2"])
        let undone = project.rollBack(String(run.run.prefix(13)))
        #expect(undone.end == .done)
        #expect(undone.report.units.map(\.status) == [.rolledBack])
        #expect(try project.values() == [])
        #expect(project.rollBack(run.run).report.status == .nothingToDo)
        #expect(project.run(project.request).report.ledger.inserted == 2)
    }

    @Test("what somebody changed or deleted since is left and named; what is restored is as it was")
    func leaves() throws {
        let project = try Project("undo-leaves")
        defer { project.remove() }
        let lines = ["a", "b", "c", "d"].enumerated().map { "2026-03-20,velocity,7\($0),mph,\($1),,," }
        let first = project.load(lines)
        let second = project.load([lines[0].replacing("70", with: "80")])
        #expect(second.ledger.updated == 1)
        #expect(project.rollBack(first.run, isDescribed: true).report.tables.first?.undone?.left == 1)
        #expect(project.rollBack(second.run).report.tables.first?.undone == .init(removed: 0, restored: 1, left: 0))
        #expect(try project.values() == ["70", "71", "72", "73"])
        let app = try project.administrator()
        try app.run("update public.performance_metrics set value = 91 where value = 71")
        try app.run("update public.performance_metrics set notes = 'mine' where value = 72")
        try app.run("delete from public.performance_metrics where value = 73")
        let undone = project.rollBack(first.run)
        #expect(undone.end == .done)
        #expect(undone.report.tables.first?.undone == .init(removed: 1, restored: 0, left: 3))
        #expect(undone.report.conflicts.count == 3)
        #expect(try project.values() == ["72 mine", "91"])
    }

    @Test("of many rows, too, those that the app has changed since are left")
    func leavesOfMany() throws {
        let scratch = try Scratch(.used)
        let header = "id,user_id,metric_type,value,unit,recorded_date,verified,notes,created_at"
        let rows = (0..<2_500).map { number in
            let owner = number % 3 == 0 ? Ground.leo : Ground.maya
            let id = "00000000-0000-4000-8000-0000\(10_000_000 + number)"
            let value = "velocity,7\(number % 10),mph,2026-03-20"
            return "\(id),\(owner),\(value),\(number % 2 == 0),note \(number),2026-03-20T10:00:00Z"
        }
        var attempt = Attempt(.run, [try scratch.file("rows.csv", ([header] + rows).joined(separator: "\n") + "\n")])
        attempt.owner = "payload"
        let report = attempt.execute(on: scratch).report
        #expect(report.ledger.inserted == 2_500, "\(report.ledger.line)")
        // What a file brings and what the database adds is not looked at row by row.
        let hashes = "select sum(cardinality(unmanaged_hashes)) from scorebook.lineage where cardinality(keys) > 800"
        #expect(try scratch.rows(hashes) == [["2500"]])
        let app = try scratch.open()
        try app.run("update public.performance_metrics set notes = 'mine' where notes in ('note 5', 'note 2400')")
        try app.run("update public.performance_metrics set is_primary = true where notes = 'note 7'")
        let undone = try Program.run(
            ["rollback", report.run], environment: ["DATABASE_URL": scratch.url()],
            folder: scratch.folder)
        #expect(undone.code == 0 || undone.code == 1, "\(undone.output) \(undone.complaints)")
        #expect(
            try scratch.rows(
                "select notes from public.performance_metrics where id::text like '00000000-%' order by notes")
                == [["mine"], ["mine"], ["note 7"]])
    }

    @Test("the latest run is the one that loaded something, or that rejected something")
    func latest() throws {
        let scratch = try Scratch(.used)
        func scorebook(_ words: String...) throws -> Program.Result {
            try Program.run(words, environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        }
        let good = try scratch.file("good.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
        let bad = try scratch.file("bad.csv", Log.withIDs(["b,2026-05-01,velocity,fast,mph"]))
        for file in [bad, good, good] { _ = try scorebook("run", "--input", file, "--owner", Ground.maya) }
        #expect(try scorebook("show", "latest").code == 0)
        #expect(try scorebook("rejects", "-o", "csv").output.split(separator: "\n").count == 2)
        // One that only rejects, and one that finds all unchanged: neither has changed anything to be undone.
        for (name, lines) in [
            ("worse.csv", ["c,2026-05-02,velocity,fast,mph"]),
            ("same.csv", ["a,2026-05-01,velocity,70,mph", "d,2026-05-02,velocity,fast,mph"]),
        ] { _ = try scorebook("run", "--input", try scratch.file(name, Log.withIDs(lines)), "--owner", Ground.maya) }
        #expect(try scorebook("rejects", "--all", "-o", "csv").output.split(separator: "\n").count == 4)
        for _ in 0..<2 {
            #expect(try scorebook("rollback", "latest").code == 0)
            #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == "0")
        }
    }

    @Test("a rejected record of a file that was loaded again with other settings is open once")
    func openOnce() throws {
        let scratch = try Scratch(.used)
        for unit in ["kg", "lb"] {
            let run = try Program.run(
                [
                    "run", "--input", "\(Ground.samples)/strong.csv", "--owner", Ground.maya, "--set",
                    "weight_unit=\(unit)",
                ],
                environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
            #expect(run.code == 1, "\(run.complaints)")
        }
        let open = try Program.run(
            ["rejects", "--all", "-o", "csv"], environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        #expect(open.output.split(separator: "\n").count == 2, "\(open.output)")
    }

    /// The server's hash of lists is the same where a word is the last but one of one list and the last of another.
    @Test("rows of formats that fill other columns of one table are undone as their own")
    func shapes() throws {
        let scratch = try Scratch(.used)
        // Their sets have the energy and no notes; those of GymBook have notes and no energy.
        let first = Attempt(.run, ["\(Ground.samples)/fit.fit"]).execute(on: scratch).report
        #expect(first.ledger.inserted > 0)
        let sets = "select count(*) from public.workout_sets"
        let before = try scratch.value(sets)
        let report = Attempt(.run, ["\(Ground.samples)/gymbook.csv"]).execute(on: scratch).report
        #expect(try report.ledger.inserted > 0 && scratch.value(sets) != before)
        let undone = try Program.run(
            ["rollback", report.run], environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        #expect(undone.code == 0, "\(undone.complaints)")
        #expect(try scratch.value(sets) == before, "\(undone.output)")
    }

    @Test("a file that held the same rows may be imported again, and is named")
    func reopens() throws {
        let project = try Project("undo-reopens")
        defer { project.remove() }
        let lines = ["a", "b", "c"].enumerated().map { "2026-03-20,velocity,7\($0),mph,\($1),,," }
        let first = project.load(Array(lines[..<2]))
        let second = project.load(lines)
        #expect(second.ledger.unchanged == 2)
        #expect(
            project.rollBack(first.run).report.warnings.contains { $0.name.hasPrefix("log.csv was imported later") })
        #expect(try project.values() == ["72"])
        let again = project.run(project.request).report
        #expect(again.ledger.inserted == 2 && again.ledger.unchanged == 1)
        for run in [second.run, again.run] { #expect(project.rollBack(run).end == .done) }
        #expect(try project.values() == [])
    }

    @Test("runs are undone in any order")
    func undoesInAnyOrder() throws {
        let project = try Project("undo-order")
        defer { project.remove() }
        let values = ["70", "71", "72", "73"]
        let runs = values.map { project.load(["2026-03-20,velocity,\($0),mph,a,,,"]).run }
        for (run, left) in [(1, ["73"]), (0, ["73"]), (3, ["72"]), (2, [])] {
            #expect(project.rollBack(runs[run]).end == .done)
            #expect(try project.values() == left)
        }
    }

    @Test("after each rollback the row holds what the last run that is left wrote, in whatever order runs are undone")
    func leavesTheLastThatIsLeft() throws {
        let project = try Project("undo-last")
        defer { project.remove() }
        let values = ["70", "71", "72"]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let runs = values.map { project.load(["2026-03-20,velocity,\($0),mph,a,,,"]).run }
            var left = Set(values.indices)
            for run in order {
                #expect(project.rollBack(runs[run]).end == .done)
                left.remove(run)
                #expect(try project.values() == left.max().map { [values[$0]] } ?? [], "\(order), \(run)")
            }
        }
    }

    @Test("no such run, and one past the retention, are refused")
    func refuses() throws {
        let project = try Project("undo-refuses")
        defer { project.remove() }
        #expect(project.rollBack("ffff").report.status == .refused)
        let run = project.load(["2026-03-20,velocity,70.1,mph,a,,,"])
        try project.administrator().run("update scorebook.runs set started_at = started_at - interval '91 days'")
        let undone = project.rollBack(run.run)
        #expect(undone.report.status == .refused)
        #expect(try project.values() == ["70.1"])
    }

    @Test("rejects load once the definitions accept them, once; the others wait with their defects of today")
    func replays() throws {
        let project = try Project("undo-replays")
        defer { project.remove() }
        let lines = [
            "2026-03-20,velocity,70.1,mph,,,first,", "2026-03-20,velocity,n.m.,mph,,,lost,zz",
            "2026-03-20,velocity,fast,mph,,,other,",
        ]
        #expect(project.load(lines).ledger.rejected == 2)
        #expect(project.replay(project.pipelines).ledger.rejected == 2)
        var corrected = project.pipelines
        for index in corrected.formats.indices { corrected.formats[index].missing.append("n.m.") }
        let replayed = project.replay(corrected)
        #expect(replayed.ledger.inserted == 1)
        #expect(replayed.ledger.rejected == 1)
        #expect(project.replay(corrected).ledger.inserted == 0)
        let waiting = "select count(*) from scorebook.rejects where replayed_at is null"
        #expect(try project.administrator().value(waiting) == "1")
        _ = project.rollBack(replayed.run)
        #expect(try project.administrator().value(waiting) == "2")
    }

    @Test("a replayed event is another than its equals that loaded")
    func numbers() throws {
        let project = try Project("undo-numbers")
        defer { project.remove() }
        let good = "2026-03-20,velocity,70.1,mph,,,"
        #expect(
            project.load([good + "one,", good + "two,", "2026-03-20,velocity,x70.1,mph,,,three,"]).ledger.inserted == 2)
        let corrected = try project.changed(
            "performance/formats/metric-log.yaml", "value:         {from: value}",
            "value:         {from: value, map: {x70.1: '70.1'}, else: keep}")
        #expect(project.replay(corrected).ledger.inserted == 1)
        #expect(try project.values() == ["70.1 one", "70.1 three", "70.1 two"])
        // The whole file under the corrected definitions finds all three.
        #expect(project.run(project.request, corrected).report.ledger.unchanged == 3)
    }

    @Test("a plan is applied as reviewed, or refused")
    func plans() throws {
        let project = try Project("undo-plans")
        defer { project.remove() }
        project.load(["2026-03-20,velocity,70.1,mph,a,,,"])
        project.write(["2026-03-20,velocity,80.1,mph,a,,,", "2026-03-20,velocity,70.2,mph,b,,,"])
        var request = project.request
        request.mode = .plan
        request.keepsPlan = true
        let path = "\(project.folder)/plan.json"
        #expect(project.run(request).plan.write(to: path))
        let plan = try PlanFile.read(path)
        let applying = RunRequest(applying: plan, pipelines: project.pipelines)
        let app = try project.administrator()
        try app.run("update public.performance_metrics set notes = 'mine'")
        #expect(project.run(applying).report.status == .refused)
        try app.run("update public.performance_metrics set notes = null")
        let other = try project.changed("performance/formats/metric-log.yaml", "\nfields:", "\nmissing: [n/a]\nfields:")
        #expect(project.run(applying, other).report.status == .refused)
        #expect(try project.values() == ["70.1"])
        let applied = project.run(applying)
        #expect(applied.end == .done)
        #expect(applied.report.ledger.inserted == 1)
        #expect(applied.report.ledger.updated == 1)
        project.write(["2026-03-20,velocity,99.1,mph,a,,,"])
        #expect(project.run(applying).report.status == .refused)
        #expect(try project.values() == ["70.2", "80.1"])
    }
}
