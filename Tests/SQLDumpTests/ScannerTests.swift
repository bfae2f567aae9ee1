import SQLDump
import Testing

/// Everything that a scanner said of a dump, a line a step: tables, rows with their values, broken rows, ends.
struct Said: Equatable {
    var lines: [String] = []
    var error: DumpError?
    var passed = 0

    init(_ text: String, chunk: Int = .max, limit: Int = 1 << 20) {
        self.init(Array(text.utf8), chunk: chunk, limit: limit)
    }

    init(_ text: [UInt8], chunk: Int = .max, limit: Int = 1 << 20) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count + 1, alignment: 1)
        defer { room.deallocate() }
        room.copyBytes(from: text)
        let count = text.count
        var scanner = Scanner(limit: limit)
        var filled = min(chunk, count)
        do throws(DumpError) {
            while true {
                let bytes = UnsafeRawBufferPointer(rebasing: room[0..<filled])
                if let step = try scanner.next(bytes, from: passed, isFinal: filled == count) {
                    passed = step.next
                    if let line = Self.line(step, scanner, bytes) { lines.append(line) }
                } else if filled == count {
                    break
                } else {
                    filled = min(count, filled + chunk)
                }
            }
        } catch {
            self.error = error
        }
    }

    private static func line(_ step: Scanner.Step, _ scanner: Scanner, _ bytes: UnsafeRawBufferPointer) -> String? {
        switch step.event {
        case .passed: return nil
        case .table: return "\(step.line) \(scanner.table.name)(\(scanner.table.columns.joined(separator: ",")))"
        case .brokenRow: return "\(step.line) broken \(step.end - step.start)"
        case .end: return "\(step.line) end"
        case .row:
            let values = scanner.values.map { value -> String in
                if value.form == .null { return "~" }
                if value.form == .absent { return "default" }
                if value.form == .expression { return "?" }
                let room = UnsafeMutableRawBufferPointer.allocate(byteCount: value.mostBytes + 1, alignment: 1)
                defer { room.deallocate() }
                return value.decode(bytes, into: room).map { String(decoding: room[0..<$0], as: UTF8.self) } ?? "!"
            }
            return "\(step.line) [\(values.joined(separator: "|"))]"
        }
    }
}

struct DumpCase: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var lines: [String]
    var error: DumpError?
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ lines: [String], _ error: DumpError? = nil) {
        (self.name, self.text, self.lines, self.error) = (name, text, lines, error)
    }

    static let all: [DumpCase] = [
        .init(
            "COPY",
            "SET x = 1;\nCOPY public.t (a, \"B c\") FROM stdin;\n1\t\\N\n\\\\N\ta\\tb\\nc\\\\\\101\\x41\\q\n\t\n\\.\n\n",
            ["2 public.t(a,B c)", "3 [1|~]", "4 [\\N|a\tb\nc\\AAq]", "5 [|]", "6 end"]),
        .init(
            "COPY with CRLF and an end without line break", "COPY t FROM stdin;\r\nx\ty\r\n\\.",
            ["1 public.t()", "2 [x|y]", "3 end"]),
        .init(
            "INSERT of many rows",
            "insert into \"public\".\"T\" (\"id\", n) VALUES\n\t(1, 'it''s'),\n\t(-2.5e-3, NULL) ,(TRUE,default);\n",
            ["1 public.T(id,n)", "2 [1|it's]", "3 [-2.5e-3|~]", "3 [TRUE|default]", "3 end"]),
        .init(
            "strings",
            "INSERT INTO t VALUES (E'a\\n\\'b''c\\u00e9\\\\', 'a\\n', $$it's$$, $x$ $$ $x$, '', 'a, (b), c);\n');",
            ["1 public.t()", "1 [a\n'b'cé\\|a\\n|it's| $$ ||a, (b), c);\n]", "2 end"]),
        .init(
            "old strings", "SET standard_conforming_strings = off;\nINSERT INTO t VALUES ('a\\'b');",
            ["2 public.t()", "2 [a'b]", "2 end"]),
        .init(
            "casts",
            "INSERT INTO t VALUES ('1'::integer, 'x'::character varying(10), '{a}'::text[], 'k'::\"public\".\"kind\" , 2::numeric(6, 2)::text);",
            ["1 public.t()", "1 [1|x|{a}|k|2]", "1 end"]),
        .init(
            "arrays",
            "INSERT INTO t VALUES (ARRAY['a\"b', null, 'it''s']::text[], ARRAY[1, -2], array[[1],[2]], ARRAY[now()], ARRAY[]);",
            ["1 public.t()", "1 [{\"a\\\"b\",NULL,\"it's\"}|{1,-2}|{{1},{2}}|?|{}]", "1 end"]),
        .init(
            "expressions", "INSERT INTO t VALUES (now(), nextval('public.s'::regclass), B'101', 1);",
            ["1 public.t()", "1 [?|?|?|1]", "1 end"]),
        .init(
            "comments",
            "-- INSERT INTO no VALUES (1);\n/* a /* b */ ; */ INSERT /* x */ INTO t -- y\n(a) VALUES (1 -- z\n), /* w */ (2);",
            ["2 public.t(a)", "3 [1]", "4 [2]", "4 end"]),
        .init(
            "what is no data",
            "\\restrict abc'def\nCREATE FUNCTION f() RETURNS void LANGUAGE sql AS $f$ INSERT INTO no VALUES (1); $f$;\nSELECT pg_catalog.setval('t_id_seq', 25, true);\nINSERT INTO t SELECT 1;\n\\unrestrict abc'def\nRESET ALL;\n",
            []),
        .init(
            "ON CONFLICT, OVERRIDING",
            "INSERT INTO t (a) OVERRIDING SYSTEM VALUE VALUES (1) ON CONFLICT DO NOTHING;INSERT INTO u VALUES (2);",
            ["1 public.t(a)", "1 [1]", "1 end", "1 public.u()", "1 [2]", "1 end"]),
        .init(
            "apostrophes that nobody doubled",
            "INSERT INTO t (a, b) VALUES (1, '{\"ok\"}'), (2, '{\"Roulez vers l'avant\"}'), (3, '{\"l'a, b\",\"d'e\"}'), (4, '{}'), (5, '{\"l'x\"}');\nINSERT INTO t VALUES (6);",
            [
                "1 public.t(a,b)", "1 [1|{\"ok\"}]", "1 broken 30", "1 broken 23", "1 [4|{}]", "1 broken 14", "1 end",
                "2 public.t()", "2 [6]", "2 end",
            ]),
        .init(
            "no row behind one that cannot be read goes with it",
            "INSERT INTO t (a) VALUES ('1', true<), (2), ('3' ||), (4); INSERT INTO u VALUES ('x', 1 -);\n"
                + "INSERT INTO v VALUES ((<);\nINSERT INTO w VALUES (5, now()*) ON CONFLICT (a) DO NOTHING;\n"
                + "INSERT INTO x VALUES (6!);\nCOPY y FROM stdin;\n7\n\\.\n",
            [
                "1 public.t(a)", "1 broken 12", "1 [2]", "1 broken 8", "1 [4]", "1 end", "1 public.u()", "1 broken 10",
                "1 end", "2 public.v()", "2 broken 4", "2 end", "3 public.w()", "3 broken 11", "3 end", "4 public.x()",
                "4 broken 4", "4 end", "5 public.y()", "6 [7]", "7 end",
            ]),
        .init(
            "words and comments of a text end no row",
            "INSERT INTO t (a, b) VALUES ('l'a (x); set 2', 1), (3, 4), ('l'b), /* (x); Copy that', 5), (6, 7);\n",
            ["1 public.t(a,b)", "1 broken 21", "1 [3|4]", "1 broken 30", "1 [6|7]", "1 end"]),
        .init(
            "what follows a row with apostrophes that are not doubled",
            "INSERT INTO t VALUES ('l'a', 1) ON\nCONFLICT DO NOTHING;\nINSERT INTO u VALUES ('l'a', 1); INSERT INTO v VALUES (5), (6);\n"
                + "INSERT INTO w VALUES (7!); \nCOPY x FROM stdin;\n8\n\\.\n",
            [
                "1 public.t()", "1 broken 10", "1 end", "3 public.u()", "3 broken 10", "3 end", "3 public.v()", "3 [5]",
                "3 [6]", "3 end", "4 public.w()", "4 broken 4", "4 end", "5 public.x()", "6 [8]", "7 end",
            ]),
        .init(
            "a statement behind a row without its bracket",
            "INSERT INTO t VALUES ((<);\n\n--\n-- Data\n--\n\nINSERT INTO u VALUES (1);\n",
            ["1 public.t()", "1 broken 4", "1 end", "7 public.u()", "7 [1]", "7 end"]),
        .init(
            "COPY without end", "COPY t FROM stdin;\n1\n2\n", ["1 public.t()", "2 [1]", "3 [2]"],
            .incomplete(.copy, line: 1)),
        .init(
            "COPY cut in a line", "COPY t FROM stdin;\n1\n2", ["1 public.t()", "2 [1]"], .incomplete(.copy, line: 1)),
        .init("a string without end", "INSERT INTO t VALUES (1, 'x", ["1 public.t()"], .incomplete(.insert, line: 1)),
        .init(
            "rows without end", "INSERT INTO t VALUES (1)", ["1 public.t()", "1 [1]"], .incomplete(.insert, line: 1)),
        .init("a statement without end", "SELECT 1;\nSELECT 'a", [], .incomplete(.statement, line: 2)),
        .init("a comment without end", "\n/* a", [], .incomplete(.comment, line: 2)),
        .init(
            "a dump without its last line", "\n-- PostgreSQL database dump\n\nSET x = 1;\n", [],
            .incomplete(.dump, line: 2)),
        .init(
            "two dumps",
            "-- PostgreSQL database dump\n-- PostgreSQL database dump complete\n-- PostgreSQL database dump\r\n-- PostgreSQL database dump complete\r\n",
            []),
        .init("COPY as CSV", "COPY t FROM stdin WITH (FORMAT csv);\n", [], .unsupportedCopy(line: 1)),
        .init("another encoding", "SET client_encoding = 'LATIN1';", [], .unsupportedEncoding(line: 1)),
    ]
}

@Suite struct ScannerTests {
    @Test(arguments: DumpCase.all)
    func says(_ dump: DumpCase) {
        let said = Said(dump.text)
        #expect(said.lines == dump.lines)
        #expect(said.error == dump.error)
        if dump.error == nil { #expect(said.passed == dump.text.utf8.count) }
    }

    @Test(arguments: DumpCase.all)
    func `Any size of pieces says the same`(_ dump: DumpCase) {
        let whole = Said(dump.text)
        for chunk in 1...50 { #expect(Said(dump.text, chunk: chunk) == whole) }
    }

    /// What a prefix says is the beginning of what the whole says, and it is complete only between statements.
    @Test(arguments: DumpCase.all)
    func `Cut anywhere it is refused or whole`(_ dump: DumpCase) {
        let whole = Said(dump.text)
        let bytes = Array(dump.text.utf8)
        for length in 0..<bytes.count {
            let part = Said(String(decoding: bytes[0..<length], as: UTF8.self))
            let rows = part.lines.filter { !$0.contains("broken") }
            #expect(rows.allSatisfy(whole.lines.contains), "cut at \(length)")
            guard part.error == nil else { continue }
            let last = part.lines.last
            #expect(last == nil || last?.hasSuffix("end") == true, "cut at \(length)")
        }
    }

    @Test func `A row beyond the limit is refused`() {
        let text = "INSERT INTO t VALUES (1), ('" + String(repeating: "x", count: 5000) + "');"
        #expect(Said(text, limit: 10_000).error == nil)
        #expect(Said(text, chunk: 100, limit: 1000).error == .tooLong(.row, line: 1))
    }

    /// Bytes of the cases changed, cut and doubled at random.
    @Test(arguments: DumpCase.all)
    func `Whatever stands in a dump, pieces make no difference`(_ dump: DumpCase) {
        var random = SystemRandomNumberGenerator()
        let telling = Array("\"',;()\\$\n\r\t:-*/Ee[]NX1".utf8) + [0, 0x80, 0xFF]
        for _ in 0..<100 {
            var bytes = Array(dump.text.utf8)
            for _ in 0...Int.random(in: 0...5, using: &random) where !bytes.isEmpty {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                let byte = telling.randomElement(using: &random) ?? 0
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[at] = byte
                case 1: bytes.insert(byte, at: at)
                case 2: bytes.remove(at: at)
                default: bytes.removeSubrange(at..<min(bytes.count, at + 8))
                }
            }
            let whole = Said(bytes)
            let chunk = Int.random(in: 1...20, using: &random)
            #expect(Said(bytes, chunk: chunk) == whole, "\(bytes) in pieces of \(chunk)")
        }
    }
}
