import Foundation
import Postgres
import Proving
import Records
import Reporting
import Testing

/// A deleted account takes its own data from the ledger, and nothing of other people, whatever it calls itself.
@Suite struct ForgettingTests {
    let scratch: Scratch
    private let attacker = "7e0c0000-0000-4000-8000-0000000009a1"
    private let maya = "maya.rivera@example.org"

    init() throws {
        scratch = try Scratch(.new)
        try scratch.open().run(
            """
            insert into auth.users (id, email) values ('\(attacker)', 'stranger@x.org');
            insert into public.users (id, email, role) values ('\(attacker)', 'stranger@x.org', 'player')
            on conflict (id) do nothing
            """)
    }

    /// All that the ledger has of others.
    private func ledger() throws -> [[String?]] {
        let tables = ["units", "rejects", "before_images", "lineage_blocks", "profiles", "runs", "user_zones"]
        return try scratch.rows(
            tables.map {
                """
                select '\($0)', count(*), md5(string_agg(stored::text, '' order by stored::text))
                from scorebook.\($0) as stored
                """
            }.joined(separator: " union all ") + " order by 1")
    }

    /// Loads two versions of one file, with a reject in the second, and a file of several people.
    private func fillLedger() throws {
        let first = try scratch.file("a.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
        #expect(scratch.run(first).report.ledger.inserted == 1)
        let second = try scratch.file(
            "b.csv", Log.withIDs(["a,2026-05-01,velocity,71,mph", "b,2026-05-02,velocity,60.4 e@x-y,mph"]))
        #expect(scratch.run(second).report.ledger.line.contains("updated 1"))
        let texts = [
            "written by \(maya)", "of jo\(maya)", "of \(maya).au", "to -\(maya)", "\(maya)\nhas two lines",
        ]
        let rows = texts.enumerated().map { number, text in
            "\(Log.id(number)),7e0c0000-0000-4000-8000-0000000000ff,velocity,61,mph,2026-04-01,\"\(text)\""
        }
        var payload = Attempt(.run, [try scratch.file("rows.csv", Log.rows(rows, columns: ",notes"))])
        payload.owner = "payload"
        #expect(payload.execute(on: scratch).report.ledger.rejected == 5)
    }

    /// The app's own right: a user changes the own row, and deletes it.
    private func deleteAccount(called mail: String) throws {
        let app = try scratch.open()
        // So that the address of another user is free.
        _ = try app.rows("update public.users set email = 'was-' || email where email = $1", [mail])
        try app.transaction {
            try app.run("set local role authenticated")
            try app.run(
                "set local \"request.jwt.claims\" = '{\"sub\":\"\(attacker)\",\"role\":\"authenticated\"}'")
            let renamed = try app.rows(
                "update public.users set email = $1 where id = '\(attacker)' returning id", [mail])
            let deleted = try app.rows("delete from public.users where id = '\(attacker)' returning id")
            #expect(renamed.count == 1 && deleted.count == 1)
        }
    }

    @Test(arguments: [
        "-", "e", "@", "", "%", "_", ".*", "\\", "' or true --", "{a,b}", "example.org", "rivera@example.org",
        "maya.rivera@example.org", Ground.maya, "payload", "erased",
    ])
    func aDeletedAccountTakesNothingOfOthers(mail: String) throws {
        try fillLedger()
        let before = try ledger()
        try deleteAccount(called: mail)
        #expect(try ledger() == before)
    }

    @Test func ofANightTheLedgerKeepsTheOthersFiles() throws {
        for (owner, name) in [(maya, "mayas"), (attacker, "strangers")] {
            let path = try scratch.file("inbox/\(owner)/\(name).csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: path)
        }
        let environment = ["INBOX", "ARCHIVE", "QUARANTINE", "PHOTOS"].reduce(into: ["DATABASE_URL": scratch.url()]) {
            $0["SCOREBOOK_\($1)"] = "\(scratch.folder)/\($1.lowercased())"
        }
        let run = try Program.run(["run", "nightly"], environment: environment, folder: scratch.folder)
        #expect(run.code == 0, "\(run.complaints)")
        let files = """
            select string_agg(source, ' ' order by source), max(options ->> 'job'), bool_or(report ? 'tables')::text
            from scorebook.runs join scorebook.units on run_id = runs.id
            """
        let both = try scratch.rows(files)
        #expect(both == [["mayas.csv strangers.csv", "nightly", "true"]])
        try deleteAccount(called: "-")
        let others = try scratch.rows(files)
        #expect(others == [["erased mayas.csv", "nightly", "true"]])
    }

    /// Texts as SQL, and whether they name ann@x.org.
    private static let bodies: [(sql: String, isNamed: Bool)] = [
        ("'ann@x.org'", true), ("'Ann@X.org.'", true), ("'/inbox/ann@x.org/a.csv'", true), ("e'\\'ann@x.org\\''", true),
        (#"'{"a": "x\nann@x.org"}'"#, true), ("'joann@x.org, ann@x.org'", true), ("'joann@x.org'", false),
        ("'ann@x.org.uk'", false), ("'ann@x.orgy'", false), ("e'o\\'ann@x.org'", false), ("'mail-ann@x.org'", false),
        (raw(#"U&'\00A0ann@x.org'"#), true), (raw(#"U&'\FEFFann@x.org'"#), true), (raw("'éann@x.org'"), false),
    ]

    /// A text as the ledger keeps bytes.
    private static func raw(_ text: String) -> String { "encode(convert_to(\(text), 'UTF8'), 'escape')" }

    @Test func anAddressIsFoundAsAWhole() throws {
        let platform = try scratch.openPlatform()
        func names(_ body: String, _ address: String) throws -> Bool? {
            try platform.value(
                "select scorebook.names_person(\(raw: body), gen_random_uuid(), array[\(raw: address)])", as: Bool.self)
        }
        for (body, isNamed) in Self.bodies { #expect(try names(body, "'ann@x.org'") == isNamed, "\(body)") }
        #expect(try names(#"e'to o\'brien@x.org'"#, #"e'o\'brien@x.org'"#) == true)
        #expect(try names(Self.raw("'jörg@x.org,1'"), "'jörg@x.org'") == true)
        // A hostile text takes time in proportion to its length.
        #expect(try names("repeat('ann@x.orgy', 100000)", "'ann@x.org'") == false)
    }

    @Test func theTextOfSeveralPeopleGoesByTheWholeAddress() throws {
        try fillLedger()
        // Another name in the app does not change whose text it is.
        _ = try scratch.rows("update public.users set email = '-' where id = $1", [Ground.maya])
        _ = try scratch.rows("delete from auth.users where id = $1", [Ground.maya])
        let left = try scratch.rows(
            "select owner, cells ->> 'notes' from scorebook.rejects order by record_number")
        #expect(left == [[nil, "of jo\(maya)"], [nil, "of \(maya).au"], [nil, "to -\(maya)"]])
        #expect(try scratch.value("select count(*) from scorebook.owner_addresses") == "0")
    }

    /// An address counts if the account had confirmed it when files were loaded for it.
    @Test func anAddressThatTheLedgerHasNotNotedIsNotLookedFor() throws {
        _ = try scratch.openPlatform().rows(
            "update auth.users set email_confirmed_at = null where id = $1", [Ground.maya])
        try fillLedger()
        _ = try scratch.rows("delete from auth.users where id = $1", [Ground.maya])
        #expect(try scratch.value("select count(*) from scorebook.rejects") == "5")
    }
}
