import Foundation
import Testing

/// Every command against a real PostgreSQL, as a caller sees it: exit code, stdout, stderr.
@Suite(.serialized) struct CommandsTests {
    let project = CommandsProject.shared
    let maya = "maya.rivera@example.org"

    @Test func theFirstRunBalances() throws {
        let report = project.firstRun.object
        #expect(project.firstRun.code == 0)
        #expect(report["status"] as? String == "warned")
        let ledger = try #require(report["ledger"] as? [String: Int])
        let parts = ["inserted", "updated", "unchanged", "duplicate", "rejected", "skipped"]
        #expect(ledger["read"] == parts.reduce(0) { $0 + (ledger[$1] ?? 0) })
        #expect(project.firstRun.errors.hasPrefix("Using scorebook's own PostgreSQL"))
    }

    @Test func itsRowsAreThoseOfTheFiles() {
        #expect(project.verified.code == 0, "\(project.verified.output)\(project.verified.errors)")
        #expect(project.verified.object["equal"] as? Bool == true)
    }

    @Test(arguments: [
        "runs", "show latest", "formats", "datasets", "jobs", "schema", "schema verify", "summaries", "doctor",
        "db status", "status samples", "rejects",
    ])
    func inAllForms(line: String) {
        let json = project.call("\(line) -o json")
        #expect(json.code == 0, "\(json.errors)")
        #expect(json.json != nil)
        let lines = project.call("\(line) -o jsonl").output.split(separator: "\n")
        #expect(lines.allSatisfy { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) != nil })
        for form in ["table", "csv"] { #expect(!project.call("\(line) -o \(form)").output.isEmpty) }
    }

    @Test func theStateOfJobs() {
        let all = project.call("status")
        #expect(all.code == 1)
        #expect(all.output.contains("never ran"))
        #expect(
            project.call("status samples").output.contains(" s ")
                || project.call("status samples").output.contains(" min "))
        let json = project.call("status samples -o json")
        #expect(json.code == 0)
        #expect(json.list.first?["age_s"] is Int)
        // All samples are loaded, and stay in their folder.
        #expect(json.list.first?["inbox"] as? Int == 0)
        #expect(project.call("doctor").errors.contains(" passed, "))
        #expect(project.call("export metrics --owner \(maya) -o jsonl").code == 2)
    }

    @Test func pathsAreArguments() throws {
        let file = project.write(
            "date,metric,value,unit,id,notes\n2026-05-01,velocity,70,mph,argument,\n", to: "argument.csv")
        for line in ["validate argument.csv", "validate --input argument.csv", "validate \(file)"] {
            let report = project.call("\(line) --set zone=UTC -o json")
            #expect((report.object["ledger"] as? [String: Int])?["read"] == 1, "\(line): \(report.errors)")
        }
        let both = project.call("validate argument.csv Samples/strong.csv --set weight_unit=kg -o json")
        #expect((both.object["units"] as? [Any])?.count == 2)
    }

    @Test(arguments: [
        ("run nowhere.csv", 66, "no job or file named 'nowhere.csv'"), ("run demoo", 2, "Did you mean demo?"),
        ("run Samples/strng.csv", 66, "Did you mean Samples/strong.csv"),
        (
            "run Samples/2026/may/log.csv", 66,
            "There is no folder Samples/2026/may; the nearest one that exists is Samples."
        ),
        ("run 2026/log.csv", 66, "There is no folder 2026 below this one."),
        ("run Samples/nowhere.csv", 66, "Check the name; `ls Samples` lists its folder."),
        ("recognise Samples/strng.csv", 66, "Did you mean Samples/strong.csv"),
        ("run Samples --format strng", 2, "Did you mean strong?"),
        ("run Samples --dataset performence", 2, "Did you mean performance?"),
        ("help E_GOEN", 2, "Did you mean E_GONE?"), ("help E_NOPE", 2, "`scorebook help refusals` lists them."),
        ("formats strng", 66, "Did you mean strong?"), ("runs dmo", 66, "Did you mean demo?"),
        ("formats --dataset slep", 2, "Did you mean sleep?"),
        ("run demo argument.csv", 2, "cannot be combined"), ("run", 2, "no job or file given"),
    ])
    func neitherJobNorFile(line: String, code: Int32, message: String) {
        _ = project.write(
            "date,metric,value,unit,id,notes\n2026-05-01,velocity,70,mph,argument,\n", to: "argument.csv")
        let outcome = project.call(line)
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func aJobThatIsAFolderToo() throws {
        let folder = "\(project.folder)/demo"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let outcome = project.call("run demo")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("'demo' is a job and also a file or folder here"))
    }

    @Test func showTellsWhatTheRunTold() throws {
        let run = try #require(project.firstRun.object["run"] as? String)
        let shown = project.call("show \(run.prefix(8)) -o json").object
        for key in ["run", "job", "mode", "status", "database"] {
            #expect(shown[key] as? String == project.firstRun.object[key] as? String, "\(key)")
        }
        #expect(shown["units"] as? NSArray == project.firstRun.object["units"] as? NSArray)
        for key in ["ledger", "tables", "warnings"] {
            #expect(shown[key] as? NSObject == project.firstRun.object[key] as? NSObject, "\(key)")
        }
        #expect((shown["rejects"] as? [Any])?.count == (project.firstRun.object["rejects"] as? [Any])?.count)
        #expect(project.call("show ffffffff").code == 2)
        #expect(project.call("show nonsense").code == 2)
    }

    @Test func rejectsHoldWhatStoodInTheFile() throws {
        let run = try #require(project.firstRun.object["run"] as? String)
        let all = project.call("rejects \(run) -o json").list
        let ledger = try #require(project.firstRun.object["ledger"] as? [String: Int])
        #expect(all.count == ledger["rejected"])
        #expect(
            all.allSatisfy {
                $0["raw"] is String && $0["cells"] is [String: Any] && !($0["message"] as? String ?? "").isEmpty
            })
        let redacted = project.call("rejects \(run) -o json --redact").list
        #expect(redacted.count == all.count)
        #expect(redacted.allSatisfy { $0["raw"] is NSNull && $0["cells"] is NSNull })
        #expect(project.call("rejects \(run) -o json -n 3").list.count == 3)
    }

    /// What other tests have left in the tables may be brought into form by the first import; none is new, and the second changes
    /// nothing.
    func psql(_ sql: String) { _ = project.call(["db", "psql", "--", "-q", "-c", sql]) }

    /// Whatever table of a dataset's it is.
    @Test func theDoctorSeesWhatTheLoaderLacks() {
        psql("revoke delete on public.pickleball_games from scorebook_loader")
        psql("alter table public.workouts disable row level security")
        let doctor = project.call("doctor -o json")
        psql("grant delete on public.pickleball_games to scorebook_loader")
        psql("alter table public.workouts enable row level security")
        #expect(doctor.code == 1)
        #expect(
            doctor.list.compactMap { $0["verdict"] as? String == "not ok" ? $0["what"] as? String : nil } == [
                "public.pickleball_games: permission denied for table pickleball_games",
                "row-level security of public.workouts is off: every user of the app reads all users'",
            ])
    }

    @Test func trendsAreOfOnePerson() {
        let trends = project.call("trends --owner \(maya) -o json").list
        #expect(!trends.isEmpty)
        #expect(trends.allSatisfy { ($0["values"] as? [Any])?.count == $0["records"] as? Int })
        let table = project.call("trends --owner \(maya)").output
        #expect(table.hasPrefix("metric"))
        #expect(table.contains("↗ improving"))
        let other = project.call("trends --owner ana.rivera@example.org -o json")
        #expect(other.code == 0, "\(other.errors)")
        #expect(other.list.isEmpty)
        #expect(project.call("trends").code == 2)
        #expect(project.call("trends --owner nobody@example.org").code == 66)
    }

    @Test func pagesAreOfOnePerson() throws {
        let folder = "\(project.folder)/pages"
        let written = project.call("report --owner \(maya) --out \(folder) -o json")
        #expect(written.code == 0, "\(written.errors)")
        #expect(written.list.contains { $0["file"] as? String == "\(folder)/performance.html" })
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder) == 0o700)
        for page in written.list.compactMap({ $0["file"] as? String }) { #expect(try mode(page) == 0o600) }
        let page = try String(contentsOfFile: "\(folder)/performance.html", encoding: .utf8)
        #expect(page.contains("Maya Rivera") && page.contains("Fastball Velocity"))
        #expect(page.contains("badge good\">improving"))
        for (name, figure) in [
            ("dashboard", "A-Tier"), ("packet", "Schools by tier"), ("timeline", "Snapshot of the latest values"),
            ("statistics", "Current Win Streak"),
            ("progress", "src=\"data:image/jpeg;base64,/9j/"),
        ] {
            let page = try String(contentsOfFile: "\(folder)/\(name).html", encoding: .utf8)
            #expect(page.contains(figure) && page.contains("Maya Rivera"), "\(name)")
        }

        // The parent's own pages, after those of two athletes, are of the parent alone.
        let other = project.call("report --owner ana.rivera@example.org --out \(folder)/ana")
        #expect(other.code == 0, "\(other.errors)")
        let empty = try String(contentsOfFile: "\(folder)/ana/performance-3.html", encoding: .utf8)
        #expect(empty.contains("Ana Rivera") && empty.contains("No metrics logged yet"))
        for name in ["dashboard", "packet", "performance", "timeline", "statistics", "progress"] {
            let page = try String(contentsOfFile: "\(folder)/ana/\(name)-3.html", encoding: .utf8)
            #expect(!page.contains("Fastball Velocity") && !page.contains("src=\"data:image"))
            let brother = try String(contentsOfFile: "\(folder)/ana/\(name)-2.html", encoding: .utf8)
            #expect(!brother.contains("Fastball Velocity") && !brother.contains("src=\"data:image"))
        }
        #expect(project.call("report --owner nobody@example.org").code == 66)
        #expect(project.call("report --owner \(maya) --out /dev/null/pages").code == 73)
    }

    @Test func twoRunsBesideEachOther() throws {
        let first = try #require(project.firstRun.object["run"] as? String)
        let read = try #require((project.firstRun.object["ledger"] as? [String: Int])?["read"])
        let compared = project.call("compare \(first.prefix(8)) latest -o json")
        #expect(compared.code == 0, "\(compared.errors)")
        let records = try #require(
            compared.list.first { $0["of"] as? String == "records" && $0["figure"] as? String == "read" })
        #expect(records["first"] as? Int == read)
        #expect(compared.list.contains { $0["of"] as? String == "rejects" })
        #expect(compared.list.contains { $0["of"] as? String == "rows" })
        let itself = project.call("compare \(first) \(first) -o json").list
        #expect(itself.allSatisfy { ($0["change"] as? Double) == 0 })
        #expect(project.call("compare latest").code == 2)
        #expect(project.call("compare latest ffffffff").code == 2)
    }

    @Test func runsAsBars() {
        let chart = project.call("runs --chart")
        #expect(chart.code == 0)
        #expect(chart.output.contains("█") && chart.output.contains(" records, "))
        #expect(project.call("runs --chart -o json").list.count == project.call("runs -o json").list.count)
    }

    @Test func summariesAreExportedByName() {
        let trends = project.call("export metric_trends --owner \(maya)")
        #expect(trends.code == 0)
        #expect(trends.output.hasPrefix("user_id,"))
        #expect(!project.call("export metric_trends --owner \(maya) -o json").list.isEmpty)
        #expect(project.call("summaries rebuild -o json").list.contains { $0["summary"] as? String == "metric_trends" })
    }

    @Test(arguments: [
        ("run", 2), ("run nightly", 78), ("run --jobs 0 demo", 2), ("run -i nowhere.csv --owner a@b.c", 66),
        ("run demo --limit 3", 2), ("run demo --database postgresql://u:secret@h/d", 2),
        ("export nothing --owner maya.rivera@example.org", 2), ("export metrics", 2),
        ("export metrics --owner nobody@example.org", 66), ("status nightly", 1), ("status nobody", 2),
        ("status samples --max-age 36h", 0), ("recognise nowhere", 66),
        ("recognise Samples/Faulty/unknown-format.csv", 1),
        ("recognise Samples/statcast.csv", 0), ("peek nowhere", 66), ("peek Samples/Faulty/empty.csv", 65),
        ("peek Samples/statcast.csv --reader jpeg", 65), ("peek Samples/Faulty/ragged.csv", 1),
        ("check", 0), ("check nowhere", 66),
        ("validate -i Samples/metric-log.csv --owner 5f0c0000-0000-4000-8000-000000000001", 1),
        ("runs --database postgresql://nobody@127.0.0.1:1/none", 69),
        ("runs --database postgresql://nobody@127.0.0.1:6543/none", 78),
        ("doctor --database postgresql://nobody@127.0.0.1:6543/none", 1), ("db url", 0),
    ])
    func exitCodes(line: String, code: Int) {
        let outcome = project.call(line)
        #expect(Int(outcome.code) == code, "\(outcome.errors)")
    }

    @Test func quietIsQuiet() {
        #expect(project.schema.code == 0 && project.schema.output.isEmpty && project.schema.errors.isEmpty)
        #expect(project.call("schema up").output == "Nothing to do.\n")
        #expect(project.call("schema up -q").output.isEmpty)
    }

    @Test func runWithoutAnythingListsTheJobs() {
        let errors = project.call("run").errors
        #expect(errors.contains("demo") && errors.contains("nightly") && errors.contains("Give a file"))
        #expect(project.call("run nightly").errors.contains("DATABASE_URL"))
    }

    @Test func logLinesAreJSONWithoutValues() {
        let run = project.call(
            "run -i Samples/webapp-timeline.csv -i Samples/Faulty/unknown-format.csv --owner \(maya) --log-format json")
        let lines = run.errors.split(separator: "\n")
        let parsed = lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(!lines.isEmpty && parsed.count == lines.count, "\(run.errors)")
        let events = parsed.compactMap { $0["event"] as? String }
        #expect(events.contains("unit refused") && events.contains { $0.hasPrefix("unit") && $0 != "unit refused" })
        #expect(project.call("run -i Samples/webapp-timeline.csv --owner \(maya) -q").errors.isEmpty)
    }

    @Test func redactedRunsKeepNoText() throws {
        let file = project.write(
            "date,metric,value,unit,id\n2026-05-01,velocity,secretword,mph,r-1\n", to: "redact.csv")
        let run = project.call("run -i \(file) --owner \(maya) --redact -o json --max-rejects 1")
        #expect(run.code == 0)
        let id = try #require(run.object["run"] as? String)
        let rejects = project.call("rejects \(id) -o jsonl")
        #expect(!rejects.output.isEmpty && !rejects.output.contains("secretword"))
    }
}
