internal import Definitions
internal import Mapping
internal import Postgres
internal import Records

/// One unit's way through the open transaction.
///
/// ```
/// feed -> staging -> owners locked -> duplicates, references -> labels -> conflicts -> merge -> lineage -> rejects
/// ```
final class UnitLoad {
    let connection: Connection
    let loader: Loader
    let unit: Int64?
    /// In foreign-key order.
    let tables: [TableLoad]
    /// All tables of each dataset, fed or not, by the dataset's name.
    let related: [String: [StagedTable]]
    let plan: MappingPlan
    let key: UnitKey
    let spool: RejectSpool
    var outcome: UnitOutcome
    /// Records that were neither skipped nor rejected.
    var kept = 0
    /// Records all of whose rows an earlier record had given already.
    var repeated = 0
    var owners: [RowEncoder.Owner] = []
    var hasRefused = false
    /// Rows that steps of their datasets changed before they were looked up.
    var mappedRows = 0
    /// Whether a record may have become several rows.
    var hasSeveralRows: Bool

    init(
        loader: Loader, unit: Int64?, description: UnitDescription, staged: [StagedTable],
        related: [String: [StagedTable]], plan: MappingPlan,
        wording: @escaping (Reject) -> RejectText
    ) {
        self.loader = loader
        connection = loader.connection
        self.unit = unit
        tables = TableLoad.all(staged, overlay: unit == nil ? .planned : .none)
        self.related = related
        self.plan = plan
        hasSeveralRows = plan.givesSeveralRows
        key = description.key
        var owner: RowEncoder.Owner?
        if case .one(let high, let low) = plan.ownership { owner = RowEncoder.Owner(high: high, low: low) }
        let run = UUIDText.parse(loader.run) ?? (0, 0)
        spool = RejectSpool(
            unit: unit, run: RowEncoder.Owner(high: run.high, low: run.low), owner: owner, source: description.source,
            wording: wording)
        outcome = UnitOutcome(status: unit == nil ? .planned : .loaded)
    }

    func run(feed: some RecordFeed) throws(LoadError) -> UnitOutcome {
        try stage(feed)
        try feed.confirmUnchanged()
        try lockOwners()
        try takeStaged()
        try settleIdentity()
        try refuse()
        try dropMissing()
        if let hear = loader.comparison {
            hear(key, try compared())
            return outcome
        }
        for table in tables {
            if try isFresh(table) {
                table.takeAsFresh(refused: hasRefused ? .some : .none)
            } else {
                try connection.checked(table.classification.label(refused: hasRefused ? .some : .none))
            }
        }
        // A run is told by the primary key when an id is somebody else's; a plan has to ask.
        if unit == nil, try refuseForeign() { try dropRefused() }
        try countLabels()
        try settleConflicts()
        try settleSingle()
        if let review = loader.review { try review(key, reviewed()) }
        if unit != nil { try write() } else { try keepForLaterUnits() }
        try rejectRefused(feed)
        try count()
        try tell()
        guard outcome.ledger.balances else { throw .unbalanced }
        try spool.store(on: connection)
        outcome.rejects = spool.first
        return outcome
    }

    /// Whether no row of the table was ever there: then each is inserted, and labels would only say so. Writing them down
    /// takes as long as a sixth of the insert.
    private func isFresh(_ table: TableLoad) throws(LoadError) -> Bool {
        guard unit != nil, loader.review == nil, table.parents.allSatisfy({ $0.load.isFresh }),
            try connection.table(table.classification.isNotFresh(rows: table.stagedRows)).first?.first == .some("f")
        else { return false }
        // What we wrote and the app deleted since stays deleted.
        guard loader.winner == .app else { return true }
        let scope = lineageScope(table.staged.staging)
        return try connection.table(table.classification.hasLineage(of: scope), [ownerArray]).isEmpty
    }

    private func lineageScope(_ rows: String) -> Classification.LineageScope {
        tables.reduce(0) { $0 + $1.stagedRows } <= 1000 ? .keys(in: rows) : .owners
    }

    /// Empties what the unit filled.
    ///
    /// By DELETE where it is little: to empty a table at commit is to cut off its files, which takes longer than to load
    /// a small unit. Nobody sweeps temporary tables, so that what many small units have left there is cut off together.
    func emptyTables() throws(LoadError) {
        var statements = ["refused", "duplicated", "renumbered"].map { "delete from pg_temp.\($0)" }
        for table in tables {
            let name = table.staged.table.name
            let left = loader.leftBehind[name, default: 0] + table.stagedRows
            // A plan's transactions are read-only, in which nothing is cut off.
            let isCutOff = unit != nil && left > 10_000
            loader.leftBehind[name] = isCutOff ? 0 : left
            let word = isCutOff ? "truncate" : "delete from"
            statements.append("\(word) \(table.staged.staging)")
            if !table.isFresh || isCutOff { statements.append("\(word) \(table.staged.labelTable)") }
        }
        try connection.checked(statements.joined(separator: "; "))
    }

    private func settleSingle() throws(LoadError) {
        for table in tables where table.inserted > 0 && !table.isFresh {
            for column in table.classification.single {
                let count = try connection.checked(table.classification.settleSingle(column))
                if count > 0 {
                    outcome.warnings.append(("\(column.name): true in another row already, loaded as false", count))
                }
            }
        }
    }

    /// Puts the feed's rows into the staging tables.
    private func stage(_ feed: some RecordFeed) throws(LoadError) {
        let stagings = Staging.all(tables, ownership: plan.ownership, connection: connection)
        func next() throws(LoadError) -> MappedBatch? {
            guard let batch = try feed.next() else { return nil }
            try self.account(batch, of: feed)
            return batch
        }
        if let only = stagings.first, stagings.count == 1, !tables[0].staged.isShared {
            try only.stream(next)
        } else {
            while let batch = try next() {
                let isSent = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, batch.count))
                isSent.initialize(repeating: 0, count: batch.count)
                defer { isSent.deallocate() }
                for staging in stagings { try staging.add(batch, isSent: isSent) }
                countRepeated(batch, isSent)
            }
            for staging in stagings { try staging.finish() }
        }
        if case .one(let high, let low) = plan.ownership {
            owners = [RowEncoder.Owner(high: high, low: low)]
        } else {
            owners = Array(stagings.reduce(into: Set<RowEncoder.Owner>()) { $0.formUnion($1.owners) })
        }
    }

    /// Counts kept records of which no row was sent: all they give was given before.
    private func countRepeated(_ batch: MappedBatch, _ isSent: UnsafeMutablePointer<UInt8>) {
        var index = 0
        while index < batch.count {
            var end = index + 1
            while end < batch.count, !batch.raw.startsRecord(end) { end += 1 }
            if batch.isKept(index), !(index..<end).contains(where: { isSent[$0] == 1 }) { repeated += 1 }
            index = end
        }
    }

    /// Counts a batch's records and spools its rejects.
    private func account(_ batch: MappedBatch, of feed: some RecordFeed) throws(LoadError) {
        if batch.raw.isExploded { hasSeveralRows = true }
        let records = batch.raw.recordCount
        outcome.ledger.read += records
        var skipped = 0
        for (reason, count) in batch.skipped {
            outcome.skipped[reason, default: 0] += count
            skipped += count
        }
        outcome.ledger.skipped += skipped
        for (text, count) in batch.warnings { outcome.warn(text, count) }
        let rejected = batch.rejected
        outcome.ledger.rejected += rejected.count
        kept += records - rejected.count - skipped
        for (index, defects) in rejected { try spoolReject(batch.raw, index, defects, of: feed) }
    }

    private func spoolReject(
        _ raw: RawBatch, _ index: Int, _ defects: [Defect], of feed: some RecordFeed
    ) throws(LoadError) {
        guard feed.keepsRecordText else {
            return try spool.append(Reject(position: raw.position(at: index), defects: defects, raw: [], cells: []))
        }
        let cells = plan.sourceNames.enumerated().map { column, name in
            (name: name, value: plan.withoutOthers(raw.text(of: raw.column(column)[index]), column: column))
        }
        let bytes = plan.namesOthers ? UnsafeRawBufferPointer(start: nil, count: 0) : raw.bytes(of: raw.spans[index])
        try spool.append(
            Reject(
                position: raw.position(at: index), defects: defects, raw: Array(bytes.prefix(1 << 20)), cells: cells))
    }

    var ownerArray: String {
        "{" + owners.map { UUIDText.text(high: $0.high, low: $0.low) }.joined(separator: ",") + "}"
    }

    /// Declares the owners to the policies and takes their locks.
    private func lockOwners() throws(LoadError) {
        let list = owners.map { UUIDText.text(high: $0.high, low: $0.low) }.sorted().joined(separator: ",")
        _ = try connection.table(
            "select pg_catalog.set_config('scorebook.owners', $1, true), pg_catalog.set_config('scorebook.unit', $2, true)",
            [list, unit.map { String($0) } ?? ""])
        if unit != nil {
            _ = try connection.table("select scorebook.lock_owners($1::uuid[])", [ownerArray])
        }
    }

    /// Rows and records by label; what is not labelled needs nothing.
    func countLabels() throws(LoadError) {
        for table in tables {
            if let rows = allNew(table) {
                table.labelled = rows == 0 ? [:] : ["i": TableLoad.Labelled(rows: rows, records: rows, missing: 0)]
            } else {
                try countLabels(table)
            }
        }
    }

    /// The staged rows, where each will be inserted as it stands.
    private func allNew(_ table: TableLoad) -> Int? {
        let isPlain = table.isFresh && !hasRefused && table.suspects == 0
        return isPlain && table.classification.optionalReferences.isEmpty ? table.stagedRows : nil
    }

    /// Whether every record that was kept gives new rows, and nothing else, as far as it gives any.
    var isAllNew: Bool { tables.count > 1 && tables.allSatisfy { allNew($0) != nil } }

    private func countLabels(_ table: TableLoad) throws(LoadError) {
        let records = hasSeveralRows ? "distinct record" : "*"
        let missing = table.classification.optionalReferences.isEmpty ? "0" : "sum(missing)"
        let figures = ["i", "u", "c", "d"].map { label in
            let only = "filter (where label = '\(label)')"
            return "count(*) \(only), count(\(records)) \(only), \(missing == "0" ? "0" : "\(missing) \(only)")"
        }
        let row =
            try connection.table("select \(figures.joined(separator: ", ")) from \(table.staged.labels) as labelled")
            .first ?? []
        let numbers = row.map { $0.flatMap { Int($0) } ?? 0 }
        table.labelled = [:]
        for (index, label) in ["i", "u", "c", "d"].enumerated() where numbers[index * 3] > 0 {
            table.labelled[label] = TableLoad.Labelled(
                rows: numbers[index * 3], records: numbers[index * 3 + 1], missing: numbers[index * 3 + 2])
        }
    }

    private func settleConflicts() throws(LoadError) {
        guard loader.winner == .app else { return }
        for table in tables where table.isWritten && !table.isFresh {
            let classification = table.classification
            let scope = lineageScope(table.staged.labels)
            let written = try connection.table(classification.hasLineage(of: scope), [ownerArray])
                .compactMap { $0.first ?? nil }
            var changed = 0
            if !written.isEmpty {
                let sets = written.map { $0.split(separator: ",").map(String.init) }
                changed = try connection.checked(classification.labelConflicts(written: sets, of: scope), [ownerArray])
            } else if table.updated > 0 {
                changed = try connection.checked(classification.labelUnwrittenAsConflicts())
            }
            for (parent, column) in table.parents where parent.labelled["d"] != nil {
                changed += try connection.checked(
                    classification.labelBelowDeleted(column, parent: parent.staged))
            }
            if changed > 0 { try countLabels(table) }
        }
    }
}
