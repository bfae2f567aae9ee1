import Foundation
import Postgres
import Proving
import Serving
import Testing

/// What the loader may not do is configuration: told at once, with the name of the object and the GRANT that solves it.
@Suite struct PrivilegeTests {
    private let scratch: Scratch
    /// How long a command takes that only logs in and plans statements, on this machine as it is now.
    private let usual: Duration

    init() throws {
        let scratch = try Scratch()
        self.scratch = scratch
        usual = try ContinuousClock().measure {
            let result = try Program.run(["doctor"], environment: ["DATABASE_URL": scratch.url()])
            #expect(result.code == 0, "\(result.output)")
        }
    }

    /// A command that ends at once: nothing is tried again, nothing bisected.
    private func scorebook(_ words: [String], user: String = EmbeddedCluster.loader) throws -> Program.Result {
        var result: Program.Result?
        let time = try ContinuousClock().measure {
            result = try Program.run(
                words, environment: ["DATABASE_URL": scratch.url(user: user)], folder: scratch.folder)
        }
        // Trying again takes six seconds or more.
        #expect(time < usual * 2 + .seconds(4), "\(words)")
        return try #require(result)
    }

    private func run(_ path: String, _ mode: String = "run") throws -> Program.Result {
        try scorebook([mode, "--input", path, "--owner", Ground.maya, "--set", "zone=America/Los_Angeles"])
    }

    private static let function = "public.get_user_family_ids()"
    private static let grant = "grant execute on function \(function) to "

    /// As the app's hardening left it: policies for everybody call a function that not everybody may execute.
    private func closeFunction() throws {
        try scratch.open().run(
            "revoke execute on function \(Self.function) from public, scorebook_loader, scorebook_owner")
    }

    private func schools(_ count: Int) throws -> String {
        let rows = (0..<count).map { number in
            let digits = String(number)
            let id = "7e0c0000-0000-4000-9000-" + String(repeating: "0", count: 12 - digits.count) + digits
            return "\(id),\(Ground.maya),School \(number),D1,,researching\n"
        }
        return try scratch.file(
            "schools_rows.csv", "id,user_id,name,division,conference,status\n\(rows.joined())")
    }

    @Test(arguments: ["run", "plan"]) func aFunctionThatPoliciesCallIsNamed(mode: String) throws {
        try closeFunction()
        let result = try run(try schools(3), mode)
        #expect(result.code == 78, "\(result.complaints)")
        #expect(result.complaints.contains("permission denied for function get_user_family_ids"))
        #expect(result.complaints.contains(Self.grant) && result.complaints.contains("scorebook_loader"))
        #expect(try scratch.value("select count(*) from public.schools as s where \(Ground.ours("s"))") == "1")
    }

    /// The statement that solves it does.
    @Test func whatIsToldSolvesIt() throws {
        try closeFunction()
        let told = try run(try schools(3)).complaints
        let grant = try #require(told.firstMatch(of: /grant execute on function [^;\n]*/)).output
        try scratch.open().run(String(grant))
        #expect(try run(try schools(3)).code == 0)
    }

    /// Before a large file is read, not after.
    @Test(arguments: ["run", "plan"]) func aTableIsNamedBeforeTheFileIsRead(mode: String) throws {
        try scratch.open().run("revoke insert, select on public.schools from scorebook_loader")
        let result = try scorebook([
            mode, "--input", try schools(50_000), "--owner", Ground.maya, "-o", "json",
        ])
        #expect(result.code == 78, "\(result.complaints)")
        #expect(result.complaints.contains("permission denied for table schools"))
        #expect(
            result.complaints.contains("grant select, insert on table public.schools to scorebook_loader"),
            "\(result.complaints)")
        #expect(result.ledger["read"] == 0)
    }

    @Test func undoingReplayingAndVerifyingTellItAsWell() throws {
        let path = try schools(3)
        #expect(try run(path).code == 0)
        let id = try #require(try scratch.value("select id from scorebook.runs where mode = 'run'"))
        try closeFunction()
        for words in [["verify", id], ["rollback", id]] {
            let result = try scorebook(words)
            #expect(result.code == 78, "\(words) \(result.code) \(result.complaints)")
            #expect(result.complaints.contains(Self.grant), "\(result.complaints)")
        }
        #expect(try scratch.value("select count(*) from public.schools as s where \(Ground.ours("s"))") == "4")
    }

    @Test func aReplayNamesIt() throws {
        let path = try scratch.file(
            "metrics.csv", Log.withIDs(["m1,2026-05-01,velocity,80,mph", "m2,2026-05-02,velocity,eighty,mph"]))
        #expect(try run(path).code == 1)
        // As if today's definitions read it.
        try scratch.openPlatform().run(
            """
            update scorebook.rejects set cells = replace(cells::text, 'eighty', '81')::jsonb
            where cells::text ~ 'eighty'
            """)
        try scratch.open().run("revoke insert on public.performance_metrics from scorebook_loader")
        let result = try scorebook(["rejects", "replay"])
        #expect(result.code == 78, "\(result.code) \(result.complaints)")
        #expect(result.complaints.contains("grant insert on table public.performance_metrics to scorebook_loader"))
    }

    @Test func doctorNamesItAndOnlyReads() throws {
        let writes = try scratch.writes()
        #expect(try scorebook(["doctor"]).code == 0)
        try closeFunction()
        try scratch.open().run("revoke update on public.schools from scorebook_loader")
        let result = try scorebook(["doctor", "-o", "json"])
        #expect(result.code == 1)
        #expect(result.output.contains(Self.grant), "\(result.output)")
        #expect(result.output.contains("grant update on table public.schools to scorebook_loader"), "\(result.output)")
        #expect(result.output.contains("jit is"))
        #expect(try scratch.writes() == writes)
    }

    /// A role that row-level security does not bind would write rows of owners that the run has not declared.
    @Test func aRoleThatBypassesRowLevelSecurityIsRefused() throws {
        let role = "administrator_\(scratch.name)"
        let server = try scratch.openPlatform()
        try server.run("create role \(role) login bypassrls createrole; grant all on schema scorebook to \(role)")
        defer { _ = try? server.run("drop owned by \(role); drop role \(role)") }
        let result = try Program.run(
            ["run", "--input", try schools(3), "--owner", Ground.maya],
            environment: [
                "DATABASE_URL": scratch.url(user: ProductionServer.superuser), "PGOPTIONS": "-c role=\(role)",
            ], folder: scratch.folder)
        #expect(result.code == 78, "\(result.complaints)")
        #expect(result.complaints.contains("row-level security does not bind"), "\(result.complaints)")
        #expect(result.complaints.contains("grant scorebook_loader to"))
        #expect(try scratch.value("select count(*) from public.schools as s where \(Ground.ours("s"))") == "1")
    }
}

/// `schema verify --try`: what only a write shows.
@Suite struct SchemaTrialTests {
    private func tried(_ scratch: Scratch) throws -> Program.Result {
        try Program.run(
            ["schema", "verify", "--try", "-o", "json"],
            environment: ["DATABASE_URL": scratch.url(user: EmbeddedCluster.loader)], folder: scratch.folder)
    }

    private func findings(_ result: Program.Result) throws -> [[String: Any]] {
        try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    }

    @Test func everyTableTakesARowAndNothingStays() throws {
        let scratch = try Scratch()
        let versions = try scratch.versions()
        let notified = try told(scratch)
        let result = try tried(scratch)
        #expect(result.code == 0, "\(result.output) \(result.complaints)")
        let found = try findings(result)
        #expect(!found.contains { $0["severity"] as? String == "error" }, "\(found)")
        // An account, and the one family of a player, are all that a trial cannot bring.
        let partly = Set(found.compactMap { $0["table"] as? String })
        #expect(partly.isSubset(of: ["public.users", "public.family_members"]), "\(found)")
        #expect(result.complaints.contains("tables tried"), "\(result.complaints)")
        #expect(try scratch.versions() == versions)
        #expect(try told(scratch) == notified)
    }

    /// What the app has told people, and where it has called to.
    private func told(_ scratch: Scratch) throws -> [[String?]] {
        try scratch.openPlatform().rows(
            "select (select count(*) from net.http_request_log), (select count(*) from public.notifications)")
    }

    /// The catalogue does not know what a trigger's function calls.
    @Test func aFunctionCalledInsideAFunctionIsNamed() throws {
        let scratch = try Scratch()
        try scratch.open().run(
            """
            create function public.inner_of_school() returns boolean language sql as 'select true';
            create function public.outer_of_school() returns trigger language plpgsql as
                'begin perform public.inner_of_school(); return new; end';
            revoke execute on function public.inner_of_school() from public, anon, authenticated, service_role;
            create trigger asks before insert on public.schools for each row execute function public.outer_of_school()
            """)
        let doctor = try Program.run(
            ["doctor"], environment: ["DATABASE_URL": scratch.url(user: EmbeddedCluster.loader)], folder: scratch.folder
        )
        #expect(!doctor.output.contains("inner_of_school"))
        let result = try tried(scratch)
        #expect(result.code == 1, "\(result.output) \(result.complaints)")
        let found = try findings(result).filter { $0["table"] as? String == "public.schools" }
        let text = found.compactMap { $0["text"] as? String }.joined()
        #expect(text.contains("grant execute on function public.inner_of_school() to scorebook_loader"), "\(text)")
        #expect(found.contains { $0["severity"] as? String == "error" })
    }
}
