import Foundation
import Testing

@testable import Pages

/// Pages in headless Chromium: charts are drawn under the content security policy, and the console stays empty.
@Suite(.serialized) struct BrowserTests {
    private static let browser = "/usr/bin/chromium"
    private static let library = "/usr/share/javascript/chart.js/chart.min.js"

    /// How many rows each card gets.
    enum Amount: Int, CaseIterable { case none = 0, one = 1, two = 2, much = 400 }

    private func rows(_ amount: Amount) -> CardRows {
        CardRows(
            columns: ["name", "day", "value", "state", "list", "front", "weight"],
            rows: (0..<amount.rawValue).map { number in
                let month = number / 28 % 12 + 1
                let day =
                    "\(2020 + number / 336)-\(month < 10 ? "0" : "")\(month)-\(number % 28 + 1 < 10 ? "0" : "")\(number % 28 + 1)"
                return ["Metric \(number % 3)", day, "\(number % 97)", "improving", "{1,2,3}", nil, "80"]
            })
    }

    private func html(_ amount: Amount) throws -> String {
        let library = try String(contentsOfFile: Self.library, encoding: .utf8)
            .replacingOccurrences(of: "//# sourceMappingURL=chart.min.js.map", with: "")
        let rows = rows(amount)
        return PageRenderer(library: library, person: "Maya", made: "made on 2026-05-31", links: [])
            .html(of: RendererTests.page, rows: [[rows], [rows, rows, rows]])
    }

    @Test(arguments: Amount.allCases, ["380,900", "1280,900"])
    func chartsAreDrawnAndNothingIsRefused(amount: Amount, size: String) throws {
        for file in [Self.browser, Self.library] where !FileManager.default.fileExists(atPath: file) {
            print("SKIPPED: \(file) is not installed, so no page was opened in a browser")
            return
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scorebook-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appendingPathComponent("page.html")
        let html = try html(amount)
        try Data(html.utf8).write(to: page)
        let process = Process()
        process.executableURL = URL(filePath: Self.browser)
        process.arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update", "--no-first-run", "--user-data-dir=\(folder.path)/profile",
            "--window-size=\(size)", "--enable-logging=stderr", "--virtual-time-budget=3000", "--dump-dom",
            page.absoluteString,
        ]
        process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        for name in ["out", "err"] {
            _ = FileManager.default.createFile(atPath: "\(folder.path)/\(name)", contents: nil)
        }
        process.standardOutput = FileHandle(forWritingAtPath: "\(folder.path)/out")
        process.standardError = FileHandle(forWritingAtPath: "\(folder.path)/err")
        try process.run()
        process.waitUntilExit()
        let shown = try String(contentsOfFile: "\(folder.path)/out", encoding: .utf8)
        let said = String(decoding: try Data(contentsOf: folder.appendingPathComponent("err")), as: UTF8.self)
        #expect(process.terminationStatus == 0)
        #expect(shown.contains("<h1>Numbers</h1>"))
        #expect(!said.split(separator: "\n").contains { $0.contains("CONSOLE") }, "\(said.suffix(2_000))")
        // Chart.js gives each canvas that it has drawn a size; the boxes around them are hidden until then.
        let canvases = html.components(separatedBy: "<canvas").count - 1
        let drawn = shown.components(separatedBy: "<canvas").dropFirst().count {
            $0.prefix { $0 != ">" }.contains("width=")
        }
        #expect(drawn == canvases)
        #expect(!shown.contains("<div class=\"chart\" hidden"))
        if amount == .none { #expect(canvases == 0) }
        if amount == .much { #expect(canvases == 4) }
    }
}

/// Text has the contrast that WCAG AA asks for, 4.5 to 1, in the light and in the dark.
@Suite struct ContrastTests {
    private static let pairs = [
        ("text", "back"), ("text", "card"), ("soft", "back"), ("soft", "card"), ("link", "back"), ("good", "good-back"),
        ("bad", "bad-back"), ("fair", "fair-back"), ("plain", "plain-back"), ("neutral", "neutral-back"),
    ]

    @Test(arguments: pairs) func contrast(text: String, back: String) throws {
        let (light, dark) = (0, 1)
        for scheme in [light, dark] {
            let (one, two) = (try luminance(text, scheme), try luminance(back, scheme))
            #expect((max(one, two) + 0.05) / (min(one, two) + 0.05) >= 4.5, "--\(text) on --\(back), scheme \(scheme)")
        }
    }

    /// The relative luminance of a variable of the style; of its definitions the one of the scheme.
    private func luminance(_ name: String, _ scheme: Int) throws -> Double {
        let pattern = try Regex("--\(name):#([0-9a-f]+)", as: (Substring, Substring).self)
        let found = PageText.style.matches(of: pattern).map { String($0.output.1) }
        var digits = found[scheme]
        if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
        let number = try #require(Int(digits, radix: 16))
        let channels = [number >> 16, number >> 8 & 255, number & 255].map { value -> Double in
            let share = Double(value) / 255
            return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
}
