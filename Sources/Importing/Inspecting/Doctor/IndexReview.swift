public import Definitions
public import Postgres
internal import Reporting

/// Which indexes of the tables that imports write are not worth their cost, by the server's own statistics.
///
/// It reads only; the owner of the tables decides, and runs the statements.
public struct IndexReview: Sendable {
    /// What to do about an index, or why nothing is said about some.
    public struct Advice: Sendable {
        public enum Kind: String, Sendable {
            /// Another index begins with its columns.
            case prefixOfAnother = "prefix_of_another"
            case neverScanned = "never_scanned"
            /// Nearly all rows have no value in its column.
            case mostlyNull = "mostly_null"
            /// Tables with too little activity to judge scan counts.
            case notJudged = "not_judged"
            /// Tables whose values' statistics the server shows only to others.
            case hidden
        }

        public var kind: Kind
        /// Qualified names, quoted as in SQL; a note names several tables and no index.
        public var tables: [String]
        public var index: String?
        public var text: String
        public var scans: Int?
        public var bytes: Int?
        public var bytesPerRow: Int?
        /// What the owner may run, in this order, each by itself: CONCURRENTLY works in no transaction.
        public var statements: [String] = []
    }

    /// The largest indexes first, then the notes.
    public private(set) var advice: [Advice] = []
    /// Since when the server has counted: a day, or words.
    public let since: String

    /// Looks at the tables of all datasets.
    public init(_ connection: Connection, _ pipelines: Pipelines) throws {
        var names: [String] = []
        for table in pipelines.datasets.flatMap(\.tables) where !names.contains(table.name) { names.append(table.name) }
        let reset = try connection.value(
            """
            select pg_catalog.to_char(stats_reset at time zone 'UTC', 'YYYY-MM-DD')
            from pg_catalog.pg_stat_database where datname = pg_catalog.current_database()
            """)
        since = reset ?? "the server began to count"
        let indexes = try TableIndex.read(connection, tables: names)
        var isOfTable: [String: [TableIndex]] = [:]
        for index in indexes { isOfTable[index.table, default: []].append(index) }
        let tables = isOfTable.keys.sorted()
        for table in tables { judge(isOfTable[table] ?? []) }
        advice.sort { ($0.bytes ?? 0, $1.index ?? "") > ($1.bytes ?? 0, $0.index ?? "") }
        noteUnjudged(tables.filter { isOfTable[$0]?.first?.activity.isEnough == false })
        noteHidden(try hidden(connection, tables))
    }

    private static func isIdle(_ index: TableIndex) -> Bool {
        index.activity.isEnough && index.scans == 0 && !index.isProtected && index.isUsable
    }

    /// The indexes of one table: each is advised away at most once, and never together with the one that replaces it.
    private mutating func judge(_ all: [TableIndex]) {
        // Whatever can replace an index comes before it.
        let ordered = all.sorted {
            ($0.keys.count, $0.isProtected ? 1 : 0, $1.name) > ($1.keys.count, $1.isProtected ? 1 : 0, $0.name)
        }
        var dropped: Set<String> = []
        var needed: Set<String> = []
        for (place, index) in ordered.enumerated() where !index.isProtected && !index.hasIncluded {
            let cover = ordered[..<place].first { other in
                !dropped.contains(other.name) && other.replaces(index) && (!Self.isIdle(other) || Self.isIdle(index))
            }
            guard let cover else { continue }
            dropped.insert(index.name)
            needed.insert(cover.name)
            let likeness = cover.keys.count == index.keys.count ? "has the same columns" : "begins with its columns"
            add(
                .prefixOfAnother, index,
                """
                \(cover.name) (\(cover.label)) \(likeness) and serves its queries, too. \
                Scans since \(since): \(index.scans.grouped), of the other \(cover.scans.grouped).
                """, [index.drop])
        }
        for index in all where Self.isIdle(index) && !dropped.contains(index.name) && !needed.contains(index.name) {
            // Otherwise a delete of a referenced row would read the whole table.
            let others = all.filter { other in
                other.name != index.name && !dropped.contains(other.name) && other.isUsable && other.predicate == nil
                    && other.firstColumn == index.firstColumn
            }
            guard !index.servesForeignKey || !others.isEmpty else { continue }
            dropped.insert(index.name)
            add(
                .neverScanned, index,
                """
                No query has used it since \(since), in \(index.activity.scans.of("scan")) of the table; \
                \(index.activity.written.of("row")) were written. A replica counts its own scans: look there, too.
                """, [index.drop])
        }
        for index in all where !dropped.contains(index.name) && !needed.contains(index.name) {
            guard index.mayBePartial, let share = index.nullFraction, share > 0.95 else { continue }
            let column = index.firstColumn ?? index.label
            let isMade = all.contains {
                $0.keys == index.keys && $0.isUsable && $0.predicate == "(\(column) IS NOT NULL)"
            }
            add(
                .mostlyNull, index,
                """
                \(Self.percent(share)) of the rows have no \(column); a partial index leaves them out. \
                Scans since \(since): \(index.scans.grouped). Keep the full one where a query asks for rows \
                without \(column), or sorts by it.
                """, (isMade ? [] : [index.partial]) + [index.drop])
        }
    }

    /// Rounded down: 100% would say that no row has a value.
    private static func percent(_ share: Double) -> String {
        share == 1 ? "100%" : "\(Int(share * 1000) / 10).\(Int(share * 1000) % 10)%"
    }

    private mutating func add(_ kind: Advice.Kind, _ index: TableIndex, _ why: String, _ statements: [String]) {
        let perRow = index.rows < 1000 ? nil : Int((Double(index.bytes) / index.rows).rounded())
        let cost = perRow.map { "\($0.of("byte")) per row, \(index.bytes.asBytes)" } ?? index.bytes.asBytes
        advice.append(
            Advice(
                kind: kind, tables: [index.table], index: index.name,
                text: "\(index.name) (\(index.label)) costs \(cost). \(why)", scans: index.scans, bytes: index.bytes,
                bytesPerRow: perRow, statements: statements))
    }

    private mutating func noteUnjudged(_ tables: [String]) {
        guard !tables.isEmpty else { return }
        let enough = TableIndex.Activity.enough
        advice.append(
            Advice(
                kind: .notJudged, tables: tables,
                text: """
                    \(tables.count.of("table")) had fewer than \(enough.of("scan")) or \(enough.of("written row")) since \
                    \(since): too few to see which indexes no query needs.
                    """))
    }

    private func hidden(_ connection: Connection, _ tables: [String]) throws -> [String] {
        try connection.values(
            """
            select name from pg_catalog.unnest(\(bind: tables)::text[]) as asked (name)
            where pg_catalog.row_security_active(asked.name)
                or not pg_catalog.has_any_column_privilege(asked.name, 'select')
            order by name
            """)
    }

    private mutating func noteHidden(_ tables: [String]) {
        guard !tables.isEmpty else { return }
        advice.append(
            Advice(
                kind: .hidden, tables: tables,
                text: """
                    \(tables.count.of("table")): only the owner sees how many rows have no value. \
                    Run this with the owner's URL to find indexes of columns that are nearly all null.
                    """))
    }
}

extension TableIndex {
    fileprivate var drop: String { "drop index concurrently \(name)" }

    /// Whether queries that use the other index can use this one as well.
    fileprivate func replaces(_ other: TableIndex) -> Bool {
        isUsable && method == "btree" && other.method == "btree" && predicate == other.predicate
            && keys.starts(with: other.keys)
    }

    /// Whether `where ... is not null` could be added to it.
    fileprivate var mayBePartial: Bool {
        !isProtected && isUsable && !hasIncluded && method == "btree" && keys.count == 1 && firstColumn != nil
            && predicate == nil && rows >= 1000
    }
}
