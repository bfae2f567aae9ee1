public import Reporting

/// What an erasure did: counts only, nothing of the person.
public struct ErasureReceipt: Sendable {
    public enum Outcome: String, Sendable {
        case described
        case erased
        /// The database is done, files are still there: run it again.
        case filesLeft = "files_left"
        case nothingLeft = "nothing_left"
        case somethingLeft = "something_left"
        case lifted
    }

    public var outcome = Outcome.described
    /// SHA-256 of the user id.
    public var owner = ""
    /// Rows by table.
    public var rows: [(table: String, rows: Int)] = []
    /// Rows that stay because other people's rows refer to them.
    public var left: [(table: String, rows: Int)] = []
    public var files = 0
    public var notes: [String] = []

    public var json: JSONValue {
        [
            "schema": .text("scorebook.erasure/1"), "outcome": .text(outcome.rawValue), "owner_sha256": .text(owner),
            "rows": .object(rows.map { JSONValue.Member($0.table, .integer($0.rows)) }),
            "left": .object(left.map { JSONValue.Member($0.table, .integer($0.rows)) }),
            "files": .integer(files), "notes": .array(notes.map(JSONValue.text)),
        ]
    }

    public var listing: Listing {
        let counted =
            rows.map { ($0.table, $0.rows, "rows") } + left.map { ($0.table, $0.rows, "left: others refer to them") }
        return Listing(
            [.init("what"), .init("count", nil, .right), .init("of")],
            rows: (counted + (files > 0 ? [("files", files, "files")] : [])).map {
                [.text($0), .integer($1), .text($2)]
            },
            whenEmpty: "nothing of the person is here")
    }
}
