/// A name of the database, quoted so that it can stand in SQL.
///
/// `Identifier("public.users").quoted` is `"public"."users"`: dots part the name, so a name that itself holds a dot is
/// given in parts.
public struct Identifier: Hashable, Sendable, CustomStringConvertible {
    public var parts: [String]

    public init(_ dotted: String) {
        parts = dotted.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    public init(parts: [String]) { self.parts = parts }

    public var quoted: String {
        parts.map { $0.enclosed(in: "\"", escaping: ["\""], with: "\"") }.joined(separator: ".")
    }

    public var description: String { parts.joined(separator: ".") }

    /// The name without its schema.
    public var unqualified: Identifier { Identifier(parts: Array(parts.suffix(1))) }
}

/// A text constant of SQL, for scripts and the few statements that take no parameters (`set`, `comment`, `create role`).
public struct Literal: Sendable {
    public var text: String

    public init(_ text: String) { self.text = text }

    public var quoted: String { text.enclosed(in: "'", escaping: ["'"], with: "'") }
}

extension String {
    /// The text between two marks, with what would end it early escaped, and without NUL, which no text of SQL holds.
    func enclosed(in mark: String, escaping marks: [Unicode.Scalar], with escape: Unicode.Scalar) -> String {
        guard unicodeScalars.contains(where: { $0 == "\0" || marks.contains($0) }) else { return mark + self + mark }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars where scalar != "\0" {
            if marks.contains(scalar) { scalars.append(escape) }
            scalars.append(scalar)
        }
        return mark + String(scalars) + mark
    }
}
