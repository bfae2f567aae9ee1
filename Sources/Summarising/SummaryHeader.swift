internal import Filing
internal import Records

/// The clauses at the head of a definition: `-- word argument: value`, continued on lines indented by four or more.
///
/// The header ends at the first line that is no comment, or at a bare `--`; comments after that are prose.
struct SummaryHeader {
    struct Clause: Equatable {
        var word: String
        var argument: String
        var value: String
        var line: Int
    }

    static let words = [
        "summary", "title", "kind", "schema", "keys", "owner", "family", "by", "all", "index", "touches", "keeps",
        "locks", "opens",
    ]

    var clauses: [Clause] = []
    /// What follows the clauses' comments.
    var body = ""
    /// The line on which the body starts.
    var bodyLine = 1
    var faults: [SummaryFault] = []

    init(_ text: String, path: String) {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        }
        var next = 0
        while next < lines.count, lines[next].hasPrefix("--") {
            let content = lines[next].dropFirst(2)
            if trimmed(content).isEmpty { break }
            read(content, line: next + 1, path: path)
            next += 1
        }
        while next < lines.count, lines[next].hasPrefix("--") || trimmed(lines[next]).isEmpty { next += 1 }
        bodyLine = min(next + 1, lines.count)
        body = trimmed(lines[next...].joined(separator: "\n"))
        while body.hasSuffix(";") { body = trimmed(body.dropLast()) }
    }

    private mutating func read(_ content: Substring, line: Int, path: String) {
        if content.hasPrefix("    ") {
            guard let last = clauses.indices.last else {
                faults.append(SummaryFault(path: path, line: line, message: "an indented line continues nothing"))
                return
            }
            let text = content.dropFirst(5)
            clauses[last].value += clauses[last].value.isEmpty ? String(text) : "\n" + text
            return
        }
        guard let colon = content.firstIndex(of: ":") else {
            let message = "expected a clause as in `-- kind: stored`; a bare `--` starts prose"
            faults.append(SummaryFault(path: path, line: line, message: message))
            return
        }
        let head = trimmed(content[..<colon]).split(separator: " ", maxSplits: 1).map { trimmed($0) }
        let word = head.first ?? ""
        guard Self.words.contains(word) else {
            let message = "unknown clause \(word)" + didYouMean(Suggestion.name(near: word, among: Self.words))
            faults.append(SummaryFault(path: path, line: line, message: message))
            return
        }
        let value = trimmed(content[content.index(after: colon)...])
        clauses.append(
            Clause(word: word, argument: head.count > 1 ? head[1] : "", value: value, line: line))
    }
}

/// Of ASCII the byte says it.
private func isBlank(_ byte: UInt8, _ character: @autoclosure () -> Character?) -> Bool {
    byte < 128 ? byte == 32 || (9...13).contains(byte) : character()?.isWhitespace == true
}

/// Without the white space around it.
func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    while let first = rest.utf8.first, isBlank(first, rest.first) { rest.removeFirst() }
    while let last = rest.utf8.last, isBlank(last, rest.last) { rest.removeLast() }
    return String(rest)
}

/// The text files of a folder of summaries.
enum SummaryFile {
    /// Names in a folder, sorted by their bytes; nil where there is no such folder.
    static func names(in folder: String) throws -> [String]? {
        do { return try FolderListing.visibleNames(in: folder) } catch {
            throw SummaryError.unreadable(path: folder)
        }
    }

    /// The whole file as UTF-8.
    static func text(of path: String) throws -> String {
        guard let text = TextFile.text(of: path) else { throw SummaryError.unreadable(path: path) }
        return text
    }
}
