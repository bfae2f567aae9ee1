import Definitions
import Foundation
import Testing

/// How a page looked when it was recorded, at a quarter of its width and height.
///
/// Tolerance: the mean difference of a channel is at most 1.5 of 255, and at most 1.5 % of the channels differ by more
/// than 32. The pictures are those of one font; with another one the test says so and is skipped.
/// `SCOREBOOK_RECORD=1` records them; look at each.
struct Recorded {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Screenshots"
    private static let fontFile = "\(folder)/font.txt"

    private let path: String

    init(_ name: String) { path = "\(Self.folder)/\(name).png" }

    /// All pictures of the page with a card of each kind; of another page two: full on a telephone in the light, and of
    /// little data on a desk in the dark.
    static func isRecorded(
        _ name: String, _ amount: InventedRows.Amount, _ width: Int, _ scheme: HeadlessBrowser.Scheme
    ) -> Bool {
        switch (amount, width, scheme) {
        case (.much, 380, .light), (.two, 1280, .dark): true
        default: name == InventedRows.page.name
        }
    }

    static func differ(_ one: Picture, _ other: Picture) -> Bool {
        let (mean, off) = one.distance(to: other)
        return mean > 1.5 || off > 0.015
    }

    func compare(_ shown: Picture) throws {
        let font = Self.font
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] == "1" {
            try Data(shown.png).write(to: URL(filePath: path))
            try font.write(toFile: Self.fontFile, atomically: true, encoding: .utf8)
            return
        }
        let recorded = try? String(contentsOfFile: Self.fontFile, encoding: .utf8)
        if font != recorded {
            print("SKIPPED: pages are shown in \(font), the recorded ones in \(recorded ?? "none")")
            return
        }
        let picture = try Picture(png: [UInt8](Data(contentsOf: URL(filePath: path))))
        let (mean, off) = shown.distance(to: picture)
        #expect(!Self.differ(shown, picture), "\(path): mean \(mean), off \(off)")
    }

    /// The font that the style's names lead to.
    private static let font: String = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/fc-match")
        process.arguments = ["-f", "%{family} %{style}\n", "system-ui"]
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.run()) != nil else { return "unknown" }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }()
}
