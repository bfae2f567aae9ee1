import Foundation

/// Every message of the program: the texts with words in the sources, by file, in the order of the lines.
///
/// What is interpolated stands as `\(…)`. SQL, names of things and texts of one word are left out.
struct Messages {
    let text: String

    init() throws {
        let root = "\(Page.root)/Sources"
        let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        var pages = ""
        for file in files.filter({ $0.hasSuffix(".swift") }).sorted() {
            let found = Self.messages(in: try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8))
            if !found.isEmpty { pages += "\(file)\n" + found.map { "    \($0)\n" }.joined() + "\n" }
        }
        text = pages
    }

    /// Texts of a source that people read.
    static func messages(in source: String) -> [String] {
        var rest = Substring(source)
        var found: [String] = []
        while let character = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { $0 != "\n" }
            } else if rest.hasPrefix("#\"") {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.hasPrefix("\"#") { rest = rest.dropFirst() }
                rest = rest.dropFirst(2)
            } else if character == "\"" {
                let literal = Self.literal(&rest)
                if isMessage(literal) { found.append(literal) }
            } else {
                rest = rest.dropFirst()
            }
        }
        return found
    }

    /// Takes a literal, of one line or several.
    private static func literal(_ rest: inout Substring) -> String {
        let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        rest = rest.dropFirst(quotes.count)
        var text = ""
        while let character = rest.first, !rest.hasPrefix(quotes) {
            if rest.hasPrefix("\\(") {
                text += "\\(…)"
                rest = rest.dropFirst(2)
                var depth = 1
                while depth > 0, let character = rest.first {
                    if character == "\"" {
                        _ = literal(&rest)
                        continue
                    }
                    if character == "(" { depth += 1 }
                    if character == ")" { depth -= 1 }
                    rest = rest.dropFirst()
                }
            } else if character == "\\" {
                text += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else {
                text.append(character)
                rest = rest.dropFirst()
            }
        }
        rest = rest.dropFirst(quotes.count)
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return lines.joined(separator: " ").replacingOccurrences(of: "\\ ", with: "").trimmingCharacters(
            in: .whitespaces)
    }

    /// Beginnings and parts of SQL.
    private static let openings = [
        "select ", "insert ", "update ", "delete from", "create ", "alter ", "drop ", "with ", "values ", "grant ",
        "revoke ", "join ", "left join", "cross join", "union ", "where ", "from ", "exists ", "not exists", "order by",
        "case when", "coalesce(", "begin;", "copy ", "lock table", "execute ", "on conflict", "raise ", "comment on",
        "declare ", "do $", "group by", "(select", "array(", "and exists", "and not exists", "limit ", "inner join",
    ]
    private static let parts = [
        "pg_catalog", "pg_temp", "::", " = any", " is not distinct", " is distinct", "language plpgsql",
        "information_schema",
        "select from", " := ", "with_check", "text[]", "insert into", "end $", "for each", "security definer",
    ]

    private static func isMessage(_ text: String) -> Bool {
        let words = text.split(separator: " ").filter { word in
            word.filter(\.isLetter).count > 1 && word.allSatisfy { $0.isLetter || ",.;:'’`()!?…\\-\"".contains($0) }
        }
        return words.count > 2 && !openings.contains(where: text.hasPrefix) && !parts.contains(where: text.contains)
    }
}
