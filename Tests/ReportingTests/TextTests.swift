import Foundation
import Reporting
import Testing

@Suite struct TextTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("🏃‍♀️", 2), ("ｱ", 1), ("Ａ", 2), ("▁▂", 2), ("…", 1),
    ])
    func columns(text: String, columns: Int) { #expect(text.columns == columns) }

    @Test(arguments: 0..<12)
    func cutsKeepToTheirWidth(width: Int) {
        for text in ["abcdefghij", "日本語日本語", "a/b/c/日本/d.csv"] {
            #expect(text.truncated(to: width).columns <= width)
            #expect(text.truncatedInTheMiddle(to: width).columns <= width)
        }
    }

    @Test(arguments: [
        ("1", true), ("-0.5", true), ("1e9", true), ("01", false), (".5", false), ("1.", false), ("NaN", false),
        ("", false), ("-", false), ("1e", false), ("12345678901234567890.123456789", true),
    ])
    func exactNumbers(digits: String, isNumber: Bool) {
        #expect(JSONValue.number(digits).line == (isNumber ? digits : "\"\(digits)\""))
    }

    @Test func everyControlCharacterSurvivesJSON() throws {
        let text =
            String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init))) + "\u{2028}\u{202E}\u{E0041}"
        let line = JSONValue.array([.text(text)]).line
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        let back = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String]
        #expect(back?.first.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(arguments: [
        (812, "812 B"), (1000, "1.0 kB"), (84_321, "84.3 kB"), (999_999, "1.0 MB"), (3_700_000_000, "3.7 GB"),
    ])
    func sizes(bytes: Int, text: String) { #expect(bytes.asBytes == text) }

    @Test(arguments: [
        (0.0, "0 s"), (0.042, "42 ms"), (1.25, "1.3 s"), (59.6, "1 min 0 s"), (7500, "2 h 5 min"), (.nan, "?"),
    ])
    func lengthsOfTime(seconds: Double, text: String) { #expect(seconds.asSeconds == text) }

    @Test func plots() {
        #expect(Plot.sparkline([1, 2, nil, 8]) == "▁▂ █")
        #expect(Plot.sparkline([3, 3]) == "▄▄")
        #expect(Plot.sparkline([nil, .nan]) == "  ")
        #expect(Plot.gauge(0.5, width: 4) == "██░░")
        let bars = Plot.bars([.init("a", 2, caption: "2"), .init("日", 1, caption: "1")], width: 4, on: .plain)
        #expect(bars == "  a   ████ 2\n  日  ██ 1\n")
    }

    @Test(
        arguments: [
            ("inbox/anna@example.org/2026/a.csv", "inbox", "2026/a.csv"), ("./inbox/anna/a.csv", "inbox/", "a.csv"),
            ("/srv/inbox/anna/x/a.csv", "/srv/inbox", "x/a.csv"), ("/home/anna/a.csv", nil, "a.csv"),
            ("/home/anna/a.csv", "inbox", "a.csv"), ("inbox/a.csv", "inbox", "a.csv"),
        ] as [(String, String?, String)])
    func pathsBelowTheOwner(path: String, inbox: String?, shown: String) {
        #expect(LogLine.shown(path, inbox: inbox) == shown)
    }

    @Test func logLines() throws {
        let line = LogLine(
            .warning, .unitRefused, .path("inbox/anna/a \u{1B}[0m\n.csv", inbox: "inbox"), .count("records", 3),
            .code("not_a_date"))
        let text = line.text(as: .text, time: "T", for: .plain)
        #expect(text == "T warning unit refused path=\"a \\u001b[0m\\n.csv\" records=3 code=not_a_date\n")
        let json = try JSONSerialization.jsonObject(with: Data(line.text(as: .json, time: "T", for: .plain).utf8))
        #expect((json as? [String: Any])?["records"] as? Int == 3)
    }
}
