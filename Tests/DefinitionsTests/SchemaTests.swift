import Definitions
import Foundation
import Testing

/// The vocabulary of definitions as it was recorded: the JSON Schema and the reference are those of the tables of keys.
/// `SCOREBOOK_RECORD=1` writes them.
@Suite struct SchemaTests {
    static let files = [
        ("Pipelines/definitions.schema.json", DefinitionKeys.schema),
        ("Documentation/definitions.md", DefinitionKeys.reference),
    ]

    @Test(arguments: files)
    func `The vocabulary is the recorded one`(_ name: String, _ text: String) throws {
        let path = Repository.path(name)
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] == "1" {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        } else {
            let known = try String(contentsOfFile: path, encoding: .utf8)
            #expect(known == text, "\(name): SCOREBOOK_RECORD=1 writes it")
        }
    }

    /// A new word is dear: people who write a format read them all. Find a word that means it already, or write SQL.
    @Test func `The vocabulary stays small`() {
        // Who writes a page, or a line of the register, reads these, and no other.
        let pages = ["page", "section", "card", "shown_column"]
        let measures = ["measures", "measure"]
        func words(of tables: [DefinitionKeys.ObjectKeys]) -> Set<String> {
            Set(tables.flatMap(\.names))
        }
        let known = words(of: DefinitionKeys.tables.filter { !(pages + measures).contains($0.name) })
        #expect(words(of: DefinitionKeys.tables.filter { measures.contains($0.name) }).count <= 16)
        #expect(known.count <= 111, "\(known.sorted())")
        #expect(words(of: DefinitionKeys.tables.filter { pages.contains($0.name) }).count <= 17)
        #expect(words(of: DefinitionKeys.tables.filter { $0.name == "mapping" }).count <= 21)
    }

    /// Objects that keys refer to are described, and each name once.
    @Test func everyObjectHasATable() throws {
        let names = DefinitionKeys.tables.map(\.name)
        #expect(Set(names).count == names.count)
        for reference in DefinitionKeys.schema.matches(of: /#\/definitions\/([a-z_]+)/) {
            #expect((["text", "texts"] + names).contains(String(reference.1)), "\(reference.1)")
        }
    }
}
