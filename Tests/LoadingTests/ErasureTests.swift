import Foundation
import Postgres
import Proving
import Records
import Reporting
import Testing

/// A person can be removed from everywhere, and stays away.
@Suite struct ErasureTests {
    let scratch: Scratch
    private let mail = "maya.rivera@example.org"
    /// What stands in her rejects, her rows and the app's edits of them.
    private let secrets = ["60.4 felt weak", "her-own-watch", "coach said so"]

    init() throws { scratch = try Scratch(.new) }

    private var environment: [String: String] {
        [
            "DATABASE_URL": scratch.url(), "SCOREBOOK_INBOX": "\(scratch.folder)/inbox",
            "SCOREBOOK_ARCHIVE": "\(scratch.folder)/archive", "SCOREBOOK_QUARANTINE": "\(scratch.folder)/quarantine",
            "SCOREBOOK_PHOTOS": scratch.photos,
        ]
    }

    private func scorebook(_ words: String...) throws -> Program.Result {
        try Program.run(words, environment: environment, folder: scratch.folder)
    }

    /// Files of Maya and Leo in the nightly inbox, old enough to be taken.
    private func fillInbox() throws {
        for (owner, value) in [(mail, "70"), (Ground.leo, "60")] {
            try scratch.file(
                "inbox/\(owner)/log.csv",
                Log.withIDs(
                    [
                        "a,2026-05-01,velocity,\(value),mph,her-own-watch", "b,2026-05-02,velocity,60.4 felt weak,mph,",
                        "c,2026-05-03,velocity,\(value),mph,",
                    ], columns: ",notes"))
            try scratch.file("inbox/\(owner)/no-format.csv", "what,is,this\n1,2,3\n")
            for name in ["strong.csv", "game-log.csv", "apple-health.xml", "progress-photo.front.jpg"] {
                try scratch.file("inbox/\(owner)/\(name)", Ground.bytes("\(Ground.samples)/\(name)"))
            }
        }
        let old = Date(timeIntervalSinceNow: -3600)
        for path in try files("inbox") {
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: "\(scratch.folder)/\(path)")
        }
    }

    private func files(_ folder: String) throws -> [String] {
        var found: [String] = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: "\(scratch.folder)/\(folder)") {
            var isFolder: ObjCBool = false
            let path = "\(folder)/\(name)"
            _ = FileManager.default.fileExists(atPath: "\(scratch.folder)/\(path)", isDirectory: &isFolder)
            if !isFolder.boolValue { found.append(path) }
        }
        return found
    }

    private func photos(of owner: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(scratch.photos)/\(owner)")
    }

    private func loadAll() throws {
        try fillInbox()
        let types = (name: "health_types", value: "body_mass; heart_rate; step_count")
        let settings = (Ground.settings.filter { $0.name != "photos" } + [types]).flatMap {
            ["--set", "\($0.name)=\($0.value)"]
        }
        let run = try Program.run(
            ["run", "nightly", "--max-rejects", "1000", "-o", "json"] + settings, environment: environment,
            folder: scratch.folder)
        #expect((run.ledger["inserted"] ?? 0) > 20, "\(run.complaints)")
        // A change by a later file leaves a before-image; the app edits one row and writes one of its own.
        let second = try scratch.file(
            "second.csv", Log.withIDs(["c,2026-05-03,velocity,71,mph,"], columns: ",notes"))
        #expect(scratch.run(second).report.ledger.updated == 1)
        let app = try scratch.open()
        try app.run(
            "update public.performance_metrics set notes = 'coach said so' where user_id = $1::uuid and value = 71",
            [Ground.maya])
        try app.run(
            "insert into public.performance_metrics (user_id, metric_type, value, recorded_date) values ($1::uuid, 'velocity', 55, '2026-04-01')",
            [Ground.maya])
        try app.run(
            "insert into scorebook.user_zones (user_id, zone) values ($1::uuid, 'Europe/Vienna')", [Ground.maya])
    }

    private func count(_ table: String, _ owner: String) throws -> String? {
        try scratch.value("select count(*) from \(table) where user_id = $1::uuid", [owner])
    }

    /// Tables with rows of hers, as the catalogue has them: erasure has a list of its own.
    private func holding() throws -> [String] {
        let tables = try scratch.rows(
            """
            select distinct table_schema || '.' || table_name from information_schema.columns
            join information_schema.tables using (table_schema, table_name)
            where table_schema in ('public', 'scorebook') and column_name in ('user_id', 'owner', 'owner_id')
                and data_type = 'uuid' and table_type = 'BASE TABLE' order by 1
            """
        ).compactMap { $0[0] }
        return try tables.filter { table in
            let cells = "pg_catalog.jsonb_each_text(pg_catalog.to_jsonb(held)) as cell"
            return try scratch.value(
                "select exists (select from \(table) as held, \(cells) where cell.value = '\(Ground.maya)')") == "t"
        }
    }

    @Test func aPersonIsRemovedFromEverywhereAndOthersAreNot() throws {
        let first = try holding()
        try loadAll()
        #expect(try holding().contains("public.health_series"))
        let tables = [
            "public.performance_metrics", "public.workouts", "public.pickleball_games", "public.health_samples",
            "public.progress_photos",
        ]
        let leos = try tables.map { try count($0, Ground.leo) }
        let before = try scratch.contents()
        let described = try scorebook("erase", "--owner", mail, "--dry-run", "-o", "json")
        #expect(described.code == 0, "\(described.complaints)")
        #expect(try scratch.contents() == before)
        #expect(try scorebook("erase", "--owner", mail, "--verify").code == 1)

        let erased = try scorebook("erase", "--owner", mail, "--yes", "-o", "json")
        #expect(erased.code == 0, "\(erased.complaints)")
        #expect(erased.report["rows"] as? [String: Int] == described.report["rows"] as? [String: Int])
        #expect((erased.report["files"] as? Int ?? 0) > 5)
        #expect(!erased.output.contains(mail) && !erased.output.contains(Ground.maya))

        // The row that the app wrote itself is the app's, as is the account.
        #expect(try tables.map { try count($0, Ground.maya) } == ["1", "0", "0", "0", "0"])
        #expect(try tables.map { try count($0, Ground.leo) } == leos)
        // The zone is the account's, and summaries have the row of the app.
        let own: Set = ["public.performance_metrics", "scorebook.user_zones", "scorebook.erasures"]
        #expect(try Set(holding()).subtracting(first).subtracting(own) == [])
        #expect(try scratch.wrongSummaries() == [])
        let text =
            try scratch.value(
                """
                select pg_catalog.string_agg(whole, e'\\n') from (
                    select rejects::text || coalesce(pg_catalog.encode(raw, 'escape'), '') as whole from scorebook.rejects
                    where owner is distinct from '\(Ground.leo)'
                    union all select before_images::text from scorebook.before_images
                    union all select units::text from scorebook.units
                    union all select runs::text from scorebook.runs
                    union all select erasures::text from scorebook.erasures) as texts
                """) ?? ""
        for secret in secrets + [mail, Ground.maya] { #expect(!text.contains(secret), "\(secret)") }
        #expect(try files("archive").allSatisfy { !$0.contains(mail) } && !files("archive").isEmpty)
        #expect(try files("quarantine").allSatisfy { !$0.contains(mail) })
        #expect(!photos(of: Ground.maya) && photos(of: Ground.leo))
        let verified = try scorebook("erase", "--owner", mail, "--verify")
        #expect(verified.code == 0, "\(verified.output)\(verified.complaints)")
    }

    /// A run that was killed leaves the paths of its files, and they name her folder.
    @Test func whatAKilledRunWasLoadingIsForgotten() throws {
        try scratch.file("home/in-progress/1.1", "/inbox/\(mail)/log.csv\0/inbox/\(Ground.leo)/log.csv\0")
        try scratch.file("home/in-progress/1.2", "/inbox/\(Ground.leo)/log.csv\0")
        var environment = environment
        environment["SCOREBOOK_HOME"] = "\(scratch.folder)/home"
        let erased = try Program.run(
            ["erase", "--owner", mail, "--yes"], environment: environment, folder: scratch.folder)
        #expect(erased.code == 0, "\(erased.complaints)")
        let left = try ["1.1", "1.2"].map {
            try String(contentsOfFile: "\(scratch.folder)/home/in-progress/\($0)", encoding: .utf8)
        }
        #expect(left == Array(repeating: "/inbox/\(Ground.leo)/log.csv\0", count: 2))
    }

    @Test func laterFilesAreRefusedUntilTheErasureIsLifted() throws {
        let path = try scratch.file("log.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
        #expect(scratch.run(path).report.ledger.inserted == 1)
        #expect(try scorebook("erase", "--owner", Ground.maya, "--yes").code == 0)
        let refused = scratch.run(path).report
        #expect(refused.units.map(\.status) == [.refused])
        #expect(refused.units.first?.reason?.contains("was erased on") == true)
        let rows = try scratch.file(
            "rows.csv",
            Log.rows([
                "\(Log.id(1)),\(Ground.maya),velocity,61,mph,2026-04-01",
                "\(Log.id(2)),\(Ground.leo),velocity,62,mph,2026-04-01",
            ]))
        var payload = Attempt(.run, [rows])
        payload.owner = "payload"
        let mixed = payload.execute(on: scratch).report
        #expect(mixed.ledger.rejected == 1 && mixed.ledger.inserted == 1)
        #expect(
            try scratch.rows("select pg_catalog.length(raw), cells from scorebook.rejects where code = 'unknown_owner'")
                == [[nil, "{}"]])
        // The attempts themselves named the person: a second erasure takes that, too.
        #expect(try scorebook("erase", "--owner", Ground.maya, "--yes").code == 0)
        #expect(try scorebook("erase", "--owner", Ground.maya, "--verify").code == 0)
        #expect(try count("public.performance_metrics", Ground.maya) == "0")
        #expect(try scorebook("erase", "--owner", Ground.maya, "--lift").code == 0)
        #expect(scratch.run(path).report.ledger.inserted == 1)
        #expect(try scorebook("erase", "--owner", Ground.maya, "--lift").code == 1)
    }

    @Test func whatWasKilledBetweenIsCompleted() throws {
        try loadAll()
        let closed = "\(scratch.folder)/archive/\(mail)"
        let blocked = try #require(try files("archive").first { $0.contains(mail) })
        let erasing = try scorebook("erase", "--owner", mail, "--yes", "-o", "json")
        #expect(erasing.code == 0)
        // As if the second phase had not come to this file.
        let folder = URL(filePath: "\(scratch.folder)/\(blocked)").deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("left".utf8).write(to: URL(filePath: "\(scratch.folder)/\(blocked)"))
        _ = try scratch.rows(
            "update scorebook.erasures set finished_at = null, files = array[$1]", ["\(scratch.folder)/\(blocked)"])
        #expect(try scorebook("erase", "--owner", mail, "--verify").code == 1)
        let again = try scorebook("erase", "--owner", mail, "--yes", "-o", "json")
        #expect(again.report["files"] as? Int == 1)
        #expect(!FileManager.default.fileExists(atPath: closed))
        #expect(
            try scratch.value("select count(*) from scorebook.erasures where files is null and finished_at is not null")
                == "1")
        #expect(try scorebook("erase", "--owner", mail, "--verify").code == 0)
    }

    /// The ledger knows the folders that runs have written into, whatever the definitions name today.
    @Test func foldersThatNoDefinitionNamesAreSearched() throws {
        try fillInbox()
        let elsewhere = "\(scratch.folder)/elsewhere"
        let settings = Ground.settings.filter { $0.name != "photos" }.flatMap { ["--set", "\($0.name)=\($0.value)"] }
        for owner in [mail, Ground.leo] {
            let photo = try scratch.file(
                "\(owner).front.jpg", Ground.bytes("\(Ground.samples)/progress-photo.front.jpg"))
            let run = try Program.run(
                ["run", photo, "--owner", owner, "--set", "photos=\(elsewhere)"] + settings, environment: environment,
                folder: scratch.folder)
            #expect(run.code == 0, "\(run.complaints)")
        }
        var earlier = environment
        earlier["SCOREBOOK_ARCHIVE"] = "\(scratch.folder)/old-archive"
        earlier["SCOREBOOK_QUARANTINE"] = "\(scratch.folder)/gone"
        _ = try Program.run(
            ["run", "nightly", "--max-rejects", "1000"] + settings, environment: earlier, folder: scratch.folder)
        #expect(try files("old-archive").contains { $0.contains(mail) })
        try FileManager.default.removeItem(atPath: "\(scratch.folder)/gone")
        #expect(try scorebook("erase", "--owner", mail, "--verify").code == 1)
        let erased = try scorebook("erase", "--owner", mail, "--yes", "-o", "json")
        #expect(erased.code == 0, "\(erased.complaints)")
        #expect(try files("old-archive").allSatisfy { !$0.contains(mail) } && !files("old-archive").isEmpty)
        let photos = try files("elsewhere")
        #expect(photos.contains { $0.contains(Ground.leo) } && !photos.contains { $0.contains(Ground.maya) })
        let notes = erased.report["notes"] as? [String] ?? []
        #expect(notes.contains { $0.contains("/gone, where a run has put quarantine") }, "\(notes)")
        #expect(notes.contains { $0.contains("not searched: backups") })
        #expect(try scorebook("erase", "--owner", mail, "--verify").code == 0)
    }

    /// Folders keep the address that the account had; another account may have taken it since, and has its own.
    @Test(arguments: [false, true])
    func foldersOfAnEarlierAddressAreSearched(isTaken: Bool) throws {
        try loadAll()
        // A file of Leo's that is called by her address is his.
        let his = try scratch.file("\(mail).csv", Log.simple(["2026-05-09,velocity,61,mph"]))
        var attempt = Attempt(.run, [his])
        attempt.owner = Ground.leo
        #expect(attempt.execute(on: scratch).report.ledger.inserted == 1)
        _ = try scratch.rows("update auth.users set email = 'm@example.org' where id = $1", [Ground.maya])
        if isTaken { _ = try scratch.rows("update auth.users set email = $2 where id = $1", [Ground.leo, mail]) }
        #expect(try scorebook("erase", "--owner", Ground.maya, "--verify").code == 1)
        let erased = try scorebook("erase", "--owner", Ground.maya, "--yes", "-o", "json")
        #expect(erased.code == 0, "\(erased.complaints)")
        #expect(try files("archive").contains { $0.contains("/\(mail)/") } == isTaken)
        let notes = erased.report["notes"] as? [String] ?? []
        #expect(notes.contains { $0.contains("another account has or had") } == isTaken, "\(notes)")
        #expect(try scorebook("erase", "--owner", Ground.maya, "--verify").code == 0)
    }

    @Test func withoutATerminalConsentIsAnOption() throws {
        try loadAll()
        let before = try scratch.contents()
        for word in ["erase --owner \(mail)", "quarantine drop --all"] {
            let asked = try Program.run(
                word.split(separator: " ").map(String.init), environment: environment, folder: scratch.folder)
            #expect(asked.code == 2 && asked.complaints.contains("--yes"), "\(asked.complaints)")
            #expect(asked.complaints.contains(word.hasPrefix("erase") ? "scorebook.rejects" : "no-format.csv"))
        }
        #expect(try scratch.contents() == before)
        #expect(try files("quarantine").contains { $0.contains(mail) })
    }

    @Test(arguments: [false, true]) func `At a terminal the address is typed, or the number of files`(isRight: Bool)
        throws
    {
        try loadAll()
        func type(_ answer: String, _ words: [String]) throws -> Program.Result {
            try Program(
                words, environment: environment.merging(["ANSWER": answer, "TERM": "xterm"]) { $1 },
                folder: scratch.folder, launcher: ["sh", "-c", #"echo "$ANSWER" | script -qec "$0 $*" /dev/null"#]
            ).finish()
        }
        let held = try files("quarantine").filter { !$0.hasSuffix(".reason.md") }
        #expect(!held.isEmpty)
        let dropped = try type(isRight ? "\(held.count)" : "\(held.count + 1)", ["quarantine", "drop", "--all"])
        #expect((dropped.code == 0) == isRight && dropped.output.contains("the number of files"), "\(dropped.output)")
        #expect(try files("quarantine").contains { !$0.hasSuffix(".reason.md") } == !isRight)
        let before = try scratch.contents()
        let erased = try type(isRight ? mail.uppercased() : "someone@example.org", ["erase", "--owner", mail])
        #expect((erased.code == 0) == isRight, "\(erased.output) \(erased.complaints)")
        #expect(erased.output.contains("to remove this for good"))
        #expect(try (scratch.contents() == before) == !isRight)
    }

    /// The list of files in the database is written by the loader: it is no order to remove any file.
    @Test func aPathInTheLedgerThatIsNotThePersonsStays() throws {
        let path = try scratch.file("log.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
        #expect(scratch.run(path).report.ledger.inserted == 1)
        #expect(try scorebook("erase", "--owner", mail, "--yes").code == 0)
        let other = try scratch.file("archive/\(Ground.leo)/log.csv", "leo's")
        let own = "\(scratch.photos)/\(Ground.maya)"
        for listed in [other, "\(own)/../../\(other.dropFirst("/tmp/".count))", "\(own)/link/log.csv"] {
            // A folder of the person's, from which `..` and a link lead to the file.
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            try? FileManager.default.createSymbolicLink(
                atPath: "\(own)/link", withDestinationPath: "\(scratch.folder)/archive/\(Ground.leo)")
            #expect(FileManager.default.fileExists(atPath: listed))
            _ = try scratch.rows("update scorebook.erasures set finished_at = null, files = array[$1]", [listed])
            let again = try scorebook("erase", "--owner", mail, "--yes")
            #expect(again.code == 1 && again.complaints.contains("--alias"), "\(listed): \(again.complaints)")
            #expect(FileManager.default.fileExists(atPath: other))
        }
    }

    @Test func aDeletedAccountIsErasedByItsId() throws {
        try loadAll()
        try scratch.open().run("delete from auth.users where id = '\(Ground.maya)'")
        #expect(photos(of: Ground.maya))
        let unknown = try scorebook("erase", "--owner", mail, "--yes")
        #expect(unknown.code == 1 && unknown.complaints.contains("--alias"))
        let erased = try scorebook("erase", "--owner", Ground.maya, "--yes", "--alias", mail, "-o", "json")
        #expect(erased.code == 0, "\(erased.complaints)")
        #expect(!photos(of: Ground.maya))
        #expect(try files("archive").allSatisfy { !$0.contains(mail) })
        #expect(try scorebook("erase", "--owner", Ground.maya, "--alias", mail, "--verify").code == 0)
    }

    /// The app deletes accounts in `auth.users`; nothing of ours may keep what was written of them.
    @Test func aDeletedAccountLeavesNoTextOfOurs() throws {
        try loadAll()
        let payload = try scratch.file(
            "rows.csv",
            Log.rows([
                "\(Log.id(1)),\(Ground.maya),velocity,60.4 felt weak,mph,2026-04-01",
                "\(Log.id(2)),\(Ground.leo),velocity,62,mph,2026-04-01",
            ]))
        var attempt = Attempt(.run, [payload])
        attempt.owner = "payload"
        #expect(attempt.execute(on: scratch).report.ledger.rejected == 1)
        _ = try scratch.rows("delete from scorebook.rejects where owner = $1::uuid", [Ground.leo])
        let hers = Set(secrets.filter(try scratch.dump().contains))
        #expect(
            try scratch.value("select count(*) from scorebook.before_images where owner = $1::uuid", [Ground.maya])
                == "1")
        #expect(hers == Set(secrets))
        let counts = "select (select count(*) from scorebook.units), (select count(*) from scorebook.erasures)"
        let before = try scratch.rows(counts)
        try scratch.open().run("delete from auth.users where id = '\(Ground.maya)'")
        let text = try scratch.dump()
        for secret in secrets + [mail] where secret != "her-own-watch" { #expect(!text.contains(secret), "\(secret)") }
        #expect(
            try scratch.value("select count(*) from scorebook.lineage where owner = '\(Ground.maya)'") == "0")
        #expect(try scratch.value("select count(*) from scorebook.units where owner_scope = '\(Ground.maya)'") == "0")
        #expect(try scratch.value("select count(*) from scorebook.user_zones") == "0")
        #expect(try scratch.rows(counts) == before)
        #expect(try scratch.wrongSummaries() == [])
    }
}
