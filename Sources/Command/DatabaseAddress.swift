/// `--database URL|embedded`: which database.
public enum DatabaseAddress: ArgumentValue, Equatable {
    /// Scorebook's own cluster.
    case embedded
    /// A libpq URL or key words, without a password.
    case connection(String)

    public static var expected: String { "embedded, or a URL as in postgresql://loader@db.example.org/app" }

    /// Refuses a password: a command line is seen by everybody on the machine.
    public init(argument: String) throws(ValueFault) {
        if argument == "embedded" {
            self = .embedded
            return
        }
        let isURL = argument.hasPrefix("postgresql://") || argument.hasPrefix("postgres://")
        guard isURL ? !Self.urlHasPassword(argument) : !Self.wordsHavePassword(argument) else {
            throw .passwordInURL
        }
        guard isURL || argument.contains("=") else { throw .notUnderstood }
        self = .connection(argument)
    }

    /// `postgresql://user:secret@host/db?password=secret`
    ///
    /// Everything up to the last `@` counts as credentials: a password may hold an `@` or `/` that somebody forgot
    /// to encode.
    private static func urlHasPassword(_ url: String) -> Bool {
        guard let scheme = url.firstRange(of: "://") else { return false }
        let rest = url[scheme.upperBound...]
        let query = rest.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let asksForPassword = query.split(whereSeparator: { $0 == "&" || $0 == "?" }).contains { pair in
            let key = pair.prefix { $0 != "=" }.lowercased()
            // A key may be percent-encoded; none of ours needs to be.
            return key == "password" || key == "sslpassword" || key.contains("%")
        }
        guard let at = rest.lastIndex(of: "@") else { return asksForPassword }
        return rest[..<at].contains(":") || asksForPassword
    }

    /// `host=db password=secret`, blanks around the equals sign allowed.
    private static func wordsHavePassword(_ words: String) -> Bool {
        words.lowercased().contains("password")
    }
}
