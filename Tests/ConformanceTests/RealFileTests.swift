import Archive
import Definitions
import Discovering
import Foundation
import Importing
import Postgres
import Proving
import Reading
import Records
import Reporting
import Testing
import YAML

/// Files that real exports are, read where they stand: recognised as exactly one format, every record in the ledger, and
/// values as their bytes have them.
///
/// What is expected stands in `RealFiles/<dataset>.yaml`: counts and single figures; the files themselves are other
/// people's and stay outside.
@Suite struct RealFileTests {
    static let folder = Ground.shared.map { "\($0)/formats/samples" }

    static let files: [RealFile] = {
        guard folder != nil else { return [] }
        let lists = "\(Ground.package)/Tests/ConformanceTests/RealFiles"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: lists)) ?? []
        return names.filter { $0.hasSuffix(".yaml") && $0 != "others.yaml" }.sorted().flatMap {
            RealFile.read("\(lists)/\($0)")
        }
    }()

    @Test(.enabled(if: folder != nil, "formats/samples is not in ../shared nor in SCOREBOOK_SHARED"), arguments: files)
    func loads(file: RealFile) throws {
        let folder = try #require(Self.folder)
        let path = "\(folder)/\(file.file)"
        let (verdicts, _) = FileInspection.recognise(
            [path], formats: Ground.pipelines.catalogue, asked: .ofUnknownFiles)
        #expect(verdicts.compactMap { $0.format?.name } == [file.format], "\(verdicts.first?.reason ?? "")")
        let scratch = try Scratch(.used)
        var attempt = Attempt(.run, [path])
        attempt.settings = try file.settings.map { (name: $0.name, value: try Self.resolved($0.value, path)) }
        let (report, end) = attempt.execute(on: scratch)
        #expect(report.ledger.line == file.ledger.line, "\(report.units.map { $0.reason ?? "" }) \(end)")
        let codes = try scratch.rows(
            """
            select defect ->> 'code', count(distinct reject.id)
            from scorebook.rejects as reject, pg_catalog.jsonb_array_elements(reject.defects) as defect
            group by 1 order by 1
            """)
        #expect(codes.map { "\($0[0] ?? ""): \($0[1] ?? "")" } == file.rejects)
        #expect(
            file.ledger.rejected * 100 <= file.ledger.read || !file.because.isEmpty,
            "99 of 100 records load, or a reason stands beside the file")
        #expect(file.values.count >= 3 || file.ledger.inserted < 3 && file.values.count >= file.ledger.inserted)
        let bytes = try Self.content(of: path)
        for value in file.values { try check(value, bytes, scratch) }
        // The same file once more does nothing.
        let again = attempt.execute(on: scratch).report
        #expect(again.units.allSatisfy { $0.status == .alreadyLoaded || $0.status == .ignored })
    }

    /// Files that hold nothing to load, and why; `RealFiles/others.yaml` lists them.
    static let others: [String] = {
        let list = "\(Ground.package)/Tests/ConformanceTests/RealFiles/others.yaml"
        return (RealFile.entries(list, "others") ?? []).compactMap { $0["file"]?.text }
    }()

    @Test(.enabled(if: folder != nil, "formats/samples is not in ../shared nor in SCOREBOOK_SHARED"))
    func `Every file is listed`() throws {
        let folder = try #require(Self.folder)
        let known = Set(Self.files.map(\.file) + Self.others)
        let found = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        #expect(Set(found).subtracting(known).sorted() == [])
        let (verdicts, _) = FileInspection.recognise(
            Self.others.filter { $0.hasSuffix(".schema.json") }.map { "\(folder)/\($0)" },
            formats: Ground.pipelines.catalogue, asked: .ofUnknownFiles)
        #expect(verdicts.compactMap { $0.format?.name } == [])
    }

    /// Tables of other apps, each with the reason that the report gives.
    static let foreign: [(file: String, says: String)] = {
        let list = "\(Ground.package)/Tests/ConformanceTests/RealFiles/others.yaml"
        return (RealFile.entries(list, "others") ?? []).compactMap { entry in
            entry["file"]?.text.flatMap { file in entry["says"]?.text.map { (file, $0) } }
        }
    }()

    @Test(
        .enabled(if: folder != nil, "formats/samples is not in ../shared nor in SCOREBOOK_SHARED"), arguments: foreign)
    func `Other apps' tables are refused`(file: String, says: String) throws {
        let scratch = try Scratch(.used)
        let (report, end) = scratch.run("\(try #require(Self.folder))/\(file)")
        #expect(report.units.map(\.status) == [.refused] && end == .badInput)
        #expect(report.units.first?.reason?.hasPrefix(says) == true, "\(report.units.first?.reason ?? "")")
        #expect(try scratch.counts()["public.workouts"] == 0)
    }

    /// A file's bytes; of an archive those of all its entries.
    private static func content(of path: String) throws -> [UInt8] {
        let bytes = try Ground.bytes(path)
        guard Archive.isArchive(bytes.prefix(Archive.headSize)) else { return bytes }
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        let archive = try Archive(descriptor: file.fileDescriptor, bytes: bytes.count, name: path)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var content: [UInt8] = []
        for entry in archive.entries {
            let reader = try archive.open(entry)
            while case let count = try reader.read(into: buffer), count > 0 { content += buffer[..<count] }
        }
        return content
    }

    /// A setting as it stands, or taken from the file itself (`cell:Pitcher:1`): names of people are not written down.
    private static func resolved(_ value: String, _ path: String) throws -> String {
        let parts = value.split(separator: ":").map(String.init)
        guard parts.count == 3, parts[0] == "cell", let record = Int(parts[2]) else { return value }
        var line = ""
        try FileInspection.peek(path, formats: Ground.pipelines.catalogue, headers: .first, records: record) {
            line = $0
        }
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let cells = try #require(object["cells"] as? [String: Any])
        return try #require(cells[parts[1]] as? String)
    }

    /// A value as the row of that record has it, and as it stands in the file.
    private func check(_ value: RealFile.Value, _ bytes: [UInt8], _ scratch: Scratch) throws {
        let table = try #require(Ground.pipelines.datasets.flatMap(\.tables).first { $0.name == value.table })
        let found = try scratch.rows(
            """
            select target.\(value.column)::text
            from scorebook.lineage
            cross join lateral unnest(lineage.keys, lineage.records) as block (key, record)
            join \(value.table) as target on target.\(table.key) = block.key
            where lineage.table_name = '\(value.table)' and block.record = \(value.record)
            order by 1
            """
        ).map { $0[0] ?? "null" }
        #expect(found.contains(value.expected), "record \(value.record), \(value.table).\(value.column): \(found)")
        let raw = Data(bytes).range(of: Data(value.raw.utf8))
        #expect(raw != nil, "record \(value.record): the raw text stands in the file")
    }
}

/// What is expected of one real file.
struct RealFile: CustomTestStringConvertible, Sendable {
    var file: String
    var format: String
    var settings: [(name: String, value: String)]
    var ledger: Ledger
    /// `code: count`, sorted.
    var rejects: [String]
    /// Why more than one record of a hundred is rejected.
    var because: String
    var values: [Value]

    struct Value: Sendable {
        var record: Int
        var table: String
        var column: String
        var expected: String
        var raw: String
    }

    var testDescription: String { file }

    /// The elements of a list's key.
    static func entries(_ path: String, _ key: String) -> [Node]? {
        guard let bytes = try? Ground.bytes(path) else { return nil }
        return Document(parsing: bytes).root?[key]?.elements
    }

    static func read(_ path: String) -> [RealFile] {
        guard let files = entries(path, "files") else {
            Issue.record("\(path) cannot be read")
            return []
        }
        return files.map { node in
            func text(_ key: String) -> String { node[key]?.text ?? "" }
            func entries(_ key: String) -> [(String, String)] {
                (node[key]?.entries ?? []).map { ($0.key, $0.value.text ?? "") }
            }
            var ledger = Ledger()
            for (name, count) in entries("ledger") {
                let count = Int(count) ?? -1
                switch name {
                case "read": ledger.read = count
                case "inserted": ledger.inserted = count
                case "updated": ledger.updated = count
                case "unchanged": ledger.unchanged = count
                case "duplicate": ledger.duplicate = count
                case "rejected": ledger.rejected = count
                case "skipped": ledger.skipped = count
                default: Issue.record("\(path): \(name) is no count of the ledger")
                }
            }
            return RealFile(
                file: text("file"), format: text("format"), settings: entries("set"), ledger: ledger,
                rejects: entries("rejects").map { "\($0.0): \($0.1)" }.sorted(), because: text("because"),
                values: (node["values"]?.elements ?? []).map { value in
                    Value(
                        record: value["record"]?.integer ?? 0, table: value["table"]?.text ?? "",
                        column: value["column"]?.text ?? "", expected: value["is"]?.text ?? "",
                        raw: value["raw"]?.text ?? "")
                })
        }
    }
}

extension Node {
    subscript(key: String) -> Node? { entries?.first { $0.key == key }?.value }
}
