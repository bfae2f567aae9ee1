/// How the layout of a format's files is known: `seen 2019-2026, 3 files`, `reported 2021`, `documented`.
public struct Evidence: Equatable, Sendable {
    public enum Kind: String, Sendable {
        /// Real files were read.
        case seen
        /// Importers, their tests or people who ask for it describe it. No file was seen.
        case reported
        /// Who writes the files describes them.
        case documented
    }

    public var kind: Kind
    /// As it was written.
    public var text: String

    static let documented = Evidence(kind: .documented, text: Kind.documented.rawValue)
    static let forms = "`seen 2019-2026, 3 files`, `reported 2021` or `documented`; years and files may be absent"

    private init(kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }

    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(seen|reported|documented)( \d{4}(-\d{4})?)?(, \d+ files?)?/),
            let kind = Kind(rawValue: String(match.output.1)), kind == .seen || match.output.4 == nil
        else { return nil }
        self.init(kind: kind, text: text)
    }
}
