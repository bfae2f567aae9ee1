import JSON
import Testing

@Suite("Records of a document and of lines")
struct RecordTests {
    private static func key(_ name: String) -> Step { .key(Array(name.utf8)) }

    /// Every record's pattern and values, `nil` for what is not there.
    private func records(
        _ text: String, patterns: [[Step]], own: [[Step]], parents: [[[Step]]] = []
    ) throws -> [(pattern: Int, values: [String?], flaws: [JSONFault.Kind])] {
        let held = Held(text)
        var selection = Selection()
        let slots = own.map { selection.slot(of: $0) }
        var levels: [Selection] = []
        for paths in parents {
            var level = Selection()
            for path in paths { _ = level.slot(of: path) }
            levels.append(level)
        }
        let document = Document(patterns: patterns, record: selection, parents: levels, maxDepth: 64)
        try document.open(held.bytes, length: held.count)
        let all = slots + (selection.slots..<levels.reduce(selection.slots) { $0 + $1.slots })
        var found: [(Int, [String?], [JSONFault.Kind])] = []
        while let record = try document.next() {
            found.append((record.pattern, all.map { held.text(document.slices[$0]) }, document.flaws.map(\.kind)))
        }
        return found
    }

    @Test("values keep the text in which they stand")
    func exact() throws {
        let found = try records(
            #"[{"a": 9007199254740993, "b": 1e400, "c": true, "d": null, "e": "x\ty\u00e9", "f": [1, {"g": 2} ], "h": ""}]"#,
            patterns: [], own: ["a", "b", "c", "d", "e", "f", "h", "i"].map { [Self.key($0)] })
        #expect(found.count == 1)
        #expect(
            found.first?.values
                == ["9007199254740993", "1e400", "true", nil, "x\ty\u{e9}", "[1, {\"g\": 2} ]", "", nil])
    }

    @Test("nested paths, the value that holds them, and the record itself")
    func nested() throws {
        let found = try records(
            #"[{"sets": [{"reps": 5}, {"reps": 8}], "source": {"name": "Watch", "at": {"v": 1}}}, 7]"#, patterns: [],
            own: [
                [Self.key("sets"), .index(1), Self.key("reps")], [Self.key("source"), Self.key("name")],
                [Self.key("source"), Self.key("at")], [Self.key("sets"), .index(2)], [],
            ])
        #expect(found[0].values[0...3] == ["8", "Watch", "{\"v\": 1}", nil])
        #expect(found[0].values[4]?.hasPrefix("{\"sets\"") == true)
        #expect(found[1].values == [nil, nil, nil, nil, "7"])
    }

    private static let metrics = [key("data"), key("metrics"), .each, key("data"), .each]

    @Test("parents' fields before and after the array that they describe", arguments: [0, 40_000])
    func parents(length: Int) throws {
        let filler = String(repeating: "x", count: length)
        let found = try records(
            """
            {"data": {"metrics": [
              {"name": "weight", "units": "kg", "note": "\(filler)", "data": [{"qty": 1}, {"qty": 2}]},
              {"data": [{"qty": 3, "note": "\(filler)"}], "other": {"name": "inner"}, "units": "lb", "name": "fat"},
              {"data": [], "name": "none"}, {"data": [{"qty": 4}]}
            ], "device": "phone"}, "version": 2}
            """, patterns: [Self.metrics], own: [[Self.key("qty")]],
            parents: [[[Self.key("name")], [Self.key("units")]], [[Self.key("device")]], [[Self.key("version")]]])
        #expect(
            found.map(\.values) == [
                ["1", "weight", "kg", "phone", "2"], ["2", "weight", "kg", "phone", "2"],
                ["3", "fat", "lb", "phone", "2"], ["4", nil, nil, "phone", "2"],
            ])
    }

    @Test("several patterns, one of them below another's records")
    func several() throws {
        let found = try records(
            #"{"a": [{"v": 1, "parts": [{"v": 2}, {"v": 3}]}, {"v": 4}], "b": {"v": 5}, "c": [{"v": 6}]}"#,
            patterns: [[Self.key("a"), .each], [Self.key("a"), .each, Self.key("parts"), .each], [Self.key("b")]],
            own: [[Self.key("v")]], parents: [[[Self.key("v")]]])
        #expect(found.map(\.pattern) == [0, 1, 1, 0, 2])
        #expect(found.map { $0.values[0] } == ["1", "2", "3", "4", "5"])
        #expect(found.map { $0.values[1] } == [nil, "1", "1", nil, nil])
    }

    @Test("what is wrong with a record stays with it")
    func flaws() throws {
        let found = try records(
            #"[{"a": 1, "a": 2}, {"a": "\ud800"}, {"a": "\u0000"}, {"b": {"c": 1, "\u0063": 2}}, {"a": 3}, {"b": 1, "a": 2}]"#,
            patterns: [], own: [[Self.key("a")]])
        #expect(found.map(\.flaws) == [[.duplicateKey], [.loneSurrogate], [.nulCharacter], [.duplicateKey], [], []])
    }

    @Test(
        "what is wrong outside of records refuses the document",
        arguments: [
            #"{"a": 1, "a": [], "data": [{}]}"#, #"{"data": [{}], "data": [{}]}"#,
            #"{"x": {"y": 1, "y": 2}, "data": []}"#,
            #"{"x": "\udc00", "data": []}"#, #"{"data": [{}], "x": "\u0000"}"#, #"{"\u0064ata": [], "data": []}"#,
        ])
    func outside(_ text: String) {
        #expect(throws: JSONFault.self) { try records(text, patterns: [[Self.key("data"), .each]], own: []) }
    }

    @Test("objects of many keys")
    func manyKeys() throws {
        let keys = (0..<16_384).map { "\"k\($0)\":1" }.joined(separator: ",")
        #expect(try records("[{\(keys)}]", patterns: [], own: [[Self.key("k16383")]]).first?.values == ["1"])
        #expect(try records("[{\(keys),\"k0\":1}]", patterns: [], own: []).first?.flaws == [.duplicateKey])
        #expect(try records("[{\(keys),\"x\":1,\"y\":2}]", patterns: [], own: []).first?.flaws == [.tooManyKeys])
    }

    @Test("keys of every record in another order, and new ones in each")
    func orders() throws {
        var text = "["
        for number in 0..<3000 {
            var keys = ["\"a\":\(number)", "\"b\":\"\(number)\"", "\"c\(number)\":{\"a\":-1}", "\"d\":null"]
            keys.swapAt(number % 4, (number / 4) % 4)
            text += (number == 0 ? "{" : ",{") + keys.joined(separator: ",") + "}"
        }
        let found = try records(text + "]", patterns: [], own: [[Self.key("a")], [Self.key("b")]])
        #expect(found.count == 3000)
        #expect(found.allSatisfy { $0.flaws.isEmpty })
        for (number, record) in found.enumerated() { #expect(record.values == ["\(number)", "\(number)"]) }
    }

    @Test("records across every window")
    func windows() throws {
        var text = "["
        for number in 0..<20_000 {
            let note = String(repeating: number % 7 == 0 ? "\\\"" : "é", count: number % 97)
            text += (number == 0 ? "" : ",\n  ") + "{\"n\": \(number), \"note\": \"\(note)\"}"
        }
        let found = try records(text + "]", patterns: [[.each]], own: [[Self.key("n")], [Self.key("note")]])
        #expect(found.count == 20_000)
        for (number, record) in found.enumerated() {
            #expect(record.values[0] == "\(number)")
            #expect(record.values[1]?.unicodeScalars.count == number % 97)
        }
    }
}
