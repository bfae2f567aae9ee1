import Foundation
import Testing

@testable import Definitions

/// The JSON Schema and the reference are those of the tables of keys; `SCOREBOOK_RECORD=1` writes them.
@Suite struct SchemaTests {
    private func compare(_ name: String, _ text: (String) -> String) throws {
        let path = Repository.path(name)
        let known = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] == "1" {
            try text(known).write(toFile: path, atomically: true, encoding: .utf8)
        } else {
            #expect(known == text(known), "\(name): SCOREBOOK_RECORD=1 writes it")
        }
    }

    @Test func theSchemaHasTheKeysOfTheTables() throws {
        try compare("Pipelines/definitions.schema.json") { known in
            var lines = known.components(separatedBy: "\n")
            for table in DefinitionKeys.tables {
                let head = "    \"\(table.name)\": "
                let text = head + table.schema.written(indent: 4)
                guard let start = lines.firstIndex(where: { $0.hasPrefix(head) }) else {
                    lines.insert(text + ",", at: lines.firstIndex(of: "    \"job\": {") ?? 0)
                    continue
                }
                let isOne = !lines[start].hasSuffix("{")
                let end = isOne ? start : lines[start...].firstIndex { $0.hasPrefix("    }") } ?? start
                lines.replaceSubrange(start...end, with: [text + (lines[end].hasSuffix(",") ? "," : "")])
            }
            return lines.joined(separator: "\n")
        }
    }

    @Test func theReferenceHasTheKeysOfTheTables() throws {
        try compare("Documentation/definitions.md") { _ in DefinitionKeys.reference }
    }

    static let keys = [
        ("column", ["from"] + ColumnDraft.keys), ("rule", CrossFieldRule.keys), ("table", Table.keys),
        ("check", Check.keys),
        ("step", Step.keys), ("export", ExportQuery.keys), ("dataset", ["version"] + Dataset.keys),
    ]

    private func definition(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: Repository.path("Pipelines/definitions.schema.json")))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let definitions = try #require(schema["definitions"] as? [String: Any])
        return try #require(definitions[name] as? [String: Any])
    }

    /// Of what has no table yet.
    @Test(arguments: keys)
    func hasTheSameKeys(_ name: String, _ keys: [String]) throws {
        let properties = try #require(try definition(name)["properties"] as? [String: Any])
        #expect(Set(properties.keys) == Set(keys))
    }

    static let words = [
        ("column", "type", ValueType.allCases.map(\.rawValue))
    ]

    @Test(arguments: words)
    func hasTheSameWords(_ name: String, _ key: String, _ words: [String]) throws {
        let properties = try #require(try definition(name)["properties"] as? [String: Any])
        let property = try #require(properties[key] as? [String: Any])
        #expect(Set(try #require(property["enum"] as? [String])) == Set(words))
    }
}
