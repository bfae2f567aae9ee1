import Definitions
import Importing
import Packing
import Proving
import Records
import Reporting
import Testing

/// Small files of one run are loaded as a batch, with the result of loading them one by one.
@Suite struct BatchLoadTests {
    struct Folder: CustomTestStringConvertible, Sendable {
        var name: String
        /// Files that were loaded before.
        var before: [String] = []
        /// The files' texts, in their order.
        var texts: [String]
        /// Transactions in which they are expected to be loaded.
        var transactions: Int
        var testDescription: String { name }
    }

    private static func metrics(_ file: Int) -> String {
        Log.withIDs((0..<3).map { "f\(file)r\($0),2026-05-0\($0 + 1),velocity,7\(file % 10).5,mph" })
    }

    private static func sets(_ file: Int, _ id: String) -> String {
        """
        workout_id,started_at,zone,title,exercise,set,reps,weight,weight_unit
        \(id),2026-03-\(10 + file)T17:30:00-07:00,America/Los_Angeles,Lower,Squat,1,5,\(60 + file),kg
        \(id),2026-03-\(10 + file)T17:30:00-07:00,America/Los_Angeles,Lower,Squat,2,5,\(60 + file),kg
        \(id),2026-03-\(10 + file)T17:30:00-07:00,America/Los_Angeles,Lower,Lunge,1,8,\(20 + file),kg

        """
    }

    private static func game(_ file: Int, _ partner: String) -> String {
        """
        id,completed_at,my_score,opponent_score,scoring,target,team_size,partner,opponent,opponent_2
        g-\(file),2026-05-0\(file + 1)T10:00:00-07:00,5,\(file % 4),side_out,5,doubles,\(partner),Bo,Cam

        """
    }

    private static let throwing = "2026-05-01,velocity,85.5,mph"

    static let folders = [
        Folder(name: "metrics", texts: (0..<8).map(metrics), transactions: 1),
        Folder(name: "workouts", texts: (0..<8).map { sets($0, "w-\($0)") }, transactions: 1),
        Folder(
            name: "two formats by turns, each by itself",
            texts: (0..<6).map { $0 < 3 ? metrics($0) : sets($0, "w-\($0)") }, transactions: 2),
        Folder(
            name: "rejects in some",
            texts: (0..<6).map { $0 % 2 == 0 ? metrics($0) : metrics($0).replacing("2026-05-02", with: "yesterday") },
            transactions: 1),
        Folder(name: "players met in several games", texts: (0..<6).map { game($0, "Ines") }, transactions: 1),
        Folder(
            name: "an id in two files, changed in the second",
            texts: [metrics(1), metrics(2), metrics(1).replacing("71.5", with: "72.5")], transactions: 3),
        Folder(
            name: "an equal throw in two files",
            texts: [Log.simple([throwing]), Log.simple([throwing, throwing])], transactions: 2),
        Folder(
            name: "one workout under two titles",
            texts: [sets(1, "w"), sets(1, "w").replacing("Lower", with: "Legs").replacing(",1,5", with: ",3,5")],
            transactions: 2),
        Folder(
            name: "a set less, and in another file a set of an unknown day", before: [sets(1, "w-1")],
            texts: [
                sets(1, "w-1").split(separator: "\n").dropLast().joined(separator: "\n") + "\n",
                sets(2, "w-2") + "w-3,2026-13-13T17:30:00-07:00,America/Los_Angeles,Lower,Squat,1,5,60,kg\n",
            ], transactions: 2),
        Folder(
            name: "a value corrected in both files", before: [metrics(1), metrics(2)],
            texts: (1...2).map { metrics($0).replacing("1,velocity,7", with: "1,velocity,8") },
            transactions: 1),
        Folder(name: "one content twice", texts: [metrics(1), metrics(2), metrics(1)], transactions: 1),
        Folder(
            name: "a measurement whose ids collide within a file",
            texts: [metrics(1), metrics(2) + "f2r0,2026-05-01,velocity,99,mph\n", metrics(3)], transactions: 3),
        Folder(
            name: "an impossible game among others",
            texts: (0..<4).map { $0 == 2 ? game($0, "Ines").replacing(",5,2,", with: ",5,7,") : game($0, "Ines") },
            transactions: 1),
    ]

    /// What a run leaves behind, but for ids and times.
    private func traces(_ scratch: Scratch) throws -> [String: [[String?]]] {
        try [
            "units": scratch.rows(
                """
                select source, status, read, inserted, updated, unchanged, duplicate, rejected, skipped, bytes, format,
                    settings, encode(ledger_key, 'hex') as key
                from scorebook.units order by source, key
                """),
            "lineage": scratch.rows(
                """
                select unit.source, lineage.table_name, entry.key, entry.hash, entry.record
                from scorebook.lineage
                join scorebook.units as unit on unit.id = lineage.unit_id
                cross join lateral unnest(lineage.keys, lineage.hashes, lineage.records) as entry (key, hash, record)
                order by 1, 2, 3
                """),
            "rejects": scratch.rows(
                """
                select unit.source, record_number, line, byte_offset, field, rejects.code, message, defects, cells, raw
                from scorebook.rejects join scorebook.units as unit on unit.id = rejects.unit_id order by 1, 2
                """),
            "images": scratch.rows(
                """
                select unit.source, table_name, key, record, columns - 'created_at', written_hash
                from scorebook.before_images join scorebook.units as unit on unit.id = before_images.unit_id
                order by 1, 2, 3
                """),
        ]
    }

    @Test(arguments: folders)
    func `Files loaded together leave what they leave one after the other`(_ folder: Folder) throws {
        let (batch, alone) = (try Scratch(.used), try Scratch())
        var statuses: [RunReport.Unit.Status] = []
        var paths: [String] = []
        for (number, text) in folder.before.enumerated() {
            let name = "before-\(number).csv"
            for scratch in [batch, alone] { _ = scratch.run(try scratch.file("files/\(name)", text)) }
        }
        for (number, text) in folder.texts.enumerated() {
            let name = "\(number).csv"
            paths.append(try batch.file("files/\(name)", text))
            let report = alone.run(try alone.file("files/\(name)", text)).report
            statuses += report.units.map(\.status)
        }
        let (report, end) = Attempt(.run, paths).execute(on: batch)
        #expect(end == .done || report.ledger.rejected > 0)
        #expect(report.units.map(\.status) == statuses)
        let (found, expected) = (try traces(batch), try traces(alone))
        for (name, rows) in expected { #expect(found[name] == rows, "\(name)") }
        #expect(try batch.contents() == alone.contents())
        #expect(try batch.wrongSummaries().isEmpty)
        let transactions = try batch.value("select count(distinct xmin::text) from scorebook.units")
        #expect(transactions == "\(folder.before.count + folder.transactions)")
        let again = Attempt(.run, paths).execute(on: batch).report
        #expect(again.units.allSatisfy { $0.status == .alreadyLoaded })
        #expect(try batch.contents() == alone.contents())
    }

    @Test func `A run of files loaded together is undone whole, one file's rejects are replayed`() throws {
        let scratch = try Scratch(.used)
        let before = try scratch.contents()
        let paths = try (0..<5).map { file in
            try scratch.file(
                "\(file).csv", file == 3 ? Self.metrics(3).replacing("2026-", with: "2O26-") : Self.metrics(file))
        }
        let (report, _) = Attempt(.run, paths).execute(on: scratch)
        #expect(report.ledger.inserted == 12)
        #expect(report.ledger.rejected == 3)
        #expect(report.rejects.map(\.source) == ["3.csv", "3.csv", "3.csv"])
        #expect(report.rejects.map(\.position.record) == [1, 2, 3])
        let rollback = RollbackRun(
            run: report.run, isDescribed: false, pipelines: Ground.pipelines,
            database: DatabaseAccess(.connection(scratch.url()), pipelines: Ground.pipelinesFolder),
            hooks: Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false }))
        #expect(rollback.execute() == .done)
        #expect(try scratch.contents() == before)
    }

    @Test func `Entries of an archive are loaded together`() throws {
        let scratch = try Scratch(.used)
        let entries = (0..<6).map { ZipFile.Entry("day-\($0).csv", Self.metrics($0)) }
        let path = try scratch.file("export.zip", ZipFile.make(entries))
        let report = scratch.run(path).report
        #expect(report.units.map(\.status) == Array(repeating: .loaded, count: 6))
        #expect(report.ledger.inserted == 18)
        #expect(try scratch.value("select count(distinct xmin::text) from scorebook.units") == "1")
        #expect(scratch.run(path).report.units.allSatisfy { $0.status == .alreadyLoaded })
    }

    @Test func `A run that is stopped keeps all of a file or nothing, and none of those that wait`() throws {
        let scratch = try Scratch(.used)
        let paths = try (0..<6).map { try scratch.file("\($0).csv", Self.metrics($0)) }
        var attempt = Attempt(.run, paths)
        for patience in 1..<14 {
            attempt.patience = patience
            _ = attempt.execute(on: scratch)
            let loaded = try scratch.value(
                "select coalesce(sum(inserted), 0) from scorebook.units where status = 'loaded'")
            #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == loaded)
        }
        attempt.patience = nil
        _ = attempt.execute(on: scratch)
        #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == "18")
    }
}
