import Foundation
import Postgres
import Proving
import Testing

/// What a plan or a comparison knows of earlier files is lost with its connection: it ends, and gives no figures.
@Suite struct LostSessionTests {
    let scratch: Scratch
    /// The first is planned before the second has to wait.
    let first: String
    let second: String

    init() throws {
        scratch = try Scratch()
        second = try scratch.file(
            "workout.csv",
            """
            Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
            2026-05-01 06:00:00,"Session",1h 5m,"Squat (Barbell)",1,60.0,5.0,0,0.0,,,

            """)
        first = try scratch.file("log.csv", Log.withIDs((1...50).map { "r\($0),2026-05-01,velocity,\(60 + $0),mph" }))
    }

    private func words(_ verb: String, _ more: [String]) -> [String] {
        [
            verb, "--input", first, "--input", second, "--owner", Ground.maya, "--set", "zone=America/Los_Angeles",
            "--set", "weight_unit=kg", "--set", "workout_distance_unit=km", "-o", "json",
        ] + more
    }

    /// Runs the program until its second file waits for a lock, and ends its session there.
    private func cut(_ words: [String]) throws -> Program.Result {
        let blocker = try scratch.open()
        try blocker.run("begin; lock table public.workouts in access exclusive mode")
        let watcher = try scratch.open()
        let program = try Program(words, environment: ["DATABASE_URL": scratch.url()])
        let waiting = """
            select pid from pg_catalog.pg_stat_activity
            where wait_event_type = 'Lock' and datname = pg_catalog.current_database()
            """
        var process: String?
        for _ in 0..<4000 where process == nil && program.isRunning {
            process = try watcher.value(waiting)
            usleep(5_000)
        }
        #expect(process != nil, "it waits for nobody")
        _ = try watcher.rows("select pg_catalog.pg_terminate_backend($1::integer)", [process])
        try blocker.run("rollback")
        return program.finish()
    }

    @Test func `A plan that loses its connection is none`() throws {
        let path = "\(scratch.folder)/plan.json"
        let result = try cut(words("plan", ["--out", path]))
        #expect(result.code == 75, "\(result.complaints)")
        #expect(result.statuses == [])
        #expect(result.ledger["read"] == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try Program.run(words("plan", []), environment: ["DATABASE_URL": scratch.url()]).code == 0)
    }

    @Test func `A run by a plan stops where it loses its connection, and tells what it has loaded`() throws {
        let path = "\(scratch.folder)/plan.json"
        let plan = try Program.run(words("plan", ["--out", path]), environment: ["DATABASE_URL": scratch.url()])
        #expect(plan.code == 0, "\(plan.complaints)")
        let result = try cut(["run", "--plan", path, "-o", "json"])
        #expect(result.code == 75, "\(result.complaints)")
        #expect(result.statuses == ["loaded", "failed"] || result.statuses == ["loaded"])
        #expect(
            try scratch.value("select count(*) from public.performance_metrics as m where \(Ground.ours("m"))") == "50")
        #expect(try scratch.value("select count(*) from public.workouts") == "0")
        #expect(try scratch.value("select status from scorebook.runs where mode = 'run'") == "failed")
    }

    @Test func `A comparison that loses its connection finds nothing`() throws {
        let run = try Program.run(words("run", []), environment: ["DATABASE_URL": scratch.url()])
        #expect(run.code == 0, "\(run.complaints)")
        let result = try cut(["verify", "latest", "-o", "json"])
        #expect(result.code == 75, "\(result.complaints)")
        #expect(result.output.isEmpty)
        let again = try Program.run(["verify", "latest", "-o", "json"], environment: ["DATABASE_URL": scratch.url()])
        #expect(again.code == 0, "\(again.complaints)")
    }

    /// Lets the attempt of that number fail with an error of the server; `public.attempts` counts them.
    private func failOnce(_ admin: Connection, at number: Int, with state: String, as type: String, by trigger: String)
        throws
    {
        try admin.run(
            """
            create sequence public.attempts;
            create function public.fail_once() returns \(raw: type) language plpgsql as $$
            begin
                if pg_catalog.nextval('public.attempts') = \(raw: "\(number)") then
                    raise exception 'not this time' using errcode = \(literal: state);
                end if;
                \(raw: type == "trigger" ? "return null;" : "")
            end $$;
            \(raw: trigger) execute function public.fail_once();
            grant usage on sequence public.attempts to public
            """)
    }

    /// The first table of the session cannot be made: an outage, after which the same session goes on.
    @Test func `What a session could not prepare it prepares once more`() throws {
        let admin = try scratch.openPlatform()
        try failOnce(
            admin, at: 2, with: "53100", as: "event_trigger",
            by: "create event trigger fails on ddl_command_start when tag in ('CREATE TABLE')")
        let files = try (1...3).map { number in
            try scratch.file("small\(number).csv", Log.withIDs(["s\(number),2026-05-01,velocity,7\(number),mph"]))
        }
        let result = try Program.run(
            ["run"] + files.flatMap { ["--input", $0] } + ["--owner", Ground.maya, "-o", "json"],
            environment: ["DATABASE_URL": scratch.url()])
        #expect(result.code == 0, "\(result.complaints)")
        #expect(try admin.value("select last_value > 2 from public.attempts") == "t")
        #expect(
            try scratch.value("select count(*) from public.performance_metrics as m where \(Ground.ours("m"))") == "3")
    }

    @Test func `A shape of lineage that was not stored is stored once more`() throws {
        let admin = try scratch.openPlatform()
        try failOnce(
            admin, at: 1, with: "40001", as: "trigger",
            by: "create trigger fails before insert on scorebook.lineage_shapes")
        let result = try Program.run(
            ["run", "--input", first, "--owner", Ground.maya], environment: ["DATABASE_URL": scratch.url()])
        #expect(result.code == 0, "\(result.complaints)")
        #expect(try admin.value("select last_value > 1 from public.attempts") == "t")
        #expect(try admin.value("select sum(cardinality(keys)) from scorebook.lineage") == "50")
    }

    /// Others disturb the first attempt; the second must not take its own plan for a unit that was planned before.
    @Test func `A unit that is planned a second time is not its own double`() throws {
        #expect(
            try Program.run(
                ["run", "--input", first, "--owner", Ground.maya], environment: ["DATABASE_URL": scratch.url()]
            ).code == 0)
        let changed = try scratch.file(
            "changed.csv", Log.withIDs((1...50).map { "r\($0),2026-05-01,velocity,\(61 + $0),mph" }))
        let app = try scratch.open()
        try app.run(
            """
            create function public.disturbed() returns boolean language plpgsql as $$
            begin
                if exists (select from pg_catalog.pg_locks where locktype = 'advisory' and objid = 4711) then
                    raise exception 'others write' using errcode = '40001';
                end if;
                return true;
            end $$;
            create policy disturbing on public.performance_metrics as restrictive for select using (public.disturbed());
            select pg_catalog.pg_advisory_lock(4711)
            """)
        let program = try Program(
            ["plan", "--input", changed, "--owner", Ground.maya, "-o", "json"],
            environment: ["DATABASE_URL": scratch.url()])
        sleep(2)
        #expect(program.isRunning)
        try app.run("select pg_catalog.pg_advisory_unlock(4711)")
        let result = program.finish()
        #expect(result.code == 0, "\(result.complaints)")
        #expect(result.statuses == ["planned"])
        #expect(result.ledger["updated"] == 50)
    }

    @Test func `Without the view of all ids nobody can tell whose they are: 78`() throws {
        try scratch.open().run("drop view scorebook.performance_metrics_keys")
        let rows = try scratch.file(
            "rows.csv", Log.rows(["\(Log.id(1)),\(Ground.maya),velocity,70,mph,2026-05-01"]))
        let result = try Program.run(
            ["plan", "--input", rows, "--owner", Ground.maya, "-o", "json"],
            environment: ["DATABASE_URL": scratch.url()])
        #expect(result.code == 78, "\(result.complaints)")
        #expect(result.complaints.contains("performance_metrics_keys"))
    }
}
