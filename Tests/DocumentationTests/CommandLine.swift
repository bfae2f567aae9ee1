import Foundation

/// A command of the program as a line of a shell has it, without its redirections, comments and variables.
struct CommandLine: Hashable {
    /// Without the program's name.
    var words: [String]

    var text: String { (["scorebook"] + words).joined(separator: " ") }

    /// The commands of a line, in which `;`, `|` and `&&` stand between others. What two spaces set off is a remark.
    static func all(in line: String) -> [CommandLine] {
        let command = line.trimmingCharacters(in: .whitespaces).components(separatedBy: "  ")[0]
        return command.replacing("&&", with: ";").split { ";|".contains($0) }.compactMap { part in
            var words = part.split(separator: " ").map(String.init)
            while let first = words.first, first == "$" || first.contains("=") { words.removeFirst() }
            guard let program = words.first, program == "scorebook" || program.hasSuffix("/scorebook") else {
                return nil
            }
            let end = words.firstIndex { $0 == "#" || $0.contains(/^[0-9]?[<>]/) } ?? words.endIndex
            return CommandLine(words: Array(words[1..<end]))
        }
    }

    /// What it has in common with the same command for other files, runs and people.
    var general: CommandLine {
        var general: [String] = []
        for word in words {
            let kind =
                word.contains("@") || word.contains(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
                ? "WHO"
                : word.contains(/^([0-9a-f]{4}|[0-9a-f]{8}|latest|"\$[A-Z]+")$/)
                    ? "RUN" : !word.hasPrefix("-") && word.contains(/[.\/]/) ? "PATH" : word
            if kind != "PATH" || general.last != "PATH" { general.append(kind) }
        }
        return CommandLine(words: general)
    }
}
