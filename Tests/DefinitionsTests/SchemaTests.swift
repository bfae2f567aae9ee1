import Foundation
import Testing

@testable import Definitions

/// The JSON Schema knows the keys and words that the checker knows.
@Suite struct SchemaTests {
    private func definition(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: Repository.path("Pipelines/definitions.schema.json")))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let definitions = try #require(schema["definitions"] as? [String: Any])
        return try #require(definitions[name] as? [String: Any])
    }

    static let keys = [
        ("format", ["version"] + Format.keys + RecordMapping.keys), ("record", RecordMapping.keys),
        ("mapping", FieldMapping.keys), ("field", Field.keys),
        ("rule", CrossFieldRule.keys), ("table", Table.keys), ("person", PersonRule.keys), ("case", UnpivotCase.keys),
        ("check", Check.keys), ("step", Step.keys), ("export", ExportQuery.keys),
        ("dataset", ["version"] + Dataset.keys),
        ("job", ["version"] + Job.keys),
        ("csv", CSVReaderDefinition.keys), ("sql", SQLReaderDefinition.keys),
    ]

    @Test(arguments: keys)
    func hasTheSameKeys(_ name: String, _ keys: [String]) throws {
        let properties = try #require(try definition(name)["properties"] as? [String: Any])
        #expect(Set(properties.keys) == Set(keys))
    }

    static let words = [
        ("mapping", "as", Conversion.allCases.map(\.rawValue)),
        ("mapping", "grouping", FieldMapping.Grouping.allCases.map(\.rawValue)),
        ("mapping", "unescape", FieldMapping.Escape.allCases.map(\.rawValue)),
        ("field", "type", ValueType.allCases.map(\.rawValue)),
        ("csv", "quoting", CSVReaderDefinition.Quoting.allCases.map(\.rawValue)),
        ("csv", "ragged", CSVReaderDefinition.Ragged.allCases.map(\.rawValue)),
        ("csv", "duplicate_names", CSVReaderDefinition.DuplicateNames.allCases.map(\.rawValue)),
    ]

    @Test(arguments: words)
    func hasTheSameWords(_ name: String, _ key: String, _ words: [String]) throws {
        let properties = try #require(try definition(name)["properties"] as? [String: Any])
        let property = try #require(properties[key] as? [String: Any])
        #expect(Set(try #require(property["enum"] as? [String])) == Set(words))
    }
}
