import Definitions
import JSON
import Reading
import Records
import Testing

@Suite("JSON documents and JSON Lines")
struct JSONReaderTests {
    private static let metrics = """
        {"data": {"metrics": [
          {"units": "kg", "data": [
            {"qty": 82.4, "source": {"name": "Scale \\u00e9"}},
            {"qty": null, "source": {}}], "name": "weight"},
          {"name": "steps", "units": "count", "data": [{"qty": 9007199254740993}]}
        ], "workouts": [{"qty": "x"}]}}

        """
    private static let columns = ["qty", "source.name", "../name", "../units", "@record", "source", "none"]

    @Test("records by path, parents' fields, positions")
    func document() {
        let probe = JSONProbe.document(
            Self.metrics, ["data.metrics[*].data[*]", "data.workouts[*]"], columns: Self.columns)
        #expect(probe.failure == nil)
        #expect(
            probe.rows.map(\.cells) == [
                ["82.4", "Scale é", "weight", "kg", "data.metrics[*].data[*]", #"{"name": "Scale \u00e9"}"#, nil],
                [nil, nil, "weight", "kg", "data.metrics[*].data[*]", "{}", nil],
                ["9007199254740993", nil, "steps", "count", "data.metrics[*].data[*]", nil, nil],
                ["x", nil, nil, nil, "data.workouts[*]", nil, nil],
            ])
        #expect(probe.rows.map(\.record) == [1, 2, 3, 4])
        #expect(probe.rows.map(\.line) == [3, 4, 5, 6])
        for row in probe.rows { #expect(Self.metrics.utf8.dropFirst(row.offset).starts(with: row.raw.utf8)) }
        #expect(probe.total == Self.metrics.utf8.count)
    }

    @Test("above a line there is nothing", arguments: [1, 100])
    func aboveLines(count: Int) {
        let above = (0..<count).map { "../name\($0)" }
        let probe = JSONProbe.lines(#"{"a": 1, "b": 2}"# + "\n", ["$"], columns: ["a"] + above + ["b"])
        #expect(probe.rows.map(\.cells) == [["1"] + above.map { _ in nil } + ["2"]])
    }

    @Test(
        "without patterns the array at the root, or the root",
        arguments: [("[{\"a\":1},{\"a\":2}]", 2), ("{\"a\":1}", 1), ("17", 1), ("[]", 0)])
    func defaults(_ text: String, _ count: Int) {
        let probe = JSONProbe.document(text, columns: ["a", "@record"])
        #expect(probe.failure == nil)
        #expect(probe.rows.count == count)
        #expect(probe.rows.allSatisfy { $0.cells[1] == (count == 2 ? "[*]" : "$") })
    }

    @Test("any size of pieces reads the same", arguments: [1, 2, 3, 7, 64, 255])
    func chunks(size: Int) {
        let patterns = ["data.metrics[*].data[*]"]
        let whole = JSONProbe.document(Self.metrics, patterns, columns: Self.columns)
        #expect(JSONProbe.document(Self.metrics, patterns, columns: Self.columns, chunk: size) == whole)
        let text = Self.lines + #"{"a": 1, "b": ["# + "\n\r\n  \n" + Self.lines
        for patterns in [["$"], ["$", "points[*]"]] {
            let whole = JSONProbe.lines(text, patterns, columns: ["a", "b", "@record"])
            #expect(whole.rows.count > 5)
            #expect(JSONProbe.lines(text, patterns, columns: ["a", "b", "@record"], chunk: size) == whole)
        }
    }

    private static let lines = """
        {"a": 1, "b": "x\\ty"}\r
        {"a": 2, "a": 3, "points": [{"a": 4}, {"a": 5}]}

        {"a": "\\ud800"} x
          {"b": null}
        {"a": "\\u0000"}

        """

    @Test("a bad line is one bad record")
    func badLines() {
        let probe = JSONProbe.lines(Self.lines, columns: ["a", "b"])
        #expect(probe.failure == nil)
        #expect(probe.rows.map(\.line) == [1, 2, 4, 5, 6])
        #expect(probe.rows.map(\.offset) == [0, 23, 73, 93, 105])
        #expect(
            probe.rows.map(\.defects) == [
                [], ["duplicate_key  32"], ["invalid_json  89"], [], ["nul_byte a 112"],
            ])
        #expect(probe.rows[0].cells == ["1", "x\ty"])
        #expect(probe.rows[3].cells == [nil, nil])
        #expect(probe.total == Self.lines.utf8.count)
    }

    @Test("several records a line")
    func deepLines() {
        let probe = JSONProbe.lines(Self.lines, ["$.points[*]"], columns: ["a", "../a", "@record"])
        #expect(probe.failure == nil)
        #expect(probe.rows.map(\.line) == [2, 4, 6])
        #expect(probe.rows.map { $0.defects.first?.prefix(7) } == ["duplica", "invalid", "nul_byt"])
        let good = JSONProbe.lines(
            "{\"a\": 0, \"points\": [{\"a\": 4}, {\"a\": 5}]}\n{}\n", ["points[*]"], columns: ["a", "../a", "@record"])
        #expect(good.rows.map(\.cells) == [["4", "0", "points[*]"], ["5", "0", "points[*]"]])
        #expect(good.rows.map(\.offset) == [20, 30])
    }

    @Test("a last line that is cut is rejected like any other")
    func cutLine() {
        let probe = JSONProbe.lines("{\"a\":1}\n{\"a\":2", columns: ["a"])
        #expect(probe.rows.map(\.cells) == [["1"], [nil]])
        #expect(probe.rows[1].defects == ["invalid_json  14"])
        #expect(JSONProbe.lines("{\"a\":1}\n{\"a\":2}", columns: ["a"]).rows.map(\.cells) == [["1"], ["2"]])
    }

    @Test("a line that is too long is passed without being held", arguments: [1, 1000, .max], [["$"], ["$", "x[*]"]])
    func longLine(chunk: Int, patterns: [String]) {
        let long = "{\"a\":\"" + String(repeating: "x", count: 300_000) + "\"}"
        let text = "{\"a\":1}\n" + long + "\n{\"a\":2}\n" + long
        let probe = JSONProbe.lines(text, patterns, columns: ["a"], chunk: chunk) { $0.maxBytes = 1000 }
        #expect(probe.rows.map(\.cells) == [["1"], [nil], ["2"], [nil]])
        #expect(probe.rows.map(\.offset) == [0, 8, long.count + 9, long.count + 17])
        #expect(probe.rows[1].defects == ["record_too_long  8"])
        #expect(probe.total == text.utf8.count)
        for most in [long.utf8.count - 1, long.utf8.count] {
            let probe = JSONProbe.lines(text, patterns, columns: ["a"], chunk: chunk) { $0.maxBytes = most }
            #expect(probe.rows[1].defects.isEmpty == (most == long.utf8.count))
        }
    }

    @Test("documents that are refused")
    func refused() {
        func failure(_ text: String, _ patterns: [String] = []) -> ReadError? {
            JSONProbe.document(text, patterns, columns: ["a"]).failure
        }
        #expect(failure("[{\"a\":1},\n{\"a\":") == .json(.truncated, line: 2, byteOffset: 15))
        #expect(failure("[1]\n[2]") == .json(.surplus, line: 2, byteOffset: 4))
        #expect(failure("") == .empty)
        #expect(failure(" \n ") == .json(.blank, line: 1, byteOffset: 0))
        #expect(failure("{\"x\":1,\"x\":2,\"data\":[]}", ["data[*]"]) == .json(.duplicateKey, line: 1, byteOffset: 7))
        #expect(JSONProbe.document("[1,2,3]", columns: ["a"]) { $0.maxBytes = 6 }.failure == .tooLarge(limit: 6))
        #expect(JSONProbe.document("[1,2,3]", columns: ["a"]) { $0.maxBytes = 7 }.failure == nil)
        #expect(JSONProbe.document("[[1]]", columns: ["a"]) { $0.maxDepth = 1 }.failure != nil)
    }

    @Test("UTF-8 and UTF-16 by their marks; offsets are the source's")
    func marks() {
        let text = "[{\"a\":\"é🏃\"},\n{\"a\":1}]"
        let utf8 = JSONProbe([0xEF, 0xBB, 0xBF] + Array(text.utf8)) { source throws(ReadError) in
            try JSONReader(source, columns: ["a"])
        }
        #expect(utf8.rows.map(\.offset) == [4, 20])
        let units = Array(text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let utf16 = JSONProbe([0xFF, 0xFE] + units) { source throws(ReadError) in
            try JSONReader(source, columns: ["a"])
        }
        #expect(utf16.rows.map(\.cells) == [["é🏃"], ["1"]])
        #expect(utf16.rows.map(\.offset) == [4, 30])
        #expect(utf16.total == units.count + 2)
    }

    @Test("records larger than a batch, and many batches")
    func large() {
        var text = "["
        for number in 0..<5000 {
            text +=
                (number == 0 ? "" : ",\n")
                + "{\"n\":\(number),\"note\":\"\(String(repeating: "é\\n", count: number % 400))\"}"
        }
        let long = String(repeating: "y", count: 3_000_000)
        text += ",{\"long\":\"\(long)\",\"n\":5000}]"
        let probe = JSONProbe.document(text, columns: ["n", "note", "long"])
        #expect(probe.rows.count == 5001)
        for (number, row) in probe.rows.enumerated() {
            #expect(row.cells[0] == "\(number)")
            #expect(row.line == min(number, 4999) + 1)
        }
        #expect(probe.rows[399].cells[1] == String(repeating: "é\n", count: 399))
        #expect(probe.rows[5000].defects.map { $0.prefix(18) } == ["cell_too_long long"])
        #expect(probe.rows[5000].raw.utf8.count == 1 << 20)
    }

    @Test("lines in windows and batches", arguments: [1 << 12, .max])
    func manyLines(chunk: Int) {
        var text = ""
        for number in 0..<20_000 {
            if number % 3000 == 2999 {
                text += "{\"n\":\(number),\"note\":\"open}\n"
            } else {
                text += "{\"n\":\(number),\"note\":\"\(String(repeating: "\\u00e9", count: number % 60))\"}\n"
            }
        }
        let probe = JSONProbe.lines(text, columns: ["n", "note"], chunk: chunk)
        #expect(probe.rows.count == 20_000)
        for (number, row) in probe.rows.enumerated() {
            #expect(row.line == number + 1)
            if number % 3000 == 2999 {
                #expect(row.defects.count == 1)
            } else {
                #expect(row.cells == ["\(number)", String(repeating: "é", count: number % 60)])
            }
        }
    }
}
