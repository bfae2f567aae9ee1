import Foundation
import Proving
import Testing

/// A start costs what is used, not what is known.
@Suite struct StartTests {
    /// Paths that a command opens, in order.
    private func opened(_ words: [String]) throws -> [String] {
        let trace = "/tmp/scorebook-start-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: trace) }
        let program = try Program(words, launcher: ["strace", "-f", "-e", "trace=openat", "-o", trace])
        #expect(program.finish().code == 0)
        let text = try String(contentsOfFile: trace, encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.contains(" = -1 ") }.compactMap { line in
            line.split(separator: "\"").dropFirst().first.map(String.init)
        }
    }

    @Test func `A file is recognised after 20 opened files, none of them a format`() throws {
        #expect(try Program.run(["check", "--catalogue"]).code == 0)
        let sample = "\(Ground.samples)/strong.csv"
        let paths = try opened(["recognise", sample])
        // It is opened by its name in its folder.
        let place = try #require(paths.firstIndex { sample.hasSuffix("/" + $0) })
        #expect(place < 20, "\(paths.prefix(place))")
        #expect(!paths.contains { $0.contains("/formats/") })
    }

    @Test(arguments: [["formats"], ["settings"], ["jobs"], ["--version"]])
    func `A list opens no format`(words: [String]) throws {
        #expect(try Program.run(["check", "--catalogue"]).code == 0)
        let paths = try opened(words)
        #expect(paths.count <= 20, "\(paths)")
        #expect(!paths.contains { $0.contains("/formats/") })
    }
}
