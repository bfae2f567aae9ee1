import Definitions
import Postgres
import Proving
import Records
import Reporting
import Running
import Testing

/// What every registered format keeps when it is loaded into the real schema.
@Suite struct LoadingConformance {
    /// Codes that only a database can tell.
    static let serverCodes: [Defect.Code] = [
        .unknownOwner, .conflictingDuplicate, .missingReference, .refusedByServer,
    ]

    @Test(arguments: Sample.all)
    func `The ledger balances, and twice is once`(sample: Sample) throws {
        let scratch = try Scratch()
        let before = try scratch.counts()
        let first = scratch.run(sample.path)
        #expect(first.report.units.map(\.status) == [.loaded])
        #expect(first.report.units.map(\.format) == [sample.format])
        #expect(first.report.ledger.balances, "\(first.report.ledger.line)")
        #expect(first.report.ledger.inserted > 0)
        let counts = try scratch.counts()
        for table in first.report.tables {
            #expect(counts[table.name, default: 0] - before[table.name, default: 0] == table.inserted, "\(table.name)")
        }
        #expect(
            try scratch.value("select count(*) from scorebook.rejects").flatMap { Int($0) }
                == first.report.ledger.rejected)
        #expect(try scratch.wrongSummaries() == [])

        let (versions, writes) = (try scratch.versions(), try scratch.writes())
        let again = scratch.run(sample.path)
        #expect(again.report.units.map(\.status) == [.alreadyLoaded])
        #expect(again.report.status == .nothingToDo)
        #expect(again.end == .done)

        // The same records in other bytes are read and found unchanged.
        let other = try otherFile(sample, scratch)
        let unchanged = scratch.run(other)
        #expect(unchanged.report.units.map(\.status) == [.loaded])
        #expect(unchanged.report.ledger.read == first.report.ledger.read)
        #expect(unchanged.report.ledger.unchanged == first.report.ledger.inserted + first.report.ledger.unchanged)
        #expect(
            unchanged.report.ledger.balances && unchanged.report.ledger.inserted + unchanged.report.ledger.updated == 0)
        #expect(try scratch.versions() == versions)
        #expect(try scratch.writes() == writes)
    }

    @Test(arguments: Sample.all)
    func `A plan says exactly what a run does, and writes nothing`(sample: Sample) throws {
        let scratch = try Scratch()
        let writes = try scratch.writes()
        let plan = scratch.plan(sample.path).report
        #expect(plan.units.map(\.status) == [.planned])
        #expect(try scratch.writes() == writes)
        #expect(try scratch.value("select count(*) from scorebook.units") == "0")
        let run = scratch.run(sample.path).report
        #expect(plan.ledger == run.ledger)
        #expect(plan.tables == run.tables)
        #expect(plan.rejects == run.rejects)
        #expect(plan.warnings == run.warnings)
        let versions = try scratch.versions()
        let other = try otherFile(sample, scratch)
        let again = scratch.plan(other).report
        #expect(again.ledger.unchanged == run.ledger.inserted + run.ledger.unchanged)
        #expect(again.diffs.isEmpty)
        #expect(try scratch.versions() == versions)
    }

    @Test(arguments: Sample.all)
    func `Validate rejects what a run rejects before it asks the server`(sample: Sample) throws {
        let scratch = try Scratch()
        let valid = Attempt(.validate, [sample.path]).execute().report
        let run = scratch.run(sample.path).report
        #expect(valid.ledger.read == run.ledger.read)
        #expect(valid.ledger.skipped == run.ledger.skipped)
        #expect(valid.ledger.valid == valid.ledger.read - valid.ledger.rejected - valid.ledger.skipped)
        let codes = Self.serverCodes.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let ours = try scratch.value(
            """
            select count(*) from scorebook.rejects where exists (
                select from pg_catalog.jsonb_array_elements(defects) as defect where defect ->> 'code' not in (\(codes)))
            """)
        #expect(ours.flatMap { Int($0) } == valid.ledger.rejected)
    }

    @Test(arguments: Sample.all)
    func `Stopped anywhere and run again it is as if never stopped`(sample: Sample) throws {
        let straight = try Scratch()
        _ = straight.run(sample.path)
        let stopped = try Scratch()
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
        let whole = try Scratch()
        _ = whole.run(sample.path)
        let ids = "select id::text from public.performance_metrics"
        let known = Set(try whole.rows(ids).compactMap { $0.first ?? nil })
        let bytes = try Ground.bytes(sample.path)
        let scratch = try Scratch()
        for length in stride(from: 0, to: bytes.count, by: 7) {
            let path = try scratch.file("cut-\(length).csv", Array(bytes[..<length]))
            let result = scratch.run(path)
            #expect(result.report.ledger.balances)
            #expect([.done, .overLimit, .badInput].contains(result.end), "cut at byte \(length): \(result.end)")
            let strangers = Set(try scratch.rows(ids).compactMap { $0.first ?? nil }).subtracting(known)
            #expect(strangers.count <= 1, "cut at byte \(length)")
            try scratch.open().run("delete from public.performance_metrics; truncate scorebook.lineage")
        }
    }

    /// The sample's records as another file has them: in other bytes, or, of a photo, under another name.
    private func otherFile(_ sample: Sample, _ scratch: Scratch) throws -> String {
        let bytes = try Ground.bytes(sample.path)
        if sample.isPhoto { return try scratch.file("again/\(sample.file)", bytes) }
        return try scratch.file("other.csv", bytes + [0x0A])
    }

    private func size(_ sample: Sample) -> Int { (try? Ground.bytes(sample.path).count) ?? .max }
}
