import Command
import Foundation
import Testing

/// What README and the guides show is typed into a terminal: `Tests/ScreenTests` compares what it prints.
@Suite struct TypedCommandsTests {
    /// Commands of the guides that no screen can have, and why.
    private static let untyped = [
        "report --run RUN --open": "opens a browser",
        "report --owner WHO --from 2026-03-01 --to 2026-05-31": "CommandsTests has it (aRangeOfOnesOwn)",
        "export packet --owner WHO -o pdf --out PATH": "takes Chromium; BrowserTests prints it",
    ]

    private static func typed() throws -> Set<CommandLine> {
        let folder = "\(Page.root)/Tests/ScreenTests/Screens"
        let screens = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
        let lines = screens.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("$ ") }
        return Set(lines.flatMap { CommandLine.all(in: String($0)) })
    }

    @Test func everyCommandOfReadmeIsTypedAsItIsShown() throws {
        let typed = try Self.typed()
        let shown = try Page("README.md").commandLines
        #expect(shown.count > 15 && typed.count > 60)
        for command in shown { #expect(typed.contains(command), "\(command.text)") }
    }

    @Test(arguments: PageTests.pages.filter { $0 != "Documentation/commands.md" })
    func everyCommandOfAGuideIsTypedForSomeFileAndPerson(_ path: String) throws {
        let typed = Set(try Self.typed().map(\.general))
        for command in try Page(path).commandLines {
            let general = command.general
            let isTyped = typed.contains(general) || Self.untyped[general.words.joined(separator: " ")] != nil
            #expect(isTyped, "\(command.text)")
        }
    }

    @Test func commandsAreReadAsAShellReadsThem() {
        let line = "$ A=b scorebook run x.csv 2>/dev/null | head -n 3; cd y && scorebook runs  what came in"
        #expect(CommandLine.all(in: line).map(\.words) == [["run", "x.csv"], ["runs"]])
        let guide = CommandLine(words: ["run", "a.csv", "b/", "--owner", "anna@example.org", "--set", "zone=UTC"])
        let other = CommandLine(words: ["run", "c.zip", "--owner", "5f0c0000-0000-4000-8000-000000000001"])
        #expect(guide.general.words == ["run", "PATH", "--owner", "WHO", "--set", "zone=UTC"])
        #expect(other.general.words == ["run", "PATH", "--owner", "WHO"])
        #expect(CommandLine(words: ["show", "latest"]).general == CommandLine(words: ["show", "0b1c"]).general)
    }
}
