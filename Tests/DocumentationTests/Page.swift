import Foundation

/// A page of documentation, as the tests read it: its tables by heading, its code, its links.
struct Page {
    let text: String
    private let folder: String

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    init(_ path: String) throws {
        text = try String(contentsOfFile: "\(Page.root)/\(path)", encoding: .utf8)
        folder = URL(fileURLWithPath: "\(Page.root)/\(path)").deletingLastPathComponent().path
    }

    private var lines: [String] { text.components(separatedBy: "\n") }

    /// Lines beneath a heading, up to the next one of any depth.
    private func section(_ heading: String) -> [String] {
        guard let start = lines.firstIndex(where: { $0.hasPrefix("#") && $0.hasSuffix(" \(heading)") }) else {
            return []
        }
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("#") || $0.hasPrefix("#!") })
    }

    /// The first cells of the table beneath a heading, without their code marks.
    func firstColumn(of heading: String) -> [String] {
        let rows = section(heading).filter { $0.hasPrefix("|") }.dropFirst(2)
        return rows.map { row in
            let cell = row.dropFirst().prefix { $0 != "|" }
            return cell.replacingOccurrences(of: "`", with: "").trimmingCharacters(in: .whitespaces)
        }
    }

    /// Commands of the program in blocks of code.
    var commandLines: [CommandLine] {
        lines.filter { $0.hasPrefix("    ") }.flatMap { CommandLine.all(in: String($0.dropFirst(4))) }
    }

    /// The block of code whose first line ends so, without its indentation.
    func code(under opening: String) -> String {
        let block = lines.drop { !$0.hasPrefix("    ") || !$0.hasSuffix(opening) }
        return block.prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) + "\n" }.joined()
    }

    /// Targets of `make` that the page names.
    var makeTargets: Set<String> {
        Set(text.matches(of: /(?:`|    )make ([a-z]+)/).map { String($0.1) })
    }

    /// Files that the page links to, as absolute paths.
    var linkedFiles: [String] {
        text.matches(of: /\]\(([^)#:]+)\)/).map { "\(folder)/\($0.1)" }
    }
}
