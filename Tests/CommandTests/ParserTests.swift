import Command
import Records
import Reporting
import Testing

@Suite struct ParserTests {
    @Test(arguments: CommandTable.commands.map(\.verb))
    func everyCommandIsFoundByItsWords(verb: Verb) throws {
        let command = try #require(CommandTable.command(verb))
        let arguments = command.arguments.map { argument in
            if case .words(let words) = argument.completion { words[0] } else { "x" }
        }
        #expect(try Parser.parse(verb.words + arguments).verb == verb)
        #expect(try Parser.parse(["-q"] + verb.words + arguments + ["-o", "json"]).options.output == .json)
    }

    @Test func theTableHoldsEveryVerbOnce() {
        #expect(CommandTable.commands.map(\.verb.rawValue).sorted() == Verb.allCases.map(\.rawValue).sorted())
    }

    @Test(arguments: CommandTable.commands.map(\.verb))
    func optionsOfACommandHaveDifferentNames(verb: Verb) throws {
        let options = try #require(CommandTable.command(verb)).allOptions
        #expect(Set(options.map(\.name)).count == options.count)
        let letters = options.compactMap(\.short)
        #expect(Set(letters).count == letters.count)
    }

    @Test(arguments: [
        "run --input a --input=b -ic -i d --owner me --set zone=UTC --set a=b=c --max-rejects 2.5% -qo json",
        "-qojson --owner=me run --set=zone=UTC -i a --max-rejects=2.50% -i b --set a=b=c -i=c -i d",
    ])
    func waysToWriteOptions(line: String) throws {
        let options = try Parser.parse(line.split(separator: " ").map(String.init)).options
        #expect(options.inputs == ["a", "b", "c", "d"])
        #expect(options.owner == "me")
        #expect(options.settings.map(\.name) == ["zone", "a"])
        #expect(options.settings.last?.value == "b=c")
        #expect(options.maxRejects == RejectLimit("2.5%"))
        #expect(options.output == .json)
        #expect(options.verbosity == .quiet)
    }

    @Test(arguments: [
        ("recognize a.csv", Verb.recognise), ("detect a.csv", .recognise), ("import nightly", .run),
        ("run a.csv --dry-run", .plan), ("import -n a.csv", .plan), ("-q detect a.csv", .recognise),
    ])
    func otherWords(line: String, verb: Verb) throws {
        let invocation = try Parser.parse(line.split(separator: " ").map(String.init))
        #expect(invocation.verb == verb && invocation.arguments.count == 1)
    }

    @Test func aShortPageIsAskedFor() throws {
        #expect(try Parser.parse(["run", "-h"]).options.page == .short)
        #expect(try Parser.parse(["run", "--help"]).options.page == .whole)
        #expect(try Parser.parse(["init"]).arguments == ["init"])
    }

    /// A password that was typed in the wrong place is not repeated.
    @Test func whatMayHoldAPasswordIsNotRepeated() {
        for line in [["runs", "--database", "a:secret@b"], ["show", "a", "postgresql://a:secret@b/c"]] {
            #expect {
                try Parser.parse(line)
            } throws: { error in
                !((error as? UsageError)?.message.contains("secret") ?? true)
            }
        }
    }

    @Test func jsonIsAForm() throws {
        #expect(try Parser.parse(["runs", "--json"]).options.output == .json)
    }

    @Test func twoDashesEndOptions() throws {
        let invocation = try Parser.parse(["db", "psql", "--", "-c", "select 1", "--help"])
        #expect(invocation.verb == .dbPsql)
        #expect(invocation.arguments == ["-c", "select 1", "--help"])
    }

    @Test func aDashIsAValue() throws {
        #expect(try Parser.parse(["run", "--input", "-"]).options.inputs == ["-"])
        #expect(try Parser.parse(["peek", "-"]).arguments == ["-"])
    }

    @Test(arguments: [
        ("schema", Verb.schemaStatus), ("db", .dbStatus), ("user", .userList), ("summaries", .summariesVerify),
        ("rejects", .rejects),
        ("rejects 0b1c", .rejects),
        ("rejects replay", .replayRejects), ("run --help", .help), ("--version", .version), ("rn -h", .help),
        ("help", .help), ("run nightly", .run), ("", .help), ("init", .help), ("runs nightly", .runs),
    ])
    func wordsOfCommands(line: String, verb: Verb) throws {
        #expect(try Parser.parse(line.split(separator: " ").map(String.init)).verb == verb)
    }

    @Test(arguments: [
        ("-q", UsageError.noCommand),
        ("rnu", .unknownCommand("rnu", suggestions: ["run"])),
        ("db strat", .unknownCommand("db strat", suggestions: ["db start"])),
        (
            "run --max-reject 3",
            .unknownOption("--max-reject", command: .run, suggestions: ["--max-rejects", "--warn-rejects"])
        ),
        ("run -z", .unknownOption("-z", command: .run, suggestions: [])),
        ("run --input", .missingValue(option: "--input", expected: "some text")),
        ("run --fail-fast=yes", .unwantedValue(option: "--fail-fast")),
        ("run --owner a --owner b", .givenTwice(option: "--owner")),
        ("run --plan p nightly", .contradiction("--plan", "JOB|PATH")),
        ("show a b", .surplusArgument("b", command: .show)),
        ("runs nightly --job demo", .contradiction("--job", "JOB")),
        (
            "runs --since yesterday",
            .badValue(option: "--since", "yesterday", command: .runs, expected: Since.expected, suggestions: [])
        ),
        (
            "runs --database a:b@c",
            .badValue(
                option: "--database", nil, command: .runs, expected: DatabaseAddress.expected, suggestions: [])
        ),
        ("peek", .missingArgument("FILE", command: .peek)),
        (
            "completions tcsh",
            .badArgument(
                "SHELL", "tcsh", command: .completions,
                expected:
                    "one of bash, zsh, fish, formats, datasets, jobs, metrics, settings, setting-names, exports, runs")
        ),
        (
            "run nightly --pace 0%",
            .badValue(option: "--pace", "0%", command: .run, expected: Pace.expected, suggestions: [])
        ),
        ("validate nightly --pace 25%", .unknownOption("--pace", command: .validate, suggestions: [])),
        (
            "runs -o jso",
            .badValue(
                option: "-o", "jso", command: .runs, expected: OutputForm.expected,
                suggestions: ["json", "jsonl", "jsonschema"])
        ),
    ])
    func whatIsWrong(line: String, fault: UsageError) {
        #expect(throws: fault) { try Parser.parse(line.split(separator: " ").map(String.init)) }
        #expect(!fault.message.isEmpty && !fault.hint.isEmpty)
    }
}
