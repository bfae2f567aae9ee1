import Command
import Definitions
import Foundation
import Summarising
import Testing

/// What the program and its definitions hold stands in the README's tables, and nothing else does.
@Suite struct ReadmeTests {
    private let readme: Page
    private let pipelines: Pipelines

    init() throws {
        readme = try Page("README.md")
        pipelines = Pipelines.load("\(Page.root)/Pipelines", environment: ["DATABASE_URL": "service=any"]).0
    }

    private func expect(_ heading: String, holds names: [String]) {
        let documented = readme.firstColumn(of: heading)
        #expect(Set(documented) == Set(names), "the table under \(heading)")
        #expect(documented.count == Set(documented).count, "a row of \(heading) stands twice")
    }

    @Test func commands() { expect("Commands", holds: Verb.allCases.map(\.rawValue)) }

    /// Formats of tables' rows stand there once for all tables, by the file that defines them.
    @Test func formats() {
        let files = pipelines.formats.compactMap { $0.path.split(separator: "/").last?.dropLast(".yaml".count) }
        expect("Formats", holds: Set(files.map(String.init)).sorted())
    }

    @Test func datasets() { expect("Datasets", holds: pipelines.datasets.map(\.name)) }

    @Test func jobs() { expect("Jobs", holds: pipelines.jobs.map(\.name)) }

    @Test func settings() { expect("Settings", holds: pipelines.settings) }

    @Test func exitCodes() { expect("Exit codes", holds: ExitCode.allCases.map { "\($0.rawValue)" }) }

    @Test func summaries() throws {
        expect("Summaries", holds: try Summaries.load("\(Page.root)/Pipelines").all.map(\.name))
    }

    /// The format that is shown as an example is one.
    @Test func theExampleIsSound() throws {
        let files = FileManager.default
        let folder = NSTemporaryDirectory() + "/scorebook-readme-\(UUID().uuidString)"
        try files.copyItem(atPath: "\(Page.root)/Pipelines", toPath: folder)
        defer { try? files.removeItem(atPath: folder) }
        let path = "performance/formats/acme.yaml"
        try readme.code(under: "definitions.schema.json").write(
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
        let rows = readme.text.split(separator: "\n").filter { $0.hasPrefix("|") }
        for package in packages { #expect(rows.contains { $0.contains("`\(package)`") }, "\(package)") }
    }
}

/// What documentation tells to type can be typed.
@Suite struct PageTests {
    static let pages = [
        "README.md", "Samples/README.md", "Samples/game-log.md", "Samples/Faulty/README.md",
        "contrib/nightly/README.md", "contrib/supabase/README.md", "Documentation/security.md",
    ]

    @Test(arguments: pages) func commandLinesParse(_ path: String) throws {
        for words in try Page(path).commandLines {
            #expect(throws: Never.self, "\(words.joined(separator: " "))") { _ = try Parser.parse(words) }
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
