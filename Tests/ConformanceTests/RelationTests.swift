import Definitions
import Foundation
import Importing
import Loading
import Packing
import Postgres
import Proving
import Records
import Reporting
import Seeding
import Testing

/// What holds between two ways to the same rows, whatever the figures are.
///
/// Files are drawn by `SCOREBOOK_SEED`; SCOREBOOK_THOROUGH=1 draws more of them.
@Suite struct RelationTests {
    private static let seed = UInt64(ProcessInfo.processInfo.environment["SCOREBOOK_SEED"] ?? "") ?? 7

    /// Samples that load for any owner without rows of others.
    private static let samples = Sample.all.filter { sample in
        !Ground.holdsOwners(sample.file)
            && !["workout-exercises-rows", "workout-sets-rows"].contains { sample.format.hasPrefix($0) }
    }

    /// So many samples, other ones for each use.
    private static func drawn(_ use: UInt64, _ count: Int, of samples: [Sample] = samples) -> [Sample] {
        var random = Seeded(seed &* 64 &+ use)
        return Extent.some(samples.shuffled(using: &random), count)
    }

    private static func pairs(_ use: UInt64, _ count: Int) -> [[Sample]] {
        let all = drawn(use, 2 * count)
        return stride(from: 0, to: all.count - 1, by: 2).map { [all[$0], all[$0 + 1]] }
    }

    /// - Parameter pair: of what files the settings are: a type that one of them asks for is taken of the other, too.
    @discardableResult
    private static func load(
        _ files: [String], _ owner: String = Ground.maya, of pair: [Sample] = [], on scratch: Scratch
    ) -> RunReport {
        var attempt = Attempt(.run, files)
        attempt.owner = owner
        if !pair.isEmpty { attempt.settings = Ground.settings(for: pair.map(\.path)) }
        attempt.limit = RejectLimit("100%")
        return attempt.execute(on: scratch).report
    }

    private static func scratch() throws -> Scratch { try Scratch(.used, keepsSession: true) }

    /// Rows as the app reads them, without ids of rows and without clocks of their writing.
    private static func rows(_ scratch: Scratch) throws -> [String: Int] {
        let tables = Set(Ground.pipelines.datasets.flatMap(\.tables).map(\.name)).sorted()
        let found = try scratch.rows(
            tables.map { table in
                """
                select '\(table) ' || (pg_catalog.to_jsonb(target) - 'created_at' - 'updated_at' - 'added_at')::text
                from \(table) as target where \(Ground.ours("target"))
                """
            }.joined(separator: "\nunion all\n"))
        return Dictionary(found.compactMap { $0[0] }.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// Rows that the first has and the second has not; their tables, and the columns.
    private static func surplus(_ first: [String: Int], _ second: [String: Int]) -> [String] {
        first.filter { $0.value > second[$0.key, default: 0] }.keys.sorted()
    }

    private static func expectEqual(_ first: Scratch, _ second: Scratch, _ what: String) throws {
        let (one, other) = (try rows(first), try rows(second))
        let (gone, new) = (surplus(one, other), surplus(other, one))
        #expect(gone.isEmpty && new.isEmpty, "\(what)\n\(gone.first ?? "-")\n\(new.first ?? "-")")
        #expect(try second.wrongSummaries() == [], "\(what)")
    }

    /// The app's own trigger writes preferences into the account, which stays: of the issue "Living with the app".
    private static func isOfPreferences(_ sample: Sample) -> Bool { sample.format.hasPrefix("user-preferences") }

    @Test(arguments: pairs(1, 4))
    func `Two files in one run are the two one after the other`(pair: [Sample]) throws {
        let (together, apart) = (try Self.scratch(), try Self.scratch())
        let report = Self.load(pair.map(\.path), on: together)
        #expect(report.ledger.balances)
        for sample in pair { Self.load([sample.path], of: pair, on: apart) }
        try Self.expectEqual(together, apart, "\(pair)")
    }

    @Test(arguments: pairs(2, 4))
    func `Two files are in either order the same rows`(pair: [Sample]) throws {
        let (forth, back) = (try Self.scratch(), try Self.scratch())
        for sample in pair { Self.load([sample.path], of: pair, on: forth) }
        for sample in pair.reversed() { Self.load([sample.path], of: pair, on: back) }
        try Self.expectEqual(forth, back, "\(pair)")
    }

    @Test(arguments: pairs(3, 4))
    func `Files of two owners are in either order the same rows`(pair: [Sample]) throws {
        let (forth, back) = (try Self.scratch(), try Self.scratch())
        Self.load([pair[0].path], on: forth)
        Self.load([pair[1].path], Ground.leo, on: forth)
        Self.load([pair[1].path], Ground.leo, on: back)
        Self.load([pair[0].path], on: back)
        try Self.expectEqual(forth, back, "\(pair)")
    }

    @Test(arguments: drawn(4, 8))
    func `A run that is rolled back leaves nothing`(sample: Sample) throws {
        let scratch = try Self.scratch()
        let before = try Self.rows(scratch)
        let report = Self.load([sample.path], on: scratch)
        #expect(report.ledger.inserted + report.ledger.updated > 0, "\(sample) loads nothing")
        let rollback = RollbackRun(
            run: report.run, isDescribed: false, pipelines: Ground.pipelines,
            database: DatabaseAccess(.connection(scratch.url()), pipelines: Ground.pipelinesFolder),
            hooks: Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false }))
        #expect(rollback.execute() == .done)
        let after = try Self.rows(scratch)
        let (gone, left) = (Self.surplus(before, after), Self.surplus(after, before))
        withKnownIssue {
            #expect(gone.isEmpty && left.isEmpty, "\(sample)\n\(gone.first ?? "-")\n\(left.first ?? "-")")
        } when: {
            Self.isOfPreferences(sample)
        }
        #expect(try scratch.wrongSummaries() == [])
        for table in ["lineage_blocks", "lineage", "before_images", "photo_files"] {
            guard try scratch.value("select to_regclass('scorebook.\(table)')") != nil else { continue }
            #expect(try scratch.value("select count(*) from scorebook.\(table)") == "0", "\(table)")
        }
        let photos = FileManager.default.enumerator(atPath: scratch.photos)?.allObjects as? [String] ?? []
        #expect(photos.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".heic") } == [])
    }

    private static let faketime = ["/usr/bin/faketime", "/usr/local/bin/faketime"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// On the days themselves some records are in the future.
    @Test(
        .enabled(if: faketime != nil, "faketime is not installed"),
        arguments: ["2026-05-03 12:00:00", "2026-05-03 23:59:30", "2026-05-06 00:00:30"])
    func `A run as of a time is the run of that time`(moment: String) throws {
        let (then, later) = (try Self.scratch(), try Self.scratch())
        let days = (1...6).map { "m\($0),2026-05-0\($0),velocity,7\($0),mph\n" }.joined()
        func run(_ scratch: Scratch, _ options: [String], _ launcher: [String]) throws -> Program.Result {
            let log = try scratch.file("log.csv", "id,date,metric,value,unit\n\(days)")
            let words = ["run", log, "--owner", Ground.maya, "--set", "zone=UTC", "--max-rejects", "9", "-o", "json"]
            let environment = ["DATABASE_URL": scratch.url(), "TZ": "UTC", "FAKETIME_DONT_FAKE_MONOTONIC": "1"]
            return try Program(words + options, environment: environment, launcher: launcher).finish()
        }
        let launcher = [Self.faketime ?? "faketime", "-f", "@\(moment)"]
        let (one, other) = (
            try run(then, [], launcher), try run(later, ["--as-of", "\(moment.replacing(" ", with: "T"))Z"], [])
        )
        #expect(one.code == 0 && one.ledger == other.ledger, "\(one.complaints)\(other.complaints)")
        #expect(one.ledger["rejected"] != nil && one.ledger["inserted"] != nil)
        #expect(moment.hasPrefix("2026-05-06") || one.ledger["rejected"] != 0)
        try Self.expectEqual(then, later, moment)
    }

    private static let tables: [ResavedConformance.Table] = ResavedConformance.tables.filter { table in
        table.cells.isRectangle && samples.contains { $0.file == table.sample.file }
    }

    /// Tables of which no record belongs to a group of them, such as the sets of a workout.
    private static let singles = tables.filter { table in
        table.format.records.allSatisfy { $0.again == nil && $0.dataset != "workouts" }
    }

    /// A record less: no row is another one, and those that are gone are rows of that record.
    @Test(arguments: drawn(5, 8, of: tables.map(\.sample)))
    func `A file without a record gives exactly that record's rows less`(sample: Sample) throws {
        let table = try #require(Self.tables.first { $0.sample.file == sample.file })
        var random = Seeded(Self.seed &+ UInt64(sample.file.utf8.count))
        let first = table.cells.preamble + 1
        let records = (first..<table.cells.rows.count).filter { table.cells.rows[$0] != [""] }
        guard records.count > 1, let record = records.randomElement(using: &random) else { return }
        var fewer = table.cells.rows
        fewer.remove(at: record)
        let (whole, less) = (try Self.scratch(), try Self.scratch())
        Self.load([try whole.file(sample.file, table.cells.text(of: table.cells.rows))], on: whole)
        let report = Self.load([try less.file(sample.file, table.cells.text(of: fewer))], on: less)
        #expect(report.ledger.balances)
        let new = Self.surplus(try Self.rows(less), try Self.rows(whole))
        #expect(new.isEmpty, "\(sample) without line \(record + 1): \(new.count)\n\(new.first ?? "")")
    }

    @Test(arguments: drawn(6, 8, of: singles.map(\.sample)))
    func `Two halves of a file are the whole`(sample: Sample) throws {
        let table = try #require(Self.tables.first { $0.sample.file == sample.file })
        let cells = table.cells
        let half = cells.preamble + 1 + (cells.rows.count - cells.preamble - 1) / 2
        let head = cells.rows[...cells.preamble]
        let (whole, halves) = (try Self.scratch(), try Self.scratch())
        Self.load([try whole.file(sample.file, cells.text(of: cells.rows))], on: whole)
        Self.load([try halves.file("1/\(sample.file)", cells.text(of: Array(cells.rows[..<half])))], on: halves)
        Self.load([try halves.file("2/\(sample.file)", cells.text(of: Array(head) + cells.rows[half...]))], on: halves)
        try Self.expectEqual(whole, halves, "\(sample)")
    }

    @Test(arguments: (7..<9).map { UInt64($0) })
    func `A folder is its zip`(use: UInt64) throws {
        let files = Array(Self.drawn(use, 4).prefix(4))
        let (folder, archive) = (try Self.scratch(), try Self.scratch())
        for sample in files { try folder.file("night/\(sample.file)", Ground.bytes(sample.path)) }
        Self.load(["\(folder.folder)/night"], on: folder)
        let entries = try files.map { sample in
            var entry = ZipFile.Entry("night/\(sample.file)", "")
            entry.content = try Ground.bytes(sample.path)
            return entry
        }
        Self.load([try archive.file("night.zip", ZipFile.make(entries))], on: archive)
        try Self.expectEqual(folder, archive, "\(files)")
    }

    /// The setting says what a file's numbers are in: rows and their ids are the same, and masses differ by the factor, or not at all.
    @Test func `Kilograms and pounds are the same rows, and a factor`() throws {
        let open = Self.samples.filter { sample in
            let format = Ground.pipelines.format(named: sample.format)
            return (format?.records ?? []).contains { record in
                record.allFields.contains { $0.unit.contains(.setting("weight_unit")) && !$0.isOriginal }
            }
        }
        var converted = 0
        for sample in Self.drawn(11, 8, of: open) {
            let loaded = try ["kg", "lb"].map { unit in
                let scratch = try Self.scratch()
                var attempt = Attempt(.run, [sample.path])
                attempt.settings = Ground.settings(for: [sample.path]).filter { $0.name != "weight_unit" }
                attempt.settings.append((name: "weight_unit", value: unit))
                attempt.limit = RejectLimit("100%")
                return (attempt.execute(on: scratch).report, try Self.numbers(scratch))
            }
            #expect(loaded[0].0.ledger.read == loaded[1].0.ledger.read, "\(sample)")
            // What is no person's weight in one of the units is rejected there.
            for (place, kilograms) in loaded[0].1 {
                guard let pounds = loaded[1].1[place], pounds != kilograms else { continue }
                // Rounded to what the column keeps.
                let isFactor = abs(pounds - kilograms * 0.45359237) <= max(0.006, abs(pounds) * 1e-4)
                #expect(isFactor, "\(sample): \(place.split(separator: " ").last ?? ""), \(kilograms), \(pounds)")
                converted += isFactor ? 1 : 0
            }
            let rejected = loaded.map(\.0.ledger.rejected)
            if rejected[0] == rejected[1] {
                #expect(Set(loaded[0].1.keys) == Set(loaded[1].1.keys), "\(sample)")
            }
        }
        #expect(converted > 10)
    }

    /// Numbers by table, id of the row and column.
    private static func numbers(_ scratch: Scratch) throws -> [String: Double] {
        let tables = Set(Ground.pipelines.datasets.flatMap(\.tables).map(\.name)).sorted()
        let found = try scratch.rows(
            tables.map { table in
                """
                select '\(table) ' || coalesce(row_of.content ->> 'id', '') || ' ' || cell.key, cell.value #>> '{}'
                from \(table) as target
                cross join lateral (select pg_catalog.to_jsonb(target) as content) as row_of
                cross join lateral pg_catalog.jsonb_each(row_of.content) as cell
                where \(Ground.ours("target")) and pg_catalog.jsonb_typeof(cell.value) = 'number'
                """
            }.joined(separator: "\nunion all\n"))
        return Dictionary(
            found.compactMap { row in row[0].flatMap { key in row[1].flatMap(Double.init).map { (key, $0) } } }
        ) {
            first, _ in first
        }
    }

    @Test func `One process, two, and those of an engine give the same rows`() throws {
        let files = Array(Self.drawn(9, 6).prefix(6))
        let ways = [["--jobs", "1"], ["--jobs", "2"], []]
        let made = try ways.map { way in
            let scratch = try Self.scratch()
            for sample in files { try scratch.file("night/\(sample.file)", Ground.bytes(sample.path)) }
            let settings = Ground.settings(for: files.map(\.path)).flatMap { ["--set", "\($0.name)=\($0.value)"] }
            let words =
                ["--input", "\(scratch.folder)/night", "--owner", Ground.maya, "--max-rejects", "100%"]
                + ["--set", "photos=\(scratch.photos)"] + settings
            let environment = ["DATABASE_URL": scratch.url()]
            func scorebook(_ words: [String]) throws -> Program.Result {
                try Program.run(words, environment: environment, folder: scratch.folder)
            }
            if way.isEmpty {
                let planned = try scorebook(["plan-units"] + words)
                #expect(planned.code == 0, "\(planned.complaints)")
                let units = try scratch.file("units.jsonl", planned.output)
                _ = try scorebook(["exec", "--units", units])
                let run = try #require(planned.output.firstMatch(of: #/"run": ?"([^"]+)"/#)?.output.1)
                let finished = try scorebook(["finish", String(run), "--units", units])
                #expect(finished.code <= 1, "\(finished.complaints)")
            } else {
                let result = try scorebook(["run", "-o", "json"] + words + way)
                #expect(result.code <= 1, "\(result.complaints)")
            }
            return scratch
        }
        for other in made.dropFirst() { try Self.expectEqual(made[0], other, "\(files)") }
        #expect(try Self.rows(made[0]).count > files.count)
    }

    @Test(arguments: pairs(10, 2))
    func `A person who is erased is one who never came`(pair: [Sample]) throws {
        let (erased, never) = (try Self.scratch(), try Self.scratch())
        Self.load([pair[0].path], on: erased)
        for scratch in [erased, never] { Self.load([pair[1].path], Ground.leo, on: scratch) }
        // What she had before goes with the rest.
        for scratch in [erased, never] {
            let result = try Program.run(
                ["erase", "--owner", "maya.rivera@example.org", "--yes"],
                environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
            #expect(result.code == 0, "\(result.complaints)")
        }
        try withKnownIssue {
            try Self.expectEqual(never, erased, "\(pair)")
        } when: {
            Self.isOfPreferences(pair[0])
        }
    }
}
