import Postgres
import Proving
import Testing

/// What the app's migrations take from our roles and tables is found by each command that looks, and `schema up` gives it
/// back.
@Suite struct DriftCommandsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// What prepares the app, before another `schema up`.
        var before = ""
        var sql: String
        /// What `schema status`, `schema verify` and `doctor` say.
        var status: String
        var verify: String
        var doctor: String
        var testDescription: String { name }
    }

    private static let granted = "grant to scorebook_loader is missing: execute"

    @Test(arguments: [
        Case(
            name: "EXECUTE of a function that policies call",
            sql: "revoke execute on function public.get_user_family_ids() from scorebook_loader",
            status: "public.get_user_family_ids(): \(granted)",
            verify: "grant execute on routine public.get_user_family_ids() to scorebook_loader",
            doctor: "grant execute on function public.get_user_family_ids() to scorebook_loader"),
        Case(
            name: "EXECUTE of PUBLIC",
            before: """
                create function public.hardened(id uuid) returns boolean language sql stable as 'select true';
                grant execute on function public.hardened(uuid) to public;
                create policy hardened on public.offers as restrictive for insert to public
                    with check (public.hardened(id))
                """,
            sql: "revoke execute on function public.hardened(uuid) from public",
            status: "grant execute on routine public.hardened(uuid) to scorebook_loader",
            verify: "grant execute on routine public.hardened(uuid) to scorebook_loader",
            doctor: "grant execute on function public.hardened(id uuid) to scorebook_loader"),
        Case(
            name: "a grant on a table", sql: "revoke insert on public.schools from scorebook_loader",
            status: "public.schools: grant to scorebook_loader", verify: "`scorebook schema up` repairs it.",
            doctor: "grant insert on table public.schools to scorebook_loader"),
        Case(
            name: "a grant on a private table", sql: "revoke select on scorebook.rejects from scorebook_loader",
            status: "scorebook.rejects: grant to scorebook_loader", verify: "`scorebook schema up` repairs it.",
            doctor: "`scorebook schema up` repairs it."),
        Case(
            name: "a trigger on a table of the app",
            sql: "alter table public.notifications disable trigger scorebook_keep_quiet",
            status: "public.notifications.scorebook_keep_quiet: trigger is disabled",
            verify: "`scorebook schema up` repairs it.",
            doctor: "`scorebook schema up` repairs it."),
        Case(
            name: "a policy on a table of the app", sql: "drop policy \"scorebook reads owners\" on public.users",
            status: "public.users.scorebook reads owners: policy is missing",
            verify: "`scorebook schema up` repairs it.", doctor: "`scorebook schema up` repairs it."),
    ])
    func `What was taken away is found by every command and given back by schema up`(change: Case) throws {
        let scratch = try Scratch()
        let connection = try scratch.openPlatform()
        func scorebook(_ words: String..., user: String? = nil) throws -> Program.Result {
            try Program.run(
                words, environment: ["DATABASE_URL": user.map { scratch.url(user: $0) } ?? scratch.administratorURL])
        }
        if !change.before.isEmpty { try scratch.open().run(change.before) }
        let first = try scorebook("schema", "verify")
        #expect(first.code == 0, "\(first.output)")
        try connection.run(change.sql)
        let status = try scorebook("schema", "status", "-o", "csv")
        #expect(status.output.contains(change.status), "\(status.output.split(separator: "\n").suffix(5))")
        let verified = try scorebook("schema", "verify", "-o", "csv")
        #expect(verified.code == 1 && verified.output.contains(change.verify), "\(verified.output)")
        for user in [nil, EmbeddedCluster.loader] {
            let doctor = try scorebook("doctor", "-o", "csv", user: user)
            #expect(
                doctor.code == 1 && doctor.output.contains(change.doctor),
                "\(user ?? "administrator"): \(doctor.output)")
        }
        let up = try scorebook("schema", "up")
        #expect(up.code == 0, "\(up.output)\(up.complaints)")
        #expect(try scorebook("schema", "verify").code == 0)
        #expect(try scorebook("doctor").code == 0)
        #expect(try scorebook("schema", "up").output == "Nothing to do.\n")
    }
}
