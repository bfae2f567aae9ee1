import Command
import Foundation
import Testing

/// What README and the guides show is typed into a terminal somewhere: `Tests/ScreenTests` compares what it prints.
@Suite struct TypedCommandsTests {
    @Test(arguments: PageTests.pages.filter { $0 != "Documentation/commands.md" })
    func everyCommandShownHasAScreen(_ path: String) throws {
        let folder = "\(Page.root)/Tests/ScreenTests/Screens"
        let screens = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
        let typed = screens.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("$ ") }
        #expect(typed.count > 40)
        for words in try Page(path).commandLines {
            let verb = try Parser.parse(words).verb.rawValue
            #expect(typed.contains { $0.contains("scorebook \(verb)") }, "\(verb) is on no screen")
        }
    }
}
