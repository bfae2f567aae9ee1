import Foundation
import Reporting
import Testing

@Suite struct ListingTests {
    static let list = Listing(
        [.init("file", fit: .cutMiddle), .init("records", nil, .right)],
        rows: [
            ["a\u{1B}[31m\r\nb", 1_204_000], ["日本語の記録.csv", 7], [.text(String(repeating: "long/", count: 30)), nil],
        ])

    @Test func columnsStandBelowEachOther() {
        let lines = Self.list.text(as: .table, for: .plain).split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        #expect(lines[1].hasPrefix("a\\e[31m\\r\\nb "))
        #expect(lines[1].hasSuffix("1,204,000") && lines[2].hasSuffix("7"))
        #expect(lines[0].columns == lines[1].columns && lines[1].columns == lines[2].columns)
    }

    @Test(arguments: [40, 60, 100])
    func aTerminalIsNeverTooNarrow(width: Int) {
        let text = Self.list.text(as: .table, for: Terminal(isInteractive: true, width: width, hasColours: false))
        #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= width })
        #expect(text.contains("…"))
    }

    /// Runs as `scorebook runs` lists them, and a text of many words.
    static let wide = Listing(
        [
            .init("run"), .init("started (UTC)"), .init("what", fit: .cutEnd), .init("status", fit: .wrap),
            .init("files", nil, .right), .init("records", nil, .right), .init("rejected", nil, .right),
            .init("reason", fit: .wrap),
        ],
        rows: [
            [
                "0b1c0000", "2026-11-26 06:33", "webapp-migration", "limit exceeded", 1_204, 1_204_000, 12_345,
                .text(String(repeating: "several short words ", count: 12)),
            ],
            [
                "0b1c0001", "2026-11-26 06:34", "nightly", "succeeded", 1, 2, 0,
                .text(String(repeating: "x", count: 150)),
            ],
        ])

    @Test(arguments: [40, 60, 80, 120, 300])
    func aWideListIsWrappedAndLosesNothing(width: Int) {
        let text = Self.wide.text(as: .table, for: Terminal(isInteractive: true, width: width, hasColours: false))
        for line in text.split(separator: "\n") { #expect(String(line).columns <= width, "\(line)") }
        let words = text.split(whereSeparator: \.isWhitespace)
        for word in ["0b1c0001", "06:34", "exceeded", "1,204,000", "12,345"] {
            #expect(words.contains { $0 == word }, "\(word) at \(width)")
        }
        // One x is in `exceeded`.
        #expect(words.filter { $0 == "several" }.count == 12 && text.count(where: { $0 == "x" }) == 151)
        // A pipe has a line a row, whatever its length.
        #expect(Self.wide.text(as: .table, for: .plain).split(separator: "\n").count == 3)
    }

    @Test func jsonFormsParse() throws {
        let page = try JSONSerialization.jsonObject(with: Data(Self.list.text(as: .json, for: .plain).utf8))
        let rows = try #require(page as? [[String: Any]])
        #expect(rows[0]["file"] as? String == "a\u{1B}[31m\r\nb" && rows[2]["records"] is NSNull)
        let lines = Self.list.text(as: .jsonl, for: .plain).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1] == #"{"file": "日本語の記録.csv", "records": 7}"#)
    }

    @Test(arguments: [
        (JSONValue.text("=1+1"), "\"'=1+1\""), ("+1", "\"'+1\""), ("-x", "\"'-x\""), ("@a", "\"'@a\""),
        ("\ta", "\"'\ta\""), ("\r\na", "\"'\r\na\""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("", "\"\""),
        (nil, ""), (-5, "-5"), (.number("-5.20"), "-5.20"), (.number("=1"), "\"'=1\""), ("plain", "plain"),
        ("a\r\nb", "\"a\r\nb\""),
    ])
    func cellsOfCSV(value: JSONValue, cell: String) { #expect(CSVText.line([value]) == cell + "\n") }

    @Test(
        arguments: [
            ([:], false, false), ([:], true, true), (["NO_COLOR": "1"], true, false), (["TERM": "dumb"], true, false),
            (["CLICOLOR_FORCE": "1"], false, true), (["CLICOLOR_FORCE": "0"], false, false),
            (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false), (["NO_COLOR": ""], true, true),
        ] as [([String: String], Bool, Bool)])
    func colours(environment: [String: String], isInteractive: Bool, hasColours: Bool) {
        let terminal = Terminal(isInteractive: isInteractive, columns: 80, environment: environment)
        #expect(terminal.hasColours == hasColours)
        #expect((terminal.paint("x", .good) == "x") == !hasColours)
        // What the command line says wins over both.
        for (colours, wanted) in [(Terminal.Colours.always, true), (.never, false), (.auto, hasColours)] {
            let told = Terminal(
                isInteractive: isInteractive, columns: 80, environment: environment, colours: colours)
            #expect(told.hasColours == wanted)
        }
    }
}
