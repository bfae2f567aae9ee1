import Definitions
import Foundation
import Testing

/// Definitions of pages: what is read, and what is wrong with one, by line and column.
@Suite struct PageTests {
    static let page = """
        page: Numbers
        sections:
          - title: All
            cards:
              - title: Values
                kind: line
                sql: select day, value from public.numbers where owner = $1::uuid
                columns:
                  - {column: day, label: Date, as: date}
                  - {column: value, label: Value, unit: kg, as: number}
                empty: No values yet

        """

    private func load(_ text: String) throws -> (pages: [Page], faults: [String]) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scorebook-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let pages = folder.appendingPathComponent("pages")
        try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: pages.appendingPathComponent("numbers.yaml"))
        let (pipelines, faults) = Pipelines.load(folder.path, environment: [:])
        return (pipelines.pages, faults.map { "\($0.line):\($0.column) \($0.message)" })
    }

    @Test func aPageIsRead() throws {
        let (pages, faults) = try load(Self.page)
        #expect(faults == [])
        let card = try #require(pages.first?.sections.first?.cards.first)
        #expect(card.kind == .line && card.columns.map(\.form) == [.date, .number])
        #expect(card.columns.last?.unit == "kg" && card.empty == "No values yet")
    }

    @Test func choicesAndOwnTexts() throws {
        let text = Self.page.replacingOccurrences(
            of: "page: Numbers\n", with: "page: Numbers\nsql: select $1 as about\n"
        )
        .replacingOccurrences(of: "    cards:", with: "    columns: 2\n    cards:")
        .replacingOccurrences(of: "        empty:", with: "        tabs: [day, value]\n        empty:")
        let (pages, faults) = try load(text)
        #expect(faults == [] && pages.first?.sql == "select $1 as about")
        #expect(pages.first?.sections.first?.columns == 2)
        #expect(pages.first?.sections.first?.cards.first?.tabs == ["day", "value"])
    }

    /// Whose pages a person may read: a query, and no page.
    @Test func peopleHaveNoSections() throws {
        let people = "page: Athletes\nkind: people\nsql: select $1 as id\n"
        let (pages, faults) = try load(people)
        #expect(faults == [] && pages.first?.subject == .people)
        #expect(
            try load(people.replacingOccurrences(of: "$1", with: "1")).faults
                == ["1:1 a page of kind `people` has a query `sql` that chooses its rows by `$1`"])
        let both = Self.page.replacingOccurrences(of: "sections:", with: "kind: people\nsections:")
        #expect(try load(both).faults == ["1:1 a page of kind `people` has no `sections`"])
    }

    @Test(arguments: [
        ("kind: line", "kind: lyne", "6:15 unknown word for `kind` `lyne`"),
        ("$1::uuid", "me", "5:9 the query must choose its rows by `$1`"),
        ("= $1::uuid", "= $1::uuid and day >= $2", "5:9 a query that has one of `$2` and `$3` must have both"),
        ("    cards:", "    columns: 3\n    cards:", "4:14 `columns` must be a number from 1 to 2"),
        ("        empty: No values yet\n", "", "5:9 `empty` is missing"),
        ("sections:", "kind: runs\nsections:", "2:7 unknown word for `kind` `runs`"),
        ("as: date", "as: day", "9:44 unknown word for `as` `day`"),
        ("          - {column: day, label: Date, as: date}\n", "", "5:9 a card of kind `line` has two columns or more"),
        ("sections:", "parts:", "1:1 `sections` is missing"),
    ])
    func whatIsWrong(old: String, new: String, fault: String) throws {
        let found = try load(Self.page.replacingOccurrences(of: old, with: new)).faults
        #expect(found.contains { $0.hasPrefix(fault) }, "\(found)")
    }
}
