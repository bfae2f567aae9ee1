import Foundation
import Importing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// Kill -9 at random moments of an import, then the same command again: as if nothing had happened.
///
/// `Tests/Faults/kill-sweep` runs 200 of them; `SCOREBOOK_KILLS` and `SCOREBOOK_SEED` say how many and which.
@Suite struct KillTests {
    @Test func `Killed at any moment and run again it is as if never killed`() throws {
        let variables = ProcessInfo.processInfo.environment
        let kills = variables["SCOREBOOK_KILLS"].flatMap { Int($0) } ?? 10
        let seed = variables["SCOREBOOK_SEED"].flatMap { UInt64($0) } ?? 7
        let text = Log.simple(
            (1...5_000).map { "2026-0\(1 + $0 % 9)-\(10 + $0 % 18),velocity,\(60 + $0 % 37).\($0 % 10),mph" })
        let straight = try Scratch()
        let undisturbed = try straight.file("log.csv", text)
        let started = Date()
        func words(_ file: String) -> [String] { ["run", "--input", file, "--owner", Ground.maya, "-o", "json"] }
        let first = try Program.run(words(undisturbed), environment: ["DATABASE_URL": straight.url()])
        #expect(first.code == 0, "\(first.complaints)")
        let duration = Date().timeIntervalSince(started)
        let contents = try straight.contents()

        let scratch = try Scratch()
        let file = try scratch.file("log.csv", text)
        var state = seed
        var (killed, kept) = (0, 0)
        for number in 1...kills {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let moment = duration * 1.1 * Double(state >> 11) / Double(1 << 53)
            let program = try Program(words(file), environment: ["DATABASE_URL": scratch.url()])
            usleep(UInt32(moment * 1_000_000))
            program.kill()
            if program.finish().wasKilled { killed += 1 }
            // A killed client's session may still be at its COMMIT: the next run waits for it.
            let rerun = try Program.run(words(file), environment: ["DATABASE_URL": scratch.url()])
            #expect(rerun.code == 0, "kill \(number) of seed \(seed): \(rerun.complaints)")
            if rerun.statuses == ["already_loaded"] { kept += 1 }
            #expect(try scratch.contents() == contents, "kill \(number) of seed \(seed)")
            #expect(try scratch.value("select count(*) from scorebook.units where status = 'loaded'") == "1")
            if number % 50 == 0 || number == kills { #expect(try scratch.wrongSummaries() == []) }
            try scratch.open().run(
                "delete from public.performance_metrics where \(Ground.ours); truncate scorebook.runs, scorebook.units, scorebook.lineage_blocks, scorebook.rejects, scorebook.before_images cascade"
            )
        }
        print(
            "kill sweep: \(kills) moments, \(killed) killed, \(kept) after COMMIT, seed \(seed): nothing lost, nothing doubled"
        )
    }
}
