import Foundation
import Glibc
import Postgres
import Proving
import Testing

/// The places of processes that load one run: each gets one in turn, and one that is frozen keeps none.
@Suite struct PlacesTests: SharedNight {
    let scratch: Scratch

    init() throws { scratch = try Self.makeScratch() }

    @Test func `One session loads where one place is given, and the next gets it`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        let (path, _, _) = try plan(["--slots", "1"])
        let gate = "\(scratch.folder)/gate"
        let first = try start(["exec", "--units", path], ["SCOREBOOK_STALL": "before-commit@1:0=\(gate)"])
        #expect(try wait { exists(gate + ".waiting") })
        let second = try start(["exec", "--units", path], ["SCOREBOOK_ATTEMPT": "1"])
        usleep(1_500_000)
        // It waits for the place, not for the unit.
        #expect(second.isRunning)
        #expect(try scratch.value("\(Self.locks) and classid = 23564 and granted") == "1")
        #expect(try scratch.value("\(Self.locks) and not granted") == "0")
        try scratch.file("gate", "")
        #expect(statuses(first.finish()) == ["loaded"])
        #expect(statuses(second.finish()) == ["already_loaded"])
    }

    /// To find out that a process stands still takes thirty seconds.
    @Test(arguments: [("after-commit", 25.0), ("before-commit", 60.0)])
    func `A frozen process keeps nobody from loading`(place: String, seconds: Double) throws {
        try drop("\(Ground.maya)/a.csv", good)
        try drop("\(Ground.leo)/b.csv", Log.withIDs(["b,2026-05-01,velocity,71,mph"]))
        let (path, run, lines) = try plan(["--slots", "1"])
        let (frozen, other) = (lines.prefix(1), lines.dropFirst())
        let number = try #require(frozen.first?["n"] as? Int)
        let gate = "\(scratch.folder)/gate"
        let first = try start(
            ["exec", "--units", try scratch.file("first.jsonl", frozen.map(Self.text).joined())],
            ["SCOREBOOK_STALL": "\(place)@\(number):0=\(gate)"])
        #expect(try wait { exists(gate + ".waiting") })
        let loading = try process(waitingAt: gate)
        Glibc.kill(loading, SIGSTOP)
        let began = Date()
        let second = try start(
            ["exec", "--units", try scratch.file("second.jsonl", other.map(Self.text).joined())])
        #expect(try wait { !second.isRunning })
        let took = Date().timeIntervalSince(began)
        try scratch.file("gate", "")
        Glibc.kill(loading, SIGCONT)
        #expect(statuses(second.finish()) == ["loaded"] && took < seconds, "\(took) s")
        // Where it was ended, it begins again.
        #expect(statuses(first.finish()) == ["loaded"])
        #expect(try finish(run, path).statuses == ["loaded", "loaded"])
    }

    @Test func `A slow COPY is waited for, and not ended as one that stands still`() throws {
        try drop("\(Ground.maya)/log.csv", good)
        let (path, run, _) = try plan()
        let connection = try scratch.open(user: EmbeddedCluster.loader)
        let second = try connection.transaction { () -> Program in
            try connection.run("select scorebook.enter_run(\(bind: run)::uuid)")
            try connection.run("create temporary table slow (n integer) on commit drop")
            let end = try start(["finish", run, "--units", path, "-o", "json"])
            try connection.copy(into: Identifier("pg_temp.slow"), columns: ["n"]) { writer throws(DatabaseError) in
                for second in 0..<32 {
                    for _ in 0..<30_000 {
                        writer.buffer.beginRow(fields: 1)
                        writer.buffer.int32(Int32(second))
                        try writer.endRow()
                    }
                    usleep(1_000_000)
                }
            }
            #expect(end.isRunning)
            return end
        }
        #expect(second.finish().statuses == ["failed"])
    }
}
