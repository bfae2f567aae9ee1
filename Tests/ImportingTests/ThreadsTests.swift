import Foundation
import Proving
import Testing

/// Files that several threads read at once.
@Suite struct ThreadsTests {
    /// A blood pressure a row, each with a zone of its own that does not exist: all that a thread remembers changes.
    private static func readings(_ count: Int) -> String {
        let header =
            "Measurement Date,Timezone,SYS(mmHg),DIA(mmHg),Pulse(bpm),Irregular heartbeat detected,"
            + "IHB detection counts(times),Body Movement,Cuff wrap guide,Positioning Indicator,room temperature(°C),"
            + "Measurement Mode,Device\n"
        return (0..<count).reduce(into: header) { text, row in
            text += "2024/03/\(10 + row % 19) 08:\(10 + row % 50),Europe/Nowhere\(row),120,75,60,,,,,,,,HEM-7000T1\n"
        }
    }

    @Test func `Zones that records name are each thread's own`() throws {
        let path = "/tmp/scorebook-threads-\(getpid()).csv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Self.readings(30_000).write(toFile: path, atomically: false, encoding: .utf8)
        for _ in 0..<5 {
            let result = try Program.run(["validate", path, "--owner", Ground.maya, "-o", "json"])
            #expect(!result.wasKilled && result.code == 1)
            #expect(result.ledger["rejected"] == 30_000)
        }
    }
}
