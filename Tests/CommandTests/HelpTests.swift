import Command
import Foundation
import Records
import Reporting
import Testing

@Suite struct HelpTests {
    static let widths = [40, 60, 80, 200]

    private func terminal(_ width: Int) -> Terminal { Terminal(isInteractive: true, width: width, hasColours: false) }

    @Test(arguments: widths)
    func theFirstScreenNamesEveryCommand(width: Int) {
        let page = Help(for: terminal(width)).overview
        for name in CommandTable.names { #expect(page.contains(name)) }
        let whole = Help.tasks.map(\.command)
        for line in page.split(separator: "\n").map(String.init)
        where !whole.contains(where: line.contains) && !line.contains("COMMAND") {
            #expect(line.columns <= width, "\(line)")
        }
    }

    @Test func theFirstScreenHas24LinesOf80Columns() {
        let page = Help(for: terminal(80)).overview
        #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 25)
        #expect(page.split(separator: "\n").allSatisfy { String($0).columns <= 80 })
    }

    @Test(arguments: Help.Topic.allCases) func everyTopicHasAPage(topic: Help.Topic) throws {
        let page = try #require(Help(for: terminal(80)).page([topic.rawValue]))
        #expect(Help(for: terminal(80)).overview.contains(topic.rawValue))
        if topic == .exitCodes { for code in ExitCode.allCases { #expect(page.contains(" \(code.rawValue) ")) } }
        if topic == .commands {
            for command in CommandTable.commands { #expect(page.contains("  \(command.verb.rawValue)")) }
        }
        if topic == .environment { for (name, _) in Help.environment { #expect(page.contains(name)) } }
        if topic == .options { for option in CommandTable.commonOptions { #expect(page.contains("--\(option.name)")) } }
    }

    @Test(arguments: RefusalCode.allCases) func everyRefusalHasAPageThatSaysWhatToDo(code: RefusalCode) throws {
        let page = try #require(Help(for: terminal(80)).page([code.rawValue.lowercased()]))
        #expect(page.hasPrefix("\(code.rawValue): \(code.title)"))
        #expect(!code.page.steps.isEmpty)
        for line in page.split(separator: "\n").map(String.init) where !line.hasPrefix("  $ ") {
            #expect(line.columns <= 80, "\(line)")
        }
        let topic = try #require(Help(for: terminal(80)).page(["refusals"]))
        #expect(topic.contains(code.rawValue))
    }

    @Test(arguments: CommandTable.commands.map(\.verb), widths)
    func aPageNamesEveryOptionAndKeepsToItsWidth(verb: Verb, width: Int) throws {
        let page = try #require(Help(for: terminal(width)).page(verb.words))
        let command = try #require(CommandTable.command(verb))
        for option in command.options { #expect(page.contains("--\(option.name)")) }
        for argument in command.arguments { #expect(page.contains(argument.name)) }
        // Lines to copy are never broken.
        let whole = Set(command.examples.map { "  $ \($0.line)" } + ["  \(command.usage)"])
        for line in page.split(separator: "\n").map(String.init) where !whole.contains(line) {
            #expect(line.columns <= width, "\(line)")
        }
    }

    @Test(arguments: CommandTable.commands.map(\.verb)) func theShortPageIsOneScreen(verb: Verb) throws {
        let page = try #require(Help(for: terminal(80)).shortPage(verb.words))
        let command = try #require(CommandTable.command(verb))
        #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 25)
        #expect(page.contains(command.usage) && page.contains("scorebook \(verb.rawValue) --help"))
        if let example = command.examples.first { #expect(page.contains(example.line)) }
        if !command.options.isEmpty { #expect(page.contains("\nOptions\n")) }
    }

    @Test func theShortPageHasTheCommonestOptions() throws {
        let page = try #require(Help(for: terminal(80)).shortPage(["run"]))
        for option in ["--owner", "--set", "--dry-run", "--format"] { #expect(page.contains(option)) }
        #expect(try #require(Help(for: terminal(80)).page(["init"])).contains("init format"))
    }

    /// A key after `rejects` is a run or the second word.
    @Test(arguments: [("rejects", "replay", "completions runs"), ("quarantine", "retry", "_files")])
    func whatFollowsAGroupIsOffered(name: String, second: String, offered: String) throws {
        let zsh = Completions.script(for: .zsh)
        let line = try #require(zsh.split(separator: "\n").first { $0.contains("1:action:") && $0.contains(second) })
        #expect(
            line.contains(offered) || (offered == "completions runs" && line.contains("scorebook completions runs")))
        let bash = Completions.script(for: .bash)
        let kind = name == "rejects" ? "names=runs" : "kind=files"
        let choice = try #require(
            bash.split(separator: "\n").first { $0.contains("-z $second") && $0.contains(second) })
        #expect(choice.contains(kind))
    }

    /// zsh splits a list at its lines, and knows `--format=` as well as `--format`; fish offers files only for files.
    @Test func valuesAreOffered() throws {
        let zsh = Completions.script(for: .zsh)
        #expect(
            !zsh.contains("$(f)")
                && zsh.contains("{compadd -- replay; compadd -S \"\" -- ${(f)\"$(scorebook completions runs"))
        #expect(zsh.contains("'--format=[Read") && zsh.contains("{-n,--dry-run}'["))
        let fish = Completions.script(for: .fish)
        #expect(fish.contains(" -l status -x -a '"))
        #expect(fish.contains(" -l report -r -F -d ") && fish.contains(" -l max-rejects -x -d "))
    }

    /// A file is imported whole: of an export of several datasets the others come, too.
    @Test func theDatasetIsSaidToChooseFiles() throws {
        let page = try #require(Help(for: terminal(200)).page(["run"]))
        #expect(page.contains("Only files whose format feeds this dataset, with their other datasets."))
    }

    @Test(arguments: CommandTable.commands.map(\.verb))
    func examplesParse(verb: Verb) throws {
        for example in try #require(CommandTable.command(verb)).examples where example.line.hasPrefix("scorebook ") {
            let line = example.line.split(separator: ">")[0].split(separator: "|")[0].split(separator: "'")[0]
            _ = try Parser.parse(line.split(separator: " ").dropFirst().map(String.init))
        }
    }

    @Test func manualPageNamesEverything() {
        let page = ManualPage.text
        for command in CommandTable.commands {
            for option in command.allOptions {
                #expect(page.contains("\\-\\-" + option.name.split(separator: "-").joined(separator: "\\-")))
            }
        }
        #expect(page.split(separator: "\n").allSatisfy { !$0.hasPrefix("'") })
    }

    @Test(arguments: Shell.allCases)
    func completionsNameEveryCommandAndOption(shell: Shell) {
        let script = Completions.script(for: shell)
        for command in CommandTable.commands {
            for word in command.verb.words { #expect(script.contains(word)) }
            for option in command.allOptions { #expect(script.contains(option.name)) }
        }
    }

    /// `bash -n` and, where they are installed, `zsh -n` and `fish --no-execute`.
    @Test(arguments: [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])])
    func shellsAcceptTheirScript(shell: String, arguments: [String]) throws {
        let candidates = ["/bin/\(shell)", "/usr/bin/\(shell)", "/usr/local/bin/\(shell)"]
        guard let program = candidates.first(where: FileManager.default.isExecutableFile) else {
            print("SKIPPED: \(shell) is not installed, so its completions were not checked")
            return
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("scorebook-\(UUID()).\(shell)")
        defer { try? FileManager.default.removeItem(at: file) }
        let script = Completions.script(for: try #require(Shell(rawValue: shell)))
        try script.write(to: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments + [file.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
