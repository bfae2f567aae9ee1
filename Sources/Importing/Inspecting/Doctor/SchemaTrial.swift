public import Definitions
internal import Postgres

/// Writes one row for each table that the datasets write, as the loader, in a transaction that is taken back.
///
/// The catalogue does not say which functions a trigger or a function calls; only a write shows what is missing there. The
/// app's triggers fire as in a load: those that notify are kept quiet, summaries are computed once at the end.
public struct SchemaTrial {
    /// What one table needs.
    public struct Finding: Sendable {
        public var table: String
        public var what: String
        /// Statements that solve it.
        public var grants: [String]
        /// Whether loads into this table fail; otherwise it could only be tried in part.
        public var isRefusal: Bool
    }

    private let connection: Connection
    private let datasets: [Dataset]
    public private(set) var findings: [Finding] = []
    /// Tables of which a row was written, changed and removed.
    public private(set) var tried = 0

    init(_ connection: Connection, _ datasets: [Dataset]) {
        self.connection = connection
        self.datasets = datasets
    }

    /// Connects as the loader and tries; nothing of it stays.
    public static func run(_ pipelines: Pipelines, on database: DatabaseAccess) throws -> SchemaTrial {
        let connection = try database.openLoader()
        var trial = SchemaTrial(connection, pipelines.datasetsInOrder)
        try connection.run("begin")
        defer { _ = try? connection.run("rollback") }
        try trial.tryAll()
        // Missing privileges are explained once no failed statement is in the way.
        try connection.run("rollback")
        trial.findings = trial.refusals.map { refusal in
            let told = connection.explained(refusal.error)
            return Finding(
                table: refusal.table, what: told.message, grants: told.grants, isRefusal: !told.isAboutData)
        }
        return trial
    }

    private var refusals: [(table: String, error: DatabaseError)] = []

    private mutating func tryAll() throws {
        let people = try connection.rows(
            "select id from public.users order by role::text = 'player' desc, id limit 2"
        ).compactMap { $0[0] }
        guard let person = people.first, let other = people.last else {
            throw DatabaseError(.usage, "the app has no user yet, and every row has an owner: create one first")
        }
        let family = "5f0c0000-0000-4000-8000-00000000fff0"
        _ = try connection.rows(
            """
            select pg_catalog.set_config('scorebook.owners', $1, true),
                pg_catalog.set_config('scorebook.ownership', 'payload', true),
                pg_catalog.set_config('scorebook.quiet', 'on', true)
            """, ["\(person),\(other),\(family)"])
        // Where a row names a second user it is another than its owner.
        var ids = ["public.users": other]
        var written: [(table: Table, key: String)] = []
        for (dataset, table) in datasets.flatMap({ dataset in dataset.tables.map { (dataset, $0) } }) {
            guard try connection.value("select pg_catalog.to_regclass($1)", [Identifier(table.name).quoted]) != nil
            else { continue }
            let owner = table.key == table.owner && table.name != "public.users" ? family : person
            let row = TrialRow(
                table, of: dataset, columns: try TrialRow.columns(of: table.name, connection), owner: owner,
                ids: ids, number: ids.count + 0xf000)
            if try attempt(table.name, insertion(of: row, into: table)) {
                if table.name != "public.users" { ids[table.name] = row.key }
                written.append((table, row.key))
            }
            if try attempt(table.name, change(of: row.key, in: table)) { tried += 1 }
        }
        if try connection.value("select pg_catalog.to_regprocedure('summary.recompute_deferred()')") != nil {
            _ = try attempt("summaries", ("select summary.recompute_deferred()", []))
        }
        for (table, key) in written.reversed() where table.key != table.owner {
            let sql = "delete from \(quoted(table.name)) where \(quoted(part: table.key)) = $1::uuid"
            _ = try attempt(table.name, (sql, [key]))
        }
    }

    private typealias Statement = (sql: String, parameters: [String?])

    private func insertion(of row: TrialRow, into table: Table) throws -> Statement {
        let entry = try AccessCheck(connection: connection).view("scorebook.\(short(table))_entry")
        let names = row.values.map { quoted(part: $0.column) }.joined(separator: ", ")
        let values = row.values.enumerated().map { "$\($0 + 1)::text::\($1.type)" }.joined(separator: ", ")
        return ("insert into \(entry ?? quoted(table.name)) (\(names)) values (\(values))", row.values.map(\.value))
    }

    /// Every column that a later export may change becomes what it is: triggers and rights of columns show all the same.
    private func change(of key: String, in table: Table) throws -> Statement {
        let columns = table.columns.filter { $0.write == .source }.map { quoted(part: $0.name) }
        guard !columns.isEmpty else { return ("select 1", []) }
        let rows = try AccessCheck(connection: connection).view("scorebook.\(short(table))_rows") ?? quoted(table.name)
        let same = columns.map { "\($0) = former.\($0)" }.joined(separator: ", ")
        let found = quoted(part: table.key)
        let sql = """
            update \(quoted(table.name)) as target set \(same)
            from \(rows) as former where target.\(found) = $1::uuid and former.\(found) = $1::uuid
            """
        return (sql, [key])
    }

    private func short(_ table: Table) -> String {
        table.name.split(separator: ".").last.map(String.init) ?? table.name
    }

    /// Runs a statement in a savepoint; whether the server took it. What it refused is kept.
    private mutating func attempt(_ table: String, _ statement: Statement) throws -> Bool {
        let connection = connection
        do {
            try connection.savepoint {
                _ = try connection.rows(statement.sql, statement.parameters)
            }
            return true
        } catch let error as DatabaseError where !error.isTemporary {
            if !refusals.contains(where: { $0.table == table && $0.error.message == error.message }) {
                refusals.append((table, error))
            }
            return false
        }
    }

    private func quoted(_ name: String) -> String { Identifier(name).quoted }
    private func quoted(part: String) -> String { Identifier(parts: [part]).quoted }
}
