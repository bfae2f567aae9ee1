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

    public var quoted: String { parts.map(Identifier.quote).joined(separator: ".") }

    public var description: String { parts.joined(separator: ".") }

    /// The name without its schema.
    public var unqualified: Identifier { Identifier(parts: Array(parts.suffix(1))) }

    /// Names cannot hold NUL: it is dropped, so that nothing ends a string early.
    private static func quote(_ name: String) -> String {
        var out = "\""
        for scalar in name.unicodeScalars where scalar != "\0" {
            if scalar == "\"" { out.unicodeScalars.append("\"") }
            out.unicodeScalars.append(scalar)
        }
        return out + "\""
    }
}

/// A text constant of SQL, for the few statements that take no parameters (`set`, `comment`, `create role`).
public struct Literal: Sendable {
    public var text: String

    public init(_ text: String) { self.text = text }

    public var quoted: String {
        var out = "'"
        for scalar in text.unicodeScalars where scalar != "\0" {
            if scalar == "'" { out.unicodeScalars.append("'") }
            out.unicodeScalars.append(scalar)
        }
        return out + "'"
    }
}
