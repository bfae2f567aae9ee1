import Definitions
import Foundation
import Importing
import Packing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// The nightly job over an inbox by owners.
@Suite struct NightlyTests {
    let scratch: Scratch
    let good = Log.withIDs(["a,2026-05-01,velocity,70,mph"])

    init() throws {
        scratch = try Scratch(.used)
        try FileManager.default.createDirectory(atPath: "\(scratch.folder)/inbox", withIntermediateDirectories: true)
    }

    func start(
        _ variables: [String: String] = [:], words: [String] = ["run", "nightly"], launcher: [String] = []
    ) throws -> Program {
        var environment = [
            "DATABASE_URL": scratch.url(), "SCOREBOOK_INBOX": "\(scratch.folder)/inbox",
            "SCOREBOOK_ARCHIVE": "\(scratch.folder)/archive",
            "SCOREBOOK_QUARANTINE": "\(scratch.folder)/quarantine", "SCOREBOOK_PHOTOS": scratch.photos,
        ]
        environment.merge(variables) { $1 }
        return try Program(words + ["-o", "json"], environment: environment, launcher: launcher)
    }

    func nightly(
        _ more: [String] = [], inbox: String = "inbox", launcher: [String] = []
    ) throws -> Program.Result {
        try scorebook(["run", "nightly"] + more, inbox: inbox, launcher: launcher)
    }

    private func scorebook(
        _ words: [String], inbox: String = "inbox", launcher: [String] = []
    ) throws -> Program.Result {
        try start(["SCOREBOOK_INBOX": "\(scratch.folder)/\(inbox)"], words: words, launcher: launcher).finish()
    }

    /// The nightly job, to which the system says that a path is not there where a call of this kind asks for it.
    private func nightly(without path: String, in call: String) throws -> Program.Result {
        let strace = try #require(TracedTests.strace)
        return try nightly(launcher: [
            strace, "-f", "-qq", "-o", "/dev/null", "-P", "\(scratch.folder)/\(path)", "-e",
            "inject=\(call):error=ENOENT",
        ])
    }

    /// Puts a file into the inbox as if it had been there for a while.
    func drop(_ name: String, _ bytes: [UInt8], age: Double = 3_600) throws {
        let path = try scratch.file("inbox/\(name)", bytes)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
    }

    func files(_ folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: "\(scratch.folder)/\(folder)")?.compactMap { $0 as? String }
        return (names ?? []).filter { name in
            var isFolder: ObjCBool = false
            let path = "\(scratch.folder)/\(folder)/\(name)"
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }

    /// The day on which a run puts files away; asked before and after, since a test may run at midnight.
    static var today: String {
        Date.now.formatted(.iso8601.year().month().day().dateSeparator(.dash))
    }

    @Test func `Loaded files go to the archive by owner and day, refused ones to quarantine with the reason`() throws {
        let (maya, leo) = ("maya.rivera@example.org", Ground.leo)
        try drop("\(maya)/log.csv", Array(good.utf8))
        try drop("\(leo)/sub/log.csv", Array(good.utf8))
        try drop("\(maya)/poison.csv", [0x1F, 0x8B, 0, 1, 2, 3])
        try drop("\(maya)/.hidden.csv", Array(good.utf8))
        try drop("\(maya)/coming.csv.part", Array(good.utf8))
        try drop("\(maya)/fresh.csv", Array(good.utf8), age: 0)
        try drop("stray.csv", Array(good.utf8))
        try drop("nobody@example.org/log.csv", Array(good.utf8))
        let result = try nightly()
        #expect(result.code == 1, "\(result.complaints)")
        let owners = try scratch.rows("select user_id from public.performance_metrics where \(Ground.ours) order by 1")
            .map { $0[0] }
        #expect(owners == [Ground.maya, Ground.leo])
        let day = Self.today
        #expect(files("archive") == ["\(leo)/\(day)/sub/log.csv", "\(maya)/\(day)/log.csv"])
        let poison = "\(maya)/\(day)/poison.csv"
        #expect(files("quarantine") == [poison, poison + ".reason.md"])
        let reason = try String(contentsOfFile: "\(scratch.folder)/quarantine/\(poison).reason.md", encoding: .utf8)
        let run = try #require(result.report["run"] as? String)
        for text in ["gzip", "file: \"poison.csv\"", "owner: \"\(maya)\"", "run: \"\(run)\"", "code: \"E_ARCHIVE\""] {
            #expect(reason.contains(text), "\(text) in \(reason)")
        }
        #expect(reason.contains("scorebook quarantine retry \(poison)"))
        // What is not settled, hidden or unfinished stays; so does what has no owner here.
        let left = files("inbox")
        for name in ["\(maya)/.hidden.csv", "\(maya)/coming.csv.part", "\(maya)/fresh.csv"] {
            #expect(left.contains(name))
        }
        #expect(!left.contains("\(maya)/log.csv") && !left.contains("\(maya)/poison.csv"))
        let reasons = result.units.compactMap { $0["reason"] as? String }
        #expect(reasons.contains { $0.contains("lies in no owner's folder") })
        #expect(reasons.contains { $0.contains("has no account in this database") })
    }

    @Test func `Settings beside an owner's files hold for that owner`() throws {
        let hittrax = try Ground.bytes("\(Ground.samples)/hittrax.csv")
        try drop("\(Ground.maya)/hittrax.csv", hittrax)
        try drop("\(Ground.maya)/settings.yaml", Array("speed_unit: mph\nhittrax_names: Maya Rivera\n".utf8))
        try drop("\(Ground.leo)/hittrax.csv", hittrax)
        let result = try nightly()
        #expect(result.statuses.sorted() == ["loaded_with_rejects", "refused"], "\(result.complaints)")
        #expect(
            try scratch.value("select count(distinct user_id) from public.performance_metrics where \(Ground.ours)")
                == "1")
        #expect(files("inbox") == ["\(Ground.maya)/settings.yaml"])
    }

    /// As a refusal's note has them for the reader to fill in.
    @Test func `An empty setting beside an owner's files is none`() throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        try drop("\(Ground.maya)/settings.yaml", Array("hittrax_names:  # the owner's name\nspeed_unit:\n".utf8))
        #expect(try nightly().statuses == ["loaded"])
        try drop("\(Ground.maya)/log2.csv", Array("\(good)\n".utf8))
        try drop("\(Ground.maya)/settings.yaml", Array("speed_units:\n".utf8))
        let night = try nightly()
        #expect(night.statuses == ["refused", "ignored"])
        #expect(night.output.contains("unknown setting `speed_units`"), "\(night.output)")
    }

    /// Someone has written an athlete's rows and not said COMMIT.
    @Test func `A session that keeps an owner's summaries holds up that owner's files alone`() throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        try drop("\(Ground.leo)/log.csv", Array(good.utf8))
        let app = try scratch.open()
        try app.run("begin")
        try app.run("select summary.lock_owners(array['\(Ground.maya)']::uuid[])")
        let night = try nightly()
        #expect(night.code == 75, "\(night.complaints)")
        #expect(night.units.count == 2 && night.statuses.filter { $0 == "loaded" }.count == 1, "\(night.statuses)")
        try app.run("rollback")
        #expect(try nightly().code == 0)
        #expect(files("inbox") == [])
    }

    @Test func `What the settings beside files gave is verified from the archive, where they are not`() throws {
        let hittrax = try Ground.bytes("\(Ground.samples)/hittrax.csv")
        let settings = Array("speed_unit: mph\nhittrax_names: Maya Rivera\n".utf8)
        try drop("\(Ground.maya)/settings.yaml", settings)
        try drop("\(Ground.maya)/hittrax.csv", hittrax)
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        // What this one holds is said by its name alone.
        try drop(
            "\(Ground.maya)/aggregates_steps.csv",
            try Ground.bytes("\(Ground.samples)/withings-aggregates.aggregates_steps.csv"))
        let loaded = try nightly(["--max-rejects", "100%"])
        #expect(loaded.code == 0, "\(loaded.output)")
        #expect(files("archive").count == 3)
        let verified = try scorebook(["verify", "latest"])
        #expect(verified.code == 0, "\(verified.output)\(verified.complaints)")
        // Nor does it depend on what the settings are by now.
        try FileManager.default.removeItem(atPath: "\(scratch.folder)/inbox/\(Ground.maya)/settings.yaml")
        #expect(try scorebook(["verify", "latest"]).code == 0)
    }

    @Test func `Links and pipes are refused and nobody waits for them`() throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        let folder = "\(scratch.folder)/inbox/\(Ground.maya)"
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link.csv", withDestinationPath: "/etc/passwd")
        mkfifo("\(folder)/pipe.csv", 0o600)
        let result = try nightly()
        #expect(result.code == 1)
        #expect(result.statuses.sorted() == ["loaded", "refused", "refused"])
    }

    @Test func `What is loaded and cannot be moved says so, and is moved by the next run`() throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        let path = try scratch.file("archive", "a file where the folder should be")
        let first = try nightly()
        #expect(first.code == 73 && first.statuses == ["loaded"], "\(first.complaints)")
        #expect(first.complaints.contains("Not a directory"))
        #expect(files("inbox") == ["\(Ground.maya)/log.csv"])
        try FileManager.default.removeItem(atPath: path)
        let second = try nightly()
        #expect(second.code == 0 && second.statuses == ["already_loaded"], "\(second.complaints)")
        #expect(files("inbox") == [] && files("archive").count == 1)
    }

    @Test func `What a killed run left of a move is removed by the next that moves there`() throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        let day = Self.today
        let killed = Process()
        killed.executableURL = URL(filePath: "/bin/true")
        try killed.run()
        killed.waitUntilExit()
        let alive = "archive/\(Ground.maya)/\(day)/deep/log.csv.1.\(getpid()).part"
        for path in [
            "archive/\(Ground.maya)/2020-01-01/a.csv.1.\(killed.processIdentifier).part",
            "archive/\(Ground.maya)/\(day)/log.csv.1.\(killed.processIdentifier).part", alive,
        ] {
            try scratch.file(path, "half of a file")
        }
        #expect(try nightly().code == 0)
        let left = files("archive")
        #expect(left.count == 2 && left.contains { "archive/\($0)" == alive }, "\(left)")
    }

    @Test func `Settings that cannot be read keep their owner's files where they are`() throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        try drop("\(Ground.leo)/log.csv", Array(good.utf8))
        let folder = "\(scratch.folder)/inbox/\(Ground.maya)"
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/settings.yaml", withDestinationPath: "\(folder)/elsewhere.yaml")
        let result = try nightly()
        #expect(
            result.code == 1 && result.statuses.sorted() == ["ignored", "loaded", "refused"], "\(result.complaints)")
        #expect(files("inbox").contains("\(Ground.maya)/log.csv") && files("quarantine") == [])
    }

    @Test func `Owners take turns`() throws {
        for number in 0..<120 {
            let name = String(format: "%03d.csv", number)
            try drop("\(Ground.maya)/\(name)", Array(Log.withIDs(["m\(number),2026-05-01,velocity,70,mph"]).utf8))
        }
        for number in 0..<2 {
            try drop("\(Ground.leo)/\(number).csv", Array(Log.withIDs(["l\(number),2026-05-01,velocity,70,mph"]).utf8))
        }
        let result = try nightly()
        #expect(result.code == 0, "\(result.complaints)")
        let sources = result.units.compactMap { $0["source"] as? String }
        let mayas = (0..<120).map { String(format: "%03d.csv", $0) }
        let expected: [String] = [Array(mayas[..<100]), ["0.csv", "1.csv"], Array(mayas[100...])].flatMap(\.self)
        #expect(sources == expected)
    }

    @Test func `An empty inbox is a success, a missing one is exit 66`() throws {
        let empty = try nightly()
        #expect(empty.code == 0, "\(empty.complaints)")
        #expect(empty.report["status"] as? String == "nothing_to_do")
        let missing = try nightly(inbox: "nowhere")
        #expect(missing.code == 66)
        #expect(missing.complaints.contains("nowhere") && missing.complaints.contains("its disk mounted"))
    }

    @Test(.enabled(if: TracedTests.strace != nil, "strace is not installed, or may not trace here"))
    func `An inbox that goes while it is listed is missing`() throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        let result = try nightly(without: "inbox", in: "openat")
        #expect(result.code == 66 && result.complaints.contains("no such file or folder"), "\(result.complaints)")
        #expect(files("inbox") == ["\(Ground.maya)/log.csv"])
    }

    @Test(
        .enabled(if: TracedTests.strace != nil, "strace is not installed, or may not trace here"),
        arguments: [
            // Its folder as it is listed to plan and to run, its file as it is looked at, and as it is opened.
            "openat:when=1..2", "newfstatat:when=1+", "openat:when=5",
        ])
    func `What goes from an inbox while it is listed is no fault of the run`(call: String) throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        try drop("\(Ground.leo)/log.csv", Array(good.utf8))
        let result = try nightly(without: "inbox/\(Ground.leo)", in: call)
        #expect(result.code == 0 && result.statuses == ["loaded"], "\(result.complaints)")
        #expect(files("inbox") == ["\(Ground.leo)/log.csv"] && files("quarantine") == [])
    }

    @Test(arguments: ["ARCHIVE", "QUARANTINE"], ["inbox", "inbox/done", "link/../inbox/.done", "link/deep/done"])
    func `Files are put away outside of the inbox, or the job does not run`(what: String, place: String) throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        let link = "\(scratch.folder)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(scratch.folder)/inbox")
        let result = try start(["SCOREBOOK_\(what)": "\(scratch.folder)/\(place)"]).finish()
        #expect(result.code == 78 && result.statuses == [], "\(result.complaints)")
        #expect(result.complaints.contains("the \(what.lowercased()) of the job nightly"), "\(result.complaints)")
        #expect(files("inbox") == ["\(Ground.maya)/log.csv"])
    }

    @Test func `What only begins as the inbox does is outside of it`() throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        let result = try start(["SCOREBOOK_ARCHIVE": "\(scratch.folder)/inbox-done"]).finish()
        #expect(result.code == 0 && files("inbox-done").count == 1, "\(result.complaints)")
    }

    @Test(arguments: [true, false])
    func `What has a name that is not UTF-8 is refused and stays`(isNightly: Bool) throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        let folder = "\(scratch.folder)/inbox/\(Ground.maya)"
        let path =
            (Array("\(folder)/gr".utf8) + [0xF6, 0xDF] + Array("e.csv".utf8)).map { CChar(bitPattern: $0) } + [0]
        let file = try #require(fopen(path, "w"))
        fputs(Log.withIDs(["b,2026-05-02,velocity,71,mph"]), file)
        fclose(file)
        defer { unlink(path) }
        let inputs = ["run", "--input", folder, "--owner", Ground.maya, "-o", "json"]
        let result =
            isNightly ? try nightly() : try Program.run(inputs, environment: ["DATABASE_URL": scratch.url()])
        #expect(result.code == 1 && result.statuses.sorted() == ["loaded", "refused"], "\(result.complaints)")
        let unit = result.units.first { $0["status"] as? String == "refused" }
        #expect(unit?["source"] as? String == "gr\u{FFFD}\u{FFFD}e.csv")
        #expect(unit?["reason"] as? String == "the file name is not UTF-8: rename it")
        #expect(access(path, F_OK) == 0 && files("quarantine") == [])
    }

    @Test func `A file of a year to come is taken once it has lain still`() throws {
        let pipelines = "\(scratch.folder)/pipelines"
        try FileManager.default.copyItem(atPath: Ground.pipelinesFolder, toPath: pipelines)
        let job = try String(contentsOfFile: "\(pipelines)/nightly.yaml", encoding: .utf8)
        try scratch.file("pipelines/nightly.yaml", job.replacing("settle: 60 s", with: "settle: 1 s"))
        try drop("\(Ground.maya)/log.csv", Array(good.utf8), age: -100_000_000)
        #expect(try nightly().statuses == ["ignored"])
        // Seconds are whole.
        usleep(2_100_000)
        let result = try start(["SCOREBOOK_PIPELINES": pipelines]).finish()
        #expect(result.code == 0 && result.statuses == ["loaded"], "\(result.complaints)")
        #expect(files("inbox") == [])
    }

    @Test func `An owner given to a job that takes it from the folder is a usage error`() throws {
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        for verb in ["run", "plan", "validate"] {
            let result = try scorebook([verb, "nightly", "--owner", Ground.leo])
            #expect(result.code == 2 && result.complaints.contains("omit --owner"), "\(result.complaints)")
        }
        #expect(files("inbox") == ["\(Ground.maya)/log.csv"])
        #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == "0")
    }

    @Test func `A folder named payload is nobody's, whatever its rows say`() throws {
        let row = "\(Migration.school(1)),\(Ground.maya),School,D3,East,researching\n"
        try drop("payload/schools.csv", Array("id,user_id,name,division,conference,status\n\(row)".utf8))
        let result = try nightly()
        #expect(result.code == 65 && result.statuses == ["refused"], "\(result.complaints)")
        #expect((result.units.first?["reason"] as? String)?.contains("has no account in this database") ?? false)
        #expect(try scratch.value("select count(*) from public.schools where id = $1", [Migration.school(1)]) == "0")
    }

    @Test(arguments: [("--dataset", "workouts"), ("--format", "strong")])
    func `What an option leaves out stays in the inbox`(option: String, name: String) throws {
        let strong = try Ground.bytes("\(Ground.samples)/strong.csv")
        try drop("\(Ground.maya)/log.csv", Array(good.utf8))
        try drop("\(Ground.maya)/strong.csv", strong)
        let other = Log.withIDs(["b,2026-05-02,velocity,71,mph"])
        try drop("\(Ground.maya)/log.zip", ZipFile.make([ZipFile.Entry("log.csv", other)]))
        var both = [ZipFile.Entry("log.csv", other), ZipFile.Entry("strong.csv", "")]
        both[1].content = strong
        try drop("\(Ground.maya)/both.zip", ZipFile.make(both))
        let result = try nightly([option, name, "--set", "weight_unit=kg", "--max-rejects", "100%"])
        #expect(result.code == 0, "\(result.complaints) \(result.output)")
        let told = result.units.map { unit in
            "\(unit["source"] as? String ?? "") \(unit["status"] as? String ?? "") \(unit["reason"] as? String ?? "")"
        }
        #expect(
            told.sorted() == [
                "both.zip!log.csv ignored left out by \(option)", "both.zip!strong.csv loaded_with_rejects ",
                "log.csv ignored left out by \(option)", "log.zip!log.csv ignored left out by \(option)",
                "strong.csv already_loaded ",
            ])
        let left = ["both.zip", "log.csv", "log.zip"].map { "\(Ground.maya)/\($0)" }
        #expect(files("inbox") == left && files("quarantine") == [])
        // A run without it takes them.
        let rest = try nightly(["--set", "weight_unit=kg", "--max-rejects", "100%"])
        #expect(rest.code == 0 && files("inbox") == [] && files("quarantine") == [], "\(rest.complaints)")
        #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == "2")
    }

    @Test func `A file that is given is of the format that is given, or refused as what it is`() throws {
        let path = try scratch.file("log.csv", good)
        let wrong = try scorebook(["run", "-i", path, "--owner", Ground.maya, "--format", "strong"])
        #expect(wrong.code == 65 && wrong.statuses == ["refused"], "\(wrong.complaints)")
        let reason = try #require(wrong.units.first?["reason"] as? String)
        #expect(reason == "it is a metric-log file, not strong as given with --format")
        let right = try scorebook(["run", "-i", path, "--owner", Ground.maya, "--format", "metric-log"])
        #expect(right.code == 0 && right.statuses == ["loaded"], "\(right.complaints)")
    }

    /// An entry that cannot be imported, which is found at different stages, or one that can.
    private func entry(_ kind: String) throws -> ZipFile.Entry {
        var entry = ZipFile.Entry("h.csv", Log.withIDs(["h,2026-05-03,velocity,72,mph"]))
        switch kind {
        case "damaged": entry.checksum = 1
        case "damaged at its end":
            entry.content += Array(String(repeating: "x,2026-05-03,velocity,72,mph\n", count: 40_000).utf8)
            entry.checksum = 1
        case "without a unit": entry.content = try Ground.bytes("\(Ground.samples)/hittrax.csv")
        case "unknown": entry.content = Array("hello\n".utf8)
        default: break
        }
        return entry
    }

    @Test(arguments: ["damaged", "damaged at its end", "without a unit", "unknown"])
    func `What a plan has refused of an archive is refused when it is applied`(kind: String) throws {
        try drop("\(Ground.maya)/x.zip", ZipFile.make([ZipFile.Entry("a.csv", good), entry(kind)]))
        let file = "\(scratch.folder)/plan.json"
        let plan = try scorebook(["plan", "nightly", "--out", file])
        #expect(plan.code == 1 && plan.statuses.sorted() == ["planned", "refused"], "\(plan.complaints)")
        let applied = try scorebook(["run", "--plan", file])
        #expect(applied.code == 1 && applied.statuses.sorted() == ["loaded", "refused"], "\(applied.complaints)")
        #expect(files("archive") == [] && files("inbox") == [])
        let reason = try #require(files("quarantine").first { $0.hasSuffix(".reason.md") })
        let text = try String(contentsOfFile: "\(scratch.folder)/quarantine/\(reason)", encoding: .utf8)
        #expect(text.contains("x.zip!h.csv: "))
    }

    @Test(arguments: ["good", "damaged", "without a unit", "unknown"])
    func `An archive that has another entry than the plan knows is refused`(kind: String) throws {
        let path = "\(Ground.maya)/x.zip"
        let first = ZipFile.Entry("a.csv", good)
        try drop(path, ZipFile.make([first]))
        let file = "\(scratch.folder)/plan.json"
        #expect(try scorebook(["plan", "nightly", "--out", file]).code == 0)
        try drop(path, ZipFile.make([first, entry(kind)]))
        let applied = try scorebook(["run", "--plan", file])
        #expect(applied.code == 1, "\(applied.output)")
        #expect(applied.complaints.contains("x.zip has changed since the plan was made"), "\(applied.complaints)")
        #expect(files("inbox") == [path] && files("archive") == [] && files("quarantine") == [])
        #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == "0")
    }
}
