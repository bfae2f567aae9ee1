import Definitions
import Foundation
import Packing
import Testing

/// How a page looked when it was recorded, at a quarter of its width and height.
///
/// Tolerance: the mean difference of a channel is at most 1.5 of 255, and at most 1.5 % of the channels differ by more
/// than 32. Another version of the browser draws letters of a chart wider, so that its legend may take another line: 5 and 5 %
/// between versions. The pictures are those of one font; with another one the test says so and is skipped.
/// `SCOREBOOK_RECORD=1` records them; look at each.
struct Recorded {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Screenshots"
    private static let fontFile = "\(folder)/font.txt"
    private static let browserFile = "\(folder)/browser.txt"

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

    static func differ(_ one: Picture, _ other: Picture, isOfOneBrowser: Bool = true) -> Bool {
        let (mean, off) = one.distance(to: other)
        let most = isOfOneBrowser ? 1.5 : 5
        return mean > most || off > most / 100
    }

    func compare(_ shown: Picture) throws {
        let font = Self.font
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] == "1" {
            try Data(shown.png).write(to: URL(filePath: path))
            try font.write(toFile: Self.fontFile, atomically: true, encoding: .utf8)
            try Self.browser.write(toFile: Self.browserFile, atomically: true, encoding: .utf8)
            return
        }
        let recorded = try? String(contentsOfFile: Self.fontFile, encoding: .utf8)
        if font != recorded {
            print("SKIPPED: pages are shown in \(font), the recorded ones in \(recorded ?? "none")")
            return
        }
        let picture = try Picture(png: [UInt8](Data(contentsOf: URL(filePath: path))))
        let (mean, off) = shown.distance(to: picture)
        let known = try? String(contentsOfFile: Self.browserFile, encoding: .utf8)
        let isDifferent = Self.differ(shown, picture, isOfOneBrowser: known == Self.browser)
        #expect(!isDifferent, "\(path): mean \(mean), off \(off); \(Self.browser), recorded: \(known ?? "unknown")")
    }

    /// The font that the style's names lead to.
    private static let font = said(by: "/usr/bin/fc-match", ["-f", "%{family} %{style}\n", "system-ui"])
    private static let browser = said(by: "/usr/bin/chromium", ["--version"])

    private static func said(by program: String, _ arguments: [String]) -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.run()) != nil else { return "unknown" }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
