import Definitions
import Foundation
import Packing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// A family's way from the web app into another database.
@Suite struct MigrationTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    private static let whole =
        Migration.family() + Migration.schools(["contacted", "researching"], written: 2) + Migration.dated

    private func attempt(_ mode: RunReport.Mode, _ path: String, owner: String = "payload") -> Attempt {
        var attempt = Attempt(mode, [path])
        attempt.owner = owner
        return attempt
    }

    private func scorebook(_ words: [String]) throws -> Program.Result {
        try Program(words, environment: ["DATABASE_URL": scratch.url()]).finish()
    }

    /// The tables of a dump stand in no order; rows of one may refer to rows of a later one.
    @Test func anyOrderOfTablesLoads() throws {
        let path = try scratch.file("dump.sql", Migration.dump(Self.whole.reversed()))
        let report = attempt(.run, path).execute(on: scratch).report
        #expect(report.ledger.rejected == 0)
        #expect(report.ledger.inserted == report.ledger.read)
    }

    /// However many files there are: those of metrics are named before that of their user.
    @Test func anyOrderOfFilesLoads() throws {
        let user = Migration.nora
        for file in 100..<210 {
            _ = try scratch.file(
                "many/performance_metrics_\(file).csv",
                "id,user_id,metric_type,value,unit,recorded_date\n41111111-1111-4111-8111-111111111\(file),\(user),"
                    + "velocity,70,mph,2026-05-01\n")
        }
        _ = try scratch.file(
            "many/users.csv", "id,email,full_name,role\n\(user),nora.rivera@example.org,Nora Rivera,player\n")
        let report = attempt(.run, "\(scratch.folder)/many").execute(on: scratch).report
        #expect(report.ledger.inserted == 111, "\(report.causes.map(\.message))")
    }

    @Test func aSecondRunWritesNothing() throws {
        let path = try scratch.file("dump.sql", Migration.dump(Self.whole))
        let first = attempt(.run, path).execute(on: scratch).report
        let (versions, writes) = (try scratch.versions(), try scratch.writes())
        let other = try scratch.file("other.sql", Migration.dump(Self.whole) + "\n")
        let second = attempt(.run, other).execute(on: scratch).report
        #expect(second.ledger.unchanged == first.ledger.inserted)
        #expect(second.conflicts.isEmpty)
        #expect(try scratch.versions() == versions)
        #expect(try scratch.writes() == writes)
    }

    @Test func aPlanSaysWhatTheRunDoes() throws {
        let path = try scratch.file("dump.sql", Migration.dump(Self.whole))
        let writes = try scratch.writes()
        let plan = attempt(.plan, path).execute(on: scratch).report
        #expect(try scratch.writes() == writes)
        let run = attempt(.run, path).execute(on: scratch).report
        #expect(plan.ledger == run.ledger)
        #expect(plan.tables == run.tables)
        #expect(plan.warnings == run.warnings)
        #expect(plan.triggers.contains { $0.name == "public.interactions.notify_on_inbound_interaction_insert" })
    }

    @Test func undoneItIsAsIfItHadNeverBeen() throws {
        let before = try scratch.contents()
        let path = try scratch.file("dump.sql", Migration.dump(Self.whole))
        let run = attempt(.run, path).execute(on: scratch).report.run
        #expect(try scorebook(["rollback", run]).code == 0)
        #expect(try scratch.contents() == before)
    }

    @Test func anExportsTablesComeInTheirOrder() throws {
        let path = try scratch.file("export.zip", Migration.export())
        var whole = attempt(.run, path, owner: Ground.maya)
        whole.settings.append((name: "lossy", value: "field"))
        let report = whole.execute(on: scratch).report
        #expect(
            report.units.filter { $0.status == .loaded }.map(\.format) == [
                "schools-rows", "coaches-rows", "events-rows", "interactions-rows",
            ])
        #expect(report.ledger.rejected == 0)
        #expect(report.units.count { $0.status == .ignored } == 4 && !report.units.contains { $0.status == .refused })
        #expect(
            report.units.first { $0.source.hasSuffix("document_0.json") }?.reason?.contains("a dump has both") == true
        )
        #expect(report.warnings.contains { $0.name == "pros: corrupted by its exporter, left empty" && $0.count == 1 })
        let school = try scratch.rows(
            "select status, pros is null, status_changed_at is null from public.schools where id = '\(Migration.school(2))'"
        )
        #expect(school == [["researching", "t", "t"]])
        #expect(
            try scratch.value("select pros from public.schools where id = '\(Migration.school(1))'") == "{}")
        #expect(
            try scratch.value("select notes from public.coaches where id = '\(Migration.coach(1))'") == "")
        #expect(
            try scratch.value(
                "select count(*) from public.school_status_history as entry where \(Ground.ours("entry"))") == "0")
        #expect(
            try scratch.value("select status from public.schools where id = '\(Migration.school(1))'") == "researching")
    }

    /// What was said to a school lies in a later file of an export, and in the same unit of a dump: both end alike.
    @Test(arguments: ["export.zip", "dump.sql"])
    func legacyStatusesAreMappedByWhatWasSaid(name: String) throws {
        let statuses = ["interested", "interested"]
        let isDump = name == "dump.sql"
        let path =
            isDump
            ? try scratch.file(name, Migration.dump(Migration.family() + Migration.schools(statuses, written: 1)))
            : try scratch.file(name, Migration.export(statuses: statuses))
        var attempt = attempt(.run, path, owner: isDump ? "payload" : Ground.maya)
        attempt.settings.append((name: "lossy", value: "field"))
        let before = try scratch.contents()
        let report = attempt.execute(on: scratch).report
        #expect(report.ledger.rejected == 0)
        let schools = try scratch.rows(
            """
            select status, is_favorite, status_changed_at is null from public.schools
            where id::text like '7e0c0000%' order by id
            """)
        #expect(schools == [["contacted", "t", "t"], ["researching", "t", "t"]])
        #expect(
            try scratch.value(
                "select count(*) from public.school_status_history as entry where \(Ground.ours("entry"))") == "0")
        #expect(try scorebook(["rollback", report.run]).code == 0)
        #expect(try scratch.contents() == before)
    }

    /// A status that waited for a later file is no edit of the app's.
    @Test func aStatusThatWaitedIsStillOurs() throws {
        let first = try scratch.file(
            "schools.csv", Self.schools([("interested", "East"), ("interested", "West")]))
        let said = try scratch.file(
            "interactions.csv",
            "id,school_id,type,direction,occurred_at,logged_by\n\(Migration.interaction(1)),\(Migration.school(1)),email,"
                + "outbound,2026-01-02 10:00:00+00,\(Ground.maya)\n")
        #expect(attempt(.run, first, owner: Ground.maya).execute(on: scratch).report.ledger.inserted == 2)
        #expect(attempt(.run, said, owner: Ground.maya).execute(on: scratch).report.ledger.inserted == 1)
        let again = try scratch.file(
            "again.csv", Self.schools([("interested", "North"), ("interested", "West")]))
        let report = attempt(.run, again, owner: Ground.maya).execute(on: scratch).report
        #expect(report.ledger.updated == 1 && report.ledger.unchanged == 1, "\(report.ledger.line)")
        #expect(report.conflicts.isEmpty)
        #expect(
            try scratch.rows(
                "select status, conference from public.schools where id::text like '7e0c0000%' order by id")
                == [["contacted", "North"], ["researching", "West"]])
    }

    /// Each of the files fills columns of its own, so that their rows' lineage is of several shapes.
    @Test func statusesThatWaitedInSeveralFilesAreStillOurs() throws {
        let before = try scratch.contents()
        let schools = ["", "city,", "notes,"].enumerated().map { place, column in
            "id,user_id,name,division,conference,\(column)status\n"
                + "\(Migration.school(place)),\(Ground.maya),School \(place),D3,East,"
                + (column.isEmpty ? "" : "Yuma,") + "interested\n"
        }
        let said =
            "id,school_id,type,direction,occurred_at,logged_by\n"
            + schools.indices.map {
                "\(Migration.interaction($0)),\(Migration.school($0)),email,outbound,"
                    + "2026-01-02 10:00:00+00,\(Ground.maya)\n"
            }.joined()
        var runs: [String] = []
        for (place, text) in (schools + [said]).enumerated() {
            let path = try scratch.file("\(place)/" + (text == said ? "interactions.csv" : "schools.csv"), text)
            let report = attempt(.run, path, owner: Ground.maya).execute(on: scratch).report
            #expect(report.ledger.inserted == report.ledger.read && report.ledger.rejected == 0)
            runs.append(report.run)
        }
        let statuses = "select distinct status from public.schools where id::text like '7e0c0000%'"
        #expect(try scratch.rows(statuses) == [["contacted"]])
        for run in runs.reversed() { #expect(try scorebook(["rollback", run]).code == 0) }
        #expect(try scratch.contents() == before)
    }

    private static func schools(_ rows: [(status: String, conference: String)]) -> String {
        "id,user_id,name,division,conference,status\n"
            + rows.enumerated().map { place, row in
                "\(Migration.school(place + 1)),\(Ground.maya),School \(place),D3,\(row.conference),\(row.status)\n"
            }.joined()
    }

    /// A fault of a record of the app's own tables: its reject says which and what to do.
    struct Fault: CustomTestStringConvertible, Sendable {
        var file: String
        var text: String
        var field: String
        var code: Defect.Code
        var testDescription: String { "\(file), \(field), \(code)" }
    }

    static let faults: [Fault] = {
        let (id, school, other) = (Migration.offer, Migration.school(7), Ground.leo)
        return [
            Fault(
                file: "schools_rows.csv",
                text: "id,user_id,name,division,conference,status\n\(id),\(Ground.maya),X,D9,,researching\n",
                field: "division", code: .notOneOf),
            Fault(
                file: "schools_rows.csv",
                text:
                    "id,user_id,name,division,conference,status,academic_info\n\(id),\(Ground.maya),X,D1,,researching,[object Object]\n",
                field: "academic_info", code: .unrecoverable),
            Fault(
                file: "events_rows.csv", text: "id,user_id,type,name,start_date\n\(id),\(other),camp,X,2026-01-02\n",
                field: "user_id", code: .foreignOwner),
            Fault(
                file: "coaches_rows.csv",
                text: "id,school_id,first_name,last_name,role,user_id\n\(id),\(school),Kim,Lund,head,\(Ground.maya)\n",
                field: "school_id", code: .missingReference),
            Fault(
                file: "offers_rows.csv", text: "id,user_id,school_id,offer_type\n\(id),\(Ground.maya),\(school),gold\n",
                field: "offer_type", code: .unknownWord),
        ]
    }()

    @Test(arguments: faults)
    func aFaultyRowIsRejectedWithItsReason(fault: Fault) throws {
        let path = try scratch.file(fault.file, fault.text)
        let report = attempt(.run, path, owner: Ground.maya).execute(on: scratch).report
        #expect(report.ledger.read == 1 && report.ledger.rejected == 1, "\(report.units.map { $0.reason ?? "" })")
        #expect(
            report.rejects.contains { $0.field == fault.field && $0.code == fault.code && !$0.hint.isEmpty },
            "\(report.rejects)")
    }

    @Test func whatTheExporterDestroyedIsNeverText() throws {
        let path = try scratch.file("export.zip", Migration.export())
        let report = attempt(.run, path, owner: Ground.maya).execute(on: scratch).report
        #expect(report.ledger.rejected == 2)
        #expect(Set(report.rejects.map(\.field)) == ["pros", "stats_recorded"])
        #expect(report.rejects.allSatisfy { $0.code == .unrecoverable })
        #expect(try !scratch.dump().replacing("\"raw\"", with: "").contains("\"notes\":\"[object Object]\""))
    }

    @Test func unknownOwnersAreNamedAndLetInByIdentities() throws {
        let tables = Migration.schools(["contacted"], written: 0)
        let path = try scratch.file("dump.sql", Migration.dump(tables))
        let refused = attempt(.run, path).execute(on: scratch).report
        #expect(refused.ledger.rejected == refused.ledger.read)
        #expect(refused.warnings.contains { $0.name.contains(Migration.nora) && $0.name.contains("--identities") })
        let map = try scratch.file("identities.csv", "\(Migration.nora),maya.rivera@example.org\n")
        let result = try scorebook(
            ["run", "--input", path, "--owner", "payload", "--identities", map, "-o", "json"])
        #expect(result.code == 0, "\(result.output)")
        #expect(
            try scratch.rows("select user_id, family_unit_id from public.schools where id = '\(Migration.school(0))'")
                == [[Ground.maya, Ground.family]])
    }

    /// What was loaded for one account is not yet loaded for another.
    @Test func aFileUnderOtherIdentitiesIsNotKnown() throws {
        let path = try scratch.file("dump.sql", Migration.dump(Migration.schools(["contacted"], written: 0)))
        func statuses(_ account: String) throws -> [String] {
            let map = try scratch.file("identities.csv", "\(Migration.nora),\(account)\n")
            let words = ["run", "--input", path, "--owner", "payload", "--identities", map, "-o", "json"]
            return try scorebook(words).statuses
        }
        #expect(try statuses(Ground.maya) == ["loaded"])
        #expect(try statuses(Ground.maya) == ["already_loaded"])
        // Another account may not take the rows of the first; that they are asked for is what counts.
        let other = try statuses(Ground.leo)
        #expect(other.count == 1 && other != ["already_loaded"], "\(other)")
    }

    @Test func verifyFindsEveryDifferenceBothWays() throws {
        let path = try scratch.file("dump.sql", Migration.dump(Self.whole))
        let run = attempt(.run, path).execute(on: scratch).report.run
        let equal = try scorebook(["verify", run])
        #expect(equal.code == 0, "\(equal.output)")
        for (sql, word) in [
            ("update public.schools set conference = 'X' where name = 'School 0'", "conference: 1"),
            ("delete from public.offers", "public.offers"),
            (
                "insert into public.coaches (school_id, role, first_name, last_name, user_id) values "
                    + "('\(Migration.school(0))', 'head', 'New', 'One', '\(Migration.nora)')", "public.coaches"
            ),
        ] {
            try scratch.open().run(sql)
            let found = try scorebook(["verify", run])
            #expect(found.code == 1)
            #expect(found.output.contains(word), "\(found.output)")
        }
        let out = "\(scratch.folder)/verified.json"
        #expect(try scorebook(["verify", run, "--out", out]).code == 1)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: out))) as? [String: Any])
        let tables = try #require(json["tables"] as? [String: [String: Any]])
        #expect(tables["public.offers"]?["missing"] as? Int == 1)
        #expect(tables["public.coaches"]?["extra"] as? Int == 1)
        #expect(tables["public.schools"]?["changed_keys"] as? [String] == [Migration.school(0)])
        #expect(tables["public.interactions"]?["changed"] as? Int == 0)
    }

    /// A rollback lists the row that the app has changed, once, and no row as deleted that is there.
    @Test func whatTheAppHasChangedIsListedAndNothingElse() throws {
        let path = try scratch.file("dump.sql", Migration.dump(Self.whole))
        let run = attempt(.run, path).execute(on: scratch).report.run
        try scratch.open().run("update public.schools set name = 'Renamed' where id = '\(Migration.school(0))'")
        let undone = try scorebook(["rollback", run, "-o", "json"])
        let conflicts = try #require(undone.report["conflicts"] as? [[String: Any]])
        let schools = conflicts.filter { $0["table"] as? String == "public.schools" }
        let renamed = schools.filter { ($0["key"] as? [String: String])?["id"] == Migration.school(0) }
        let columns = try #require(renamed.first?["columns"] as? [String])
        #expect(renamed.count == 1 && columns.contains("name") && Set(columns).count == columns.count, "\(conflicts)")
        let warnings = try #require(undone.report["warnings"] as? [String: Int]).keys
        #expect(!warnings.contains { $0.contains("deleted since") }, "\(warnings)")
        #expect(warnings.contains { $0.contains("referred to by other rows") }, "\(warnings)")
    }

    @Test func aFileThatTheJobIsNotForIsRefusedAsWhatItIs() throws {
        _ = try scratch.file("migration/strong.csv", Ground.bytes("\(Ground.samples)/strong.csv"))
        let result = try Program(
            ["run", "webapp-migration", "-o", "json"],
            environment: ["DATABASE_URL": scratch.url(), "SCOREBOOK_MIGRATION": "\(scratch.folder)/migration"]
        ).finish()
        #expect(result.code == 65 && result.statuses == ["refused"], "\(result.complaints)")
        #expect(
            result.units.first?["reason"] as? String
                == "it is a strong file, which feeds workouts; the job does not import that")
    }

    @Test func aSourceThatIsGoneIsADifference() throws {
        let path = try scratch.file("dump.sql", Migration.dump(Self.whole))
        let run = attempt(.run, path).execute(on: scratch).report.run
        try FileManager.default.removeItem(atPath: path)
        #expect(try scorebook(["verify", run]).code != 0)
    }
}
