internal import Postgres
internal import Records
public import Reporting

extension LedgerReader {
    /// One reject as the ledger has it, or those of one cause beyond the first thousand of a file.
    public struct StoredReject {
        public var source: String
        public var record: Int
        public var line: Int?
        public var byteOffset: Int?
        /// The file's own column; empty where none is known.
        public var column: String
        public var field: String
        public var code: String
        public var message: String
        public var hint: String
        /// How many records it stands for.
        public var count: Int
        /// Of several the lines on which they begin, as ranges: `1002-2400, 2402`; nil of one that is kept whole.
        public var lines: String?
        /// Whether it has been loaded since by a replay.
        public var isReplayed: Bool
        /// JSON as it is stored.
        var defects: String
        var cells: String?
        var raw: [UInt8]?

        /// Columns of a list of rejects.
        public static let columns: [Listing.Column] = [
            .init("source", fit: .cutMiddle), .init("record", nil, .right), .init("line", nil, .right),
            .init("byte_offset", "byte", .right), .init("column", fit: .cutEnd), .init("field", fit: .cutEnd),
            .init("code"), .init("message", fit: .cutEnd), .init("hint", fit: .cutEnd), .init("count", nil, .right),
            .init("lines", fit: .cutEnd),
        ]

        public var row: [JSONValue] {
            [
                .text(source), .integer(record), line.map(JSONValue.integer) ?? .null,
                byteOffset.map(JSONValue.integer) ?? .null, .text(column), .text(field), .text(code), .text(message),
                .text(hint), .integer(count), .optional(lines),
            ]
        }

        /// A line of JSON with all its defects, and what stood in the file: `raw`, or `raw_hex` where that is no UTF-8.
        public var json: String {
            let head = JSONValue.object(zip(Self.columns, row).map { JSONValue.Member($0.key, $1) }).line
            var text = head.dropLast() + ",\"defects\":" + defects + ",\"replayed\":\(isReplayed)"
            if let raw {
                if let readable = String(validating: raw, as: UTF8.self) {
                    text += ",\"raw\":" + JSONText.quoted(readable)
                } else {
                    text += ",\"raw\":null,\"raw_hex\":\"" + Hex.text(raw) + "\""
                }
            } else {
                text += ",\"raw\":null"
            }
            return text + ",\"cells\":" + (cells ?? "null") + "}"
        }
    }

    /// Whose rejects are meant.
    public enum RejectScope: Sendable {
        case run(String)
        /// Of all runs, as far as no replay has loaded them since, their run was not undone, and the file was not loaded again
        /// with other settings or definitions.
        case open

        var condition: SQL {
            switch self {
            case .run(let id): "reject.run_id = \(bind: id)::uuid"
            case .open:
                """
                reject.replayed_at is null and exists (
                    select from scorebook.units as kept
                    where kept.id = reject.unit_id and kept.status = 'loaded'
                        and not exists (
                            select from scorebook.units as later
                            where later.owner_scope = kept.owner_scope and later.sha256 = kept.sha256
                                and later.status = 'loaded' and later.id > kept.id))
                """
            }
        }
    }

    /// The first hundred ranges.
    private static let shownLines: SQL = """
        case when reject.lines is not null then (
            select pg_catalog.string_agg(
                    case when part.place > 100 then '...' else pg_catalog.concat_ws(
                        '-', pg_catalog.lower(part.line),
                        nullif(pg_catalog.upper(part.line) - 1, pg_catalog.lower(part.line))) end,
                    ', ' order by part.place)
            from (
                select line.found as line, line.place from unnest(reject.lines) with ordinality as line (found, place)
                where line.place <= 101
            ) as part)
        end
        """

    /// Hands out rejects one by one, in the memory of one.
    ///
    /// - Parameter text: whether what stood in the file comes with them.
    public func eachReject(
        of scope: RejectScope, limit: Int?, text: RunRequest.RecordText, _ body: (StoredReject) -> Void
    ) throws {
        let shown: SQL = text == .kept ? "reject.raw, reject.cells" : "null as raw, null as cells"
        try connection.each(
            """
            select reject.source, reject.record_number, reject.line, reject.byte_offset,
                coalesce(reject.defects -> 0 ->> 'column', '') as column, coalesce(reject.field, '') as field, reject.code, reject.message, coalesce(reject.hint, '') as hint,
                reject.count, \(Self.shownLines) as lines, reject.defects, reject.replayed_at is not null as is_replayed, \(shown)
            from scorebook.rejects as reject
            where \(scope.condition) order by reject.id limit \(bind: limit)::bigint
            """
        ) { row in
            let raw: String? = try row["raw"]
            try body(
                StoredReject(
                    source: row["source"], record: row["record_number"], line: row["line"],
                    byteOffset: row["byte_offset"], column: row["column"], field: row["field"], code: row["code"],
                    message: row["message"],
                    hint: row["hint"], count: row["count"], lines: row["lines"], isReplayed: row["is_replayed"],
                    defects: row["defects"], cells: row["cells"],
                    raw: raw.map { Hex.bytes($0.dropFirst(2)) }))
        }
    }
}
