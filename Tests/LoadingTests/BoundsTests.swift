import Foundation
import Packing
import Proving
import Reading
import Records
import Reporting
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

    /// A limit of seconds, whatever the size.
    private static func limit(_ seconds: Int) -> ProcessorTime.Limit {
        var limit = ProcessorTime.Limit()
        (limit.milliseconds, limit.millisecondsPerMegabyte) = (1_000 * seconds, 0)
        return limit
    }

    @Test func `A file that takes longer than it may is refused`() throws {
        try Self.withFile("log.csv", Self.log(10)) { path in
            var attempt = Attempt(.validate, [path])
            attempt.processorTime = Self.limit(0)
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
            attempt.processorTime = Self.limit(0)
            let slow = attempt.execute()
            #expect(slow.report.units.map(\.code) == [.tooSlow])
            #expect(slow.report.units.first?.sha256 != nil)
        }
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
