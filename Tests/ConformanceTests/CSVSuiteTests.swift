import Definitions
import Foundation
import Importing
import Proving
import Testing

/// The kinds of cases that the public suites of CSV parsers have, the spectrum and what must fail, as `peek` meets them.
///
/// A file of no known format is RFC 4180's to the letter: what is wrong in a record is told beside it, and where it is the
/// header the file is refused.
@Suite struct CSVSuiteTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var text: String
        /// What is wrong with each record that is shown, by code; nil where the file is refused.
        var flaws: [String]?
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ flaws: [String]?) {
            (self.name, self.text, self.flaws) = (name, text, flaws)
        }
    }

    static let cases = [
        Case("comma in quotes", "a,b\n1,\"x, y\"\n", [""]),
        Case("empty cells", "a,b,c\r\n1,\"\",\"\"\r\n2,3,4\r\n", ["", ""]),
        Case("escaped quotes", "a,b\n1,\"ha \"\"ha\"\" ha\"\n3,4\n", ["", ""]),
        Case("JSON", "a,b\n1,\"{\"\"type\"\": \"\"Point\"\", \"\"at\"\": [1.0, 2]}\"\n", [""]),
        Case("line breaks", "a,b\r\n\"once \r\nupon\",2\r\n3,4", ["", ""]),
        Case("quotes and line breaks", "a,b\n1,\"ha \n\"\"ha\"\" \nha\"\n3,4\n", ["", ""]),
        Case("one column", "a\n1\n2\n", ["", ""]),
        Case("other letters", "a,b\n4,ʤ\n", [""]),
        Case("quotes with blanks within", "a,b\n\" 1 \",2\n", [""]),
        Case("a quote in a cell without", "a,b\n1,this \"quote\" must be doubled\n3,4\n", ["stray_quote", ""]),
        Case("a quote behind a blank", "a,b\n1, \"2\"\n", ["stray_quote"]),
        Case("a quote within quotes", "a,b\n1,\"hey, a \" more\"\n3,4\n", ["stray_quote", ""]),
        Case("a blank behind a quote", "a,b\n\"1\" ,2\n", ["stray_quote"]),
        Case("a quote that is not closed", "a,b\n1,\"x\n3,4\n", ["unterminated_quote", ""]),
        Case("too few", "a,b\n1\n", ["too_few_cells"]),
        Case("too many", "a,b\n1,2,3\n", ["too_many_cells"]),
        Case("a quote in the header", "a,b\"c\n1,2\n", nil),
        Case("a header that is not closed", "a,\"b\n1,2\n", nil),
    ]

    @Test(arguments: cases)
    func `peek tells what RFC 4180 does not allow`(item: Case) throws {
        let path = NSTemporaryDirectory() + "/scorebook-csv-\(UUID().uuidString).csv"
        try Data(item.text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var flaws: [String]? = []
        do {
            try FileInspection.peek(path, formats: Ground.pipelines.catalogue, headers: .first, records: .max) { line in
                let code = line.firstRange(of: "\"code\":\"").map { line[$0.upperBound...].prefix { $0 != "\"" } }
                flaws?.append(code.map(String.init) ?? "")
            }
        } catch { flaws = nil }
        #expect(flaws == item.flaws)
    }
}
