import Command
import Definitions
import Foundation
import Summarising
import Testing

/// What README and the hand-written guides say of the program and its definitions is so.
@Suite struct ReadmeTests {
    private let readme: Page
    private let pipelines: Pipelines

    init() throws {
        readme = try Page("README.md")
        pipelines = Pipelines.load("\(Page.root)/Pipelines", environment: ["DATABASE_URL": "service=any"]).0
    }

    @Test func settings() throws {
        let documented = try Page("Documentation/settings.md").firstColumn(of: "All settings")
        #expect(Set(documented) == Set(pipelines.settings))
        #expect(documented.count == Set(documented).count, "a setting appears twice")
    }

    @Test func jobs() throws {
        #expect(Set(try Page("Documentation/operations.md").firstColumn(of: "Jobs")) == Set(pipelines.jobs.map(\.name)))
    }

    /// A page that nobody looks through again: what is long is in `Documentation/`.
    @Test func itIsShort() {
        #expect(readme.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
    }

    /// The format that is shown as an example is one.
    @Test func theExampleIsSound() throws {
        let files = FileManager.default
        let folder = NSTemporaryDirectory() + "/scorebook-readme-\(UUID().uuidString)"
        try files.copyItem(atPath: "\(Page.root)/Pipelines", toPath: folder)
        defer { try? files.removeItem(atPath: folder) }
        let path = "performance/formats/acme.yaml"
        try Page("Documentation/new-format.md").code(under: "format: Acme (radar)").write(
            toFile: "\(folder)/\(path)", atomically: true, encoding: .utf8)
        let (found, faults) = Pipelines.load(folder, environment: ["DATABASE_URL": "service=any"])
        #expect(faults.map(\.description) == [])
        #expect(found.format(named: "acme")?.recognise == [["Day", "Throw", "Speed"]])
    }

    /// Every system library that the package links has its reason in the table of dependencies.
    @Test func dependencies() throws {
        let manifest = try Page("Package.swift").text
        let packages = manifest.matches(of: /\.apt\(\["([^"]+)"\]\)/).map { String($0.1) }
        #expect(!packages.isEmpty)
        let rows = try Page("Documentation/dependencies.md").text.split(separator: "\n").filter { $0.hasPrefix("|") }
        for package in packages { #expect(rows.contains { $0.contains("`\(package)`") }, "\(package)") }
    }
}

/// The references of `Documentation/` are made of the program: `SCOREBOOK_RECORD=1` writes them.
@Suite struct ReferenceTests {
    @Test func `Each reference is the recorded one`() throws {
        let (pipelines, _) = Pipelines.load("\(Page.root)/Pipelines", environment: ["DATABASE_URL": "service=any"])
        let summaries = try Summaries.load("\(Page.root)/Pipelines").all
        let screens = try Page("Tests/ScreenTests/Screens/reader.txt").text
        let picture = Reference.picture(of: "$DEMO 2026-06-15 | fold -s -w 100", as: "make demo", in: screens)
        #expect(picture.contains("demo: imported 26 of 27 files"))
        let pages = Reference(pipelines: pipelines, summaries: summaries).pages + [("screen.svg", picture)]
        for (name, text) in pages {
            let path = "\(Page.root)/Documentation/\(name)"
            if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] == "1" {
                try text.write(toFile: path, atomically: true, encoding: .utf8)
            } else {
                #expect(
                    try String(contentsOfFile: path, encoding: .utf8) == text, "\(name): SCOREBOOK_RECORD=1 writes it")
            }
        }
    }
}

/// What the program says, read as prose.
@Suite struct MessagesTests {
    private static let messages = Result { try Messages().text }

    /// `Tests/DocumentationTests/messages.txt` has every message, to be read from top to bottom. `SCOREBOOK_RECORD=1` writes it.
    @Test func `Every message is in the list`() throws {
        let path = "\(Page.root)/Tests/DocumentationTests/messages.txt"
        let text = try Self.messages.get()
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] == "1" {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text, "SCOREBOOK_RECORD=1 writes it")
    }

    /// Words for which the field has others.
    private static let words = [
        "mend", "anew", "lacks", "somebody", "nobody", "whoever", "tells", "stands", "there is no",
    ]

    @Test(arguments: words) func `Messages have the field's words`(_ word: String) throws {
        let pattern = try Regex("\\b\(word)\\b")
        for line in try Self.messages.get().split(separator: "\n") where line.hasPrefix(" ") {
            #expect(line.firstMatch(of: pattern) == nil, "\(line)")
        }
    }

    /// References are made of messages and definitions; what was found in files, and samples, have words of their own.
    @Test(
        arguments: PageTests.pages.filter { path in
            !["commands", "datasets", "definitions", "formats", "refusals", "summaries", "corpus"].contains {
                path == "Documentation/\($0).md"
            } && !path.hasPrefix("Samples/")
        })
    func `Guides have the field's words`(_ path: String) throws {
        let text = try Page(path).text
        for word in Self.words {
            let found = text.firstMatch(of: try Regex("\\b\(word)\\b")).map { text[$0.range].description }
            #expect(found == nil, "\(word)")
        }
    }

    @Test func `The list sees messages and no SQL`() {
        let source = #"""
            let a = "the file is \(x("y")) and it ends"  // "a comment of words"
            let b = "select a from b where c = d"
            let c = """
                it goes on for \
                two lines
                """
            """#
        #expect(Messages.messages(in: source) == ["the file is \\(…) and it ends", "it goes on for two lines"])
    }
}

/// What documentation tells to type can be typed.
@Suite struct PageTests {
    static let pages =
        [
            "README.md", "CONTRIBUTING.md", "SECURITY.md", "Samples/README.md", "Samples/game-log.md",
            "Samples/Faulty/README.md", "contrib/nightly/README.md", "contrib/supabase/README.md",
            "contrib/container/README.md",
        ]
        + ((try? FileManager.default.contentsOfDirectory(atPath: "\(Page.root)/Documentation")) ?? [])
        .filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }

    @Test(arguments: pages) func commandLinesParse(_ path: String) throws {
        for command in try Page(path).commandLines {
            #expect(throws: Never.self, "\(command.text)") { _ = try Parser.parse(command.words) }
        }
    }

    /// The checks here see what they are meant to see.
    @Test func thePageIsRead() throws {
        let readme = try Page("README.md")
        #expect(readme.commandLines.count > 5)
        #expect(readme.makeTargets.isSuperset(of: ["demo", "test"]))
        #expect(readme.linkedFiles.contains { $0.hasSuffix("/LICENSE") })
    }

    @Test(arguments: pages) func linkedFilesExist(_ path: String) throws {
        for file in try Page(path).linkedFiles {
            #expect(FileManager.default.fileExists(atPath: file), "\(file)")
        }
    }

    @Test(arguments: pages) func makeTargetsExist(_ path: String) throws {
        let makefile = try Page("Makefile").text
        for target in try Page(path).makeTargets { #expect(makefile.contains("\n\(target):"), "make \(target)") }
    }

    /// Each sample is told of, and each that is told of is there; a format has a sample of its name.
    @Test func samples() throws {
        let folder = try FileManager.default.contentsOfDirectory(atPath: "\(Page.root)/Samples")
        let files = folder.filter { name in
            ![".md", ".schema.json", "family.sql", "Faulty"].contains { name.hasSuffix($0) }
        }
        #expect(Set(try Page("Samples/README.md").firstColumn(of: "Samples")) == Set(files))
        let (pipelines, _) = Pipelines.load("\(Page.root)/Pipelines", environment: ["DATABASE_URL": "service=any"])
        for format in pipelines.formats {
            #expect(files.contains { $0.split(separator: ".").first.map(String.init) == format.name }, "\(format.name)")
        }
    }
}
