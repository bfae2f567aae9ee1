import Definitions
import Foundation
import Testing

/// Faults of definitions: each found, placed and, where a word was misspelt, corrected.
@Suite struct CheckTests {
    @Test func theFixtureIsSound() throws {
        let (pipelines, lines) = try Fixture().load()
        #expect(lines == [])
        #expect(pipelines.formats.map(\.name) == ["one", "two"])
        let settings = [
            "checked", "date_order", "decimal_mark", "lossy", "names", "photos", "speed_unit", "thumbnails",
            "unit_changed", "year", "zone",
        ]
        #expect(pipelines.settings == settings)
    }

    @Test(arguments: BrokenDocument.all)
    func finds(_ broken: BrokenDocument) throws {
        let fixture = try #require(Fixture().replacing(broken.old, broken.new, in: broken.file))
        let (_, lines) = try fixture.load()
        #expect(lines.contains { $0.contains(broken.fault) }, "\(lines)")
    }

    @Test func findsAllFaultsOfAllFiles() throws {
        let edits: [(old: String, new: String, file: Fixture.File)] = [
            ("write: keep", "write: kepp", .dataset), ("one_of: [throw", "one_off: [throw", .dataset),
            ("as: date", "as: dtae", .format), ("ragged: pad", "ragged: pda", .format),
            ("owner: folder", "onwer: folder", .job),
        ]
        var fixture = Fixture()
        for edit in edits { fixture = try #require(fixture.replacing(edit.old, edit.new, in: edit.file)) }
        let (_, lines) = try fixture.load()
        let places = lines.map { $0.split(separator: " ").first.map(String.init) ?? "" }
        #expect(
            places == [
                "night.yaml:5:1:", "probe/dataset.yaml:14:42:", "probe/dataset.yaml:15:77:",
                "probe/formats/one.yaml:4:79:", "probe/formats/one.yaml:13:25:",
            ])
    }

    @Test func findsFilesThatWouldNotBeRead() throws {
        let folder = try Fixture().written()
        defer { folder.remove() }
        let names = ["week.yml", "probe/formats/three.yml", "stray/formats/four.yaml", "schema/001_table.sql"]
        for name in names {
            let url = URL(fileURLWithPath: "\(folder.path)/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: url)
        }
        let format = try #require(Fixture().texts[.other])
        try format.write(toFile: "\(folder.path)/stray/formats/four.yaml", atomically: true, encoding: .utf8)
        try FileManager.default.removeItem(atPath: "\(folder.path)/probe/formats/two.yaml")
        let lines = CheckReport(path: folder.path, environment: [:]).lines.map { $0.dropFirst(folder.path.count + 1) }
        #expect(
            lines == [
                "probe/formats/three.yml:1:1: a definition's name ends in `.yaml`; did you mean `three.yaml`?",
                "stray/formats/four.yaml:1:1: this format feeds one dataset only, so its file belongs in that dataset's folder; did you mean `probe/formats`?",
                "week.yml:1:1: a definition's name ends in `.yaml`; did you mean `week.yaml`?",
            ])
    }

    /// Without any one of its lines, or cut anywhere, a definition is read or faulted, and nothing worse.
    @Test(arguments: Fixture.File.allCases)
    func neverTraps(_ file: Fixture.File) throws {
        let text = try #require(Fixture().texts[file])
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for index in lines.indices {
            var fewer = lines
            fewer.remove(at: index)
            _ = try #require(Fixture().replacing(text, fewer.joined(separator: "\n"), in: file)).load()
        }
        for end in stride(from: 0, to: text.count, by: 23) {
            _ = try #require(Fixture().replacing(text, String(text.prefix(end)), in: file)).load()
        }
    }

    @Test func saysThatThereIsNoFolder() {
        #expect(
            CheckReport(path: "/nowhere", environment: [:]).lines == [
                "/nowhere:1:1: no such folder, or it cannot be read"
            ])
    }

    /// Our checker and the JSON Schema say the same of every document that the schema can judge.
    @Test func theSchemaAgrees() throws {
        let shipped = try FileManager.default.subpathsOfDirectory(atPath: Repository.path("Pipelines"))
            .filter { $0.hasSuffix(".yaml") }.map { Repository.path("Pipelines/\($0)") }
        #expect(shipped.count >= 15)
        let sound = try Fixture().written()
        defer { sound.remove() }
        let broken = try BrokenDocument.all.filter { $0.schema == .sees }.map { document in
            let fixture = try #require(Fixture().replacing(document.old, document.new, in: document.file))
            return (document, try fixture.written())
        }
        defer { for (_, folder) in broken { folder.remove() } }
        let paths = shipped + Fixture.File.allCases.map { sound.path(of: $0) }
        guard let verdicts = try Schema.verdicts(on: paths + broken.map { $1.path(of: $0.file) }) else { return }
        for path in paths { #expect(verdicts[path] == "valid", "\(path)") }
        for (document, folder) in broken {
            let verdict = verdicts[folder.path(of: document.file)]
            #expect(verdict != nil && verdict != "valid", "\(document.fault)")
        }
    }
}

/// The JSON Schema that is shipped, applied by python3-jsonschema.
enum Schema {
    /// Verdicts by path; nil, said aloud, where Python or its modules are not there.
    static func verdicts(on paths: [String]) throws -> [String: String]? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "python3", Repository.path("Tests/DefinitionsTests/verdicts.py"),
                Repository.path("Pipelines/definitions.schema.json"),
            ] + paths
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus == 3 || process.terminationStatus == 127 {
            print("SKIPPED: the JSON Schema is not tested without python3-yaml and python3-jsonschema")
            return nil
        }
        #expect(process.terminationStatus == 0)
        let pairs = text.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
    }
}
