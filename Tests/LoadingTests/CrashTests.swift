import Foundation
import Postgres
import Proving
import Testing

/// A file that ends the process which reads it: tried alone, put into quarantine, and the run goes on.
@Suite(.enabled(if: TracedTests.strace != nil, "strace is not installed, or may not trace here"))
struct CrashTests: SharedNight {
    let scratch: Scratch

    init() throws { scratch = try Self.makeScratch() }

    private var bad: String { "\(Ground.maya)/bad.csv" }

    private var home: [String: String] { ["SCOREBOOK_HOME": "\(scratch.folder)/home"] }

    private func row(_ id: String) -> String { Log.withIDs(["\(id),2026-05-01,velocity,70,mph"]) }

    private func drop(_ names: [String]) throws { for name in names { try drop(name, row(name)) } }

    /// The program, of which each process gets a signal when it opens a file again after it has hashed it, or the nth time.
    private func start(_ words: [String], _ signal: String, at file: String? = nil, from number: Int = 2) throws
        -> Program
    {
        let path = file ?? "\(scratch.folder)/inbox/\(bad)"
        return try Program(
            words, environment: environment.merging(home) { $1 }, folder: scratch.folder,
            launcher: [
                try #require(TracedTests.strace), "-f", "-qq", "-o", "/dev/null", "-P", path, "-e",
                "inject=fadvise64:signal=\(signal):when=\(number)+",
            ])
    }

    private func run(_ words: [String], _ signal: String, at file: String? = nil) throws -> Program.Result {
        try start(["run"] + words + ["-o", "json"], signal, at: file).finish()
    }

    private func undisturbed(_ words: [String]) throws -> Program.Result {
        try start(words + ["-o", "json"], home).finish()
    }

    private func files(_ folder: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: "\(scratch.folder)/\(folder)")?.compactMap { $0 as? String }
        return (found ?? []).filter { $0.hasSuffix(".csv") || $0.hasSuffix(".md") }.sorted()
    }

    private var marks: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(scratch.folder)/home/in-progress")) ?? []
    }

    private func status(of source: String, _ result: Program.Result) -> String? {
        result.units.first { $0["source"] as? String == source }?["status"] as? String
    }

    private func expectQuarantined(_ result: Program.Result, loaded: Int, by signal: String = "SIGSEGV") throws {
        #expect(result.code == 1 && !result.wasKilled, "\(result.complaints)")
        #expect(result.statuses.filter { $0 == "loaded" }.count == loaded, "\(result.statuses)")
        #expect(status(of: "bad.csv", result) == "crashed")
        #expect(try self.loaded == loaded)
        let held = files("quarantine")
        #expect(held.count == 2 && held.allSatisfy { $0.hasPrefix(Ground.maya) && $0.contains("bad.csv") }, "\(held)")
        let note = try String(
            contentsOfFile: "\(scratch.folder)/quarantine/\(held.last ?? "")", encoding: .utf8)
        #expect(note.contains("E_CRASHED") && note.contains(signal), "\(note)")
        #expect(files("inbox") == [] && marks == [])
        let listed = try undisturbed(["quarantine", "list"])
        #expect(listed.output.contains("E_CRASHED"), "\(listed.output)")
        let shown = try undisturbed(["show", "latest"])
        #expect(status(of: "bad.csv", shown) == "crashed", "\(shown.output)")
    }

    @Test(arguments: [
        (order: "", name: "nightly", signal: "SEGV"), ("order: tables\n", "by tables", "TRAP"),
        ("max_new_rows: 100\n", "with a limit", "BUS"),
    ])
    func `The next run tries it alone, puts it into quarantine and loads all others`(
        job: (order: String, name: String, signal: String)
    ) throws {
        try drop(["\(Ground.maya)/a.csv", bad, "\(Ground.maya)/c.csv", "\(Ground.leo)/a.csv"])
        let text = try String(contentsOfFile: "\(Ground.pipelinesFolder)/nightly.yaml", encoding: .utf8)
        try scratch.file("over/nightly.yaml", text + job.order)
        let words = ["nightly", "--pipelines", Ground.pipelinesFolder, "--pipelines", "\(scratch.folder)/over"]
        let first = try run(words, job.signal)
        #expect(first.wasKilled && marks.count == 1, "\(first.complaints)\(first.output)")
        let second = try run(words, job.signal)
        try expectQuarantined(second, loaded: 3, by: "SIG\(job.signal)")
    }

    /// Decoded on a thread once its row is committed and its file is in the archive: a decoder that ends the process
    /// ends no later run.
    @Test(arguments: ["SEGV", "KILL"])
    func `A picture that ends its decoder is fatal, and what was killed at it is decoded`(signal: String) throws {
        for name in ["back", "side"] {
            try drop(
                "\(Ground.maya)/\(name).jpg", try Ground.bytes("\(Ground.samples)/progress-photo.\(name).jpg"))
        }
        #expect(try undisturbed(["run", "nightly"]).statuses == ["loaded", "loaded"])
        // As if this run had not come to them.
        let paths = try scratch.rows(
            """
            update public.progress_photos set decode_status = 'pending', thumbnails = '{}' where user_id = $1
            returning original_path, angle
            """, [Ground.maya])
        let photo = try #require(paths.first { $0[1] == "back" }?[0] ?? nil)
        let original = photo.hasPrefix("/") ? photo : "\(scratch.photos)/\(photo)"
        func run() throws -> Program.Result {
            try drop("\(Ground.maya)/\(UUID().uuidString).csv", row(UUID().uuidString))
            return try Program(
                ["run", "nightly", "-o", "json"], environment: environment.merging(home) { $1 },
                folder: scratch.folder,
                launcher: [
                    try #require(TracedTests.strace), "-f", "-qq", "-o", "/dev/null", "-P", original, "-e",
                    "inject=read,pread64:signal=\(signal)",
                ]
            ).finish()
        }
        let first = try run()
        #expect(first.wasKilled, "\(first.output) \(first.complaints)")
        if signal == "SEGV" {
            let second = try run()
            #expect(second.code == 0 && !second.wasKilled, "\(second.output) \(second.complaints)")
        } else {
            try drop("\(Ground.maya)/last.csv", row("last"))
            #expect(try undisturbed(["run", "nightly"]).statuses == ["loaded"])
        }
        let statuses = try scratch.rows(
            "select decode_status from public.progress_photos where user_id = $1 order by angle", [Ground.maya])
        #expect(statuses == [[signal == "SEGV" ? "fatal" : "whole"], ["whole"]], "\(statuses)")
    }

    /// The first run ends at the photo; the second puts it into quarantine, and loads the two other files.
    private func expectPhotoCrashed(_ run: () throws -> Program.Result) throws {
        let first = try run()
        #expect(first.wasKilled && marks.count == 1, "\(first.complaints)")
        let second = try run()
        #expect(second.code == 1 && !second.wasKilled, "\(second.complaints)")
        #expect(status(of: "back.jpg", second) == "crashed")
        #expect(try loaded == 2)
    }

    /// When it is hashed, and when it is read.
    @Test(arguments: [2, 6])
    func `A photo that ends the process is put into quarantine, wherever it is read`(number: Int) throws {
        try drop(["\(Ground.maya)/a.csv", "\(Ground.leo)/a.csv"])
        try drop("\(Ground.maya)/back.jpg", try Ground.bytes("\(Ground.samples)/progress-photo.back.jpg"))
        let photo = "\(scratch.folder)/inbox/\(Ground.maya)/back.jpg"
        func run() throws -> Program.Result {
            let words = ["run", "nightly", "-o", "json"]
            return try start(words, "SEGV", at: photo, from: number).finish()
        }
        try expectPhotoCrashed(run)
        let held =
            FileManager.default.enumerator(atPath: "\(scratch.folder)/quarantine")?.compactMap { $0 as? String } ?? []
        #expect(held.contains { $0.hasSuffix("/back.jpg") } && !exists(photo) && marks == [], "\(held)")
    }

    /// Each process that tries a file has such a limit of its own.
    @Test func `A photo that needs more memory than there is ends no further run`() throws {
        try drop(["\(Ground.maya)/a.csv", "\(Ground.leo)/a.csv"])
        let comment: [UInt8] = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0x20, count: 65_533)
        var photo = try Ground.bytes("\(Ground.samples)/progress-photo.back.jpg")
        photo.insert(contentsOf: (0..<700).flatMap { _ in comment }, at: 2)
        try drop("\(Ground.maya)/back.jpg", photo)
        func run() throws -> Program.Result {
            try Program(
                ["run", "nightly", "-o", "json"], environment: environment.merging(home) { $1 }, folder: scratch.folder,
                launcher: ["prlimit", "--data=60000000"]
            ).finish()
        }
        try expectPhotoCrashed(run)
        #expect(marks == [])
    }

    @Test func `Where no file in progress can be noted a run says so`() throws {
        try drop(["\(Ground.maya)/a.csv"])
        let home = ["SCOREBOOK_HOME": "\(try scratch.file("file", ""))/home"]
        let result = try start(["run", "nightly", "-o", "json"], home).finish()
        #expect(result.statuses == ["loaded"] && result.complaints.contains("in-progress cannot be written"))
    }

    @Test func `With several processes the same run does so`() throws {
        // Of another family: a family is one group.
        let other = "5f0c0000-0000-4000-8000-0000000a0001"
        let platform = try scratch.openPlatform()
        _ = try platform.rows("insert into auth.users (id, email) values ($1, 'player@example.org')", [other])
        _ = try platform.rows(
            """
            insert into public.users (id, email, role, full_name, timezone)
            values ($1, 'player@example.org', 'player', 'A Player', 'America/Los_Angeles')
            """, [other])
        try drop((1...150).map { "\(Ground.maya)/\($0).csv" } + (1...120).map { "\(other)/\($0).csv" } + [bad])
        try expectQuarantined(try run(["nightly", "--jobs", "2"], "SEGV"), loaded: 270)
    }

    @Test func `With exec the same process does so, and finish moves the file`() throws {
        try drop(["\(Ground.maya)/a.csv", bad, "\(Ground.maya)/c.csv", "\(Ground.leo)/a.csv"])
        let (path, run, _) = try plan()
        let answers = try start(["exec", "--units", path], "SEGV").finish()
        #expect(answers.code == 0 && !answers.wasKilled, "\(answers.complaints)")
        #expect(statuses(answers).sorted() == ["loaded", "loaded", "loaded", "refused"], "\(answers.output)")
        #expect(answers.output.contains("E_CRASHED"))
        try expectQuarantined(try finish(run, path), loaded: 3)
    }

    @Test func `A file given by its path stays where it is, and ends no further run`() throws {
        let (good, other) = (try scratch.file("good.csv", row("a")), try scratch.file("bad.csv", row("b")))
        let words = [other, good, "--owner", Ground.maya]
        #expect(try run(words, "SEGV", at: other).wasKilled)
        for _ in 1...2 {
            let result = try run(words, "SEGV", at: other)
            #expect(result.code == 1 && !result.wasKilled, "\(result.complaints)")
            #expect(status(of: "bad.csv", result) == "crashed" && exists(other))
            #expect(["loaded", "already_loaded"].contains(status(of: "good.csv", result)))
        }
        // Another version of the program can read it.
        let last = try undisturbed(["run"] + words)
        #expect(last.code == 0 && status(of: "bad.csv", last) == "loaded", "\(last.complaints)")
        #expect(marks == [])
    }

    @Test func `A trial that others end says nothing of the file`() throws {
        try drop(["\(Ground.maya)/a.csv", bad, "\(Ground.maya)/c.csv"])
        #expect(try run(["nightly"], "KILL").wasKilled)
        let second = try run(["nightly"], "KILL")
        #expect(second.code == 75 && status(of: "bad.csv", second) == "failed", "\(second.complaints)")
        #expect(second.statuses.filter { $0 == "loaded" }.count == 2)
        #expect(files("inbox") == [bad] && files("quarantine") == [] && marks.count == 1)
        let third = try undisturbed(["run", "nightly"])
        #expect(third.code == 0 && third.statuses == ["loaded"], "\(third.complaints)")
        #expect(marks == [])
    }

    /// A signal that asks it to stop, and a session that the server ends.
    @Test(arguments: [true, false]) func `What ends a run from outside says nothing of the file`(isSignal: Bool) throws
    {
        try drop(["\(Ground.maya)/a.csv"])
        let blocker = try scratch.open()
        let watcher = try scratch.open()
        try blocker.run("begin; lock table scorebook.units in access exclusive mode")
        let program = try start(["run", "nightly", "-o", "json"], home)
        let waiting = """
            from pg_catalog.pg_stat_activity
            where wait_event_type = 'Lock' and datname = pg_catalog.current_database()
            """
        #expect(try wait { try watcher.value("select count(*) \(waiting)") == "1" })
        #expect(!marks.isEmpty)
        if isSignal {
            kill(program.identifier, SIGTERM)
        } else {
            #expect(try watcher.value("select count(pg_catalog.pg_terminate_backend(pid)) \(waiting)") == "1")
        }
        try blocker.run("rollback")
        let first = program.finish()
        #expect(!first.wasKilled, "\(first.complaints)")
        _ = try undisturbed(["run", "nightly"])
        #expect(try loaded == 1)
        #expect(files("quarantine") == [] && files("inbox") == [] && marks == [])
    }

    @Test func `A good file at which the run is killed ten times is loaded by the eleventh`() throws {
        try drop(["\(Ground.maya)/a.csv", "\(Ground.leo)/b.csv"])
        let blocker = try scratch.open()
        let watcher = try scratch.open()
        for number in 1...10 {
            try blocker.run("begin; lock table scorebook.units in access exclusive mode")
            let program = try start(["run", "nightly", "-o", "json"], home)
            #expect(
                try wait {
                    try watcher.value(
                        """
                        select count(*) from pg_catalog.pg_stat_activity
                        where wait_event_type = 'Lock' and datname = pg_catalog.current_database()
                        """) as Int? == 1
                }, "\(number)")
            program.kill()
            #expect(program.finish().wasKilled && !marks.isEmpty, "\(number)")
            // Only then may the table be free: none of them loads it.
            #expect(
                try wait {
                    try watcher.value(
                        """
                        select count(pg_catalog.pg_terminate_backend(pid)) from pg_catalog.pg_stat_activity
                        where datname = pg_catalog.current_database() and usename = \(bind: EmbeddedCluster.loader)
                        """) as Int? == 0
                })
            try blocker.run("rollback")
        }
        let last = try undisturbed(["run", "nightly"])
        #expect(last.code == 0 && last.statuses == ["loaded", "loaded"], "\(last.complaints)\(last.output)")
        #expect(files("quarantine") == [] && files("inbox") == [] && marks == [])
    }

    @Test func `The limit of new rows holds over all processes of a run`() throws {
        let words = ["nightly", "--max-new-rows", "2"]
        try drop(["\(Ground.maya)/a.csv", bad, "\(Ground.maya)/c.csv", "\(Ground.maya)/d.csv"])
        #expect(try run(words, "SEGV").wasKilled)
        let second = try run(words, "SEGV")
        #expect(second.statuses.sorted() == ["crashed", "loaded", "loaded", "refused"], "\(second.output)")
        #expect(second.output.contains("E_ROW_BUDGET"))
    }
}
