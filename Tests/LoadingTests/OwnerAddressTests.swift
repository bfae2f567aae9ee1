import Foundation
import Postgres
import Proving
import Records
import Reporting
import Testing

/// An email means the account that has confirmed it, wherever an owner is named; what users write of themselves counts for nothing.
@Suite struct OwnerAddressTests {
    let scratch: Scratch
    private let attacker = "7e0c0000-0000-4000-8000-0000000009a1"
    private let stranger = "newkid@x.org"
    private let maya = "maya.rivera@example.org"

    init() throws {
        scratch = try Scratch(.new)
        try signUp(attacker, "mallory@x.org")
    }

    /// An account with a profile, its address confirmed.
    private func signUp(_ id: String, _ mail: String) throws {
        try scratch.open().run(
            """
            insert into auth.users (id, email, email_confirmed_at) values ('\(id)', '\(mail)', now());
            insert into public.users (id, email, role) values ('\(id)', '\(mail)', 'player') on conflict (id) do nothing
            """)
    }

    private func call(_ sql: String) throws {
        let app = try scratch.open()
        try app.transaction {
            try app.run("set local role authenticated")
            try app.run("set local \"request.jwt.claims\" = '{\"sub\":\"\(attacker)\",\"role\":\"authenticated\"}'")
            #expect(try app.run(sql) == 1)
        }
    }

    /// One night with a file in the folder of each owner: what became of each.
    private func night(_ owners: String...) throws -> [String: String] {
        for owner in owners {
            let path = try scratch.file(
                "inbox/\(owner)/\(owner).csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: path)
        }
        let run = try scorebook("run", "nightly", "-o", "json")
        return Dictionary(
            run.units.map { ($0["source"] as? String ?? "", "\($0["status"] ?? "") \($0["reason"] as? String ?? "")") }
        ) { $1 }
    }

    private func scorebook(_ words: String...) throws -> Program.Result {
        try Program.run(
            words,
            environment: [
                "DATABASE_URL": scratch.url(), "SCOREBOOK_INBOX": "\(scratch.folder)/inbox",
                "SCOREBOOK_ARCHIVE": "\(scratch.folder)/archive",
                "SCOREBOOK_QUARANTINE": "\(scratch.folder)/quarantine", "SCOREBOOK_PHOTOS": scratch.photos,
            ], folder: scratch.folder)
    }

    private func loaded(for owner: String) throws -> String? {
        try scratch.value(
            "select count(*) from scorebook.units where status = 'loaded' and owner_scope = $1", [owner])
    }

    @Test func aStrangersWaitingFilesAreNotTaken() throws {
        try call("update public.users set email = '\(stranger)' where id = '\(attacker)'")
        #expect(try night(stranger)["\(stranger).csv"]?.contains("no account in this database") == true)
        #expect(try loaded(for: attacker) == "0")
        #expect(try scorebook("run", "inbox/\(stranger)/\(stranger).csv", "--owner", stranger).code != 0)
        #expect(try loaded(for: attacker) == "0")
        let erased = try scorebook("erase", "--owner", stranger, "--dry-run")
        #expect(erased.code == 1 && erased.complaints.contains("no account"))
    }

    @Test func anotherUsersNightsAreNotBlocked() throws {
        try call("update public.users set email = 'Maya.Rivera@Example.org' where id = '\(attacker)'")
        #expect(try night(maya)["\(maya).csv"] == "loaded ")
        #expect(try loaded(for: Ground.maya) == "1")
    }

    @Test func anUnconfirmedAddressIsUnknown() throws {
        try scratch.openPlatform().run("update auth.users set email_confirmed_at = null where id = '\(Ground.maya)'")
        let found = try night(maya, Ground.maya)
        #expect(found["\(maya).csv"]?.contains("no account in this database") == true)
        #expect(found["\(Ground.maya).csv"] == "loaded ")
    }

    @Test func twoAccountsOfOneAddressAreNamed() throws {
        try signUp("7e0c0000-0000-4000-8000-0000000009a2", "MAYA.rivera@example.org")
        #expect(try night(maya)["\(maya).csv"]?.contains("several accounts") == true)
        for words in [["erase", "--owner", maya, "--dry-run"], ["trends", "--owner", maya]] {
            let told = try Program.run(words, environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
            #expect(told.code == 1 && told.complaints.contains("several accounts"), "\(words) \(told.complaints)")
        }
    }

    @Test func whereAddressesAreClosedOwnersAreFoundByID() throws {
        try scratch.openPlatform().run("revoke all on auth.users from postgres")
        let found = try night(maya, Ground.maya)
        #expect(found["\(maya).csv"]?.contains("give the user id") == true)
        #expect(found["\(Ground.maya).csv"] == "loaded ")
        #expect(try scorebook("doctor").output.contains("owners are found by user id only"))
    }

    /// The owner's own old email leads to the confirmed account.
    @Test func identitiesLeadToAConfirmedAddress() throws {
        try call("update public.users set email = 'old@x.org' where id = '\(attacker)'")
        let map = try scratch.file("ids.csv", "old@x.org,\(maya)\n")
        let file = try scratch.file("log.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
        #expect(try scorebook("run", file, "--owner", "old@x.org", "--identities", map).code == 0)
        #expect(try loaded(for: Ground.maya) == "1" && loaded(for: attacker) == "0")
    }
}
