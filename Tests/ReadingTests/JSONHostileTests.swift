import Definitions
import Glibc
import Reading
import Testing

/// The JSON part of the hostile corpus, as far as reading alone decides it: what Normalising would reject loads here.
@Suite struct JSONHostileTests {
    struct Verdict: CustomTestStringConvertible, Sendable {
        var file: String
        var good: Int
        var bad: Int
        var isRefused: Bool
        var testDescription: String { file }

        init(_ file: String, good: Int = 0, bad: Int = 0, isRefused: Bool = false) {
            (self.file, self.good, self.bad, self.isRefused) = (file, good, bad, isRefused)
        }
    }

    static let verdicts: [Verdict] = [
        .init("deep_100k.json", isRefused: true), .init("deep_object.json", isRefused: true),
        .init("deep_unclosed.json", isRefused: true), .init("dup_keys.json", bad: 1),
        .init("lone_surrogate.json", good: 1, bad: 1), .init("u0000.json", good: 1, bad: 1),
        .init("big_int.json", good: 1), .init("huge_exponent.json", good: 1), .init("digits_100k.json", good: 1),
        .init("nan.json", isRefused: true), .init("trailing_comma.json", isRefused: true),
        .init("trailing_garbage.json", isRefused: true), .init("two_documents.json", isRefused: true),
        .init("truncated.json", isRefused: true), .init("ndjson_bad_line.ndjson", good: 2, bad: 1),
        .init("ndjson_truncated.ndjson", good: 1, bad: 1), .init("bom.json", good: 1), .init("utf16.json", good: 1),
        .init("invalid_utf8.json", isRefused: true), .init("proto.json", good: 1),
        .init("wrong_types.json", good: 2), .init("mass_keys.json", bad: 1), .init("foreign_user.json", good: 1),
    ]

    /// The generator beside the package; nil where it is not.
    static let generator: String? = {
        let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let shared = getenv("SCOREBOOK_SHARED").map { String(cString: $0) } ?? package + "/../shared"
        return access(shared + "/faults/hostile.py", R_OK) == 0 ? shared + "/faults/hostile.py" : nil
    }()

    @Test(.enabled(if: generator != nil, "faults/hostile.py is not in ../shared nor in SCOREBOOK_SHARED"))
    func `Every file of the corpus gets its verdict`() throws {
        let generator = try #require(Self.generator)
        var template = Array("/tmp/scorebook-hostile-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { _ = system("rm -r '\(folder)'") }
        try #require(system("python3 '\(generator)' '\(folder)' > /dev/null 2>&1") == 0)
        for verdict in Self.verdicts {
            let text = try FileSource(path: "\(folder)/json/\(verdict.file)").next(2 << 20)
            let columns = ["activity", "minutes", "started_at"]
            let probe =
                verdict.file.hasSuffix(".ndjson")
                ? JSONProbe.lines(text, columns: columns)
                : JSONProbe(text) { source throws(ReadError) in try JSONReader(source, columns: columns) }
            #expect((probe.failure != nil) == verdict.isRefused, "\(verdict.file)")
            #expect(probe.rows.count { $0.defects.isEmpty } == verdict.good, "\(verdict.file)")
            #expect(probe.rows.count { !$0.defects.isEmpty } == verdict.bad, "\(verdict.file)")
        }
    }
}
