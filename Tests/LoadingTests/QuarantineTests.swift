import Foundation
import Packing
import Postgres
import Proving
import Testing

/// Files that a night refuses, and what can be done with them afterwards.
@Suite struct QuarantineTests {
    private let night: NightlyTests
    private var scratch: Scratch { night.scratch }
    private let maya = "maya.rivera@example.org"
    private let leo = Ground.leo
    private let good = Log.withIDs(["a,2026-05-01,velocity,70,mph"])

    init() throws { night = try NightlyTests() }

    private func drop(_ name: String, _ text: String) throws { try night.drop(name, Array(text.utf8)) }

    private func text(_ path: String) throws -> String {
        String(decoding: try Ground.bytes("\(scratch.folder)/\(path)"), as: UTF8.self)
    }

    /// The command, without a database.
    private func quarantine(_ words: String...) throws -> Program.Result {
        try night.start(["DATABASE_URL": ""], words: ["quarantine"] + words).finish()
    }

    private func list(_ result: Program.Result) throws -> [[String: Any]] {
        let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
        return try #require(list, "\(result.output) \(result.complaints)")
    }

    @Test func `A file that waits for a setting says the line to add, goes back and is loaded`() throws {
        try night.drop("\(maya)/sub/hittrax.csv", Ground.bytes("\(Ground.samples)/hittrax.csv"))
        let first = try night.nightly(["--max-rejects", "100%"])
        #expect(first.code == 65 && first.statuses == ["refused"], "\(first.complaints)")
        let path = "\(maya)/\(NightlyTests.today)/sub/hittrax.csv"
        #expect(night.files("quarantine") == [path, path + ".reason.md"])
        let note = try text("quarantine/\(path).reason.md")
        let settings = "\(scratch.folder)/inbox/\(maya)/settings.yaml"
        #expect(note.contains("Add to `\(settings)`:\n\n    ") && !note.contains("--set"), "\(note)")
        #expect(note.contains("\n    speed_unit: mph"), "\(note)")
        let entry = try #require(try list(quarantine("list")).first)
        let run = try #require(first.report["run"] as? String)
        for (name, value) in [
            ("path", path), ("job", "nightly"), ("owner", maya), ("file", "sub/hittrax.csv"),
            ("code", "E_SETTING_MISSING"), ("run", run),
        ] { #expect(entry[name] as? String == value, "\(name): \(entry)") }

        let lines = note.split(separator: "\n").filter { $0.hasPrefix("    ") && $0.contains("_unit: ") }
            .map { $0.drop { $0 == " " } }
        try drop("\(maya)/settings.yaml", lines.joined(separator: "\n") + "\nhittrax_names: Maya Rivera\n")
        #expect(try quarantine("retry", "hittrax.csv", "--dry-run").code == 0)
        #expect(try quarantine("retry", "hitrax.csv").code == 66)
        let tried = try quarantine("retry", path, "--dry-run")
        #expect(tried.code == 0 && night.files("quarantine").count == 2, "\(tried.complaints)")
        let retried = try quarantine("retry", path)
        #expect(retried.code == 0, "\(retried.output) \(retried.complaints)")
        #expect(night.files("quarantine") == [])
        #expect(night.files("inbox") == ["\(maya)/settings.yaml", "\(maya)/sub/hittrax.csv"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(scratch.folder)/quarantine") == [])
        let second = try night.nightly(["--max-rejects", "100%"])
        #expect(second.code == 0, "\(second.output) \(second.complaints)")
        #expect(night.files("archive") == ["\(maya)/\(NightlyTests.today)/sub/hittrax.csv"])
    }

    @Test func `Files of one name are kept beside each other, the same bytes once`() throws {
        for number in 1...3 {
            try drop("\(maya)/log.csv", Log.withIDs(["a\(number),2026-05-0\(number),velocity,70,mph"]))
            try drop("\(maya)/bad.csv", "nonsense \(number)\n")
            #expect(try night.nightly().statuses.sorted() == ["loaded", "refused"])
        }
        try drop("\(maya)/log.csv", Log.withIDs(["a2,2026-05-02,velocity,70,mph"]))
        try drop("\(maya)/bad.csv", "nonsense 2\n")
        #expect(try night.nightly().statuses.sorted() == ["already_loaded", "refused"])
        let day = NightlyTests.today
        #expect(
            night.files("archive") == [
                "\(maya)/\(day).2/log.csv", "\(maya)/\(day).3/log.csv", "\(maya)/\(day)/log.csv",
            ]
        )
        for (number, folder) in [(1, day), (2, "\(day).2"), (3, "\(day).3")] {
            #expect(try text("archive/\(maya)/\(folder)/log.csv").contains("a\(number),"))
            #expect(try text("quarantine/\(maya)/\(folder)/bad.csv") == "nonsense \(number)\n")
            #expect(try text("quarantine/\(maya)/\(folder)/bad.csv.reason.md").contains("/\(folder)/bad.csv"))
        }
        #expect(night.files("quarantine").count == 6)
        let several = try quarantine("retry", "bad.csv")
        #expect(several.code == 66 && several.complaints.contains("3 refused files have this name"))
        // Each goes back under its name, one at a time.
        let all = try quarantine("retry", "--all")
        #expect(all.code == 1, "\(all.output)")
        #expect(
            try list(all).compactMap { $0["outcome"] as? String }.sorted() == [
                "back in the inbox", "blocked", "blocked",
            ])
        #expect(night.files("inbox") == ["\(maya)/bad.csv"] && night.files("quarantine").count == 4)
    }

    @Test func `An archive's content that came on an earlier day is not kept again`() throws {
        try drop("\(maya)/log.csv", good)
        #expect(try night.nightly().code == 0)
        let folder = "\(scratch.folder)/archive/\(maya)"
        try FileManager.default.moveItem(atPath: "\(folder)/\(NightlyTests.today)", toPath: "\(folder)/2026-01-31")
        try drop("\(maya)/log.csv", good)
        #expect(try night.nightly().statuses == ["already_loaded"])
        #expect(night.files("archive") == ["\(maya)/2026-01-31/log.csv"] && night.files("inbox") == [])
    }

    @Test func `Refused files are chosen by path, owner, reason and age`() throws {
        try drop("\(maya)/a.csv", "nonsense\n")
        try drop("\(maya)/deep/b.csv", "more nonsense\n")
        try night.drop("\(leo)/c.csv", [0x1F, 0x8B, 0, 1, 2, 3])
        #expect(try night.nightly().code == 65)
        let day = NightlyTests.today
        #expect(try list(quarantine("list")).count == 3)
        #expect(try list(quarantine("list", "--owner", leo)).count == 1)
        #expect(try list(quarantine("list", "--code", "E_UNKNOWN_FORMAT")).count == 2)
        #expect(try list(quarantine("list", "--older-than", "1h")).isEmpty)
        #expect(try list(quarantine("list", "\(maya)/\(day)/deep")).count == 1)
        #expect(try list(quarantine("list", "\(scratch.folder)/quarantine/\(maya)")).count == 2)
        let table = try night.start(["DATABASE_URL": ""], words: ["quarantine", "list", "-o", "csv"])
        #expect(table.finish().code == 2, "an option once")

        let none = try quarantine("drop")
        #expect(none.code == 2 && none.complaints.contains("--all"), "\(none.complaints)")
        let unknown = try quarantine("drop", "\(maya)/nowhere.csv")
        #expect(unknown.code == 66 && unknown.complaints.contains("nowhere.csv"), "\(unknown.complaints)")
        #expect(try quarantine("drop", "--job", "nowhere").code == 2)
        #expect(try quarantine("drop", "--all", "--dry-run").code == 0 && night.files("quarantine").count == 6)
        #expect(try quarantine("drop", "\(maya)/\(day)/deep/b.csv").code == 0)
        #expect(night.files("quarantine").count == 4)
        #expect(try quarantine("drop", "--owner", leo).code == 0)
        #expect(night.files("quarantine") == ["\(maya)/\(day)/a.csv", "\(maya)/\(day)/a.csv.reason.md"])
        #expect(try quarantine("drop", "--all", "--yes").code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(scratch.folder)/quarantine") == [])
        #expect(try quarantine("drop", "--all", "--yes").code == 0)
        // The ledger keeps what became of them, and whose they were.
        let rows = try scratch.rows("select owner_scope from scorebook.units where status = 'refused' order by id")
        #expect(rows.map { $0[0] } == [Ground.leo, Ground.maya, Ground.maya])
    }

    @Test func `No file of the inbox is replaced by one that goes back`() throws {
        try drop("\(maya)/a.csv", "nonsense\n")
        #expect(try night.nightly().code == 65)
        try drop("\(maya)/a.csv", good)
        let blocked = try quarantine("retry", "--owner", maya)
        #expect(blocked.code == 1 && blocked.output.contains("another file of this name"), "\(blocked.output)")
        #expect(try text("inbox/\(maya)/a.csv") == good && night.files("quarantine").count == 2)
    }

    @Test func `A note in the inbox is no file to import`() throws {
        try drop("\(maya)/a.csv", "nonsense\n")
        #expect(try night.nightly().code == 65)
        for name in night.files("quarantine") {
            try FileManager.default.moveItem(
                atPath: "\(scratch.folder)/quarantine/\(name)",
                toPath: "\(scratch.folder)/inbox/\(maya)/\(name.split(separator: "/").last ?? "")")
        }
        let again = try night.nightly()
        #expect(again.statuses.sorted() == ["ignored", "refused"], "\(again.output)")
        #expect(night.files("quarantine").filter { $0.hasSuffix(".reason.md") }.count == 1)
    }

    @Test func `A note that cannot be written keeps the file in the inbox for the next run`() throws {
        try drop("\(maya)/a.csv", "nonsense\n")
        let folder = "quarantine/\(maya)/\(NightlyTests.today)"
        try FileManager.default.createDirectory(
            atPath: "\(scratch.folder)/\(folder)/a.csv.reason.md/in the way", withIntermediateDirectories: true)
        let result = try night.nightly()
        #expect(result.code == 65 || result.code == 73, "\(result.complaints)")
        #expect(night.files("inbox") == ["\(maya)/a.csv"])
        try FileManager.default.removeItem(atPath: "\(scratch.folder)/\(folder)/a.csv.reason.md")
        #expect(try night.nightly().code == 65)
        #expect(night.files("inbox") == [] && night.files("quarantine").count == 2)
    }

    @Test func `Faulty settings are refused by their name, and their owner's files wait`() throws {
        for name in ["a.csv", "deep/b.csv", "c.json"] { try drop("\(maya)/\(name)", good) }
        try drop("\(maya)/settings.yaml", "zone: Mars/Phobos\n")
        try drop("\(leo)/log.csv", Log.withIDs(["l,2026-05-01,velocity,70,mph"]))
        let result = try night.nightly()
        #expect(result.code == 1, "\(result.complaints)")
        let units = result.units.map { "\($0["source"] ?? "") \($0["status"] ?? "") \($0["code"] ?? "")" }
        let waiting = ["a.csv", "c.json", "deep/b.csv"].map { "\($0) ignored E_SETTINGS_FILE" }
        #expect(Set(units) == Set(waiting + ["log.csv loaded <null>", "settings.yaml refused E_SETTINGS_FILE"]))
        let reason = result.units.first { $0["source"] as? String == "settings.yaml" }?["reason"] as? String
        #expect(reason?.hasPrefix("settings.yaml:1: `zone`: unknown time zone") == true, "\(reason ?? "")")
        #expect(reason?.hasSuffix("; of user \(Ground.maya)") == true, "\(reason ?? "")")
        #expect(
            night.files("inbox") == ["a.csv", "c.json", "deep/b.csv", "settings.yaml"].map { "\(maya)/\($0)" }
                && night.files("quarantine") == [])
        let row = try scratch.rows("select source, code, owner_scope from scorebook.units where status = 'refused'")
        #expect(row.map { $0.map { $0 ?? "" } } == [["settings.yaml", "E_SETTINGS_FILE", Ground.maya]])
        try drop("\(maya)/settings.yaml", "zone: Europe/Vienna\n")
        let next = try night.nightly()
        #expect(next.code == 0 && next.statuses.sorted() == ["already_loaded", "already_loaded", "loaded"])
        #expect(night.files("inbox") == ["\(maya)/settings.yaml"])
    }

    @Test func `An archive of which an entry was refused is verified from the quarantine`() throws {
        try night.drop(
            "\(maya)/x.zip", ZipFile.make([ZipFile.Entry("a.csv", good), ZipFile.Entry("h.csv", "hello\n")]))
        let result = try night.nightly()
        #expect(result.code == 1 && result.statuses.sorted() == ["loaded", "refused"], "\(result.complaints)")
        #expect(night.files("quarantine").count == 2 && night.files("archive") == [])
        #expect(try text("quarantine/\(night.files("quarantine")[1])").contains("code: \"E_UNKNOWN_FORMAT\""))
        let verified = try night.start(words: ["verify", "latest"]).finish()
        #expect(verified.code == 0 && verified.report["equal"] as? Bool == true, "\(verified.output)")
    }

    /// Its note is to be read; the ledger has them all.
    @Test func `Of an archive with many refused entries some reasons are in its note`() throws {
        try night.drop("\(maya)/x.zip", ZipFile.make((100..<250).map { ZipFile.Entry("e\($0).csv", "hello\n") }))
        let result = try night.nightly()
        #expect(result.statuses.count == 150 && Set(result.statuses) == ["refused"], "\(result.complaints)")
        let note = try text("quarantine/\(night.files("quarantine")[1])")
        #expect(note.components(separatedBy: "\n- x.zip!e").count == 101, "\(note)")
        #expect(note.contains("\n- 50 more entries were refused\n"), "\(note)")
        #expect(try scratch.value("select count(*) from scorebook.units where status = 'refused'") == "150")
    }
}
