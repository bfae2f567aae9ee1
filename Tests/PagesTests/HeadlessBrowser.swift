import Foundation

@testable import Pages

/// Chromium without a screen. A page stands in a frame, so that it can be as narrow as a telephone.
struct HeadlessBrowser {
    private static let program = "/usr/bin/chromium"
    private static let chartPath = "/usr/share/javascript/chart.js/chart.min.js"

    enum Scheme: String, CaseIterable { case light, dark }

    /// What a page said of itself when it had been drawn, and how it looks.
    struct View: Decodable {
        /// Faults that `check.js` found.
        var faults: [String] = []
        var charts = 0
        /// Charts with something in them.
        var drawn = 0
        var width = 0
        var tabs = 0

        /// What the browser complained of.
        var console: [String] = []
        var picture: [UInt8] = []

        private enum CodingKeys: String, CodingKey { case faults, charts, drawn, width, tabs }
    }

    /// The text of Chart.js; nil, and a line about it, where a test must be skipped.
    static var charts: String? {
        for file in [program, chartPath] where !FileManager.default.fileExists(atPath: file) {
            print("SKIPPED: \(file) is not installed, so no page was opened in a browser")
            return nil
        }
        return (try? String(contentsOfFile: chartPath, encoding: .utf8))?
            .replacingOccurrences(of: "//# sourceMappingURL=chart.min.js.map", with: "")
    }

    /// Opens a page in a frame of that size.
    static func open(_ html: String, width: Int, height: Int, _ scheme: Scheme) throws -> View {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scorebook-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(try checked(html).utf8).write(to: folder.appendingPathComponent("page.html"))
        let frame = """
            <!DOCTYPE html><title>frame</title><body style="margin:0"><iframe src="page.html"
            style="display:block;border:0;width:\(width)px;height:\(height)px"></iframe><pre id="answer" hidden></pre><script>
            addEventListener("message", event => { document.getElementById("answer").textContent = event.data; });
            </script>
            """
        let outer = folder.appendingPathComponent("frame.html")
        try Data(frame.utf8).write(to: outer)
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking", "--disable-component-update", "--no-first-run", "--hide-scrollbars",
            "--force-device-scale-factor=1", "--user-data-dir=\(folder.path)/profile",
            "--window-size=\(max(500, width)),\(height)", "--enable-logging=stderr", "--virtual-time-budget=5000",
            "--blink-settings=preferredColorScheme=\(scheme == .dark ? 0 : 1)",
            "--screenshot=\(folder.path)/page.png", "--dump-dom", outer.absoluteString,
        ]
        process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"]
        for name in ["out", "err"] {
            _ = FileManager.default.createFile(atPath: "\(folder.path)/\(name)", contents: nil)
        }
        process.standardOutput = FileHandle(forWritingAtPath: "\(folder.path)/out")
        process.standardError = FileHandle(forWritingAtPath: "\(folder.path)/err")
        try process.run()
        process.waitUntilExit()
        let shown = try String(contentsOfFile: "\(folder.path)/out", encoding: .utf8)
        let said = String(decoding: try Data(contentsOf: folder.appendingPathComponent("err")), as: UTF8.self)
        guard process.terminationStatus == 0, let start = shown.range(of: "<pre id=\"answer\" hidden=\"\">"),
            let end = shown.range(of: "</pre>")
        else { throw Failure.noAnswer("\(shown.suffix(500))\n\(said.suffix(2_000))") }
        let answer = shown[start.upperBound..<end.lowerBound].replacingOccurrences(of: "&lt;", with: "<")
            .replacingOccurrences(of: "&gt;", with: ">").replacingOccurrences(of: "&amp;", with: "&")
        var view = try JSONDecoder().decode(View.self, from: Data(answer.utf8))
        view.console = said.split(separator: "\n").map(String.init).filter { $0.contains("CONSOLE") }
        view.picture = [UInt8](try Data(contentsOf: folder.appendingPathComponent("page.png")))
        return view
    }

    enum Failure: Error { case noAnswer(String) }

    /// The page with the check in it, which its policy allows by hash as it does the page's own scripts.
    private static func checked(_ html: String) throws -> String {
        let path = URL(filePath: #filePath).deletingLastPathComponent().path + "/check.js"
        let script = try String(contentsOfFile: path, encoding: .utf8)
        let digest = "'\(Base64.digest(script))'"
        return html.replacingOccurrences(of: "script-src 'none'", with: "script-src \(digest)")
            .replacingOccurrences(of: "script-src 'sha256", with: "script-src \(digest) 'sha256")
            .replacingOccurrences(of: "</body>", with: "<script>\(script)</script></body>")
    }
}
