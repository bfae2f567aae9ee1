import Foundation
import Postgres
import Proving
import Testing

/// The hostile corpus of files with records, each through the whole program into a table that fits them.
@Suite struct HostileTests {
    static let corpus: String? = {
        guard let shared = Ground.shared else { return nil }
        let folder = "/tmp/scorebook-hostile-\(getpid())"
        let made = system("python3 '\(shared)/faults/hostile.py' '\(folder)' > /dev/null 2>&1")
        atexit { system("rm -rf /tmp/scorebook-hostile-\(getpid())") }
        return made == 0 ? folder : nil
    }()

    private struct Entry: Decodable {
        var file: String
        var kind: String
        var expect: String
        var good: Int?
        var bad: Int?
    }

    /// Where the manifest leaves the choice (`policy`), or where more is saved than it asks for: records loaded, rejected.
    private static let ours: [String: (good: Int, bad: Int)] = [
        // Quotes within an unquoted cell are text.
        "quote_in_field": (5, 0),
        // The record with the open quote is rejected, the 200 lines after it are records again, of one activity.
        "unterminated_quote": (2, 1),
        "semicolon": (1, 0),
        // A control character in a name is dropped.
        "ios16_vertical_tab": (10, 0),
        // Its one record has neither a time nor a value.
        "cdata": (0, 1),
        "xinclude": (0, 0),
        "unknown_type": (2, 0),
        // Children of the root are records, and nothing within them: Apple repeats those.
        "nested_same_record": (1, 0),
        // The other entry is refused.
        "case_clash": (10, 0),
        // Half of its bytes are NUL, and its text is plain all the same.
        "utf16be_nobom": (1, 0),
        "ratio_20mb": (0, 0),
    ]

    /// Where the manifest leaves the choice and nothing of the file is loaded.
    private static let refused: Set = ["empty", "utf16", "prefix_junk", "many_entries"]

    /// Runs a command; its peak of memory in kB is the last line of what it complains of.
    static let measure = [
        "python3", "-c",
        """
        import resource, subprocess, sys
        code = subprocess.run(sys.argv[1:]).returncode
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
        sys.exit(code if code >= 0 else 99)
        """,
    ]

    @Test(.enabled(if: Ground.shared != nil, "faults/hostile.py is not in ../shared nor in SCOREBOOK_SHARED"))
    func `Every file gets the manifest's verdict, in little memory`() throws {
        let corpus = try #require(Self.corpus)
        let manifest = try JSONDecoder().decode(
            [Entry].self, from: Data(contentsOf: URL(filePath: "\(corpus)/manifest.json")))
        let scratch = try Scratch()
        try scratch.open().run(
            """
            create table public.activities (
                id uuid primary key, user_id uuid not null references public.users (id), started_at timestamptz not null,
                activity text not null, minutes numeric not null, kcal bigint, note text);
            grant select, insert, update on public.activities to scorebook_loader;
            """)
        var worst = 0
        let entries = manifest.filter { ["csv", "xml", "zip"].contains($0.kind) }
        for entry in entries {
            let name = String(entry.file.split(separator: "/").last?.dropLast(4) ?? "")
            let result = try Program(
                ["run", "--input", "\(corpus)/\(entry.file)", "--owner", Ground.maya, "-o", "json"],
                environment: [
                    "DATABASE_URL": scratch.url(), "SCOREBOOK_PIPELINES": "\(Ground.package)/Tests/Faults/Pipelines",
                ], launcher: Self.measure
            ).finish()
            let memory = result.complaints.split(separator: "\n").last.flatMap { Int($0) } ?? .max
            worst = max(worst, memory)
            #expect(memory <= 256 << 10, "\(name)")
            #expect([0, 1, 65].contains(result.code), "\(name): exit \(result.code)")
            let loaded = result.ledger["inserted"] ?? -1
            let rejected = result.ledger["rejected"] ?? -1
            let stored = try scratch.value("select count(*) from public.activities").flatMap { Int($0) }
            #expect(stored == loaded, "\(name)")
            if entry.expect == "reject-file" && Self.ours[name] == nil || Self.refused.contains(name) {
                #expect(Set(result.statuses) == ["refused"] && stored == 0 && result.code == 65, "\(name)")
            } else {
                let good = Self.ours[name]?.good ?? entry.good
                let bad = Self.ours[name]?.bad ?? entry.bad
                #expect(loaded == good && rejected == bad, "\(name): loaded \(loaded), rejected \(rejected)")
                let rejects = try scratch.value("select coalesce(sum(count), 0) from scorebook.rejects").flatMap {
                    Int($0)
                }
                #expect(rejects == rejected, "\(name)")
            }
            try scratch.open().run(
                "truncate public.activities, scorebook.runs, scorebook.units, scorebook.lineage_blocks, scorebook.rejects, scorebook.before_images cascade"
            )
        }
        print("hostile corpus: \(entries.count) files, at most \(worst >> 10) MB")
    }
}
