internal import Definitions
internal import Normalising
internal import Postgres
internal import Records

/// Loads a unit, or a batch of small ones, in the open transaction.
///
/// ```
/// feed -> staging -> owners locked -> duplicates, references -> labels -> conflicts -> merge -> lineage -> rejects
/// ```
final class UnitLoad {
    let connection: Connection
    let loader: Loader
    /// The units, in the order of their records in staging.
    let accounts: [UnitAccount]
    /// In foreign-key order.
    let tables: [TableLoad]
    /// All tables of each dataset, fed or not, by the dataset's name.
    let related: [String: [StagedTable]]
    let plan: MappingPlan
    let hooks: UnitHooks
    var owners: [RowEncoder.Owner] = []
    var hasRefused = false
    /// Whether rows are found, or may be found, under another natural key than their own: each unit of a batch then by itself.
    var hasFoundAgain = false
    /// Rows that steps of their datasets changed before they were looked up.
    var mappedRows = 0
    /// Parents of records that were rejected before they were staged.
    var rejectedBefore = RejectedParents()
    /// By part of the plan, from the start of each unit.
    var repeatedParents: [RepeatedParents] = []
    /// Whether the records are only some of a file's, so that no stored row counts as missing in the source.
    private(set) var isPart = false
    /// Whether a record may have become several rows.
    var hasSeveralRows: Bool
    /// Whether a record gave both a gathered value and another row or value.
    var sharesRecords = false

    init(
        loader: Loader, accounts: [UnitAccount], staged: [StagedTable], related: [String: [StagedTable]],
        plan: MappingPlan, hooks: UnitHooks
    ) {
        self.loader = loader
        self.hooks = hooks
        self.accounts = accounts
        self.related = related
        self.plan = plan
        connection = loader.connection
        tables = TableLoad.all(staged, overlay: accounts[0].unit == nil ? .planned : .none)
        hasSeveralRows = plan.givesSeveralRows
    }

    /// The unit, or the first of a batch.
    var account: UnitAccount { accounts[0] }
    var unit: Int64? { account.unit }
    var key: UnitKey { account.key }
    var isBatch: Bool { accounts.count > 1 }
    /// The outcome of the rows of all units.
    var outcome = RowsOutcome()

    var steps: DatasetSteps { DatasetSteps(load: self) }
    var gathering: Gathering { Gathering(load: self) }
    var refusal: RefusedRecords { RefusedRecords(load: self) }
    var foreignRows: ForeignRows { ForeignRows(load: self) }
    var sourceDeletes: SourceDeletes { SourceDeletes(load: self) }
    private var writing: Writing { Writing(load: self) }

    /// Loads one unit, or several of one plan by the same statements: a feed an account.
    ///
    /// - Returns: `.fallback`, with its work half done, where a batch would not give the result of loading its units one by one.
    func run(feeds: [some RecordFeed]) throws -> BatchResult {
        if !feeds.allSatisfy(\.isComplete) {
            (isPart, rejectedBefore.isAny) = (true, true)
            for table in tables { table.markPartOfFile() }
        }
        loader.onPhase(.reading)
        defer { loader.onPhase(.reading) }
        let stagings = try stage(feeds)
        loader.onPhase(.comparing)
        for feed in feeds { try feed.confirmUnchanged() }
        if isBatch, tables.contains(where: { $0.samples > 0 }) { return .fallback }
        try lockOwners()
        try gathering.gather()
        try steps.runStaged()
        if isBatch, try !sharedRowsAgree() { return .fallback }
        if isBatch, try sharesReplacedParent() { return .fallback }
        try Identification(load: self).resolve()
        if isBatch, hasFoundAgain { return .fallback }
        askFreshness(keys: isBatch ? .all : .some)
        try refusal.refuse()
        for staging in stagings { try staging.confirm() }
        try refusal.dropMissing()
        if isBatch, try refersToLaterUnit() { return .fallback }
        if isBatch, try needsFallback() { return .fallback }
        if let onComparison = hooks.comparison {
            onComparison(try compared())
            return .done
        }
        for table in tables { try label(table) }
        // In a run the primary key shows that an id belongs to another person; a plan has to ask.
        if unit == nil || !tables.allSatisfy(\.staged.ways.isKeyUnique), try refusal.refuseForeign() {
            try refusal.dropRefused()
        }
        try countLabels()
        // Asked before rows of the app's are locked: it may wait for other processes of the run.
        let rowsLeft = try hooks.rowsLeft?(connection)
        try labelConflicts()
        let change = UnitChange(load: self)
        if !isPart, !hooks.takesChangedUnits, change.isPossible {
            if isBatch { return .fallback }
            if let found = try change.find() { throw LoadError.unitChanged(column: found.column, ratio: found.ratio) }
        }
        let emptied = try clearTakenFlags()
        if isBatch, emptied > 0 { return .fallback }
        try sourceDeletes.label()
        // What a unit rejected holds back rows of others, too.
        if isBatch, tables.contains(where: { $0.held > 0 }) { return .fallback }
        if isBatch, try needsFallback() { return .fallback }
        if let most = rowsLeft {
            let new = tables.reduce(0) { $0 + $1.inserted }
            if isBatch, new > most { return .fallback }
            if new > most { throw LoadError.overBudget(rows: new, left: most) }
        }
        if let review = hooks.review { try review(reviewed()) }
        loader.onPhase(.writing)
        if unit != nil { try writing.write() } else { try writing.keepForLaterUnits() }
        if isBatch, try needsFallback() { return .fallback }
        for feed in feeds.prefix(1) { try refusal.reject(feed) }
        try count()
        try steps.report()
        for account in accounts {
            guard account.outcome.ledger.balances else { throw LoadError.unbalanced }
            try account.spool.store(on: connection)
            account.outcome.rejects = account.spool.first
            account.outcome.causes = account.spool.causes
            account.outcome.events = account.spool.events
        }
        return .done
    }

    private func label(_ table: TableLoad) throws {
        if try isFresh(table) {
            table.markFresh(refused: hasRefused ? .some : .none)
        } else {
            connection.later.run(table.classification.label(refused: hasRefused ? .some : .none))
        }
    }

    /// Looks up all keys of tables that were taken for new after a sample of their keys.
    func recheckFreshness() throws {
        let fresh = tables.filter(\.isFresh)
        guard !isBatch, fresh.contains(where: { $0.stagedRows > Classification.rowsAskedForAll }) else { return }
        for table in fresh { table.clearFresh() }
        askFreshness(keys: .all)
        for table in fresh { try label(table) }
        try countLabels()
        try labelConflicts()
        _ = try clearTakenFlags()
        try sourceDeletes.label()
    }

    /// Asks for each table whether none of its rows ever existed. Nothing changes the answer until the rows are labelled.
    private func askFreshness(keys: Classification.KeysAsked) {
        guard unit != nil, hooks.review == nil else { return }
        for table in tables {
            let classification = table.classification
            let keys = table.staged.ways.isKeyUnique ? keys : .all
            let scope = lineageScope("\(table.staged.staging)")
            let written = loader.winner == .app ? classification.blocks(scope, of: ownerIDs) : nil
            table.freshness = connection.later.value(
                classification.isFresh(rows: table.stagedRows, asking: keys, unwritten: written))
        }
    }

    /// Whether no row of the table ever existed: then all rows are inserted without labels, which would take a sixth of the
    /// time of the insert.
    private func isFresh(_ table: TableLoad) throws -> Bool {
        guard let freshness = table.freshness, table.parents.allSatisfy({ $0.load.isFresh }) else { return false }
        return try freshness.get() ?? false
    }

    func lineageScope(_ rows: SQL) -> Classification.LineageScope {
        let count = tables.reduce(0) { $0 + $1.stagedRows }
        return count <= Classification.LineageScope.rowsAskedByKey ? .keys(in: rows, count: count) : .owners
    }

    /// Deleted rows in a temporary table before it is truncated.
    private static let rowsLeftBehind = 10_000

    /// Empties what the unit filled.
    ///
    /// Few rows are removed by DELETE: to truncate a table takes longer than to load a small unit. Autovacuum does not clean
    /// temporary tables, so they are truncated after many small units.
    func emptyTables() {
        var statements: [SQL] = ["refused", "duplicated", "renumbered", "partial"].map {
            "delete from pg_temp.\(id: $0)"
        }
        var leftBehind = loader.leftBehind
        for table in tables {
            let name = table.staged.table.name
            let left = loader.leftBehind[name, default: 0] + max(table.stagedRows, table.samples)
            // A plan's transactions are read-only, which does not allow TRUNCATE.
            let isCutOff = unit != nil && left > Self.rowsLeftBehind
            leftBehind[name] = isCutOff ? 0 : left
            let word: SQL = isCutOff ? "truncate" : "delete from"
            statements.append("\(word) \(table.staged.staging)")
            if table.staged.table.series != nil { statements.append("\(word) \(table.staged.samples)") }
            if !table.isFresh || isCutOff { statements.append("\(word) \(table.staged.labelTable)") }
        }
        for statement in statements { connection.later.run(statement) }
        loader.leftBehind = leftBehind
    }

    /// Clears flags that only one row per owner may have where another row has them; how many.
    private func clearTakenFlags() throws -> Int {
        var emptied = 0
        for table in tables where table.inserted > 0 && !table.isFresh {
            for column in table.classification.single {
                let count = try connection.run(table.classification.clearTakenFlags(column))
                guard count > 0 else { continue }
                outcome.warnings.add("\(column.name): true in another row already, loaded as false", count)
                emptied += count
            }
        }
        return emptied
    }

    private var ownerTexts: [String] { owners.map { UUIDText.text(high: $0.high, low: $0.low) } }

    /// The owners' ids.
    var ownerIDs: SQL { "\(bind: ownerTexts)::uuid[]" }

    /// Declares the owners to the policies and takes their locks.
    private func lockOwners() throws {
        let list = (ownerTexts + (try foreignRows.namedFamilies())).sorted().joined(separator: ",")
        connection.later.run(
            """
            select pg_catalog.set_config('scorebook.owners', \(bind: list), true),
                pg_catalog.set_config('scorebook.unit', \(bind: unit.map { String($0) } ?? ""), true),
                pg_catalog.set_config(
                    'scorebook.ownership', \(bind: plan.ownership == .payload ? "payload" : "one"), true)
            """)
        if isBatch { declareUnits() }
        if unit != nil { connection.later.run("select scorebook.lock_owners(\(ownerIDs))") }
    }

    /// Counts rows and records by label; rows without a label need no change.
    func countLabels() throws {
        let counts = tables.map { table in allNew(table) == nil ? askLabels(table) : nil }
        for (table, count) in zip(tables, counts) {
            if let count {
                try table.count(count.get())
            } else {
                let rows = allNew(table) ?? 0
                table.labelled = rows == 0 ? [:] : ["i": TableLoad.Labelled(rows: rows, records: rows, missing: 0)]
            }
        }
    }

    /// The number of staged rows, if each will be inserted unchanged.
    private func allNew(_ table: TableLoad) -> Int? {
        let isPlain = table.isFresh && !hasRefused && table.suspects == 0 && table.samples == 0
        return isPlain && table.classification.optionalReferences.isEmpty ? table.stagedRows : nil
    }

    /// Whether every record that was kept has only new rows.
    var isAllNew: Bool { (tables.count > 1 || isBatch) && tables.allSatisfy { allNew($0) != nil } }

    func countLabels(_ table: TableLoad) throws { try table.count(askLabels(table).get()) }

    private func askLabels(_ table: TableLoad) -> Pending<[Row]> {
        let records: SQL = hasSeveralRows ? "count(distinct record)" : "count(*)"
        let missing: SQL = table.classification.optionalReferences.isEmpty ? "0" : "sum(missing)"
        return connection.later.rows(
            """
            select label, count(*) as rows, \(records) as records, \(missing) as missing
            from \(table.staged.labels) as labelled group by label
            """)
    }

    /// Locks the rows to be updated before they are compared with what we last wrote: the app's edits come before that, and are
    /// seen, or wait for the end of the transaction.
    private func labelConflicts() throws {
        if unit != nil {
            for table in tables where table.updated > 0 { try lockUpdated(table) }
        }
        guard loader.winner == .app else { return }
        for table in tables where table.isWritten && !table.isFresh {
            let classification = table.classification
            let scope = lineageScope(table.staged.labels)
            let written: [[String]] = try connection.values(classification.written(scope, of: ownerIDs))
            var changed = 0
            if !written.isEmpty {
                changed = try connection.run(
                    classification.labelConflicts(written: written, scope, of: ownerIDs))
            } else if table.updated > 0 {
                changed = try connection.run(classification.labelUnwrittenAsConflicts())
            }
            for (parent, column) in table.parents where parent.labelled["d"] != nil {
                changed += try connection.run(
                    classification.labelBelowDeleted(column, parent: parent.staged))
            }
            if changed > 0 { try countLabels(table) }
        }
    }

    /// Locks the rows to be updated: the owners' locks keep out other loads, not the app, which takes an owner's lock only at
    /// COMMIT.
    private func lockUpdated(_ table: TableLoad) throws {
        let gone: Int? = try loader.patience.lock(on: connection) {
            try connection.value(table.classification.lockUpdated(rows: table.updated))
        }
        // Deleted since they were labelled: a row of ours stays deleted. If the source wins, the rows are classified again.
        if gone != 0, loader.winner != .app { throw LoadError.disturbed }
    }

    /// A table without rows in this unit, which the unit may still reference.
    func tableWithoutRows(_ name: String) -> StagedTable? {
        related.values.joined().first { $0.table.name == name && $0.origins.isEmpty }
    }
}
