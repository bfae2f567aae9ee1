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
    private let key: UnitKey
    let classification: Classification
    private let spool: RejectSpool
    var outcome: UnitOutcome
    private var kept = 0
    private var stagedRows = 0
    private var suspects = 0
    private var counted = 0
    private(set) var owners: [RowEncoder.Owner] = []
    var hasRefused = false
    /// By label: `i` insert, `u` update, `c` edited in the app, `d` deleted in the app.
    private(set) var labelled: [String: Labelled] = [:]

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
        try connection.checked(classification.label())
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

    private func settleSingle() throws(LoadError) {
        for column in classification.single {
            let count = try connection.checked(classification.settleSingle(column))
            if count > 0 {
                outcome.warnings.append(("\(column.name): true in another row already, loaded as false", count))
            }
        }
    }

    /// Streams the feed into staging and checks the server's count.
    private func stage(_ feed: some RecordFeed) throws(LoadError) {
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
    private func reject(_ batch: MappedBatch, of feed: some RecordFeed) throws(LoadError) -> Int {
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
    private func lockOwners() throws(LoadError) {
        let list = owners.map { UUIDText.text(high: $0.high, low: $0.low) }.sorted().joined(separator: ",")
        _ = try connection.table("select pg_catalog.set_config('scorebook.owners', $1, true)", [list])
        if unit != nil {
            _ = try connection.table("select scorebook.lock_owners($1::uuid[])", [ownerArray])
        }
    }

    private func settleIdentity() throws(LoadError) {
        if suspects > 0 { try renumber() }
        if counted > 0, let identity = staged.identity {
            try connection.checked(classification.adopt(identity), [ownerArray])
        }
        guard suspects > 0 else { return }
        try connection.checked(classification.settleDuplicates())
        if try number("select count(*) from pg_temp.refused") > 0 { hasRefused = true }
    }

    /// Second and later events of one natural key get ids of their own: version 5 of the first's id and the number.
    private func renumber() throws(LoadError) {
        let repeated = classification.repeated()
        var buffer = CopyBuffer()
        var count = 0
        do throws(DatabaseError) {
            try connection.each(repeated) { row in
                guard let record = row[0].flatMap({ Int32($0) }), let key = row[1].flatMap({ UUIDText.parse($0) }),
                    let occurrence = row[2]
                else { return }
                let id = Array(occurrence.utf8).withUnsafeBytes { UUIDText.version5(namespace: key, name: $0) }
                buffer.beginRow(fields: 3)
                buffer.int32(record)
                buffer.uuid(hi: key.high, lo: key.low)
                buffer.uuid(hi: id.high, lo: id.low)
                count += 1
            }
            guard count > 0 else { return }
            try connection.copy(
                into: Identifier(parts: ["pg_temp", "renumbered"]), columns: ["record", "old", "new"]
            ) { (writer) throws(DatabaseError) in try writer.write(buffer) }
            try connection.run(classification.renumber())
        } catch { throw LoadError(error) }
    }

    private func refuse() throws(LoadError) {
        if let reference = staged.table.owners {
            let known = try connection.table(
                """
                select count(*) from unnest($1::uuid[]) as asked (id)
                where not exists (
                    select from \(Identifier(reference.table).quoted) as known
                    where known.\(Identifier(parts: [reference.column]).quoted) = asked.id)
                """, [ownerArray])
            if known.first?.first != "0" { try refuse(classification.refuseUnknownOwners(reference)) }
        }
        for statement in classification.refuseMissingReferences() { try refuse(statement) }
    }

    private func refuse(_ statement: String) throws(LoadError) {
        if try connection.checked(statement) > 0 { hasRefused = true }
    }

    /// Refuses ids that are somebody else's, which only a source with ids of its own can bring; whether there were any.
    func refuseForeign() throws(LoadError) {
        if plan.idField != nil,
            try connection.table("select pg_catalog.to_regclass($1)", [staged.keys]).first?.first != .some(nil)
        {
            try refuse(classification.refuseForeignKeys())
        }
    }

    /// Rows and records by label; what is not labelled needs nothing.
    func countLabels() throws(LoadError) {
        let records = plan.format.unpivot.isEmpty ? "count(*)" : "count(distinct record)"
        labelled = [:]
        let rows = try connection.table(
            "select label, count(*), \(records), sum(missing) from \(staged.labels) group by label")
        for row in rows {
            let numbers = row.dropFirst().map { $0.flatMap { Int($0) } ?? 0 }
            labelled[row[0] ?? ""] = Labelled(rows: numbers[0], records: numbers[1], missing: numbers[2])
        }
    }

    private func settleConflicts() throws(LoadError) {
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

    /// Records that the server's checks refused become rejects with their text, read again.
    private func rejectRefused(_ feed: some RecordFeed) throws(LoadError) {
        guard hasRefused else { return }
        // A page at a time: a file may be refused whole.
        var last = 0
        while true {
            let refused = try connection.table(
                """
                select distinct refused.record, refused.field, refused.code
                from pg_temp.refused
                join (
                    select distinct record from pg_temp.refused where record > \(last) order by record limit 10000
                ) as page on page.record = refused.record
                order by refused.record, refused.field, refused.code
                """)
            guard !refused.isEmpty else { break }
            var defects: [Int: [Defect]] = [:]
            for row in refused {
                guard let record = row[0].flatMap({ Int($0) }), let code = row[2].flatMap({ Defect.Code(rawValue: $0) })
                else { continue }
                defects[record, default: []].append(Self.defect(field: row[1] ?? "", code: code))
                last = record
            }
            outcome.ledger.rejected += defects.count
            kept -= defects.count
            try feed.records(Set(defects.keys)) { (position, raw, cells) throws(LoadError) in
                let own = cells.enumerated().map { column, cell in
                    (name: cell.name, value: plan.withoutOthers(cell.value, column: column))
                }
                try spool.append(
                    Reject(
                        position: position, defects: defects[position.record] ?? [], raw: plan.namesOthers ? [] : raw,
                        cells: own))
            }
        }
        guard spool.count == outcome.ledger.rejected else { throw .unbalanced }
    }

    private static func defect(field: String, code: Defect.Code) -> Defect {
        switch code {
        case .unknownOwner: Defect(field: field, code: code, found: "id of nobody here", expected: "a user's id")
        case .foreignOwner:
            Defect(field: field, code: code, found: "id of another user's row", expected: "an id of one's own")
        case .conflictingDuplicate:
            Defect(field: field, code: code, found: "an id that other records share", expected: "one record an id")
        case .missingReference:
            Defect(field: field, code: code, found: "id of nothing here", expected: "the id of an existing row")
        default: Defect(field: field, code: code, found: "a row the server refused", expected: "a row it takes")
        }
    }

    /// Counts records: inserted if any of their rows is new, else updated if any changes, else unchanged.
    private func count() throws(LoadError) {
        var table = UnitOutcome.TableCounts()
        table.inserted = labelled["i"]?.rows ?? 0
        table.updated = labelled["u"]?.rows ?? 0
        var both = 0
        if !plan.format.unpivot.isEmpty, table.inserted > 0, table.updated > 0 {
            both = try number(
                """
                select count(*) from (
                    select record from \(staged.labels) where label in ('i', 'u')
                    group by record having count(distinct label) = 2) as both
                """)
        }
        let duplicates = try duplicateCounts()
        let refusedRows =
            hasRefused
            ? try number(
                """
                select count(*) from \(staged.staging) as staged
                where staged.record in (select record from pg_temp.refused)
                """) : 0
        table.unchanged = stagedRows - duplicates.rows - refusedRows - table.inserted - table.updated
        outcome.ledger.inserted = labelled["i"]?.records ?? 0
        outcome.ledger.updated = (labelled["u"]?.records ?? 0) - both
        outcome.ledger.duplicate = duplicates.records
        outcome.ledger.unchanged =
            kept - outcome.ledger.duplicate - outcome.ledger.inserted - outcome.ledger.updated
        outcome.tables = [(staged.table.name, table)]
        outcome.conflictCount = (labelled["c"]?.rows ?? 0) + (labelled["d"]?.rows ?? 0)
        try describe(table)
    }

    private func number(_ query: String) throws(LoadError) -> Int {
        try connection.table(query).first?.first?.flatMap { Int($0) } ?? 0
    }

    private func duplicateCounts() throws(LoadError) -> (rows: Int, records: Int) {
        guard suspects > 0 else { return (0, 0) }
        let row =
            try connection.table(
                """
                select count(*), count(distinct duplicated.record) filter (
                    where not exists (select from \(staged.staging) as staged where staged.record = duplicated.record))
                from pg_temp.duplicated
                where not exists (select from pg_temp.refused where refused.record = duplicated.record)
                """
            ).first ?? []
        return (row[0].flatMap { Int($0) } ?? 0, row[1].flatMap { Int($0) } ?? 0)
    }

    private func describe(_ table: UnitOutcome.TableCounts) throws(LoadError) {
        let report = OutcomeReport(load: self)
        let missing = (labelled["i"]?.missing ?? 0) + (labelled["u"]?.missing ?? 0)
        if missing > 0 { outcome.warnings += try report.missingReferences(missing) }
        outcome.warnings += try report.unknownWords()
        if outcome.conflictCount > 0 { outcome.conflicts = try report.conflicts() }
        if unit == nil {
            outcome.differences = try report.differences(limit: loader.differencesPerTable)
            outcome.triggers = try report.triggers(table)
        }
    }
}
