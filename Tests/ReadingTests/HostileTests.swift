import CSV
import Definitions
import Glibc
import Reading
import Testing

/// The CSV part of the hostile corpus, as far as reading alone decides it: what Normalising would reject loads here.
@Suite struct HostileTests {
    struct Verdict: CustomTestStringConvertible, Sendable {
        var file: String
        var good: Int
        var bad: Int
        var error: ReadError?
        var testDescription: String { file }

        init(_ file: String, good: Int = 0, bad: Int = 0, error: ReadError? = nil) {
            self.file = file
            self.good = good
            self.bad = bad
            self.error = error
        }
    }

    static let verdicts: [Verdict] = [
        .init("nul_byte", good: 4, bad: 1), .init("invalid_utf8", good: 4, bad: 1),
        .init("cesu_surrogate", good: 4, bad: 1), .init("overlong", good: 4, bad: 1),
        .init("copy_end_marker", good: 4, bad: 1), .init("backslash_n_text", good: 5),
        .init("short_row", good: 4, bad: 1), .init("long_row", good: 4, bad: 1), .init("quote_in_field", good: 5),
        .init("formula", good: 8), .init("bidi", good: 5), .init("ansi_escape", good: 5),
        .init("log_injection", good: 5), .init("sql", good: 5), .init("nfc_nfd", good: 6), .init("dup_rows", good: 6),
        .init("bom", good: 1), .init("utf16le", good: 1),
        .init("utf16be_nobom", good: 1), .init("crlf", good: 2), .init("cr_only", good: 2),
        .init("mixed_eol", good: 2), .init("no_final_newline", good: 2), .init("truncated_mid_row", good: 1, bad: 1),
        .init("truncated_number", good: 2, bad: 1), .init("unterminated_quote", good: 201, bad: 1),
        .init("empty", error: .empty), .init("header_only"),
        .init("dup_header", error: .duplicateName(first: 3, second: 4)), .init("header_again", good: 2, bad: 1),
        .init("semicolon", good: 1), .init("huge_field", good: 2, bad: 1), .init("many_columns", good: 1),
        .init("only_quotes", error: .brokenHeader(line: 1, fault: .unterminatedQuote)),
        .init("is_gzip", error: .content(.gzip)), .init("is_html", error: .content(.html)),
    ]

    /// The folder with the corpus, made once by its generator; nil where the generator is not beside this package.
    static let corpus: String? = {
        let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let shared = getenv("SCOREBOOK_SHARED").map { String(cString: $0) } ?? package + "/../shared"
        guard access(shared + "/faults/hostile.py", R_OK) == 0 else { return nil }
        var template = Array("/tmp/scorebook-hostile-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        return system("python3 '\(shared)/faults/hostile.py' '\(folder)' > /dev/null") == 0 ? folder : nil
    }()

    @Test(.enabled(if: corpus != nil, "faults/hostile.py is not in ../shared nor in SCOREBOOK_SHARED"))
    func `Every file of the corpus gets its verdict`() throws {
        let corpus = try #require(Self.corpus)
        defer { _ = system("rm -r '\(corpus)'") }
        for verdict in Self.verdicts {
            let path = "\(corpus)/csv/\(verdict.file).csv"
            let head = try FileSource(path: path).next(CSVHead.size)
            let delimiters = Array(",;\t|".utf8)
            let delimiter = (try? CSVHead(head, isWhole: head.count < CSVHead.size))?
                .sniffedDelimiter(among: delimiters)
            let transcript = Transcript(try FileSource(path: path), delimiter: delimiter)
            let bad = transcript.lines.count { !$0.defects.isEmpty }
            #expect(transcript.error == verdict.error, "\(verdict.file)")
            #expect(bad == verdict.bad, "\(verdict.file)")
            #expect(transcript.lines.count - bad == verdict.good, "\(verdict.file)")
            var status = stat()
            stat(path, &status)
            #expect(verdict.error != nil || transcript.account.total == Int(status.st_size), "\(verdict.file)")
        }
    }
}
