public import Definitions
public import Postgres
internal import Records

/// Removes a person from the database, in one transaction with the tombstone and the list of files that are to go.
///
/// Of our own tables every row of the person goes, of the app's tables those that imports wrote, edited since or not. Rows
/// to which other people's rows refer stay, and are counted. The account and the family themselves are the app's.
public final class Erasure {
    /// Whose data go.
    public struct Person: Sendable {
        /// User id, in lower case.
        public var id: String
        /// Email of the account, or the name that was given for it.
        public var mail: String?

        public init(id: String, mail: String?) {
            self.id = id
            self.mail = mail
        }
    }

    /// What was removed, or would be.
    public struct Outcome: Sendable {
        /// Rows by table.
        public var removed: [(table: String, rows: Int)] = []
        /// Rows that stay because others refer to them.
        public var left: [(table: String, rows: Int)] = []
        /// SHA-256 of the id, in hexadecimal.
        public var owner = ""
        /// Files of an earlier attempt that are still to go.
        public var waiting: [String] = []
    }

    private let connection: Connection
    private let datasets: [Dataset]

    public init(connection: Connection, datasets: [Dataset]) {
        self.connection = connection
        self.datasets = datasets
    }

    /// The tables with owners, those that refer to others first; each once.
    private var tables: [Table] {
        var found: [Table] = []
        for table in datasets.flatMap(\.tables)
        where table.key != table.owner && !found.contains(where: { $0.name == table.name }) {
            found.append(table)
        }
        return found.reversed()
    }

    /// Removes the rows and writes the tombstone; or counts, and takes everything back.
    public func erase(_ person: Person, files: [String], isDescribed: Bool) throws -> Outcome {
        try connection.run("create temporary table if not exists erased (key uuid not null) on commit delete rows")
        guard isDescribed else {
            return try RetryPolicy.contention.run(while: \.isOfOthers) {
                try connection.transaction { try erase(person, files) }
            }
        }
        try connection.run("begin isolation level read committed read write")
        // Whatever happened, the session ends and the server takes it back.
        defer { _ = try? connection.run("rollback") }
        return try erase(person, files)
    }

    private func erase(_ person: Person, _ files: [String]) throws -> Outcome {
        try declare(person)
        var outcome = Outcome()
        for table in tables {
            let (removed, left) =
                try isOurs(table) ? (try removeAll(table, person), 0) : try removeWritten(table, person)
            if removed > 0 { outcome.removed.append((table.name, removed)) }
            if left > 0 { outcome.left.append((table.name, left)) }
        }
        let forgotten = try connection.rows(
            "select what, count from scorebook.forget_owner($1::uuid, $2)", [person.id, person.mail])
        for row in forgotten {
            if let rows = row[1].flatMap({ Int($0) }), rows > 0 { outcome.removed.append((row[0] ?? "", rows)) }
        }
        let counts = outcome.removed.map { "\(JSONText.quoted($0.table)): \($0.rows)" }.joined(separator: ", ")
        let tombstone = try connection.rows(
            """
            insert into scorebook.erasures as erasure (owner_sha256, counts, files)
            values (\(ErasedOwner.hash(of: "$1::uuid")), $2::jsonb, $3::text[])
            on conflict (owner_sha256) do update set lifted_at = null, finished_at = null,
                counts = case when excluded.counts = '{}' then erasure.counts else excluded.counts end,
                files = array(
                    select distinct path
                    from unnest(coalesce(erasure.files, '{}') || coalesce(excluded.files, '{}')) as path order by path)
            returning pg_catalog.encode(owner_sha256, 'hex')
            """, [person.id, "{\(counts)}", Self.array(files)])
        outcome.owner = tombstone.first?[0] ?? ""
        outcome.waiting = try waiting(outcome.owner)
        try connection.pinSearchPath()
        return outcome
    }

    private func declare(_ person: Person) throws {
        _ = try connection.rows(
            """
            select pg_catalog.set_config('scorebook.owners', $1, true),
                pg_catalog.set_config('scorebook.defer_summaries', 'on', true),
                pg_catalog.set_config('scorebook.quiet', 'on', true)
            """, [person.id])
        _ = try connection.rows("select scorebook.lock_owners(array[$1::uuid])", [person.id])
    }

    /// Whether a dataset's own file has made the table.
    private func isOurs(_ table: Table) throws -> Bool {
        let name = table.name.split(separator: ".").last.map(String.init) ?? table.name
        return try connection.rows(
            "select exists (select from scorebook.schema_migrations where file ~ ('/tables/[0-9]+_' || $1 || '\\.sql$'))",
            [name]
        ).first?.first == .some("t")
    }

    private func removeAll(_ table: Table, _ person: Person) throws -> Int {
        let owner = Identifier(parts: [table.owner]).quoted
        return try connection.run(
            "delete from \(Identifier(table.name).quoted) as target where target.\(owner) = $1::uuid", [person.id])
    }

    private func removeWritten(_ table: Table, _ person: Person) throws -> (removed: Int, left: Int) {
        try connection.run("delete from pg_temp.erased")
        let written = try connection.run(
            """
            insert into pg_temp.erased (key)
            select distinct block.key
            from scorebook.lineage
            cross join lateral unnest(lineage.keys) as block (key)
            where lineage.table_name = $1 and lineage.owner = $2::uuid
            """, [table.name, person.id])
        guard written > 0 else { return (0, 0) }
        let target = Identifier(table.name).quoted
        let (key, owner) = (Identifier(parts: [table.key]).quoted, Identifier(parts: [table.owner]).quoted)
        let isMine = "target.\(key) = erased.key and target.\(owner) = $1::uuid"
        let present = try connection.rows(
            "select count(*) from pg_temp.erased join \(target) as target on \(isMine)", [person.id]
        ).first?.first.flatMap { $0.flatMap { Int($0) } }
        let references = try connection.dependents(of: table).map { dependent in
            "and not exists (select from \(dependent.table) as other where other.\(dependent.column) = target.\(key))"
        }
        let removed = try connection.run(
            "delete from \(target) as target using pg_temp.erased where \(isMine) \(references.joined(separator: " "))",
            [person.id])
        return (removed, (present ?? 0) - removed)
    }

    private func waiting(_ owner: String) throws -> [String] {
        try connection.rows(
            """
            select unnest(files) from scorebook.erasures where owner_sha256 = pg_catalog.decode($1, 'hex')
            """, [owner]
        ).compactMap { $0[0] }
    }

    /// After the files are gone: the receipt keeps their number only.
    public func finish(_ person: Person, files: Int) throws {
        try connection.transaction {
            try declare(person)
            try connection.run(
                """
                update scorebook.erasures set files = null, file_count = file_count + $2::integer,
                    finished_at = pg_catalog.clock_timestamp()
                where owner_sha256 = \(ErasedOwner.hash(of: "$1::uuid"))
                """, [person.id, String(files)])
        }
    }

    /// Allows imports for the person again; whether there was a tombstone.
    public func lift(_ person: Person) throws -> Bool {
        try connection.transaction { () -> Bool in
            try declare(person)
            return try connection.run(
                """
                update scorebook.erasures set lifted_at = pg_catalog.clock_timestamp()
                where owner_sha256 = \(ErasedOwner.hash(of: "$1::uuid")) and lifted_at is null
                """, [person.id]) > 0
        }
    }

    /// Rows in which the person still stands: in our private tables anywhere, in our public ones as the owner.
    public func traces(of person: Person) throws -> [(table: String, rows: Int)] {
        var found = try connection.rows(
            "select relation, count from scorebook.traces_of($1::uuid, $2)", [person.id, person.mail]
        ).map { (table: $0[0] ?? "", rows: $0[1].flatMap { Int($0) } ?? 0) }
        for table in tables where try isOurs(table) {
            let rows = try connection.transaction { () -> Int in
                try declare(person)
                let owner = Identifier(parts: [table.owner]).quoted
                return try connection.rows(
                    "select count(*) from \(Identifier(table.name).quoted) as target where target.\(owner) = $1::uuid",
                    [person.id]
                ).first?.first.flatMap { $0.flatMap { Int($0) } } ?? 0
            }
            if rows > 0 { found.append((table.name, rows)) }
        }
        return found
    }

    private static func array(_ texts: [String]) -> String {
        let quoted = texts.map { text in
            "\"" + text.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1) } + "\""
        }
        return "{" + quoted.joined(separator: ",") + "}"
    }
}

/// How a person is known who was erased: by the SHA-256 of the id's text.
public enum ErasedOwner {
    /// The hash of an id, as SQL.
    public static func hash(of id: String) -> String {
        "pg_catalog.sha256(pg_catalog.convert_to(\(id)::text, 'UTF8'))"
    }
}
