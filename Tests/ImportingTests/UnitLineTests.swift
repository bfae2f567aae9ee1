import Foundation
import Importing
import Proving
import Reporting
import Testing

/// The lines that engines hand out, as version 1 fixes them.
@Suite struct UnitLineTests {
    /// Lines as they are written; a change here is a change of the contract.
    static let golden = [
        """
        {"v": 1, "run": "0b1c0000-0000-4000-8000-000000000001", "job": "nightly", "group": 17, "n": 3, \
        "path": "/inbox/maya@example.org/export.zip", "source": "export.zip", "owner": "maya@example.org", "bytes": 123456, \
        "etag": "mtime:1760000000000000000", "settings": {"zone": "America/New_York"}}
        """,
        """
        {"v": 1, "run": "0b1c0000-0000-4000-8000-000000000001", "job": null, "group": 1, "n": 1, "path": "/a/\u{1F3CB} \\"x\\".csv", \
        "source": "\u{1F3CB} \\"x\\".csv", "owner": null, "bytes": 0, "etag": null, "trial": "alone", "hurried": true, "signal": 11}
        """,
    ]

    @Test(arguments: golden) func `A line is written as it is read`(_ text: String) throws {
        #expect(try UnitLine(reading: text.utf8).json.line == text)
    }

    /// The keys of a part of the schema, and those that must be there.
    private static func keys(_ part: String) throws -> (all: Set<String>, required: Set<String>) {
        let bytes = try Ground.bytes("\(Ground.package)/Documentation/engine-lines.schema.json")
        let schema = try #require(JSONValue(reading: bytes)?["$defs"]?[part])
        return (
            Set((schema["properties"]?.members ?? []).map(\.key)),
            Set((schema["required"]?.elements ?? []).compactMap(\.text))
        )
    }

    @Test func `The schema has the keys that a line may have, and those that it must have`() throws {
        let (all, required) = try Self.keys("line")
        for key in all.union(["colour"]) {
            let fault = #expect(throws: UnitLine.Fault.self) {
                try UnitLine(reading: "{\"v\": 1\(key == "v" ? "" : ", \"\(key)\": null")}".utf8)
            }
            #expect(fault?.message.contains("has no key") == !all.contains(key), "\(key)")
        }
        let written = try UnitLine(reading: Self.golden[0].utf8)
        let members = try #require(written.json.members)
        #expect(Set(members.map(\.key)).isSubset(of: all))
        for key in required {
            let without = JSONValue.object(members.filter { $0.key != key })
            #expect(throws: UnitLine.Fault.self, "\(key)") { try UnitLine(reading: without.line.utf8) }
        }
    }

    @Test func `Text may be escaped as other programs do it`() throws {
        let line = try UnitLine(
            reading: """
                {"v":1,"run":"r","group":1,"n":1,"path":"\\/a\\ud83c\\udfcb.csv","source":"a","bytes":1}
                """.utf8)
        #expect(line.path == "/a\u{1F3CB}.csv" && line.settings == nil && line.owner == nil)
    }

    @Test(arguments: [
        ("nonsense", "JSON"), ("[1]", "JSON"), ("{\"v\": 2}", "\"v\""), ("{}", "\"v\""),
        ("{\"v\": 1, \"colour\": 1}", "colour"), ("{\"v\": 1, \"cell\": \"eu\"}", "cell"), ("{\"v\": 1}", "\"run\""),
        ("{\"v\": 1, \"run\": \"r\", \"group\": -1}", "\"group\""),
        ("{\"v\": 1, \"run\": \"r\", \"run\": \"s\"}", "JSON"),
        (
            "{\"v\":1,\"run\":\"r\",\"group\":1,\"n\":1,\"path\":\"a\",\"source\":\"a\",\"bytes\":1,\"settings\":{\"a\":1}}",
            "setting"
        ),
    ]) func `A line of another kind is refused with what is wrong with it`(_ text: String, _ word: String) throws {
        let fault = #expect(throws: UnitLine.Fault.self) { try UnitLine(reading: text.utf8) }
        #expect(fault?.message.contains(word) == true)
    }
}
