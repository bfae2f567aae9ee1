import Definitions
import Discovering
import Foundation
import Proving
import Testing

/// A start from the catalogue knows what a start from all definitions knows; a catalogue that does not hold is not used.
@Suite struct CatalogueTests {
    private static let recogniser = Recogniser(formats: Ground.pipelines.formats)

    /// A copy of the definitions with their catalogue.
    private final class Copy: Sendable {
        let folder = "/tmp/scorebook-catalogue-\(UUID().uuidString)"
        var catalogue: String { "\(folder)/.catalogue" }

        init() throws {
            try FileManager.default.copyItem(atPath: Ground.pipelinesFolder, toPath: folder)
            try? FileManager.default.removeItem(atPath: catalogue)
            #expect(try Pipelines.writeCatalogue(of: folder).isEmpty)
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        /// Whether a start uses the catalogue: it then knows this definition without reading it.
        var isUsed: Bool {
            Pipelines.checked(["\(folder)/workouts/formats/strong.yaml"], in: folder) != nil
        }

        func write(_ text: String, to name: String) throws {
            try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        }

        func text(of name: String) throws -> String { try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }
    }

    private static let copy = Result { try Copy() }

    /// How often each byte occurs in the description of something: the order within a set is of no account.
    private func letters(_ described: Any) -> [Int] {
        var counts = [Int](repeating: 0, count: 256)
        for byte in "\(described)".utf8 { counts[Int(byte)] += 1 }
        return counts
    }

    @Test func `Every definition is the same, read when it is used or all at once`() throws {
        let copy = try Self.copy.get()
        let (whole, faults) = Pipelines.load(copy.folder)
        let (lazy, none) = Pipelines.open([copy.folder])
        #expect(copy.isUsed && faults.isEmpty && none.isEmpty)
        for format in whole.formats {
            let found = try #require(lazy.format(named: format.name))
            #expect(letters(found) == letters(format), "\(format.name)")
            #expect(lazy.place(of: format) == whole.place(of: format))
        }
        #expect(letters(lazy.datasets) == letters(whole.datasets))
        #expect(letters(lazy.words) == letters(whole.words))
        #expect(letters(lazy.jobs) == letters(whole.jobs))
        #expect(letters(lazy.pages) == letters(whole.pages))
        #expect(lazy.entries.map(\.name) == whole.formats.map(\.name))
        #expect(lazy.entries.map(\.settings) == whole.entries.map(\.settings))
        #expect(lazy.settingUses.names == whole.settingUses.names)
        for name in whole.settingUses.names {
            #expect(lazy.settingUses.words(for: name) == whole.settingUses.words(for: name))
            #expect(lazy.settingUses.isZone(name) == whole.settingUses.isZone(name))
        }
    }

    @Test(arguments: Sample.all)
    func `A sample is recognised the same`(sample: Sample) throws {
        let lazy = Recogniser(Pipelines.open([try Self.copy.get().folder]).0.catalogue)
        let bytes = try Ground.bytes(sample.path)
        let match = try lazy.recognise(bytes, isWhole: true)
        let other = try Self.recogniser.recognise(bytes, isWhole: true)
        #expect(match.format.name == other.format.name)
        #expect(match.layout == other.layout)
    }

    /// What may happen to a catalogue or its definitions, after which it must not be used.
    @Test(arguments: [
        "a definition changed in place", "a changed definition with its old times", "a definition added",
        "a definition removed", "a stray file", "a dataset changed", "a byte of the index", "a catalogue cut off",
        "an empty catalogue", "no catalogue",
    ])
    func `A catalogue that does not hold is not used`(event: String) throws {
        let copy = try Copy()
        #expect(copy.isUsed)
        let strong = "workouts/formats/strong.yaml"
        let text = try copy.text(of: strong)
        let files = FileManager.default
        switch event {
        case "a definition changed in place": try copy.write(text + "# more\n", to: strong)
        case "a changed definition with its old times":
            let date = try files.attributesOfItem(atPath: "\(copy.folder)/\(strong)")[.modificationDate]
            try copy.write(text.replacing("Strong", with: "Storng"), to: strong)
            try files.setAttributes([.modificationDate: try #require(date)], ofItemAtPath: "\(copy.folder)/\(strong)")
        case "a definition added": try copy.write("format: New", to: "workouts/formats/new.yaml")
        case "a definition removed": try files.removeItem(atPath: "\(copy.folder)/health/formats/libra.yaml")
        case "a stray file": try copy.write("", to: "workouts/formats/strong.yml")
        case "a dataset changed":
            try copy.write(copy.text(of: "workouts/dataset.yaml") + "\n", to: "workouts/dataset.yaml")
        case "no catalogue": try files.removeItem(atPath: copy.catalogue)
        default:
            var bytes = try Data(contentsOf: URL(filePath: copy.catalogue))
            switch event {
            case "a byte of the index": bytes[bytes.count / 8] ^= 1
            case "a catalogue cut off": bytes = bytes.prefix(bytes.count - 1)
            default: bytes = Data()
            }
            try bytes.write(to: URL(filePath: copy.catalogue))
        }
        #expect(!copy.isUsed, "\(event)")
    }

    @Test func `A damaged text is read from its file`() throws {
        let copy = try Copy()
        var bytes = try Data(contentsOf: URL(filePath: copy.catalogue))
        let title = try #require(bytes.range(of: Data("\nformat: Strong\n".utf8)))
        bytes[title.lowerBound + 9] ^= 1
        try bytes.write(to: URL(filePath: copy.catalogue))
        #expect(copy.isUsed)
        let strong = try #require(Pipelines.open([copy.folder]).0.format(named: "strong"))
        #expect(strong.title == "Strong")
    }

    /// A folder over the copy: a format of its own, one in the place of a shipped one, a job, a page.
    private static let own = [
        "performance/formats/acme.yaml": """
        format: Acme radar
        dataset: performance
        reader: {type: csv, delimiters: ";"}
        recognise:
          - [Day, Throw, Speed]
        fields:
          recorded_date: {from: Day, pattern: dd.MM.yyyy}
          metric_type:   {constant: velocity}
          value:         {from: Speed, as: speed, unit: [header, {setting: speed_of_acme}], to: mph}
          unit:          {constant: mph}

        """,
        "mine.yaml": """
        job: A job of my own
        database: embedded
        inbox: inbox
        owner: payload
        datasets: [performance]
        settings: {speed_of_acme: mph}

        """,
    ]

    /// The copy, and a folder with these files and a changed `strong`.
    private func withOwn(_ files: [String: String], _ body: (Copy, String) throws -> Void) throws {
        let copy = try Copy()
        let folder = "\(copy.folder)-own"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let strong = "workouts/formats/strong.yaml"
        let changed = try copy.text(of: strong).replacing("format: Strong\n", with: "format: My Strong\n")
            .replacing("setting: weight_unit}", with: "setting: my_unit}")
        for (name, text) in files.merging([strong: changed]) { $1 } {
            let url = URL(filePath: "\(folder)/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: url, atomically: false, encoding: .utf8)
        }
        try body(copy, folder)
    }

    @Test func `Under a folder of one's own each shipped definition is read when it is used`() throws {
        var files = Self.own.mapValues { $0.replacing("fields:\n", with: "ignore: [libra, \"*.acme\"]\nfields:\n") }
        let page = try String(contentsOfFile: "\(Ground.pipelinesFolder)/pages/runs.yaml", encoding: .utf8)
        files["pages/runs.yaml"] = page.replacing(try Regex("page: .*"), maxReplacements: 1) { _ in "page: Mine" }
        try withOwn(files) { copy, folder in
            let libra = "health/formats/libra.yaml"
            try copy.write(copy.text(of: libra) + "ignore: [\"*.libra\"]\n", to: libra)
            #expect(try Pipelines.writeCatalogue(of: copy.folder).isEmpty)
            let (whole, faults) = Pipelines.load([copy.folder, folder])
            let (lazy, none) = Pipelines.open([copy.folder, folder])
            #expect(faults.isEmpty && none.isEmpty)
            #expect(lazy.isLibrary)
            #expect(lazy.entries.map(\.name) == whole.formats.map(\.name))
            #expect(lazy.entries.map(\.settings) == whole.entries.map(\.settings))
            for (one, other) in zip(whole.formats, lazy.formats) {
                #expect(letters(one) == letters(other), "\(one.name)")
                #expect(lazy.place(of: one) == whole.place(of: one))
            }
            #expect(letters(lazy.jobs) == letters(whole.jobs))
            #expect(letters(lazy.pages) == letters(whole.pages))
            #expect(lazy.settingUses.names == whole.settingUses.names)
            for name in whole.settingUses.names {
                #expect(lazy.settingUses.words(for: name) == whole.settingUses.words(for: name))
                #expect(lazy.settingUses.isZone(name) == whole.settingUses.isZone(name))
            }
        }
    }

    @Test func `The program says the same of a folder of one's own with and without a catalogue`() throws {
        try withOwn(Self.own) { copy, folder in
            let file = "\(folder)/radar.csv"
            try "Day;Throw;Speed\n05.05.2026;1;70.5\n".write(toFile: file, atomically: false, encoding: .utf8)
            func outputs() throws -> [String] {
                try [
                    ["formats"], ["jobs"], ["settings"], ["recognise", file],
                    ["recognise", "\(Ground.samples)/strong.csv"],
                ].map { words in
                    let result = try Program.run(
                        words + ["-o", "json", "--pipelines", copy.folder, "--pipelines", folder])
                    #expect(result.code == 0, "\(words): \(result.complaints)")
                    return result.output
                }
            }
            try FileManager.default.removeItem(atPath: copy.catalogue)
            let whole = try outputs()
            #expect(try Program.run(["check", "--catalogue", "--pipelines", copy.folder]).code == 0)
            #expect(try outputs() == whole)
            #expect(whole[0].contains("My Strong") && whole[1].contains("A job of my own"))
        }
    }

    /// What is faulty together is faulty as in a full read.
    @Test(arguments: [
        ("workouts/formats/mine.yaml", "format: Mine", "title: Strong"),
        ("mine.yaml", "job: A job of my own", "jub: A job of my own"),
        (
            "health/formats/strong.yaml", "Mine",
            "Mine\ndataset: performance\nreader: csv\nrecognise: [[Day, Kick]]\nfields: {recorded_date: {from: Day}, metric_type: {constant: era}, value: {from: Kick}}"
        ),
        ("performance/formats/acme.yaml", "fields:", "ignore: [libra]\nfields:"),
        (
            "performance/formats/acme.yaml", "[Day, Throw, Speed]",
            "[Date, Workout Name, Exercise Name, Set Order, Reps]"
        ),
        ("health/dataset.yaml", "format: Mine", "dataset: Health"),
    ])
    func `A faulty folder of one's own has the faults of a full read`(name: String, old: String, new: String) throws {
        var files = Self.own
        files[name] = (files[name] ?? "format: Mine\n").replacing(old, with: new)
        try withOwn(files) { copy, folder in
            let (_, faults) = Pipelines.load([copy.folder, folder])
            #expect(!faults.isEmpty)
            #expect(Pipelines.open([copy.folder, folder]).1 == faults)
        }
    }

    /// A job is read with the environment of each start.
    @Test func `A variable that a job cannot use is a fault, as without a catalogue`() throws {
        let copy = try Copy()
        try FileManager.default.removeItem(atPath: copy.catalogue)
        let job = """
            job: A job
            database: embedded
            inbox: inbox
            owner: payload
            datasets: [workouts]
            settings: {weight_unit: "${MY_UNIT:-kg}"}

            """
        try copy.write(job, to: "mine.yaml")
        #expect(try Pipelines.writeCatalogue(of: copy.folder).isEmpty)
        for unit in ["lb", "stoone"] {
            let environment = ["MY_UNIT": unit]
            let (lazy, faults) = Pipelines.open([copy.folder], environment: environment)
            #expect(faults == Pipelines.load(copy.folder, environment: environment).1)
            #expect(faults.isEmpty == (unit == "lb"))
            if unit == "lb" { #expect(lazy.job(named: "mine")?.settings.first?.value == "lb") }
        }
    }

    @Test func `Formats that name each other's lists are read as without a catalogue`() throws {
        let copy = try Copy()
        for (name, other) in [("openscale", "libra"), ("libra", "openscale")] {
            let path = "health/formats/\(name).yaml"
            let text = try copy.text(of: path)
            #expect(!text.contains("\nignore:"))
            try copy.write(text + "ignore: [\(other), \"*.\(name)\"]\n", to: path)
        }
        #expect(try Pipelines.writeCatalogue(of: copy.folder).isEmpty && copy.isUsed)
        let (whole, lazy) = (Pipelines.load(copy.folder).0, Pipelines.open([copy.folder]).0)
        for name in ["openscale", "libra"] {
            #expect(lazy.format(named: name)?.ignore == whole.format(named: name)?.ignore)
            #expect(lazy.format(named: name)?.ignore.isEmpty == false)
        }
    }

    @Test func `A key beyond ASCII is found in any of its forms`() throws {
        let composed = "fehlergr\u{F6}\u{DF}e"
        let format = Format(
            name: "errors", title: "Errors", path: "", reader: .json(JSONReaderDefinition()),
            recognise: [["[*].\(composed)"]], records: [])
        for key in [composed, "fehlergro\u{308}\u{DF}e"] {
            let text = Array("[{\"\(key)\": 1}]".utf8)
            #expect(try Recogniser(formats: [format]).recognise(text, isWhole: true).format.name == "errors")
        }
    }

    @Test func `Faulty definitions get no catalogue`() throws {
        let copy = try Copy()
        try FileManager.default.removeItem(atPath: copy.catalogue)
        try copy.write("format: New", to: "workouts/formats/new.yaml")
        #expect(try !Pipelines.writeCatalogue(of: copy.folder).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: copy.catalogue))
    }
}
