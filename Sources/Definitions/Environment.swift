internal import Glibc

/// Environment variables, and their place in the scalars of a job.
public enum Environment {
    /// The variables of this process.
    public static var process: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return variables
    }

    /// Whether libpq's own variables name a database.
    public static func namesDatabase(_ variables: [String: String]) -> Bool {
        ["PGHOST", "PGSERVICE", "PGDATABASE"].contains { !(variables[$0] ?? "").isEmpty }
    }

    /// Why a text could not be completed.
    enum Refusal: Error, Equatable {
        /// Not of the forms `${NAME}`, `${NAME:-default}`, `${NAME:?message}`.
        case malformed(String)
        /// The variable is not set, or empty.
        case unset(name: String, message: String)
    }

    /// Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}`; `$$` is a dollar sign.
    ///
    /// A variable that is empty counts as not set. What is put in is not looked at again.
    static func interpolate(_ text: String, _ variables: [String: String]) throws(Refusal) -> String {
        var result = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            rest = rest[rest.index(after: dollar)...]
            if rest.first == "$" {
                result += "$"
                rest = rest.dropFirst()
            } else if rest.first == "{" {
                guard let close = rest.firstIndex(of: "}") else { throw .malformed("`${` without its `}`") }
                result += try value(of: rest[rest.index(after: rest.startIndex)..<close], variables)
                rest = rest[rest.index(after: close)...]
            } else {
                throw .malformed("`$` must start `${NAME}` or `$$`")
            }
        }
        return result + rest
    }

    private static func value(of expression: Substring, _ variables: [String: String]) throws(Refusal) -> String {
        let name = expression.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard let first = name.first, !first.isNumber else { throw .malformed("`${...}` does not name a variable") }
        if let value = variables[String(name)], !value.isEmpty { return value }
        // An empty URL lets libpq take everything from its own variables.
        if name == "DATABASE_URL", namesDatabase(variables) { return "postgresql://" }
        let rest = expression[name.endIndex...]
        if rest.isEmpty { throw .unset(name: String(name), message: "is not set") }
        if rest.hasPrefix(":-") { return String(rest.dropFirst(2)) }
        if rest.hasPrefix(":?") { throw .unset(name: String(name), message: String(rest.dropFirst(2))) }
        throw .malformed("`${\(name)` must be followed by `:-`, `:?` or `}`")
    }
}
