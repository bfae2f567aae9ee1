import Definitions
import Foundation
import Importing
import Packing
import Proving
import Reading
import Records
import Reporting
import Seeding
import Testing

/// What one file may cost.
@Suite struct BoundsTests {
    private static func withFile(_ name: String, _ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let folder = "\(NSTemporaryDirectory())/scorebook-bounds-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
        try body("\(folder)/\(name)")
    }

    private static func log(_ records: Int) -> [UInt8] {
        let head = Array("date,metric,value,unit,id,notes\n".utf8)
        return (0..<records).reduce(into: head) { text, number in
            text += Array("2026-01-\(10 + number % 19),exit_velocity,\(60 + number % 30),mph,r\(number),\n".utf8)
        }
    }

    /// A limit whatever the size.
    private static func limit(milliseconds: Int) -> ProcessorTime.Limit {
        var limit = ProcessorTime.Limit()
        (limit.milliseconds, limit.millisecondsPerMegabyte, limit.millisecondsPerPart) = (milliseconds, 0, 0)
        return limit
    }

    @Test func `A file that takes longer than it may is refused`() throws {
        try Self.withFile("log.csv", Self.log(10)) { path in
            var attempt = Attempt(.validate, [path])
            attempt.processorTime = Self.limit(milliseconds: 0)
            let slow = attempt.execute()
            #expect(slow.report.units.map(\.code) == [.tooSlow])
            #expect(slow.report.units.first?.reason?.contains("processor time") == true)
            attempt.processorTime = ProcessorTime.Limit()
            #expect(attempt.execute().report.units.map(\.code) == [nil])
        }
    }

    @Test func `The entries of an archive together take no longer than one file`() throws {
        let entries = (0..<50).map { ZipFile.Entry("f\($0).csv", "a,b\n1,\($0)\n") }
        try Self.withFile("export.zip", ZipFile.make(entries)) { path in
            var attempt = Attempt(.validate, [path])
            attempt.processorTime = Self.limit(milliseconds: 0)
            let slow = attempt.execute()
            #expect(slow.report.units.map(\.code) == [.tooSlow])
            #expect(slow.report.units.first?.sha256 != nil)
        }
    }

    @Test func `Reading them takes no longer than one file may, either`() throws {
        let text = String(decoding: Self.log(40_000), as: UTF8.self)
        let entries = (0..<30).map { ZipFile.Entry("log-\($0).csv", text) }
        try Self.withFile("logs.zip", ZipFile.make(entries)) { path in
            var attempt = Attempt(.validate, [path])
            // As long as the first one takes here and now, and less than twice that: nothing is left for the last one.
            var codes: [RefusalCode?] = []
            for step in 0..<8 where codes.first != .some(nil) {
                attempt.processorTime = Self.limit(milliseconds: 200 << step)
                codes = attempt.execute().report.units.map(\.code)
            }
            #expect(codes.count == 30 && codes.first == .some(nil) && codes.last == .tooSlow)
            attempt.processorTime = ProcessorTime.Limit()
            #expect(attempt.execute().report.units.allSatisfy { $0.code == nil })
        }
    }

    @Test func `In a night it goes to the quarantine, and those of others are loaded`() throws {
        let scratch = try Scratch(.used)
        var job = try #require(Ground.pipelines.job(named: "nightly"))
        (job.inbox, job.archive) = ("\(scratch.folder)/inbox", "\(scratch.folder)/archive")
        (job.quarantine, job.settleSeconds) = ("\(scratch.folder)/quarantine", 0)
        job.settings = [("photos", scratch.photos)]
        let slow =
            Self.log(1) + Array(String(repeating: "2026-01-10,exit_velocity,60,mph,r1,\n", count: 1_000_000).utf8)
        try scratch.file("inbox/\(Ground.maya)/slow.csv", slow)
        try scratch.file("inbox/\(Ground.leo)/good.csv", Self.log(10))
        var attempt = Attempt(.run, [])
        (attempt.job, attempt.owner, attempt.settings) = (job, nil, [])
        attempt.processorTime = Self.limit(milliseconds: 150)
        let units = attempt.execute(on: scratch).report.units
        let codes = Dictionary(units.map { ($0.source, $0.code) }) { first, _ in first }
        #expect(codes == ["slow.csv": .tooSlow, "good.csv": nil])
        #expect(units.first { $0.source == "good.csv" }?.ledger.inserted == 10)
        let held =
            FileManager.default.enumerator(atPath: "\(scratch.folder)/quarantine")?.compactMap { $0 as? String } ?? []
        #expect(held.contains { $0.hasSuffix("/slow.csv") }, "\(held)")
    }

    /// `SCOREBOOK_THOROUGH=1` takes twenty thousand.
    @Test func `An archive of any number of good files loads`() throws {
        let scratch = try Scratch(.used)
        let count = Extent.isThorough ? 20_000 : 400
        let entries = (0..<count).map { number in
            ZipFile.Entry("f\(number).csv", Log.withIDs(["e\(number),2026-05-01,velocity,\(60 + number % 30),mph"]))
        }
        var attempt = Attempt(.run, [try scratch.file("good.zip", ZipFile.make(entries))])
        // By their number, not by their bytes.
        attempt.processorTime = Self.limit(milliseconds: 200)
        attempt.processorTime.millisecondsPerPart = 100
        let (report, end) = attempt.execute(on: scratch)
        #expect(end == .done && report.ledger.inserted == count, "\(report.ledger.line)")
    }

    @Test func `Of many unknown entries the first say why`() throws {
        let entries = (0..<1100).map { ZipFile.Entry("f\($0).csv", "date,metric,valu,unit\n1,\($0)\n") }
        try Self.withFile("export.zip", ZipFile.make(entries)) { path in
            let report = Attempt(.validate, [path]).execute().report
            #expect(report.units.count == 1100 && report.units.allSatisfy { $0.code == .unknownFormat })
            #expect(report.units.first?.reason?.contains("the closest format is") == true)
            #expect(report.units.last?.reason == "no format matches this header")
        }
    }
}
