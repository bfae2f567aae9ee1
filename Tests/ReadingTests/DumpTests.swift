import Definitions
import Reading
import Records
import Testing

/// What is read from SQL dumps.
@Suite struct DumpTests {
    static let dump = """
        -- PostgreSQL database dump
        SET client_encoding = 'UTF8';
        COPY public.workouts (id, title) FROM stdin;
        1\tupper
        2\t\\N
        3\ta\\tb 野球
        4
        \\.
        INSERT INTO "public"."sets" ("id", "reps", "tags") VALUES
        \t('a', 5, '{"it''s"}'), ('b', NULL, now()),
        \t('c', 6, '{"l'avant"}'), ('d', 7, ARRAY['x']);
        INSERT INTO other VALUES (1, 2);
        -- PostgreSQL database dump complete

        """
    static let columns = ["reps", "title", "@record", "id", "tags", "#2"]
    static let expected = [
        "1 4 103 ~|upper|public.workouts|1|~|~", "2 5 111 ~|~|public.workouts|2|~|~",
        "3 6 116 ~|a\tb 野球|public.workouts|3|~|~", "4 7 130 ~|~|public.workouts|~|~|~ !too_few_cells",
        "5 10 194 5|~|public.sets|a|{\"it's\"}|~", "6 10 217 ~|~|public.sets|b|~|~ !unrecoverable tags",
        "7 11 238 ~|~|public.sets|~|~|~ !stray_quote", "8 11 263 7|~|public.sets|d|{\"x\"}|~",
        "9 12 310 ~|~|public.other|~|~|2",
    ]

    static func transcript(_ bytes: [UInt8], chunk: Int = .max, tables: [String] = [], capacity: Int? = nil)
        -> Transcript
    {
        var definition = SQLReaderDefinition()
        definition.tables = tables
        return Transcript(capacity: capacity) { () throws(ReadError) in
            try SQLReader(MemorySource(bytes, chunk: chunk), definition, columns: columns)
        }
    }

    @Test func `Every table's rows are records`() {
        let transcript = Self.transcript(Array(Self.dump.utf8))
        #expect(transcript.error == nil)
        #expect(transcript.lines.map(ShapeTests.said) == Self.expected)
        #expect(transcript.account.total == Self.dump.utf8.count)
        for line in transcript.lines {
            #expect(Self.dump.utf8.dropFirst(line.offset).starts(with: line.raw.utf8))
            #expect(line.line == Self.dump.utf8.prefix(line.offset).count { $0 == 0x0A } + 1)
        }
    }

    @Test func `Tables that nobody wants have no cells and no defects`() {
        let transcript = Self.transcript(Array(Self.dump.utf8), tables: ["public.sets"])
        #expect(transcript.lines.count == 9)
        #expect(transcript.lines[0].cells == [nil, nil, "public.workouts", nil, nil, nil])
        #expect(transcript.lines[3].defects.isEmpty)
        #expect(transcript.lines[4].cells[0] == "5")
    }

    @Test(arguments: [1, 2, 3, 7, 64, 255, 4096])
    func `Any size of pieces reads the same`(_ chunk: Int) {
        let bytes = Array(Self.dump.utf8)
        #expect(Self.transcript(bytes, chunk: chunk) == Self.transcript(bytes))
    }

    @Test(arguments: [false, true])
    func `UTF-16 says the same`(_ bigEndian: Bool) {
        let narrow = Self.transcript(Array(Self.dump.utf8))
        let bytes = PropertyTests.encoded(Self.dump, bigEndian: bigEndian)
        let wide = Self.transcript(bytes, chunk: 11)
        #expect(wide.lines.map(\.cells) == narrow.lines.map(\.cells))
        #expect(wide.account.total == bytes.count)
    }

    @Test func `Cut anywhere it is refused, but behind its last line`() {
        let bytes = Array(Self.dump.utf8)
        // Before the comment that says that it is a whole dump nothing can tell.
        for length in "-- PostgreSQL database dump".utf8.count..<bytes.count - 1 {
            let part = Self.transcript(Array(bytes[..<length]))
            guard case .dump = part.error else {
                Issue.record("cut at \(length): \(String(describing: part.error))")
                continue
            }
        }
    }

    @Test func `Bytes that PostgreSQL cannot hold reject their row`() {
        let text = Array("COPY t FROM stdin;\n1\ta".utf8) + [0xFF] + Array("\n2\t\\000\n3\t\0\n4\tx\n\\.\n".utf8)
        let transcript = Self.transcript(text)
        #expect(
            transcript.lines.map(\.defects) == [
                ["invalid_encoding@22"], ["nul_byte #2"], ["nul_byte@33"], [],
            ])
    }

    @Test func `Many batches are one sequence, in bounded memory`() throws {
        var text = "INSERT INTO t (n, s) VALUES "
        for number in 1...60_000 { text += "\(number == 1 ? "" : ",\n")(\(number), '\(number)''s')" }
        text += ";\n"
        let transcript = Self.transcript(Array(text.utf8))
        #expect(transcript.lines.map(\.record) == Array(1...60_000))
        #expect(transcript.lines.allSatisfy { $0.line == $0.record && $0.defects.isEmpty })
        let reader = try SQLReader(MemorySource(Array(text.utf8)), columns: ["s"])
        let batch = reader.makeBatch()
        while try reader.read(into: batch) { #expect(batch.bytes.count < 4 << 20) }
        #expect(reader.account.total == text.utf8.count)
    }

    @Test func `A dump says its names`() {
        let names = SQLReader.names(MemorySource(Array(Self.dump.utf8)))
        #expect(names.tables == ["public.workouts", "public.sets", "public.other"])
        #expect(names.columns == ["id", "title", "reps", "tags"])
        #expect(names.all.contains("public.sets(reps)"))
    }

    @Test func `What is no dump is refused`() {
        #expect(Self.transcript([]).error == .empty)
        #expect(Self.transcript(Array("{\"a\":1}".utf8)).error == .content(.json))
        #expect(Self.transcript(Array("a,b\n1,2\n".utf8)).error == .dump(.endsInStatement, line: 1))
    }
}

/// How records that have columns of their own are shown.
@Suite struct SparsePeekTests {
    @Test func `Only the cells that are there are shown`() throws {
        var lines: [String] = []
        let dump = "INSERT INTO t (a, b) VALUES (1, NULL);INSERT INTO u (c) VALUES ('');"
        let reader = try SQLReader(MemorySource(Array(dump.utf8)), columns: ["@record", "a", "b", "c"])
        try Peek(reader, cells: .present).lines { lines.append($0) }
        #expect(
            lines == [
                #"{"record":1,"line":1,"byte_offset":28,"cells":{"@record":"public.t","a":"1","b":null}}"#,
                #"{"record":2,"line":1,"byte_offset":63,"cells":{"@record":"public.u","c":""}}"#,
            ])
    }

    @Test func `Columns without a name are told by their place`() throws {
        var lines: [String] = []
        try Peek(CSVReader(MemorySource(Array(",a,\n1,2,3\n".utf8)))).lines { lines.append($0) }
        #expect(lines == [##"{"record":1,"line":2,"byte_offset":4,"cells":{"#1":"1","a":"2","#3":"3"}}"##])
    }
}
