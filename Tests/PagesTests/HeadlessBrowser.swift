import Foundation
import Packing
import Pages

/// Chromium without a screen. Pages are in frames, so that they can be as narrow as a telephone.
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

    /// Pages that were open at the same time, one below the other.
    struct Screen {
        var views: [View]
        /// What the browser complained of.
        var console: [String]
        /// A quarter of the pixels.
        var picture: Picture
        private let frame: (width: Int, height: Int)

        init(_ views: [View], console: [String], png: [UInt8], width: Int, height: Int) throws {
            (self.views, self.console, frame) = (views, console, (width / 2, height / 2))
            picture = try Picture(png: png)
        }

        /// The picture of one of the pages.
        func picture(of index: Int) -> Picture {
            picture.part(from: index * frame.height, rows: frame.height, columns: frame.width)
        }
    }

    /// Opens pages in frames of that size.
    static func open(_ pages: [String], width: Int, height: Int, _ scheme: Scheme) throws -> Screen {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scorebook-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var frames = ""
        for (index, html) in pages.enumerated() {
            try Data(try checked(html).utf8).write(to: folder.appendingPathComponent("page\(index).html"))
            frames += "<iframe src=\"page\(index).html\"></iframe>"
        }
        let frame = """
            <!DOCTYPE html><title>frame</title>
            <style>body{margin:0}iframe{display:block;border:0;width:\(width)px;height:\(height)px}</style>
            <body>\(frames)<pre id="answer" hidden></pre><script>
            const answers = [];
            addEventListener("message", event => {
              answers[[...document.querySelectorAll("iframe")].findIndex(one => one.contentWindow === event.source)] = event.data;
              document.getElementById("answer").textContent = "[" + answers.join(",") + "]";
            });
            </script>
            """
        let outer = folder.appendingPathComponent("frame.html")
        try Data(frame.utf8).write(to: outer)
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking", "--disable-component-update", "--no-first-run", "--hide-scrollbars",
            "--force-device-scale-factor=0.5", "--user-data-dir=\(folder.path)/profile",
            "--window-size=\(max(500, width)),\(height * pages.count)", "--enable-logging=stderr",
            "--virtual-time-budget=8000",
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
        let views = try JSONDecoder().decode([View].self, from: Data(answer.utf8))
        guard views.count == pages.count else { throw Failure.noAnswer("\(views.count) of \(pages.count) pages") }
        return try Screen(
            views, console: said.split(separator: "\n").map(String.init).filter { $0.contains("CONSOLE") },
            png: [UInt8](try Data(contentsOf: folder.appendingPathComponent("page.png"))), width: width, height: height)
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
