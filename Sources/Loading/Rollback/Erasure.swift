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
        let patience = Patience()
        return try RetryPolicy.contention.run(while: \.isOfOthers) {
            func work() throws -> Outcome {
                try declare(person)
                return try patience.lock(on: connection) { try erase(person, files) }
            }
            return try isDescribed ? connection.dryRun(work) : connection.transaction(work)
        }
    }

    private func erase(_ person: Person, _ files: [String]) throws -> Outcome {
        var outcome = Outcome()
        for table in tables {
            let (removed, left) =
                try isOurs(table)
                ? (try connection.run("delete from \(owned(by: person, in: table))"), 0)
                : try removeWritten(table, person)
            if removed > 0 { outcome.removed.append((table.name, removed)) }
            if left > 0 { outcome.left.append((table.name, left)) }
        }
        // The address of an account for which no run has ended yet.
        try connection.run("select scorebook.note_addresses(array[\(bind: person.id)::uuid])")
        let forgotten = try connection.rows(
            "select what, count from scorebook.forget_owner(\(bind: person.id)::uuid) where count > 0")
        for row in forgotten { outcome.removed.append((try row["what"], try row["count"])) }
        let counts = outcome.removed.map { "\(JSONText.quoted($0.table)): \($0.rows)" }.joined(separator: ", ")
        outcome.owner = try connection.only(
            """
            insert into scorebook.erasures as erasure (owner_sha256, counts, files)
            values (\(ErasedOwner.hash(of: "\(bind: person.id)::uuid")), \(bind: "{\(counts)}")::jsonb, \(bind: files)::text[])
            on conflict (owner_sha256) do update set lifted_at = null, finished_at = null,
                counts = case when excluded.counts = '{}' then erasure.counts else excluded.counts end,
                files = array(
                    select distinct path
                    from unnest(coalesce(erasure.files, '{}') || coalesce(excluded.files, '{}')) as path order by path)
            returning pg_catalog.encode(owner_sha256, 'hex') as owner
            """)["owner"]
        outcome.waiting = try waiting(outcome.owner)
        connection.pinSearchPath()
        return outcome
    }

    /// The addresses that the person had when files were loaded, and how many of them others have or had, too.
    public func addresses(of person: Person) throws -> (own: [String], shared: Int) {
        try connection.transaction {
            try admit(person)
            let rows = try connection.rows(
                "select address, is_own from scorebook.noted_addresses(\(bind: person.id)::uuid)"
            ).map { row in (address: try row["address"] as String, isOwn: try row["is_own"] as Bool) }
            return (rows.filter(\.isOwn).map(\.address), rows.count { !$0.isOwn })
        }
    }

    private func admit(_ person: Person) throws {
        try connection.run("select pg_catalog.set_config('scorebook.owners', \(bind: person.id), true)")
    }

    private func declare(_ person: Person) throws {
        try admit(person)
        try connection.run("select pg_catalog.set_config('scorebook.quiet', 'on', true)")
        try connection.run("select scorebook.lock_owners(array[\(bind: person.id)::uuid])")
    }

    /// Whether a dataset's own file has made the table.
    private func isOurs(_ table: Table) throws -> Bool {
        let name = table.name.split(separator: ".").last.map(String.init) ?? table.name
        return try connection.value(
            """
            select exists (
                select from scorebook.schema_migrations where file ~ ('/tables/[0-9]+_' || \(bind: name) || '\\.sql$'))
            """) ?? false
    }

    /// The rows of a table that are the person's.
    private func owned(by person: Person, in table: Table) -> SQL {
        "\(Identifier(table.name)) as target where target.\(id: table.owner) = \(bind: person.id)::uuid"
    }

    private func removeWritten(_ table: Table, _ person: Person) throws -> (removed: Int, left: Int) {
        try connection.run("delete from pg_temp.erased")
        let written = try connection.run(
            """
            insert into pg_temp.erased (key)
            select distinct block.key
            from scorebook.lineage
            cross join lateral unnest(lineage.keys) as block (key)
            where lineage.table_name = \(bind: table.name) and lineage.owner = \(bind: person.id)::uuid
            """)
        guard written > 0 else { return (0, 0) }
        let (target, key) = (Identifier(table.name), Identifier(parts: [table.key]))
        let isMine: SQL = "target.\(key) = erased.key and target.\(id: table.owner) = \(bind: person.id)::uuid"
        let present =
            try connection.value(
                "select count(*) from pg_temp.erased join \(target) as target on \(isMine)") ?? 0
        let references = try connection.dependents(of: table).map { dependent -> SQL in
            "and not exists (select from \(dependent.table) as other where other.\(dependent.column) = target.\(key))"
        }
        let removed = try connection.run(
            "delete from \(target) as target using pg_temp.erased where \(isMine) \(references.joined(separator: " "))")
        return (removed, present - removed)
    }

    private func waiting(_ owner: String) throws -> [String] {
        try connection.values(
            "select unnest(files) from scorebook.erasures where owner_sha256 = pg_catalog.decode(\(bind: owner), 'hex')"
        )
    }

    /// After the files are gone: the receipt keeps their number only.
    public func finish(_ person: Person, files: Int) throws {
        try connection.transaction {
            try declare(person)
            try connection.run(
                """
                update scorebook.erasures set files = null, file_count = file_count + \(bind: files)::integer,
                    finished_at = pg_catalog.clock_timestamp()
                where owner_sha256 = \(ErasedOwner.hash(of: "\(bind: person.id)::uuid"))
                """)
            try connection.run("select scorebook.forget_addresses(\(bind: person.id)::uuid)")
        }
    }

    /// Allows imports for the person again; whether there was a tombstone.
    public func lift(_ person: Person) throws -> Bool {
        try connection.transaction {
            try declare(person)
            return try connection.run(
                """
                update scorebook.erasures set lifted_at = pg_catalog.clock_timestamp()
                where owner_sha256 = \(ErasedOwner.hash(of: "\(bind: person.id)::uuid")) and lifted_at is null
                """) > 0
        }
    }

    /// Rows in which the person still stands: in our private tables anywhere, in our public ones as the owner.
    public func traces(of person: Person) throws -> [(table: String, rows: Int)] {
        var found: [(table: String, rows: Int)] = try connection.rows(
            "select relation, count from scorebook.traces_of(\(bind: person.id)::uuid, \(bind: person.mail))"
        ).map { row in (try row["relation"], try row["count"]) }
        for table in tables where try isOurs(table) {
            let rows = try connection.transaction { () -> Int in
                try declare(person)
                return try connection.value("select count(*) from \(owned(by: person, in: table))") ?? 0
            }
            if rows > 0 { found.append((table.name, rows)) }
        }
        return found
    }
}

/// How a person is known who was erased: by the SHA-256 of the id's text.
public enum ErasedOwner {
    /// The hash of an id, as SQL.
    public static func hash(of id: SQL) -> SQL {
        "pg_catalog.sha256(pg_catalog.convert_to(\(id)::text, 'UTF8'))"
    }
}
