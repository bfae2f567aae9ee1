import Foundation
import Packing
import Postgres
import Proving
import Testing

/// A night of forty owners, one of whom has put files there that are to cost as much as they can.
@Suite struct HostileNightTests {
    private static let owners = (1...39).map { "5f0c0000-0000-4000-8000-0000000a0\($0 < 10 ? "0" : "")\($0)a" }
    /// The first of all folders.
    private static let hostile = "0f0c0000-0000-4000-8000-0000000a0000"
    /// With more files it is measured, too, how long the others wait.
    private static let files = ProcessInfo.processInfo.environment["SCOREBOOK_FILES"].flatMap { Int($0) } ?? 4

    private static let hostileFiles: [(name: String, bytes: [UInt8])] = {
        let header = "date,metric,value,unit"
        func lines(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        func names(_ count: Int, _ name: (Int) -> String) -> String {
            (0..<count).map(name).joined(separator: ",") + "\n"
        }
        let attributes = (0..<20_000).map { "a\($0)=\"1\"" }.joined(separator: " ")
        let texts: [(String, String)] = [
            ("attributes.xml", "<HealthData \(attributes)/>"),
            ("deep.json", lines("[", 200_000)),
            ("equal-names.csv", names(19_000) { _ in "a" } + names(19_000) { _ in "1" }),
            (
                "open-quote.csv",
                "\(header)\n2026-01-01,\"velocity,1,mph\n" + lines("2026-01-01,velocity,70,mph\n", 50_000)
            ),
            ("rejects.csv", "\(header),id,notes\n2026-01-01,v,1,mph,ok,n\n" + lines("x\n", 150_000)),
            ("too-many-names.csv", names(30_000) { "c\($0)" }),
            ("wide.csv", "\(header)\n2026-01-01,velocity,\(lines("9", 2_000_000)),mph\n"),
        ]
        let zip = ZipFile.make((0..<(files < 50 ? 4_000 : 20_000)).map { ZipFile.Entry("f\($0).csv", "a,b\n1,2") })
        return texts.map { (name: $0.0, bytes: Array($0.1.utf8)) } + [(name: "many.zip", bytes: zip)]
    }()

    private func night(with hostile: [(name: String, bytes: [UInt8])]) throws -> (
        result: Program.Result, scratch: Scratch
    ) {
        let night = try NightlyTests()
        let platform = try night.scratch.openPlatform()
        for id in Self.owners + [Self.hostile] {
            _ = try platform.rows(
                "insert into auth.users (id, email) values ($1::uuid, $2)", [id, "\(id)@example.org"])
            _ = try platform.rows(
                """
                insert into public.users (id, email, role, full_name, timezone)
                values ($1::uuid, $2, 'player', 'A Player', 'America/Los_Angeles')
                """, [id, "\(id)@example.org"])
        }
        for id in Self.owners {
            for number in 0..<Self.files {
                try night.drop(
                    "\(id)/\(number).csv", Array(Log.withIDs(["n\(number),2026-05-01,velocity,70,mph"]).utf8))
            }
        }
        for file in hostile { try night.drop("\(Self.hostile)/\(file.name)", file.bytes) }
        return (try night.nightly(["--max-rejects", "100%"], launcher: HostileTests.measure), night.scratch)
    }

    /// Seconds from the run's begin until the last file of the others was loaded.
    private func seconds(_ scratch: Scratch) throws -> Double {
        try #require(
            scratch.value(
                """
                select extract(epoch from max(unit.finished_at) - min(run.started_at))::text
                from scorebook.units as unit join scorebook.runs as run on run.id = unit.run_id
                where unit.owner_scope <> $1
                """, [Self.hostile]
            ).flatMap { Double($0) })
    }

    @Test func `The others are loaded, soon, in little memory`() throws {
        let (hostile, scratch) = try night(with: Self.hostileFiles)
        let loaded = try scratch.value(
            "select count(*) from scorebook.units where status = 'loaded' and owner_scope <> $1", [Self.hostile])
        #expect(loaded == "\(Self.owners.count * Self.files)", "\(hostile.complaints.suffix(2000))")
        let peak = hostile.complaints.split(separator: "\n").last.flatMap { Int($0) } ?? .max
        #expect(peak < 512 << 10, "a peak of \(peak) kB")
        // What takes long waits for the others.
        let isLast = try scratch.value(
            """
            select bool_and(late.finished_at > other.last)::text
            from scorebook.units as late,
                (select max(finished_at) as last from scorebook.units where owner_scope <> $1) as other
            where late.owner_scope = $1 and late.source like 'many.zip%'
            """, [Self.hostile])
        #expect(isLast == "true")
        guard Self.files >= 50 else { return }
        let (with, without) = (try seconds(scratch), try seconds(night(with: []).scratch))
        print("The others were loaded after \(with) s, and after \(without) s without the hostile owner.")
        #expect(with <= 2 * without)
    }
}
