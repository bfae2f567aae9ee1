import Foundation
import Testing

/// One case of a case file: its input goes to the database as the text it is, so that no number is rounded on the way.
struct SummaryCase: Sendable, CustomTestStringConvertible {
    let id: String
    let title: String
    let file: String
    let index: Int

    var testDescription: String { "\(id): \(title)" }

    /// The whole file, for `$1::jsonb -> index`.
    var text: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "[]" }

    var input: [String: Any] { part("input") as? [String: Any] ?? [:] }
    var expected: Any { part("expected") }

    /// When the case looks, where it says so.
    var now: String { input["now_utc"] as? String ?? "2026-06-10T20:00:00Z" }
    var zone: String { input["time_zone"] as? String ?? "America/New_York" }

    func list(_ name: String) -> [[String: Any]] { input[name] as? [[String: Any]] ?? [] }

    func part(_ key: String) -> Any {
        SummaryCase.parse(file)[index][key] ?? NSNull()
    }

    /// The project's own cases, and the shared ones where they are.
    static func group(_ name: String) -> [SummaryCase] {
        let own = "\(Scratch.root)/Tests/SummarisingTests/Cases/\(name).json"
        let shared = "\(sharedFolder)/domain/cases/\(name).json"
        if !FileManager.default.fileExists(atPath: shared) {
            print("SKIPPED: \(name) cases of ../shared are absent; only the project's own are run")
        }
        return [own, shared].flatMap { file in
            parse(file).enumerated().map { index, one in
                SummaryCase(
                    id: one["id"] as? String ?? "?", title: one["title"] as? String ?? "", file: file, index: index)
            }
        }
    }

    static let sharedFolder =
        ProcessInfo.processInfo.environment["SCOREBOOK_SHARED"]
        ?? URL(filePath: Scratch.root).deletingLastPathComponent().appending(path: "shared").path

    private static func parse(_ file: String) -> [[String: Any]] {
        guard let data = FileManager.default.contents(atPath: file) else { return [] }
        return (try? JSONSerialization.jsonObject(with: data)) as? [[String: Any]] ?? []
    }
}
