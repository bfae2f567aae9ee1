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
    let staged: StagedTable
    let plan: MappingPlan
    let key: UnitKey
    let classification: Classification
    let spool: RejectSpool
    var outcome: UnitOutcome
    var kept = 0
    var stagedRows = 0
    var suspects = 0
    var counted = 0
    var owners: [RowEncoder.Owner] = []
    var hasRefused = false
    /// By label: `i` insert, `u` update, `c` edited in the app, `d` deleted in the app.
    var labelled: [String: Labelled] = [:]

    struct Labelled {
        var rows: Int
        var records: Int
        /// References that lead nowhere and were emptied.
        var missing: Int
    }

    init(
        loader: Loader, unit: Int64?, description: UnitDescription, staged: StagedTable, plan: MappingPlan,
        wording: @escaping (Reject) -> RejectText
    ) {
        self.loader = loader
        connection = loader.connection
        self.unit = unit
        self.staged = staged
        self.plan = plan
        key = description.key
        classification = Classification(
            staged: staged, fields: plan.dataset.fields, overlay: unit == nil ? .planned : .none)
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
        try settleIdentity()
        try refuse()
        try connection.checked(classification.label(refused: hasRefused ? .some : .none))
        // A run is told by the primary key when an id is somebody else's; a plan has to ask.
        if unit == nil { try refuseForeign() }
        if hasRefused { try connection.checked(classification.dropRefused()) }
        try countLabels()
        if labelled["u"] != nil || labelled["i"] != nil { try settleConflicts() }
        if labelled["i"] != nil { try settleSingle() }
        if let review = loader.review { try review(key, reviewed()) }
        if unit != nil { try write() } else { try keepForLaterUnits() }
        try rejectRefused(feed)
        try count()
        guard outcome.ledger.balances else { throw .unbalanced }
        try spool.store(on: connection)
        outcome.rejects = spool.first
        return outcome
    }

    func settleSingle() throws(LoadError) {
        for column in classification.single {
            let count = try connection.checked(classification.settleSingle(column))
            if count > 0 {
                outcome.warnings.append(("\(column.name): true in another row already, loaded as false", count))
            }
        }
    }

    /// Streams the feed into staging and checks the server's count.
    func stage(_ feed: some RecordFeed) throws(LoadError) {
        var encoder = RowEncoder(staged: staged, plan: plan)
        let target = Identifier(parts: ["pg_temp", String(staged.staging.dropFirst(9).dropLast())])
        let stored = try connection.copy(into: target, columns: staged.copyColumns) { (writer) throws(LoadError) in
            while let batch = try feed.next() {
                outcome.ledger.read += batch.count
                for (reason, count) in batch.skipped {
                    outcome.skipped[reason, default: 0] += count
                    outcome.ledger.skipped += count
                }
                let rejects = try self.reject(batch, of: feed)
                kept += batch.count - rejects - batch.skipped.values.reduce(0, +)
                do throws(DatabaseError) {
                    try encoder.encode(batch, into: &writer)
                } catch { throw LoadError(error) }
            }
        }
        guard stored == encoder.rows else {
            throw .countMismatch(table: staged.table.name, sent: encoder.rows, stored: stored)
        }
        stagedRows = stored
        suspects = encoder.suspects
        counted = encoder.counted
        if case .one(let high, let low) = plan.ownership {
            owners = [RowEncoder.Owner(high: high, low: low)]
        } else {
            owners = Array(encoder.owners)
        }
    }

    /// Spools a batch's rejects; returns how many records they are.
    func reject(_ batch: MappedBatch, of feed: some RecordFeed) throws(LoadError) -> Int {
        guard !batch.defects.isEmpty else { return 0 }
        var byRecord: [Int: [Defect]] = [:]
        for (index, defect) in batch.defects { byRecord[index, default: []].append(defect) }
        let raw = batch.raw
        for index in byRecord.keys.sorted() {
            guard feed.keepsRecordText else {
                try spool.append(
                    Reject(position: raw.position(at: index), defects: byRecord[index] ?? [], raw: [], cells: []))
                continue
            }
            let cells = plan.sourceNames.enumerated().map { column, name in
                (name: name, value: plan.withoutOthers(raw.text(of: raw.column(column)[index]), column: column))
            }
            let bytes =
                plan.namesOthers ? UnsafeRawBufferPointer(start: nil, count: 0) : raw.bytes(of: raw.spans[index])
            try spool.append(
                Reject(
                    position: raw.position(at: index), defects: byRecord[index] ?? [],
                    raw: Array(bytes.prefix(1 << 20)), cells: cells))
        }
        outcome.ledger.rejected += byRecord.count
        return byRecord.count
    }

    var ownerArray: String {
        "{" + owners.map { UUIDText.text(high: $0.high, low: $0.low) }.joined(separator: ",") + "}"
    }

    /// Declares the owners to the policies and takes their locks.
    func lockOwners() throws(LoadError) {
        let list = owners.map { UUIDText.text(high: $0.high, low: $0.low) }.sorted().joined(separator: ",")
        _ = try connection.table("select pg_catalog.set_config('scorebook.owners', $1, true)", [list])
        if unit != nil {
            _ = try connection.table("select scorebook.lock_owners($1::uuid[])", [ownerArray])
        }
    }

    /// Rows and records by label; what is not labelled needs nothing.
    func countLabels() throws(LoadError) {
        let records = plan.format.unpivot.isEmpty ? "*" : "distinct record"
        let missing = classification.optionalReferences.isEmpty ? "0" : "sum(missing)"
        let figures = ["i", "u", "c", "d"].map { label in
            let only = "filter (where label = '\(label)')"
            return "count(*) \(only), count(\(records)) \(only), \(missing == "0" ? "0" : "\(missing) \(only)")"
        }
        let row = try connection.table("select \(figures.joined(separator: ", ")) from \(staged.labels)").first ?? []
        let numbers = row.map { $0.flatMap { Int($0) } ?? 0 }
        labelled = [:]
        for (index, label) in ["i", "u", "c", "d"].enumerated() where numbers[index * 3] > 0 {
            labelled[label] = Labelled(
                rows: numbers[index * 3], records: numbers[index * 3 + 1], missing: numbers[index * 3 + 2])
        }
    }

    func settleConflicts() throws(LoadError) {
        guard loader.winner == .app else { return }
        let written = try connection.table(classification.hasLineage(), [ownerArray]).compactMap { $0.first ?? nil }
        var changed = 0
        if !written.isEmpty {
            let sets = written.map { $0.split(separator: ",").map(String.init) }
            changed = try connection.checked(classification.labelConflicts(written: sets), [ownerArray])
        } else if labelled["u"] != nil {
            changed = try connection.checked(classification.labelUnwrittenAsConflicts())
        }
        if changed > 0 { try countLabels() }
    }
}
