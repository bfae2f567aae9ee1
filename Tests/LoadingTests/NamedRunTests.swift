import Postgres
import Proving
import Testing

/// A run by its id, the beginning of it, or `latest`: for all commands that take one.
@Suite struct NamedRunTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    private func scorebook(_ words: String...) throws -> Program.Result {
        try Program(words + ["-o", "json"], environment: ["DATABASE_URL": scratch.url()]).finish()
    }

    @Test func `The latest run is known by that word`() throws {
        let path = try scratch.file("log.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
        let run = try #require(try scorebook("run", "-i", path, "--owner", Ground.maya).report["run"] as? String)
        let verified = try scorebook("verify", "latest")
        #expect(verified.code == 0 && verified.report["run"] as? String == run, "\(verified.complaints)")
        #expect(try scorebook("rejects", "replay", "latest").code == 0)
        let undone = try scorebook("rollback", "latest")
        #expect(undone.code == 0 && undone.report["job"] as? String == run, "\(undone.complaints)")
        #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == "0")
    }

    @Test func `The latest run to replay is the one whose rejects are shown`() throws {
        func run(_ lines: [String]) throws -> String {
            let path = try scratch.file("\(lines.count).csv", Log.withIDs(lines))
            let words = ["run", "-i", path, "--owner", Ground.maya, "--max-rejects", "9", "-o", "json"]
            let result = try Program(words, environment: ["DATABASE_URL": scratch.url()]).finish()
            return try #require(result.report["run"] as? String)
        }
        _ = try run(["a,2026-05-01,velocity,70,mph", "b,2026-05-02,velocity,fast,mph"])
        let last = try run(["c,2026-05-03,velocity,fast,mph"])
        let shown = try Program(["rejects", "latest", "-o", "jsonl"], environment: ["DATABASE_URL": scratch.url()])
            .finish()
        #expect(shown.output.contains("2026-05-03") && !shown.output.contains("2026-05-02"), "\(shown.output)")
        #expect(try scorebook("rejects", "replay", "latest").report["job"] as? String == last)
        #expect(try scorebook("rejects", "replay").report["job"] as? String == last)
    }

    @Test(arguments: ["show", "verify", "rollback", "rejects", "rejects replay"])
    func `A run that is not there, or not the only one, is a usage error`(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        func ask(_ run: String) throws -> Program.Result {
            try Program(words + [run], environment: ["DATABASE_URL": scratch.url()]).finish()
        }
        #expect(try ask("latest").code == 2)
        try scratch.open().run(
            """
            insert into scorebook.runs (id, mode, database)
            select ('ab000000-0000-4000-8000-00000000000' || number)::uuid, 'run', 'x'
            from pg_catalog.generate_series(1, 2) as number
            """)
        for (run, words) in [("ffffffff", "no such run"), ("nonsense", "no such run"), ("AB", "more than one run")] {
            let result = try ask(run)
            #expect(result.code == 2 && result.output.isEmpty, "\(result.complaints)")
            #expect(result.complaints.contains(words), "\(result.complaints)")
        }
    }
}
