import Definitions
import Reading
import Testing

@Suite struct HeadTests {
    @Test(arguments: [
        ("a;b;c\n1,5;2,5;3\n1,0;2,0;3\n", ";"), ("a,b\n1;2,3\n4;5,6\n", ","), ("a\tb\n1\t2,3\n", "\t"),
        ("a|b|c\n1|2|3\n", "|"), ("alone\n1\n", ","), ("\"a;x\",b\n\"1;2\",3\n", ","),
    ])
    func `The header tells the delimiter`(_ text: String, _ delimiter: Character) throws {
        let head = try CSVHead(Array(text.utf8), isWhole: true)
        #expect(head.sniffedDelimiter(among: Array(",;\t|".utf8)) == delimiter.asciiValue)
    }

    @Test func `Rows come with their lines, the cut one does not come`() throws {
        let bytes = Array("Report\n\n a ,\u{A0}b\n1,2\n3,".utf8)
        let rows = try CSVHead(bytes, isWhole: false).rows(delimiter: UInt8(ascii: ","))
        #expect(rows.map(\.line) == [1, 3, 4])
        #expect(rows.map(\.record) == [1, 2, 3])
        #expect(rows[1].cells == ["a", "b"])
        #expect(try CSVHead(bytes, isWhole: true).rows(delimiter: UInt8(ascii: ",")).count == 4)
    }

    @Test(arguments: [
        ("PK\u{3}\u{4}rest", ContentKind.zip), (" \n<!DOCTYPE html><p>", .html),
        ("<?xml version=\"1.0\"?>", .xml), ("{\"a\":1}", .json), ("[{\"a\":1}]", .json), ("%PDF-1.7", .pdf),
        ("SQLite format 3\0\u{10}\0", .sqlite),
        ("a\0b\0c\0", .utf16WithoutMark), ("\0\0\0\0", .binary), ("a,b\n\0,1\n", nil), ("{x},b\n", nil),
        ("<5,b\n", nil),
    ])
    func `Other kinds are known by their content`(_ text: String, _ kind: ContentKind?) {
        #expect(ContentKind.recognise(Array(text.utf8)) == kind)
    }

    @Test(arguments: [
        ("---\nday: 2\nworkout: A\n---\n## Bench\n- 3x8 @ 60\n- 1x6 @ 65\n", ContentKind.markdown),
        ("| Day | Lift |\n|---|---:|\n| 1 | 60 |\n", .markdown),
        ("# Log\nRan, then slept.\nSquats, too.\nAnd so on.\n", nil),
        ("log:\n  '1':\n    date: '2026-03-02'\n    sets:\n    - {reps: 8, weight: 40 kg}\n", .yaml),
        ("day: 1\nreps: 5\n", nil), ("#+TITLE: Log\n* Monday\n- Squat 5x5\n", .orgMode),
        ("{\n  \"day\": 1,\n  \"reps\": 5,\n  \"lift\": \"Squat\"\n}\n", nil),
        ("Date,Lift,Reps\n2026-03-02,Squat,5\n2026-03-03,Squat,5\n", nil),
        ("Time: 7,Reps\n12:30: a,5\n12:40: b,6\n", nil), ("# comment\nday;reps\n1;5\n2;6\n", nil),
        ("# one\n# two\n# three\nday;reps\n1;5\n2;6\n", nil),
        ("- reps: 5\n- reps: 6\n- reps: 7\n", .yaml), ("2026-05-01: squat\n2026-05-02: bench\n2026-05-03: row\n", nil),
        ("From: a\nTo: b\nSubject: c\n", nil), ("[1] a: b\n[2] c: d\n[3] e: f\n", nil),
        ("// log\n{\"a\": 1}\n{\"a\": 2}\n", nil), ("# a\n# b\n# c\nreps\n5\n", nil),
        ("day,notes\n1,\"# Felt\n- good\n- slow\"\n2,\"# Felt\n- good\n- slow\"\n", nil),
        ("day,notes\n1,\"\n# Felt\n- good\n- slow\"\n2,\"\n# Felt\n- good\n- slow\"\n", nil),
        ("# log\ndate,velo,notes\n2026-05-01,80,\"- early\n- back\n- good\"\n2026-05-02,81,\n", nil),
        ("## Export\n* device: x\n* fw: 2\ndate;velo;spin\n2026-05-01;80;1\n", nil),
        ("Coach: A\n  Age: 17\nTeam: B\nUnit: mph\ndate,velo\n2026-05-01,80\n", nil),
        ("# my log\nlog:\n  - date: 2026-05-01\n    lift: squat\n", .yaml),
        ("- [ ] squat\n- [x] bench\n- [x] row\n", nil), ("* Monday\n** Squat\n- 5x5\n", .orgMode),
        ("\u{FEFF}# Log\n## A\n- x\n- y\n", .markdown),
        ("Event;Day;Time\nSprint: 30 m;1;4.3\nSprint: 60 m;1;8.1\nSprint: 10 m;2;1.9\nJump: high;2;1.2\n", nil),
    ])
    func `Texts that people write for themselves are no tables`(_ text: String, _ kind: ContentKind?) {
        #expect(ContentKind.prose(in: Array(text.utf8)) == kind)
    }

    @Test func `Preamble, numbered names and a headless source`() throws {
        var definition = CSVReaderDefinition()
        definition.duplicateNames = .number
        let bytes = Array("Exported today\n\nn,n,n#2,n,\n1,2,3,4,5\n".utf8)
        let transcript = Transcript(MemorySource(bytes), definition, header: .after(1))
        #expect(transcript.header == ["n", "n#3", "n#2", "n#4", ""])
        #expect(transcript.lines.map(\.line) == [4])
        #expect(transcript.account.preamble == 14)
        #expect(transcript.account.total == bytes.count)
        #expect(Transcript(MemorySource(bytes), header: .after(5)).error == .noHeader(wanted: 6, found: 3))

        let headless = Transcript(MemorySource(Array("1,2\n3,4\n5\n".utf8)), header: .none)
        #expect(headless.header == ["#1", "#2"])
        #expect(headless.lines.map(\.record) == [1, 2, 3])
        #expect(headless.lines.map(\.defects) == [[], [], ["too_few_cells"]])
        #expect(headless.account.total == 10)
    }

    @Test func `Peek writes a line of JSON a record`() throws {
        var lines: [String] = []
        try Peek(CSVReader(MemorySource(Array("a,\"b\"\"\"\n1,\"x\ny\u{1B}\"\n2\n".utf8)))).lines(5) {
            lines.append($0)
        }
        #expect(
            lines == [
                #"{"record":1,"line":2,"byte_offset":8,"cells":{"a":"1","b\"":"x\ny\u001b"}}"#,
                #"{"record":2,"line":4,"byte_offset":17,"cells":{"a":"2","b\"":null},"defects":[{"code":"too_few_cells","field":""}]}"#,
            ])
        lines = []
        let headless = try CSVReader(MemorySource(Array("1,\n2,3".utf8)), header: .none)
        try Peek(headless, isHeadless: headless.isHeadless).lines(1) { lines.append($0) }
        #expect(lines == [#"{"record":1,"line":1,"byte_offset":0,"cells":["1",""]}"#])
    }

    @Test func `Every error says what to do without the source's text`() {
        let errors: [ReadError] = [
            .system(operation: "read the file", code: 5), .empty, .noHeader(wanted: 3, found: 1),
            .brokenHeader(line: 1, fault: .unterminatedQuote), .duplicateName(first: 1, second: 2), .content(.html),
        ]
        #expect(
            errors.map(\.description) == [
                "cannot read the file: Input/output error", "the file is empty: export it again",
                "the header should be record 3, but there is 1 record",
                "the header on line 1 opens a quote that is never closed",
                "columns 1 and 2 have the same name, and the format reads it: rename one",
                "this is an HTML page, not CSV, perhaps the error page of a failed download: download it again",
            ])
    }

    @Test func `A beginning says the names by which it may be known`() throws {
        func names(_ text: String, _ preamble: Int = 0, _ change: (inout CSVReaderDefinition) -> Void) throws
            -> [[String]]
        {
            var definition = CSVReaderDefinition()
            definition.preambleLines = preamble
            change(&definition)
            var head = try CSVHead(Array(text.utf8), isWhole: true)
            let first = head.candidates(definition, delimiter: UInt8(ascii: ","))
            // What was found is kept, and the same.
            #expect(head.candidates(definition, delimiter: UInt8(ascii: ",")).map(\.names) == first.map(\.names))
            return first.map { $0.names.sorted() }
        }
        #expect(try names("a,b,a\n1,2,3\n") { _ in } == [["a", "a#2", "b"]])
        #expect(try names("\"t\n\na,b\n1,2\n", 5) { _ in } == [[], ["a", "b"], ["1", "2"]])
        #expect(try names("x.a,b\n") { $0.shape.prefixes = ["x."] } == [["a", "b"]])
        #expect(try names(",L,\na,b,c\n1,2,3\n") { $0.shape.header = .labelledRow } == [["L/b", "L/c", "a"]])
        #expect(
            try names("id,1\nplay,2,3\n") {
                $0.shape.header = .none(names: [], width: 3)
                $0.shape.recordColumn = "#1"
                $0.ragged = .pad
            } == [["#1", "#2", "id", "play"]])
        #expect(
            try names("T\na,b\n1,2\n\nU\nc,d\n") { $0.shape.sections = .init(titles: .alone) }
                == [["T", "U", "a", "b", "c", "d"]])
    }
}
