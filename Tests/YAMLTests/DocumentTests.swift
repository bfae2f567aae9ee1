import Testing
import YAML

/// A text that is refused, with where and why.
struct Refusal: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var mark: Mark
    var message: String

    init(_ name: String, _ text: String, _ line: Int, _ column: Int, _ message: String) {
        testDescription = name
        self.text = text
        mark = Mark(line: line, column: column)
        self.message = message
    }
}

@Suite struct DocumentTests {
    @Test func keepsOrderPlacesAndStyles() throws {
        let document = Document(parsing: Array("b: [1, \"1\"]\na:\n  ü: x y\n".utf8))
        #expect(document.problems == [])
        let entries = try #require(document.root?.entries)
        #expect(entries.map(\.key) == ["b", "a"])
        let list = try #require(entries[0].value.elements)
        #expect(list.map(\.integer) == [1, nil])
        #expect(list.map(\.text) == ["1", "1"])
        #expect(list[1].mark == Mark(line: 1, column: 8))
        let inner = try #require(entries[1].value.entries?.first)
        #expect(inner.keyMark == Mark(line: 3, column: 3))
        // Columns count characters, not bytes.
        #expect(inner.value.mark == Mark(line: 3, column: 6))
    }

    @Test(arguments: ["no", "on", "yes", "off", "Yes", "12:30", "0x1F", "1e3", "2025-01-01", "=", "<<"])
    func isText(_ word: String) throws {
        let node = try #require(Document(parsing: Array("- \(word)".utf8)).root?.elements?.first)
        #expect(node.text == word)
        #expect(node.boolean == nil && node.integer == nil && !node.isNull)
    }

    @Test(arguments: ["~", "null", "Null", "NULL", ""])
    func isNull(_ word: String) throws {
        let node = try #require(Document(parsing: Array("a: \(word)".utf8)).root?.entries?.first?.value)
        #expect(node.isNull && node.text == nil)
    }

    static let refusals = [
        Refusal("duplicate key", "a: 1\nb: 2\na: 3\n", 3, 1, "key `a` appears twice, first on line 1"),
        Refusal("anchor twice", "a: &x 1\nb: &x 2\n", 2, 4, "anchor `&x` appears twice"),
        Refusal("alias of nothing", "a: 1\nb: *x\n", 2, 4, "`*x` comes before its anchor"),
        Refusal("alias in its own anchor", "a: &x [*x]\n", 1, 8, "`*x` comes before its anchor"),
        Refusal("merge of a text", "a: &x 1\nb: {<<: *x}\n", 1, 4, "`<<` takes over a mapping, not a number"),
        Refusal("tag", "a: !secret 1\n", 1, 4, "tags"),
        Refusal("standard tag", "a: !!str 1\n", 1, 4, "tags"),
        Refusal("tab as indentation", "a:\n\tb: 1\n", 2, 1, "a tab indents this line"),
        Refusal("tab after blanks", "a:\n  \tb: 1\n", 2, 3, "a tab indents this line"),
        Refusal("second document", "a: 1\n---\nb: 2\n", 2, 1, "a second document"),
        Refusal("open list", "a: [1, 2\nb: 3\n", 2, 2, "did not find expected ',' or ']'"),
        Refusal("key is a list", "[1]: 2\n", 1, 1, "a key must be a text, not a list"),
        Refusal("empty", "# nothing\n", 2, 1, "the file is empty"),
        Refusal("control character", "a: b\nc: \u{1}\n", 2, 4, "control characters are not allowed"),
        Refusal("too deep", String(repeating: "[", count: 40), 1, 33, "nested deeper than 32 levels"),
        Refusal("too large", String(repeating: "#", count: (1 << 20) + 1), 1, 1, "longer than 1048576 bytes"),
    ]

    @Test(arguments: refusals)
    func refuses(_ refusal: Refusal) throws {
        let problem = try #require(Document(parsing: Array(refusal.text.utf8)).problems.first)
        #expect(problem.message.contains(refusal.message), "\(problem.message)")
        #expect(problem.mark == refusal.mark)
    }

    @Test func refusesBytesThatAreNoUTF8() throws {
        let document = Document(parsing: Array("a: 1\nb: ü".utf8) + [0xE9, 0x0A])
        let problem = try #require(document.problems.first)
        #expect(document.root == nil)
        #expect(problem.mark == Mark(line: 2, column: 5))
    }

    @Test func aliasesDoNotUnfold() {
        let bomb = "a0: &a0 [x, x]\n" + (1..<30).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
        let document = Document(parsing: Array(bomb.utf8))
        #expect(document.root == nil)
        #expect(document.problems.map(\.message) == ["more than 100000 nodes"])
        let tower = "a0: &a0 [x]\n" + (1..<40).map { "a\($0): &a\($0) [*a\($0 - 1)]\n" }.joined()
        #expect(Document(parsing: Array(tower.utf8)).problems.map(\.message) == ["nested deeper than 32 levels"])
    }

    @Test func takesOverMappings() throws {
        let text = """
            day: &day {from: Date, as: date}
            other: &other {as: text, zone: UTC}
            one: {<<: *day, as: local-date}
            two: {to: x, <<: [*day, *other], join: y}
            three: *day
            "<<": text

            """
        let document = Document(parsing: Array(text.utf8))
        #expect(document.problems == [])
        let entries = try #require(document.root?.entries)
        func keys(of key: String) -> [String] {
            let node = entries.first { $0.key == key }?.value
            return (node?.entries ?? []).map { "\($0.key)=\($0.value.text ?? "")" }
        }
        #expect(keys(of: "one") == ["from=Date", "as=local-date"])
        #expect(keys(of: "two") == ["to=x", "from=Date", "as=date", "zone=UTC", "join=y"])
        #expect(keys(of: "three") == keys(of: "day"))
        #expect(entries.last?.key == "<<")
    }

    @Test func truncatedAnywhereItNeverTraps() {
        let text = Array("a: {b: [1, 'x', \"y\"], c: |\n  block\n}\nd: é\n".utf8)
        for end in 0...text.count { _ = Document(parsing: Array(text[..<end])) }
    }
}
