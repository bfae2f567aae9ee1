import Foundation
import Postgres
import Proving
import Seeding
import Testing

/// `schema up` and its company, as processes against one database of the app.
@Suite struct SchemaUpTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.app) }

    private func start(_ words: String..., pipelines: String? = nil) throws -> Program {
        var environment = ["DATABASE_URL": scratch.administratorURL]
        if let pipelines { environment["SCOREBOOK_PIPELINES"] = pipelines }
        return try Program(words, environment: environment)
    }

    private func scorebook(_ words: String...) throws -> Program.Result {
        try Program(words, environment: ["DATABASE_URL": scratch.administratorURL]).finish()
    }

    /// Everything of ours that is recorded, and the marks of the summaries among it.
    private func facts(_ scratch: Scratch) throws -> [[String?]] {
        try scratch.rows("select kind, object, name, value, repair from scorebook.schema_facts order by 1, 2, 3")
    }

    private func expectWhole() throws {
        let verified = try scorebook("schema", "verify")
        #expect(verified.code == 0, "\(verified.output)\(verified.complaints)")
        #expect(verified.output == "the database is what the datasets need\n")
        #expect(try scorebook("summaries", "verify").code == 0)
    }

    @Test func `The app's tables are made in an empty database where that is asked for`() throws {
        let name = "own_\(UUID().uuidString.prefix(8).lowercased())"
        _ = try scratch.rows("create database \(name)")
        func scorebook(as user: String = "supabase_admin", _ words: String...) throws -> Program.Result {
            let url = scratch.url(user: user).replacing(scratch.name, with: name)
            return try Program(words, environment: ["DATABASE_URL": url]).finish()
        }
        let guest = try scorebook(as: "postgres", "schema", "up", "--with-app-tables")
        #expect(guest.code == 78 && guest.complaints.contains("a superuser"), "\(guest.complaints)")
        let refused = try scorebook("schema", "up")
        #expect(refused.code == 78)
        #expect(refused.complaints.contains("schema up --with-app-tables"), "\(refused.complaints)")
        let status = try scorebook("schema", "status")
        #expect(
            status.output.split(separator: "\n").count == 1
                && status.output.contains("summaries missing; -v lists them"))
        #expect(try scorebook("schema", "status", "-v").output.split(separator: "\n").count > 100)
        let doctor = try scorebook("doctor").output
        #expect(doctor.contains("the schema is not applied") && doctor.contains("--with-app-tables"), "\(doctor)")
        for untrue in ["SQLSTATE", "stored summaries match", "loads run as"] { #expect(!doctor.contains(untrue)) }
        #expect(try scorebook("user", "add", "zoe@example.com").complaints.contains("--with-app-tables"))
        let made = try scorebook("schema", "up", "--with-app-tables")
        #expect(made.code == 0, "\(made.complaints)")
        #expect(try scorebook("schema", "verify").code == 0)
        #expect(try scorebook("schema", "up").output == "Nothing to do.\n")
        let file = try scratch.file("own.csv", "date,metric,value,unit\n2026-05-01,velocity,70,mph\n")
        let unknown = try scorebook("run", file, "--owner", "zoe@example.com")
        #expect(unknown.output.contains("scorebook user add"), "\(unknown.output)\(unknown.complaints)")
        let zoneless = try scorebook("user", "add", "zoe@example.com")
        #expect(zoneless.code == 2 && zoneless.complaints.contains("--zone"), "\(zoneless.complaints)")
        #expect(try scorebook("user", "add", "zoe@example.com", "--zone", "Europe/Vienna").code == 0)
        #expect(try scorebook("user", "list").output.contains("zoe@example.com"))
        #expect(try scorebook("run", file, "--owner", "zoe@example.com").code == 0)
        let theirAccounts = try self.scorebook("user", "add", "zoe@example.com")
        #expect(theirAccounts.code == 2 && theirAccounts.complaints.contains("people sign up in the app"))
        let theirs = try self.scorebook("schema", "up", "--with-app-tables")
        #expect(theirs.code == 78 && theirs.complaints.contains("has tables already"), "\(theirs.complaints)")
    }

    @Test func `Two at once both end well, and one of them finds nothing missing`() throws {
        let both = try [start("schema", "up"), start("schema", "up")]
        let results = both.map { $0.finish() }
        #expect(results.map(\.code) == [0, 0], "\(results.map(\.complaints))")
        #expect(results.count { $0.output == "Nothing to do.\n" } == 1)
        try expectWhole()
    }

    @Test(arguments: Extent.some([500, 250, 80, 900, 1500], 2)) func `One that is killed is completed by the next`(
        milliseconds: Int
    ) throws {
        let killed = try start("schema", "up")
        usleep(UInt32(milliseconds) * 1000)
        killed.kill()
        _ = killed.finish()
        let next = try scorebook("schema", "up")
        #expect(next.code == 0, "\(next.complaints)")
        try expectWhole()
    }

    @Test func `A dry run changes nothing and shows what it would put on the app's tables`() throws {
        let objects = "select count(*), max(oid::bigint) from pg_catalog.pg_class"
        let before = try scratch.rows(objects)
        let shown = try scorebook("schema", "up", "--dry-run")
        #expect(shown.code == 0, "\(shown.complaints)")
        #expect(try scratch.rows(objects) == before)
        let lines = shown.output.split(separator: "\n").map(String.init)
        #expect(lines.contains("would make file scorebook/040_runs.sql"))
        #expect(lines.contains("would make summary public.metric_trends"))
        #expect(lines.contains { $0.contains("create policy \"scorebook reads owners\" on public.users") })
        #expect(
            lines.contains { $0.contains("create trigger scorebook_metric_trends_insert after insert on public.perf") })
        #expect(try scorebook("schema", "up").code == 0)
        #expect(try scorebook("schema", "up", "--dry-run").output == "Nothing to do.\n")
        #expect(try scorebook("schema", "sql").output == "-- Nothing is missing.\n")
        try scratch.open().run("drop trigger scorebook_metric_trends_insert on public.performance_metrics")
        let repair = try scorebook("schema", "up", "--dry-run").output
        #expect(repair.contains("would make repair public.performance_metrics.scorebook_metric_trends_insert"))
        #expect(repair.contains("would make rows of public.metric_trends"))
    }

    @Test func `The printed SQL leaves what schema up leaves`() throws {
        let sql = try scorebook("schema", "sql")
        #expect(sql.code == 0, "\(sql.complaints)")
        let path = try scratch.file("changes.sql", sql.output)
        try psql(path)
        try expectWhole()
        #expect(try scorebook("schema", "up").output == "Nothing to do.\n")
        let other = try Scratch(.app)
        #expect(try Program.run(["schema", "up"], environment: ["DATABASE_URL": other.administratorURL]).code == 0)
        let applied = "select file, sha256 from scorebook.schema_migrations order by 1"
        #expect(try scratch.rows(applied) == other.rows(applied))
        #expect(try facts(scratch) == facts(other))
        // The same for repairs.
        try scratch.open().run(
            """
            drop policy "scorebook reads owners" on public.users;
            alter table public.metric_trends disable row level security;
            alter table public.metric_trends drop column label;
            """)
        try psql(try scratch.file("repairs.sql", scorebook("schema", "sql").output))
        try expectWhole()
        #expect(try facts(scratch) == facts(other))
    }

    private func psql(_ path: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["psql", "-X", "-q", "-o", "/dev/null", "-d", scratch.administratorURL, "-f", path]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && text.isEmpty, "\(text)")
    }

    @Test func `An older program is refused, and changes nothing`() throws {
        let newer = "\(scratch.folder)/pipelines"
        try FileManager.default.copyItem(atPath: Ground.pipelinesFolder, toPath: newer)
        #expect(try scorebook("schema", "up").code == 0)
        let summary = "\(newer)/performance/summaries/metric_history.sql"
        let text = try String(contentsOfFile: summary, encoding: .utf8)
        try Data((text + "\nwhere true\n").utf8).write(to: URL(filePath: summary))
        let upgraded = try start("schema", "up", pipelines: newer).finish()
        #expect(upgraded.code == 0, "\(upgraded.complaints)")
        let before = try facts(scratch)
        let older = try scorebook("schema", "up")
        #expect(older.code == 78)
        #expect(older.complaints.contains("newer than this program: summary public.metric_history"))
        #expect(try facts(scratch) == before)
        try Data("create table scorebook.later ();".utf8).write(to: URL(filePath: "\(newer)/scorebook/999_later.sql"))
        #expect(try start("schema", "up", pipelines: newer).finish().code == 0)
        let unknown = try scorebook("schema", "up", "--dry-run")
        #expect(unknown.code == 78)
        #expect(unknown.complaints.contains("it has scorebook/999_later.sql, which this program does not know"))
    }

    @Test func `A run on an older schema ends at once with what to do`() throws {
        let file = try scratch.file("log.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
        let empty = try scorebook("run", "-i", file, "--owner", Ground.maya)
        #expect(empty.code == 78)
        #expect(empty.complaints.contains("`scorebook schema up`"), "\(empty.complaints)")
        #expect(try scorebook("schema", "up").code == 0)
        try scratch.open().run("delete from scorebook.schema_migrations where file like 'scorebook/0%'")
        let older = try scorebook("run", "-i", file, "--owner", Ground.maya)
        #expect(older.code == 78)
        #expect(older.complaints.contains("the database's schema is older than this program"), "\(older.complaints)")
        #expect(try scratch.value("select count(*) from scorebook.runs") == "0")
    }
}
