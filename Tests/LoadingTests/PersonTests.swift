import Importing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// Persons, families and who is in them: rows that are their own owners, and rules of the app that look over many rows.
@Suite struct PersonTests {
    static let made = Migration.made

    private func attempt(_ mode: RunReport.Mode = .run, _ path: String) -> Attempt {
        var attempt = Attempt(mode, [path])
        attempt.owner = "payload"
        return attempt
    }

    /// A second pass of a migration in which a person and a family have changed.
    @Test(arguments: ["dump.sql", "users_rows.csv", "family_units_rows.csv"])
    func whoHasChangedIsUpdated(name: String) throws {
        let scratch = try Scratch(.used)
        func text(_ person: String, _ family: String) -> String {
            switch name {
            case "users_rows.csv":
                "id,email,full_name,role\n\(Migration.nora),nora.rivera@example.org,\(person),player\n"
                    + "\(Migration.ana),ana.lake@example.org,Ana Lake,parent\n"
            case "family_units_rows.csv": "id,family_name,family_code\n\(Migration.family),\(family),FAM-7Q2K9Z\n"
            default:
                Migration.dump(Migration.family()).replacing("Nora Rivera", with: person)
                    .replacing("\tLake\t", with: "\t\(family)\t")
            }
        }
        let first = attempt(.run, try scratch.file("first/\(name)", text("Nora Rivera", "Lake"))).execute(on: scratch)
        #expect(first.end == .done && first.report.ledger.rejected == 0, "\(first.end)")
        let path = try scratch.file("second/\(name)", text("Nora Holt", "Holt"))
        let planned = attempt(.plan, path).execute(on: scratch)
        let second = attempt(.run, path).execute(on: scratch)
        #expect(second.end == .done, "\(second.end)")
        #expect(second.report.ledger.updated == (name == "dump.sql" ? 2 : 1), "\(second.report.ledger.line)")
        #expect(second.report.conflicts.isEmpty && planned.report.ledger == second.report.ledger)
        if name != "family_units_rows.csv" {
            #expect(
                try scratch.value("select full_name from public.users where id = '\(Migration.nora)'") == "Nora Holt")
        }
        if name != "users_rows.csv" {
            let sql = "select family_name from public.family_units where id = '\(Migration.family)'"
            #expect(try scratch.value(sql) == "Holt")
        }
        let undone = try Program.run(
            ["rollback", second.report.run], environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        #expect(undone.code == 0, "\(undone.complaints)")
        let third = attempt(.run, try scratch.file("third/\(name)", text("Nora Rivera", "Lake") + "\n"))
            .execute(on: scratch)
        #expect(third.report.ledger.updated == 0 && third.report.conflicts.isEmpty, "\(third.report.ledger.line)")
    }

    /// On a project of the app's own nobody can be given an account: who hangs on such a user is rejected with them.
    @Test(arguments: [RunReport.Mode.run, .plan])
    func whoHangsOnARefusedUserIsRejectedWithAdvice(mode: RunReport.Mode) throws {
        let scratch = try Scratch()
        try scratch.openPlatform().run("delete from auth.users where id in ('\(Migration.nora)', '\(Migration.ana)')")
        let tables =
            Migration.family() + Migration.schools(["contacted", "researching"], written: 1) + Migration.dated
        let path = try scratch.file("dump.sql", Migration.dump(tables))
        let (report, end) = attempt(mode, path).execute(on: scratch)
        #expect(end == .overLimit, "\(end)")
        // The family is nobody's, and stands by itself.
        #expect(report.ledger.rejected == report.ledger.read - 1, "\(report.ledger.line)")
        #expect(!report.rejects.contains { $0.code == .refusedByServer }, "\(report.rejects)")
        #expect(report.rejects.allSatisfy { !$0.hint.isEmpty })
        #expect(report.rejects.count { $0.code == .unknownOwner } == 10, "\(report.rejects.map(\.code))")
        #expect(report.warnings.contains { $0.name.contains("--identities") && $0.name.contains(Migration.nora) })
        #expect(!report.warnings.contains { $0.name.contains("defect") || $0.name.contains("please report") })
    }

    /// A user below 18 whose membership is refused is refused, too: the app asks for it with every write of the row.
    @Test func whoIsBelow18AndInNoFamilyIsRejected() throws {
        let scratch = try Scratch(.used)
        let born = try #require(try scratch.value("select (current_date - interval '15 years')::date"))
        let tables = Migration.family(born: born).map { table in
            var table = table
            // The family is not there, so that nobody can be in it.
            if table.name == "family_units" { table.rows = [] }
            return table
        }
        let report = attempt(.run, try scratch.file("dump.sql", Migration.dump(tables))).execute(on: scratch).report
        #expect(report.rejects.contains { $0.field == "date_of_birth" && $0.code == .crossRecord }, "\(report.rejects)")
        #expect(!report.rejects.contains { $0.code == .refusedByServer })
        #expect(report.ledger.rejected == 3 && report.ledger.inserted == 1, "\(report.ledger.line)")
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        var file: String
        var text: String
        var field: String
        var testDescription: String { "\(file) \(field)" }
    }

    static let refusals: [Refusal] = [
        Refusal(
            file: "family_units_rows.csv", text: "id,family_name,family_code\n\(Migration.family),Lake,FAM-ABC123\n",
            field: "family_code"),
        Refusal(
            file: "parent_view_log_rows.csv",
            text: "id,parent_user_id,athlete_id,viewed_item_type,viewed_at\n"
                + "\(Migration.offer),\(Ground.maya),\(Ground.maya),school,\(made)\n", field: "athlete_id"),
        Refusal(
            file: "player_profiles_rows.csv",
            text: "id,user_id,family_unit_id,hash_slug\n\(Migration.offer),\(Ground.maya),\(Ground.family),abc123\n",
            field: "hash_slug"),
        Refusal(
            file: "user_preferences.sql",
            text: Migration.dump([
                Migration.Copy(
                    name: "user_preferences", columns: "id, user_id, category, data",
                    rows: [[Migration.offer, Ground.maya, "player", "{\"height_inches\": \"99999999999\"}"]])
            ]), field: "data"),
    ]

    /// What the app's keys and triggers refuse is our reject, not the server's.
    @Test(arguments: refusals) func whatTheAppRefusesIsRejectedByUs(refusal: Refusal) throws {
        let scratch = try Scratch(.used)
        let other = "00000000-0000-4000-8000-0000000000c1"
        try scratch.open().run(
            """
            insert into public.family_units (id, family_code) values ('\(other)', 'FAM-ABC123');
            insert into public.player_profiles (user_id, family_unit_id, hash_slug) values ('\(Ground.leo)', '\(other)', 'abc123')
            """)
        let path = try scratch.file(refusal.file, refusal.text)
        let report = attempt(.run, path).execute(on: scratch).report
        #expect(report.ledger.read == 1 && report.ledger.rejected == 1, "\(report.units.map { $0.reason ?? "" })")
        #expect(
            report.rejects.contains { $0.field == refusal.field && $0.code == .crossRecord && !$0.hint.isEmpty },
            "\(report.rejects)")
    }

    /// The app makes an empty list of none: a second look finds what was written, and no edit of the app's.
    @Test func noCoachesAreAnEmptyList() throws {
        let scratch = try Scratch(.used)
        func text(_ location: String) -> String {
            Migration.dump(
                [
                    Migration.Copy(
                        name: "events", columns: "id, user_id, type, name, start_date, coaches_present, location",
                        rows: [[Migration.event, Ground.maya, "camp", "Camp", "2025-03-01", "\\N", location]]),
                    Migration.Copy(
                        name: "documents", columns: "id, user_id, type, title, file_url, uploaded_by, description",
                        rows: [[Migration.offer, Ground.maya, "resume", "R", "a.pdf", Ground.maya, location]]),
                ])
        }
        let first = attempt(.run, try scratch.file("first.sql", text("A"))).execute(on: scratch).report
        #expect(first.ledger.inserted == 2, "\(first.rejects)")
        let second = attempt(.run, try scratch.file("second.sql", text("B"))).execute(on: scratch).report
        #expect(second.ledger.updated == 2 && second.conflicts.isEmpty, "\(second.ledger.line)")
    }

    /// The app notes who said something to a school; the school's own writer stays in its row.
    @Test func whoChangedASchoolStaysAsItWas() throws {
        let scratch = try Scratch(.used)
        let tables = Migration.family() + Migration.schools(["researching"], written: 1)
        let path = try scratch.file("dump.sql", Migration.dump(tables))
        #expect(attempt(.run, path).execute(on: scratch).report.ledger.rejected == 0)
        #expect(
            try scratch.rows("select status, updated_by from public.schools where id = '\(Migration.school(0))'")
                == [["researching", nil]])
    }
}
