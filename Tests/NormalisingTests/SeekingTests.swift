import Definitions
import Normalising
import Testing

/// Words looked for in a path, and times that need no zone.
@Suite struct SeekingTests {
    static let paths: [(path: String, found: String)] = [
        ("front/IMG_0042.jpg", "front"), ("2026/Front View/7.jpg", "front"), ("front/IMG_side.jpg", "side"),
        ("IMGSide.jpg", "side"), ("side2", "side"), ("FRONT.JPG", "front"), ("a/b/c/seite/1", "side"),
        ("front-left.jpg", "no_known_word"), ("front/front-side.jpg", "no_known_word"),
        ("backup/1.jpg", "no_known_word"),
        ("/", "no_known_word"), ("frontal", "no_known_word"), ("left side.jpg", "side"),
    ]

    private func probe(_ change: (inout FieldMapping) -> Void = { _ in }) -> Probe {
        Probe(.path) { mapping in
            mapping.map = [("front", "front"), ("side", "side"), ("left", "side"), ("seite", "side")]
            change(&mapping)
        }
    }

    @Test(arguments: paths) func sought(_ path: String, _ found: String) throws {
        #expect(try probe().read(path) == found)
    }

    @Test func aSettingSpeaksWhereThePathSaysNothing() throws {
        var asked = probe { $0.setting = "angle" }
        asked.settings = ["angle": "front"]
        #expect(try asked.read("IMG_0042.jpg") == "front")
        #expect(try asked.read("side/IMG_0042.jpg") == "side")
        #expect(try asked.read("front left.jpg") == "no_known_word")
    }

    @Test func aWallTimeIsKeptAsItIsWritten() throws {
        #expect(try Probe(.wallTime).read("2026-03-08T02:30:00.25") == "1772937000250000")
        #expect(try Probe(.wallTime).read("2026-03-08") == "1772928000000000")
        #expect(try Probe(.wallTime).read("half past two") == "not_a_time")
    }

    @Test func noZoneNoInstant() throws {
        var probe = Probe(.localTime) { $0.zone = [.setting("zone"), .none] }
        #expect(try probe.read("2026-03-08T02:30:00") == "null")
        #expect(try probe.read("2026-03-08T02:30:00-05:00") == "1772955000000000")
        probe.settings = ["zone": "America/New_York"]
        // As PostgreSQL has it: 07:30Z.
        #expect(try probe.read("2026-03-08T02:30:00") == "1772955000000000")
        #expect(try probe.read("2026-03-08T12:30:00") == "1772987400000000")
    }
}
