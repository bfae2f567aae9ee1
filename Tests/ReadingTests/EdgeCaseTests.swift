import Definitions
import Reading
import Testing

/// One small file and what is to be read from it: cells joined by `|`, absent ones as `~`, defects after `!`.
struct EdgeCase: CustomTestStringConvertible, Sendable {
    var name: String
    var input: String
    var expected: [String]
    var quoting = CSVReaderDefinition.Quoting.doubled
    var ragged = CSVReaderDefinition.Ragged.reject
    var testDescription: String { name }

    static let all: [EdgeCase] = [
        .init(name: "plain", input: "a,b\n1,2\n3,4\n", expected: ["1 2 4 1|2", "2 3 8 3|4"]),
        .init(name: "no final newline", input: "a,b\n1,2", expected: ["1 2 4 1|2"]),
        .init(name: "CRLF", input: "a,b\r\n1,2\r\n3,4\r\n", expected: ["1 2 5 1|2", "2 3 10 3|4"]),
        .init(name: "CR", input: "a,b\r1,2\r3,4\r", expected: ["1 2 4 1|2", "2 3 8 3|4"]),
        .init(name: "mixed", input: "a,b\n1,2\r\n3,4\r5,6", expected: ["1 2 4 1|2", "2 3 9 3|4", "3 4 13 5|6"]),
        .init(name: "line break in quotes", input: "a,b\n\"x\ny\",2\n3,4\n", expected: ["1 2 4 x\ny|2", "2 4 12 3|4"]),
        .init(
            name: "CRLF in quotes", input: "a,b\r\n\"x\r\ny\",2\r\n3,4", expected: ["1 2 5 x\r\ny|2", "2 4 15 3|4"]),
        .init(name: "doubled quotes", input: "a\n\"x\"\"y\"\n\"\"\"\"\n", expected: ["1 2 2 x\"y", "2 3 9 \""]),
        .init(name: "blank lines", input: "a,b\n\n\n1,2\n\n3,4\n\n", expected: ["1 4 6 1|2", "2 6 11 3|4"]),
        .init(name: "empty cells", input: "a,b\n,\n\"\",\n", expected: ["1 2 4 |", "2 3 6 \"\"|"]),
        .init(name: "rows in quotes", input: "\"a,b\"\n\"1,\"\"x\"\"\"\n", expected: ["1 2 7 1|x"]),
        .init(name: "quoted empty alone", input: "a\n\"\"\n", expected: ["1 2 2 \"\""]),
        .init(name: "bare quotes", input: "a,b\nx\"y\"z,5\"\n", expected: ["1 2 4 x\"y\"z|5\""]),
        .init(
            name: "stray quote", input: "a,b\n\"x\"y,2\n3,4\n",
            expected: ["1 2 4 \"x\"y|2 !stray_quote@6 a", "2 3 11 3|4"]),
        .init(name: "too few", input: "a,b\n1\n", expected: ["1 2 4 1|~ !too_few_cells"]),
        .init(name: "too many", input: "a,b\n1,2,3\n", expected: ["1 2 4 1|2 !too_many_cells"]),
        .init(
            name: "pad", input: "a,b\n1\n1,2,\n", expected: ["1 2 4 1|~", "2 3 6 1|2"], ragged: .pad),
        .init(
            name: "trailing", input: "a,b\n1\n1,2,,\n1,2,,x\n",
            expected: ["1 2 4 1|~", "2 3 6 1|2", "3 4 12 1|2 !too_many_cells"], ragged: .trailing),
        .init(
            name: "header again", input: "a,b\n1,2\na,b\n3,4\n",
            expected: ["1 2 4 1|2", "2 3 8 a|b !header_repeated", "3 4 12 3|4"]),
        .init(
            name: "another table below", input: "a,b,c\n1,2,3\na,b,d\n4,5,6\na,b,c\n7,8,9\n",
            expected: [
                "1 2 6 1|2|3", "2 3 12 a|b|d !other_table", "3 4 18 4|5|6 !other_table",
                "4 5 24 a|b|c !header_repeated", "5 6 30 7|8|9",
            ]),
        .init(
            name: "another table below, of fewer columns", input: "a,b,c,d\n1,2,3,4\na,b,e,\n5,6,7,\n",
            expected: ["1 2 8 1|2|3|4", "2 3 16 a|b|e| !other_table", "3 4 23 5|6|7| !other_table"]),
        .init(
            name: "names of two columns", input: "a,b\n1,2\na,x\n3,4\n",
            expected: ["1 2 4 1|2", "2 3 8 a|x", "3 4 12 3|4"]),
        .init(
            name: "unterminated quote", input: "a,b\n1,\"x\n3,4\n5,6\n",
            expected: ["1 2 4 1|~ !unterminated_quote@6 b", "2 3 9 3|4", "3 4 13 5|6"]),
        .init(name: "unterminated at the end", input: "a,b\n1,\"x", expected: ["1 2 4 1|~ !unterminated_quote@6 b"]),
        .init(name: "NUL", input: "a,b\n1,x\0\n3,4\n", expected: ["1 2 4 1|x\0 !nul_byte@7 b", "2 3 9 3|4"]),
        .init(
            name: "unescaped", input: "a,b\n\"say \"hi\" now\",\"2\"\n\"\",\"x\ny\"\n",
            expected: ["1 2 4 say \"hi\" now|2", "2 3 23 \"\"|x\ny"], quoting: .unescaped),
        .init(name: "trailing delimiter at the end", input: "a,b\n1,", expected: ["1 2 4 1|"]),
        .init(name: "header alone", input: "a,b", expected: []),
        .init(name: "header and its line break", input: "a,b\r\n", expected: []),
        .init(name: "byte order mark", input: "\u{FEFF}a,b\n1,2\n", expected: ["1 2 7 1|2"]),
        .init(name: "delimiter in quotes", input: "a,b\n\"x,y\",\"2\"\n", expected: ["1 2 4 x,y|2"]),
        .init(
            name: "JSON in a cell", input: "a,b\n1,\"{\"\"type\"\": \"\"Point\"\", \"\"at\"\": [1, 2]}\"\n",
            expected: ["1 2 4 1|{\"type\": \"Point\", \"at\": [1, 2]}"]),
        .init(
            name: "quotes and line breaks", input: "a,b\n1,\"ha \n\"\"ha\"\" \nha\"\n3,4\n",
            expected: ["1 2 4 1|ha \n\"ha\" \nha", "2 5 23 3|4"]),
        .init(name: "other letters", input: "a,b\nʤ,投球\n🏃,é\n", expected: ["1 2 4 ʤ|投球", "2 3 14 🏃|é"]),
        .init(name: "blanks are text", input: "a,b\n 1 ,\t2\n", expected: ["1 2 4  1 |\t2"]),
        .init(
            name: "quote in a cell without", input: "a,b\n1,5\" step\n3,4\n",
            expected: ["1 2 4 1|5\" step !stray_quote@7 b", "2 3 14 3|4"], quoting: .strict),
        .init(name: "and where it may stand", input: "a,b\n1,5\" step\n", expected: ["1 2 4 1|5\" step"]),
        .init(name: "quote behind a blank", input: "a,b\n 1, \"2\"\n", expected: ["1 2 4  1| \"2\""]),
        .init(
            name: "blank behind a quote", input: "a,b\n\"1\" ,2\n3,4\n",
            expected: ["1 2 4 \"1\" |2 !stray_quote@6 a", "2 3 11 3|4"]),
        .init(
            name: "backslash is no escape", input: "a,b\n\"x\\\"y\",2\n3,4\n",
            expected: ["1 2 4 \"x\\\"y\"|2 !stray_quote@7 a", "2 3 13 3|4"]),
        .init(
            name: "NUL in quotes", input: "a,b\n\"x\0\",2\n3,4\n",
            expected: ["1 2 4 x\0|2 !nul_byte@6 a", "2 3 11 3|4"]),
        .init(
            name: "quote as the last byte", input: "a,b\n1,2\n3,\"",
            expected: ["1 2 4 1|2", "2 3 8 3|~ !unterminated_quote@10 b"]),
        .init(name: "a line of blanks", input: "a,b\n  \n1,2\n", expected: ["1 2 4   |~ !too_few_cells", "2 3 7 1|2"]),
        .init(name: "carriage return in a cell", input: "a,b\n1,\"x\ry\"\n", expected: ["1 2 4 1|x\ry"]),
    ]
}

@Suite struct EdgeCaseTests {
    @Test(arguments: EdgeCase.all)
    func reads(_ edge: EdgeCase) {
        var definition = CSVReaderDefinition()
        definition.quoting = edge.quoting
        definition.ragged = edge.ragged
        let transcript = Transcript(edge.input, definition)
        #expect(transcript.error == nil)
        let said = transcript.lines.map { line in
            let cells = zip(line.cells, line.quoted).map { cell, isQuoted in
                cell.map { $0.isEmpty && isQuoted ? "\"\"" : $0 } ?? "~"
            }
            let defects = line.defects.map { " !" + $0 }.joined()
            return "\(line.record) \(line.line) \(line.offset) \(cells.joined(separator: "|"))\(defects)"
        }
        #expect(said == edge.expected)
        #expect(transcript.account.total == edge.input.utf8.count)
    }
}
