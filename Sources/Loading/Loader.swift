internal import Definitions
public import Normalising
public import Postgres
public import Records

/// Loads units, each in one transaction: staging, classification, merge, ledger.
public final class Loader {
    public enum Mode: Sendable {
        case run
        /// Everything up to and with classification, in read-only transactions.
        case plan
    }

    /// Who wins where the app has edited or deleted a row that we wrote.
    public enum Winner: Sendable {
        case app
        case source
    }

    /// What is being done with a unit.
    public enum Phase: Sendable {
        case reading
        case comparing
        case writing
    }

    let connection: Connection
    let patience = Patience()
    /// Receives each phase as it begins.
    public var onPhase: (Phase) -> Void = { _ in }
    let mode: Mode
    let winner: Winner
    let run: String
    /// What this loader does beside loading where others load the same run; nil where it is alone.
    public var shared: SharedRun?
    let differencesPerTable: Int
    private let wording: (Reject) -> RejectText
    /// The lines of a reject of a source for other programs; nil where nobody asked.
    private let lines: ((Reject, _ source: String) -> String)?
    /// Of each table whose temporary tables this session has made.
    private var ways: [String: StagedTable.Ways] = [:]
    /// Answers on tables whose temporary tables are made with the next statements.
    private var preparing: [Preparation] = []
    /// What `scorebook.lineage_shapes` was given; it holds those whose statement is done.
    private var shapes: [LineageShape: Pending<Int>] = [:]
    /// Rows deleted from each table's staging since it was last cut off.
    var leftBehind: [String: Int] = [:]
    private var planned: Set<[UInt8]> = []
    /// The tables of which this session has seen that it may read and write them.
    private var rightsShown: Set<String> = []
    private var keepsSummaries: Pending<Bool?>?
    /// Units of which the server has refused rows that we had let through.
    private var startedOver: Set<[UInt8]> = []
    /// Rows written in this session, and how many there are to be when the server next looks at what has grown.
    private var written = 0
    private var nextLook = 4000
    /// By referenced table.
    var ownershipViews: [String: OwnershipViews?] = [:]
    /// The tables that this session has prepared, by name.
    var session: [String: StagedTable] = [:]

    /// - Parameters:
    ///   - run: id of the run, a UUID's text.
    ///   - differencesPerTable: how many row diffs a plan keeps for a table.
    public init(
        connection: Connection, mode: Mode, winner: Winner, run: String, differencesPerTable: Int = 50,
        wording: @escaping (Reject) -> RejectText, lines: ((Reject, _ source: String) -> String)? = nil
    ) {
        self.connection = connection
        self.mode = mode
        self.winner = winner
        self.run = run
        self.differencesPerTable = differencesPerTable
        self.wording = wording
        self.lines = lines
    }

    /// Loads one unit, or reports what loading it would do.
    public func load(
        _ unit: UnitDescription, plan: MappingPlan, feed: some RecordFeed, hooks: UnitHooks = UnitHooks()
    ) throws -> UnitOutcome {
        let outcome = try loaded(unit, plan: plan, feed: feed, hooks: hooks)
        refreshStatistics(after: outcome.rows)
        return outcome
    }

    private func loaded(
        _ unit: UnitDescription, plan: MappingPlan, feed: some RecordFeed, hooks: UnitHooks
    ) throws -> UnitOutcome {
        let isPlanned = mode == .plan && hooks.comparison == nil
        if isPlanned {
            let known = winner == .app ? try ledgerHas(unit) : nil
            guard !planned.contains(unit.key.ledgerKey), known == nil else {
                return try loadedBefore(unit)
            }
        }
        try prepare(plan)
        let outcome = try transaction { () -> UnitOutcome in
            defer { connection.planning = .eachTime }
            tune(forBytes: unit.bytes)
            let id = mode == .run ? try claim([unit])[0] : nil
            let (staged, related) = try prepared(plan)
            guard mode == .plan || id != nil else { return try loadedBefore(unit) }
            if mode == .plan || unit.bytes > Self.bytesBeforeRights { try showRights(staged) }
            let account = account(unit, id, plan)
            let load = UnitLoad(
                loader: self, accounts: [account], staged: staged, related: related, plan: plan, hooks: hooks)
            _ = try load.run(feeds: [feed])
            account.outcome.rows = load.outcome
            if let id {
                try finish([account], at: [0], rows: load.outcome)
                if let beforeCommit = hooks.beforeCommit {
                    try connection.flush()
                    try beforeCommit(id, account.outcome, connection)
                }
            }
            load.emptyTables()
            if id != nil { try pauseBeforeCommit() }
            return account.outcome
        }
        // Only now: a unit that has to be planned once more must not meet itself.
        if isPlanned { planned.insert(unit.key.ledgerKey) }
        return outcome
    }

    /// A transaction of units; where several sessions load the run, it holds one of their places.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        while true {
            let result: Result? = try connection.transaction {
                try shared?.takePlace(connection) == false ? nil : body()
            }
            patience.rest()
            if let result { return result }
            try shared?.waitForPlace(connection)
        }
    }

    private func loadedBefore(_ unit: UnitDescription) throws -> UnitOutcome {
        var outcome = UnitOutcome(status: .alreadyLoaded)
        outcome.open = try UnitLedger(connection: connection).openRejects(of: [unit.key])[0]
        return outcome
    }

    /// Lets the server look at tables that this session has filled; the plans of its next units are made from that.
    func refreshStatistics(after rows: RowsOutcome) {
        guard mode == .run else { return }
        written += rows.tables.reduce(0) { $0 + $1.inserted + $1.updated }
        guard written >= nextLook else { return }
        nextLook = 2 * written
        // The units are committed; what becomes of this changes nothing of theirs.
        _ = try? connection.run("select scorebook.refresh_statistics()")
    }

    /// Of larger files, and in every plan, a missing privilege shows before they are read.
    private static let bytesBeforeRights = 1 << 16

    /// Lets the server look at the statements that classify and merge rows, as it does before it runs them: whether the
    /// tables, and the functions that their policies call, are ours to use.
    private func showRights(_ tables: [StagedTable]) throws {
        for table in tables where rightsShown.insert(table.table.name).inserted {
            let merge = Merge(staged: table, origin: Merge.single)
            let label = Classification(staged: table, overlay: .none).label(refused: .none)
            for statement in [label, merge.insert(), merge.update()].compactMap({ $0 }) {
                connection.later.run("explain (costs off) \(statement)")
            }
        }
        try connection.flush()
    }

    func account(_ unit: UnitDescription, _ id: Int64?, _ plan: MappingPlan) -> UnitAccount {
        UnitAccount(
            unit: id, description: unit, ownership: plan.ownership, run: run, wording: wording,
            events: lines.map { lines in RejectEvents { lines($0, unit.source) } })
    }

    /// The tables of a plan's datasets, by the dataset's name.
    func tables(of plan: MappingPlan) -> [(dataset: String, tables: [StagedTable])] {
        plan.datasets.map { dataset in
            (dataset.name, dataset.tables.indices.map { StagedTable(dataset, $0, plan: plan) })
        }
    }

    /// The tables that a plan feeds, and all of its datasets', as `prepare` has made them ready.
    func prepared(
        _ plan: MappingPlan
    ) throws -> (staged: [StagedTable], related: [String: [StagedTable]]) {
        try lookAtTargets()
        var staged: [StagedTable] = []
        var related: [String: [StagedTable]] = [:]
        for (dataset, all) in tables(of: plan) {
            staged += all.filter { !$0.origins.isEmpty }.map(known)
            related[dataset] = all.map(known)
        }
        // Rows of the unit's other tables count as existing; in a plan, so do rows of its earlier units.
        let existing = mode == .plan ? Array(session.values) : related.values.flatMap { $0 }
        for index in staged.indices { staged[index].known = existing }
        return (staged, related)
    }

    private func lookAtTargets() throws {
        for table in preparing { try ways[table.name] = table.ways() }
        preparing = []
    }

    /// Makes the settings of the open transaction, for units of so many bytes.
    func tune(forBytes bytes: Int) {
        // A plan may fill its temporary tables, and write nothing else: the server sees to it.
        if mode == .plan { connection.later.run("set transaction read only") }
        // A file's sorts and joins in memory as far as 256 MB go: the server's, for the time of this unit.
        let megabytes = min(256, max(32, bytes >> 20))
        var settings: [SQL] = ["set local work_mem = '\(literal: megabytes)MB'"]
        // Of few rows each is looked up. A plan that reads a table whole because it was small when the session began would
        // be kept for the checks of foreign keys while the table grows.
        if bytes <= 1 << 20 { settings.append("set local enable_seqscan = off") }
        // Plans of small units are made once.
        connection.planning = bytes <= 1 << 13 ? .once : .eachTime
        if connection.planning == .once {
            settings += [
                "set local enable_hashjoin = off", "set local enable_mergejoin = off",
                "set local plan_cache_mode = force_generic_plan",
            ]
        }
        for setting in settings { connection.later.run(setting) }
    }

    /// What a transaction ends with: summaries, the ledger's counts, and what a shared run keeps of it.
    ///
    /// - Parameter places: of the units among those that the transaction was given.
    func finish(_ accounts: [UnitAccount], at places: [Int], rows: RowsOutcome) throws {
        try recomputeSummaries()
        let counts = accounts.compactMap { account in
            account.unit.map { ($0, account.description, account.outcome.ledger) }
        }
        UnitLedger(connection: connection).finish(counts, run: run)
        guard let shared else { return }
        let parts = shared.parts(zip(places, accounts).map { ($0, $1.outcome) }, rows)
        if !parts.isEmpty { connection.later.run(RunPart.keep(parts, of: run)) }
    }

    func pauseBeforeCommit() throws {
        guard let shared else { return }
        try connection.flush()
        shared.beforeCommit()
    }

    /// Recomputes the summaries of the touched keys, once per unit, before its rows are visible.
    private func recomputeSummaries() throws {
        guard try keepsSummaries?.get() == true else { return }
        // Waits for other sessions that recompute the same keys: they are about to commit.
        connection.later.run("select summary.recompute_deferred()")
    }

    /// Whether a unit is to be loaded again, as it is once.
    func startsOver(_ unit: UnitKey) -> Bool { startedOver.insert(unit.ledgerKey).inserted }

    func claim(_ units: [UnitDescription]) throws -> [Int64?] {
        let ledger = UnitLedger(connection: connection)
        let isOpen: Pending<Bool?>? = shared.map { _ in connection.later.value("select \(SharedRun.enter(run))") }
        // `--source-wins` also means rows that were edited since the file was loaded.
        if winner == .source { try ledger.reopen(units.map(\.key), in: run) }
        let ids = try ledger.claim(units)
        if let isOpen, try isOpen.get() != true { throw LoadError.runIsClosed }
        return ids
    }

    private func ledgerHas(_ unit: UnitDescription) throws -> Ledger? {
        return try UnitLedger(connection: connection).isLoaded(unit.key)?.ledger
    }

    /// A table with what the session knows of it.
    private func known(_ table: StagedTable) -> StagedTable {
        var table = table
        table.ways = ways[table.table.name] ?? table.ways
        if !table.origins.isEmpty || session[table.table.name] == nil { session[table.table.name] = table }
        return table
    }

    /// Makes the temporary tables of tables that are new to the session, all of them or none, and looks at the targets, with
    /// the next statement; a plan's transactions are read-only and may only fill them.
    func prepare(_ plan: MappingPlan) throws {
        prepareTables(plan)
        guard mode == .run else { return }
        do { try noteShapes(plan) } catch {
            // The transaction that makes the tables is still open where it failed.
            connection.rollBackQuietly()
            throw error
        }
    }

    private func prepareTables(_ plan: MappingPlan) {
        let new = tables(of: plan).flatMap(\.tables).filter { ways[$0.table.name] == nil }
        preparing = new.map { Preparation(of: $0, on: connection) }
        guard !new.isEmpty else { return }
        // Staged rows stay in memory as far as 256 MB go; taken page by page, and only before a session's first such table.
        if ways.isEmpty {
            connection.later.run("set temp_buffers = '256MB'")
            keepsSummaries = connection.later.value(
                "select pg_catalog.to_regprocedure('summary.recompute_deferred()') is not null")
        }
        var statements = Classification.session + new.flatMap { $0.create() }
        if mode == .plan {
            statements += new.flatMap(\.createPlanned)
        }
        connection.later.transaction(["set local search_path to pg_temp"] + statements)
    }

    /// Keeps which columns of which tables the plan's units fill, before their transaction: a unit that is loaded at the same
    /// time would wait for its end.
    private func noteShapes(_ plan: MappingPlan) throws {
        try lookAtTargets()
        for table in tables(of: plan).flatMap(\.tables).map(known) where !table.origins.isEmpty {
            for shape in [LineageShape(of: table), .deleted(table)] where shapes[shape]?.isDone != true {
                shapes[shape] = connection.later.run(shape.note)
            }
        }
    }
}

/// What a session asks of a table before it first loads into it.
private struct Preparation {
    let name: String
    private let found: Pending<Row>
    private let stored: Pending<[Row]>

    /// Its views by name, the index that lets no two rows have one key, and its columns.
    init(of table: StagedTable, on connection: Connection) {
        name = table.table.name
        found = connection.later.only(
            """
            select pg_catalog.to_regclass(\(bind: table.rowsView.quoted)) is not null as has_rows_view,
                pg_catalog.to_regclass(\(bind: table.entryView.quoted)) is not null as has_entry_view,
                exists (
                    select
                    from pg_catalog.pg_index as i
                    join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
                    where i.indrelid = pg_catalog.to_regclass(\(bind: table.target.quoted))
                        and a.attname = \(bind: table.table.key) and i.indnkeyatts = 1
                        and i.indisunique and i.indimmediate and i.indisvalid and i.indpred is null
                ) as is_key_unique
            """)
        stored = UnmanagedColumns.stored(in: table.target, through: [table.rowsView, table.target], on: connection)
    }

    func ways() throws -> StagedTable.Ways {
        let row = try found.get()
        return StagedTable.Ways(
            hasRowsView: try row["has_rows_view"], hasEntryView: try row["has_entry_view"],
            isKeyUnique: try row["is_key_unique"], stored: try stored.get().map(UnmanagedColumns.Column.init))
    }
}
