import Definitions
import Foundation
import Importing
import Inventing
import Postgres
import Proving
import Records
import Reporting
import Seeding
import Testing

/// What every registered format keeps when it is loaded into the real schema.
@Suite struct LoadingConformance {
    /// Codes that only a database can tell.
    static let serverCodes: [Defect.Code] = [
        .unknownOwner, .conflictingDuplicate, .missingReference, .crossRecord, .migrationOnly, .refusedByServer,
    ]

    /// One sample of each shape of format, by all that decides what a load does with its records: words, units and days differ
    /// besides, which the conformance of reading has of each sample, and the oracle the rows of all.
    /// `SCOREBOOK_THOROUGH=1` takes all.
    static let ofEachShape = Dictionary(
        uniqueKeysWithValues: Sample.firsts(by: shape).map { ($0.file, $0) })

    private static func shape(of sample: Sample) -> String {
        let records = Ground.pipelines.format(named: sample.format)?.records ?? []
        let shapes = records.map { record in
            "\(record.dataset) \(record.repeats) \(record.again ?? "") \(record.units) key \(record.key) unpivot "
                + "\(record.unpivot.isEmpty) when \(record.when.isEmpty) skip \(record.skip.isEmpty) person \(record.person != nil)"
        }
        return "\(sample.ending) \(Set(shapes).sorted())"
    }

    /// One sample of each kind of file by the tables that it fills: where a load stops is the loader's, not the format's.
    private static let ofEachWay = Sample.firsts { sample in
        let format = Ground.pipelines.format(named: sample.format)
        return (format?.datasets ?? []).joined(separator: "+") + ".\(sample.ending)"
            + (format?.isRepeated == true ? "*" : "")
    }

    /// A sample's way in one database: planned, run, validated, run again, and run from other bytes. A plan says what a run does, the
    /// ledger balances, and twice is once.
    struct Planned {
        private let sample: Sample
        private let counts: [String: Int]
        private let plan: RunReport

        /// Plans a sample, which changes nothing.
        init(_ sample: Sample, _ scratch: Scratch) throws {
            self.sample = sample
            let writes = try scratch.writes()
            counts = try scratch.counts()
            plan = scratch.plan(sample.path).report
            #expect(plan.units.map(\.status) == [.planned])
            #expect(try scratch.writes() == writes)
            #expect(try scratch.value("select count(*) from scorebook.units") == "0")
        }

        /// Compares its run with the plan, and loads it again.
        func expect(_ run: RunReport, _ scratch: Scratch) throws {
            try LoadingConformance.expectPlanned(plan, counts, sample, run, scratch)
            try LoadingConformance.expectValidated(sample, run, scratch)
            try LoadingConformance.expectUnchanged(sample, run, scratch)
        }
    }

    private static func expectPlanned(
        _ plan: RunReport, _ before: [String: Int], _ sample: Sample, _ run: RunReport, _ scratch: Scratch
    ) throws {
        #expect(run.units.map(\.status) == [run.ledger.rejected > 0 ? .loadedWithRejects : .loaded])
        #expect(run.units.map(\.format) == [sample.format])
        #expect(run.ledger.balances, "\(run.ledger.line)")
        #expect(run.ledger.inserted > 0)
        #expect(plan.ledger == run.ledger)
        #expect(plan.tables == run.tables)
        #expect(plan.rejects == run.rejects)
        #expect(plan.warnings == run.warnings)
        let counts = try scratch.counts()
        for table in run.tables {
            #expect(
                counts[table.name, default: 0] - before[table.name, default: 0] == table.inserted,
                "\(table.name)")
        }
        #expect(try number(scratch, "select coalesce(sum(count), 0) from scorebook.rejects") == run.ledger.rejected)
        #expect(try scratch.wrongSummaries() == [])
    }

    /// Validate rejects what a run rejects before it asks the server.
    private static func expectValidated(_ sample: Sample, _ run: RunReport, _ scratch: Scratch) throws {
        let valid = Attempt(.validate, [sample.path]).execute().report
        #expect(valid.ledger.read == run.ledger.read)
        #expect(valid.ledger.skipped == run.ledger.skipped)
        #expect(valid.ledger.valid == valid.ledger.read - valid.ledger.rejected - valid.ledger.skipped)
        let codes = serverCodes.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let ours = try number(
            scratch,
            """
            select count(*) from scorebook.rejects where exists (
                select from pg_catalog.jsonb_array_elements(defects) as defect where defect ->> 'code' not in (\(codes)))
            """)
        #expect(ours == valid.ledger.rejected)
    }

    /// The same file is loaded already; its records in other bytes are read, planned and found unchanged.
    private static func expectUnchanged(_ sample: Sample, _ run: RunReport, _ scratch: Scratch) throws {
        let (versions, writes) = (try scratch.versions(), try scratch.writes())
        let again = scratch.run(sample.path)
        #expect(again.report.units.map(\.status) == [.alreadyLoaded])
        #expect(again.report.status == .nothingToDo)
        #expect(again.end == .done)
        let other = try otherFile(sample, scratch)
        let plan = scratch.plan(other).report
        #expect(plan.ledger.unchanged == run.ledger.inserted + run.ledger.unchanged)
        #expect(plan.diffs.isEmpty)
        let unchanged = scratch.run(other).report
        #expect(unchanged.units.map(\.status) == run.units.map(\.status))
        #expect(unchanged.ledger.read == run.ledger.read)
        #expect(unchanged.ledger.unchanged == run.ledger.inserted + run.ledger.unchanged)
        #expect(unchanged.ledger.balances && unchanged.ledger.inserted + unchanged.ledger.updated == 0)
        #expect(try scratch.versions() == versions)
        #expect(try scratch.writes() == writes)
    }

    private static func number(_ scratch: Scratch, _ query: String) throws -> Int? {
        try scratch.value(query).flatMap { Int($0) }
    }

    @Test(arguments: ofEachWay)
    func `Stopped anywhere and run again it is as if never stopped`(sample: Sample) throws {
        let straight = try Scratch(.used, keepsSession: true)
        _ = straight.run(sample.path)
        let stopped = try Scratch(.used, keepsSession: true)
        var attempt = Attempt(.run, [sample.path])
        var patience = 0
        while patience < 100 {
            attempt.patience = patience
            let result = attempt.execute(on: stopped)
            if result.end == .done || result.end == .overLimit { break }
            #expect(result.end == .interrupted)
            // A photo's row stands before its picture is looked at.
            if !sample.isPhoto { #expect(try stopped.value("select count(*) from scorebook.lineage") == "0") }
            patience += 1
        }
        #expect(patience > 1)
        #expect(try stopped.contents() == straight.contents())
        #expect(try stopped.wrongSummaries() == [])
    }

    /// The smallest sample, cut at every byte, into one database: nothing but rows of the whole file comes of it, and
    /// of the last record at most one that is complete by the grammar.
    @Test func `Cut off at any byte the smallest sample loads whole records only`() throws {
        let performance = Set(Ground.pipelines.formats.filter { $0.datasets == ["performance"] }.map(\.name))
        let sample = try #require(
            Sample.all.filter { performance.contains($0.format) && $0.file.hasSuffix(".csv") }.min {
                size($0) < size($1)
            })
        let whole = try Scratch(.used, keepsSession: true)
        _ = whole.run(sample.path)
        let ids = "select id::text from public.performance_metrics where \(Ground.ours)"
        let known = Set(try whole.rows(ids).compactMap { $0.first ?? nil })
        let bytes = try Ground.bytes(sample.path)
        let scratch = try Scratch(.used, keepsSession: true)
        for length in stride(from: 0, to: bytes.count, by: 7) {
            let path = try scratch.file("cut-\(length).csv", Array(bytes[..<length]))
            let result = scratch.run(path)
            #expect(result.report.ledger.balances)
            #expect([.done, .overLimit, .badInput].contains(result.end), "cut at byte \(length): \(result.end)")
            let strangers = Set(try scratch.rows(ids).compactMap { $0.first ?? nil }).subtracting(known)
            #expect(strangers.count <= 1, "cut at byte \(length)")
            try scratch.open().run(
                "delete from public.performance_metrics where \(Ground.ours); truncate scorebook.lineage_blocks")
        }
    }

    /// The sample's records as another file has them: in other bytes, or, of a photo, in another folder.
    private static func otherFile(_ sample: Sample, _ scratch: Scratch) throws -> String {
        let bytes = try Ground.bytes(sample.path)
        // Behind a FIT file nothing may stand.
        let other = sample.file.hasSuffix(".fit") ? FITFile.inOtherBytes(bytes) : bytes + (sample.isPhoto ? [] : [0x0A])
        return try scratch.file("again/\(sample.file)", other)
    }

    private func size(_ sample: Sample) -> Int { (try? Ground.bytes(sample.path).count) ?? .max }
}

extension Sample {
    /// How its name ends.
    fileprivate var ending: String { file.split(separator: ".").last.map(String.init) ?? "" }

    /// The first sample of each key, or all.
    fileprivate static func firsts(by key: (Sample) -> String) -> [Sample] {
        if Extent.isThorough { return all }
        var seen: Set<String> = []
        return all.filter { seen.insert(key($0)).inserted }
    }
}

extension Format {
    /// Whether a record becomes several rows.
    fileprivate var isRepeated: Bool { records.count > 1 || records.contains { !$0.unpivot.isEmpty } }
}
