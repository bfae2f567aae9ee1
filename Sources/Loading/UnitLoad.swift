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
    private let source: String
    let classification: Classification
    private let spool: RejectSpool
    var outcome: UnitOutcome
    private var kept = 0
    private var stagedRows = 0
    private var suspects = 0
    private var owners: [RowEncoder.Owner] = []

    init(
        loader: Loader, unit: Int64?, description: UnitDescription, staged: StagedTable, plan: MappingPlan,
        wording: @escaping (Reject) -> RejectText
    ) {
        self.loader = loader
        connection = loader.connection
        self.unit = unit
        self.staged = staged
        self.plan = plan
        source = description.source
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
        try refuseForeign()
        try settleConflicts()
        if unit != nil { try write() } else { try keepForLaterUnits() }
        try rejectRefused(feed)
        try count()
        guard outcome.ledger.balances else { throw .unbalanced }
        try spool.store(on: connection)
        outcome.rejects = spool.first
        return outcome
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
                (name: name, value: raw.text(of: raw.column(column)[index]))
            }
            let bytes = raw.bytes(of: raw.spans[index])
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
        guard suspects > 0 else { return }
        try renumber()
        try connection.checked(classification.settleDuplicates())
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
            if known.first?.first != "0" {
                try connection.checked(classification.refuseUnknownOwners(reference))
            }
        }
        for statement in classification.refuseMissingReferences() { try connection.checked(statement) }
    }

    /// Ids that are somebody else's are told where the source gives ids of its own.
    private func refuseForeign() throws(LoadError) {
        if plan.idField != nil,
            try connection.table("select pg_catalog.to_regclass($1)", [staged.keys]).first?.first != .some(nil)
        {
            try connection.checked(classification.refuseForeignKeys())
        }
        try connection.checked(classification.dropRefused())
    }

    private func settleConflicts() throws(LoadError) {
        guard loader.winner == .app else { return }
        let written = try connection.table(classification.hasLineage(), [ownerArray]).compactMap { $0.first ?? nil }
        if written.isEmpty {
            try connection.checked(classification.labelUnwrittenAsConflicts())
        } else {
            let sets = written.map { $0.split(separator: ",").map(String.init) }
            try connection.checked(classification.labelConflicts(written: sets), [ownerArray])
        }
    }

    /// Records that the server's checks refused become rejects with their text, read again.
    private func rejectRefused(_ feed: some RecordFeed) throws(LoadError) {
        let refused = try connection.table(
            "select distinct record, field, code from pg_temp.refused order by record, field, code")
        guard !refused.isEmpty else { return }
        var defects: [Int: [Defect]] = [:]
        for row in refused {
            guard let record = row[0].flatMap({ Int($0) }), let code = row[2].flatMap({ Defect.Code(rawValue: $0) })
            else { continue }
            defects[record, default: []].append(Self.defect(field: row[1] ?? "", code: code))
        }
        outcome.ledger.rejected += defects.count
        kept -= defects.count
        try feed.records(Set(defects.keys)) { (position, raw, cells) throws(LoadError) in
            try spool.append(
                Reject(position: position, defects: defects[position.record] ?? [], raw: raw, cells: cells))
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
        let single = plan.format.unpivot.isEmpty
        let counts = try connection.table(
            single
                ? "select label, count(*), count(*), sum(missing) from \(staged.labels) group by label"
                : "select label, count(*), count(distinct record), sum(missing) from \(staged.labels) group by label")
        var labelled: [String: (rows: Int, records: Int)] = [:]
        for row in counts {
            labelled[row[0] ?? ""] = (row[1].flatMap { Int($0) } ?? 0, row[2].flatMap { Int($0) } ?? 0)
            if row[0] == "i" || row[0] == "u" { missing += row[3].flatMap { Int($0) } ?? 0 }
        }
        table.inserted = labelled["i"]?.rows ?? 0
        table.updated = labelled["u"]?.rows ?? 0
        let both =
            single || table.inserted == 0 || table.updated == 0
            ? 0
            : Int(
                try connection.table(
                    """
                    select count(*) from (
                        select record from \(staged.labels) where label in ('i', 'u')
                        group by record having count(distinct label) = 2) as both
                    """
                ).first?.first?.flatMap { $0 } ?? "0") ?? 0
        let duplicates = try duplicateCounts()
        table.unchanged = stagedRows - duplicates.rows - (try refusedRows()) - table.inserted - table.updated
        outcome.ledger.inserted = labelled["i"]?.records ?? 0
        outcome.ledger.updated = (labelled["u"]?.records ?? 0) - both
        outcome.ledger.duplicate = duplicates.records
        outcome.ledger.unchanged =
            kept - outcome.ledger.duplicate - outcome.ledger.inserted - outcome.ledger.updated
        outcome.tables = [(staged.table.name, table)]
        outcome.conflictCount = (labelled["c"]?.rows ?? 0) + (labelled["d"]?.rows ?? 0)
        try describe(labelled: Set(labelled.keys), table)
    }

    private var missing = 0

    private func duplicateCounts() throws(LoadError) -> (rows: Int, records: Int) {
        guard suspects > 0 else { return (0, 0) }
        let row = try connection.table(
            """
            select count(*), count(distinct duplicated.record) filter (
                where not exists (select from \(staged.staging) as staged where staged.record = duplicated.record))
            from pg_temp.duplicated
            where not exists (select from pg_temp.refused where refused.record = duplicated.record)
            """
        ).first ?? []
        return (row[0].flatMap { Int($0) } ?? 0, row[1].flatMap { Int($0) } ?? 0)
    }

    private func refusedRows() throws(LoadError) -> Int {
        let rows = try connection.table(
            """
            select count(*) from \(staged.staging) as staged
            where staged.record in (select record from pg_temp.refused)
            """)
        return rows.first?.first?.flatMap { Int($0) } ?? 0
    }

    private func describe(labelled: Set<String>, _ table: UnitOutcome.TableCounts) throws(LoadError) {
        let report = OutcomeReport(load: self)
        if missing > 0 { outcome.warnings += try report.missingReferences(missing) }
        outcome.warnings += try report.unknownWords()
        if labelled.contains("c") || labelled.contains("d") { outcome.conflicts = try report.conflicts() }
        if unit == nil {
            outcome.differences = try report.differences(limit: loader.differencesPerTable)
            outcome.triggers = try report.triggers(table)
        }
    }
}
