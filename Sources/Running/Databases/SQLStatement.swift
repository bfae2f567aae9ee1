/// One statement of an SQL text, for showing.
public struct SQLStatement: Sendable {
    public var text: String

    /// Parted at semicolons outside quotes, dollar quotes and comments.
    public static func all(in sql: String) -> [SQLStatement] {
        var statements: [SQLStatement] = []
        var current = ""
        var quote: String?
        var rest = Substring(sql)
        while !rest.isEmpty {
            if let open = quote {
                if rest.hasPrefix(open) {
                    current += open
                    rest = rest.dropFirst(open.count)
                    quote = nil
                } else {
                    current.append(rest.removeFirst())
                }
            } else if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if let open = opening(rest) {
                current += open
                rest = rest.dropFirst(open.count)
                quote = open
            } else if rest.first == ";" {
                statements.append(SQLStatement(text: current))
                current = ""
                rest.removeFirst()
            } else {
                current.append(rest.removeFirst())
            }
        }
        return (statements + [SQLStatement(text: current)]).filter { !$0.line.isEmpty }
    }

    /// The mark that a constant, a name or a body opens and ends with.
    private static func opening(_ rest: Substring) -> String? {
        guard let first = rest.first else { return nil }
        if first == "'" || first == "\"" { return String(first) }
        guard first == "$" else { return nil }
        let tag = rest.dropFirst().prefix { $0.isLetter || $0 == "_" }
        return rest.dropFirst(tag.count + 1).first == "$" ? "$\(tag)$" : nil
    }

    /// In one line, without the body of a function.
    public var line: String {
        let words = text.split(whereSeparator: \.isWhitespace)
        let head = words.prefix { !$0.hasPrefix("$") }
        return (head.count < words.count ? head + ["..."] : head).joined(separator: " ")
    }

    /// Whether it is about one of these tables: `on public.users`, `alter table public.users`.
    public func mentions(_ tables: Set<String>) -> Bool {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.prefix(60)
        let lowered = words.map { $0.lowercased() }
        guard let verb = lowered.first, ["grant", "revoke", "create", "alter", "drop"].contains(verb),
            !lowered.prefix(4).contains("function"), !lowered.prefix(4).contains("view")
        else { return false }
        return lowered.indices.dropFirst().contains { at in
            tables.contains(lowered[at]) && ["on", "table"].contains(lowered[at - 1])
        }
    }
}
