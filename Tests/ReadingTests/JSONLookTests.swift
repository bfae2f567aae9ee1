import Definitions
import Reading
import Testing

@Suite("What the head of a JSON file shows, and what peek does")
struct JSONLookTests {
    @Test("names are paths, even of a head that is cut")
    func names() throws {
        let text =
            #"{"data": {"metrics": [{"name": "x", "data": [{"qty": 1, "a.b": {"c": 2}}]}], "list": [1], "cut": {"de"#
        let head = try #require(JSONHead(Array(text.utf8), isWhole: false))
        #expect(head.form == .either)
        #expect(
            head.names == [
                "$", "data", "data.metrics", "data.metrics[*]", "data.metrics[*].name", "data.metrics[*].data",
                "data.metrics[*].data[*]", "data.metrics[*].data[*].qty", "data.metrics[*].data[*][\"a.b\"]",
                "data.metrics[*].data[*][\"a.b\"].c", "data.list", "data.list[*]", "data.cut",
            ])
    }

    @Test(
        "documents and lines are told apart",
        arguments: [
            ("[{\"a\":1},\n{\"a\":2}\n]\n", JSONHead.Form.document), ("{\"a\":1}\n{\"b\":2}\n", .lines),
            ("{\"a\":1}\n", .either),
            ("{\"a\":1}", .either), ("{\n\"a\":1}", .document), ("{\"a\":[\n{\"b\":1}\n]}", .document),
            ("{\"a\":1}\n{\"a\":", .lines),
            ("{\"a\":\n{\"a\":1}\n{\"a\":2}\n", .lines), ("{\"a\":1} x\n", .document), ("[1,2]", .document),
            ("  {\n}", .document),
        ])
    func forms(_ text: String, _ form: JSONHead.Form) {
        #expect(JSONHead(Array(text.utf8), isWhole: true)?.form == form)
    }

    @Test("what is no JSON", arguments: ["", "  ", "date,value\n", "[Date],[Value]\n", "{x}", "<a>", "\"a\",\"b\""])
    func foreign(_ text: String) { #expect(JSONHead(Array(text.utf8), isWhole: true) == nil) }

    @Test(
        "names as far as the head is JSON",
        arguments: [
            ("{\"a\": 1, \"b\": \"c\nd\", \"e\": 1}", ["$", "a", "b"]), ("{\"a\": 1, 7", ["$", "a"]),
            ("{\"a\" 1", ["$"]),
            ("[{\"a\": tru, \"b\": [}]", ["[*]", "[*].a", "[*].b", "[*].b[*]"]), ("{\"a\\u0062\": {}, ", ["$", "ab"]),
            ("{\"\u{FC}\": {\"", ["$", "\u{FC}"]),
        ])
    func cutNames(_ text: String, _ names: [String]) {
        #expect(JSONHead(Array(text.utf8), isWhole: false)?.names.sorted() == names)
    }

    @Test(
        "peek shows the values of a line before what breaks a rule",
        arguments: [
            (#"{"a": [1, {}], "b": "x\"y", "c"#, #"{"a[0]":"1","a[1]":"{}","b":"x\"y"}"#), ("[]", #"{"$":"[]"}"#),
            (#"{"a" 1}"#, "{}"), (#"{"a": null, "b": }"#, #"{"a":null}"#), ("{\"a\": 1, \"b\": \"\t\"}", #"{"a":"1"}"#),
        ])
    func leaves(_ text: String, _ cells: String) throws {
        let reader = try JSONLinesReader(MemorySource(Array(text.utf8)), columns: JSONPeek.columns)
        var lines: [String] = []
        try JSONPeek(reader, showsKind: false).lines { lines.append($0) }
        #expect(lines.count == 1 && lines.allSatisfy { $0.contains("\"cells\":\(cells)") }, "\(lines)")
    }

    @Test("peek shows every value by its path")
    func peek() throws {
        let text = #"[{"a": {"b": [1, {"c": "x\n"}, []]}, "d": null, "e.f": true, "": {}}, 7, {"a": 1, "a": 2}]"#
        let reader = try JSONReader(MemorySource(Array(text.utf8)), columns: JSONPeek.columns)
        var lines: [String] = []
        try JSONPeek(reader, showsKind: false).lines { lines.append($0) }
        #expect(
            lines == [
                #"{"record":1,"line":1,"byte_offset":1,"cells":{"a.b[0]":"1","a.b[1].c":"x\n","a.b[2]":"[]","d":null,"[\"e.f\"]":"true","[\"\"]":"{}"}}"#,
                #"{"record":2,"line":1,"byte_offset":70,"cells":{"$":"7"}}"#,
                #"{"record":3,"line":1,"byte_offset":73,"cells":{"a":"1","a":"2"},"defects":[{"code":"duplicate_key","field":"","byte_offset":82}]}"#,
            ])
    }

    @Test(
        "paths",
        arguments: [
            ("data.metrics[*].data[*]", "data.metrics[*].data[*]"), ("$", "$"), ("$.points[*]", "points[*]"),
            ("[*]", "[*]"), ("$[*]", "[*]"),
            ("../../name", "../../name"), ("sets[0].reps", "sets[0].reps"), ("Data Points[*]", "Data Points[*]"),
            ("[\"a.b\"][\"c\\\"\"]", "[\"a.b\"].c\""), ("$id", "$id"),
        ])
    func paths(_ text: String, _ canonical: String) { #expect(JSONPath(text)?.description == canonical) }

    @Test(
        "what is no path",
        arguments: ["", "a..b", ".a", "a.", "a[", "a[x]", "a]", "a[-1]", "../", "[\"a]", "a[*]b", "a[1]b"])
    func noPaths(_ text: String) { #expect(JSONPath(text) == nil) }
}
