internal import Definitions
internal import Records

/// Ids of rows whose source has none: hashes of dataset, owner and key, see `IdentityKey`.
///
/// The key's values stand as the source gives them, in one canonical text: dates as `yyyy-MM-dd`, numbers without
/// zeros at the end, instants in microseconds, joined by U+001F. Repeatable events get their occurrence number when
/// they are classified, see `UUIDText.again`. Rows within another row stand beside it.
struct RowIdentity {
    let plan: MappingPlan.Part
    let ownership: Ownership
    let key: IdentityKey

    func fill(_ part: MappedBatch.Part, _ batch: MappedBatch) {
        for (number, rows) in part.rows.enumerated() {
            for (table, ids) in zip(plan.tables, rows.tables) {
                choose(table, rows, ids, batch)
                fill(table, rows, ids, batch, caseNumber: number)
            }
        }
    }

    /// Which records give a row of the table: those that have what it needs.
    private func choose(
        _ table: MappingPlan.TablePlan, _ rows: MappedBatch.Rows, _ ids: MappedBatch.Identities, _ batch: MappedBatch
    ) {
        guard let needs = table.needs else {
            ids.present.update(repeating: 0, count: batch.count)
            return
        }
        ids.present.update(from: rows.present, count: batch.count)
        for any in needs {
            let columns = any.compactMap { rows.columns[$0] }
            for index in 0..<batch.count where ids.present[index] == 1 {
                ids.present[index] = columns.contains { $0.valid[index] == 1 } ? 1 : 0
            }
        }
    }

    private func fill(
        _ table: MappingPlan.TablePlan, _ rows: MappedBatch.Rows, _ ids: MappedBatch.Identities, _ batch: MappedBatch,
        caseNumber: Int
    ) {
        let isSeveral = [.several, .each].contains(plan.record.repeats)
        let countsEvents: UInt8 =
            table.table.series != nil
            ? 0 : isSeveral || table.table.rows == .perRecord && plan.record.repeats == .differ ? 1 : 0
        ids.isCounted.update(repeating: 0, count: batch.count)
        let own = table.idField.flatMap { rows.columns[$0] }
        if let own, allValid(own, rows, batch) {
            ids.idHigh.update(from: own.high, count: batch.count)
            ids.idLow.update(from: own.low, count: batch.count)
            return
        }
        let within = table.within.map { rows.tables[$0] }
        var name: [UInt8] = []
        name.reserveCapacity(128)
        let sources = table.sourceKey.map { rows.columns[$0] }
        // The source's id identifies the record; what else a later table's rows differ by stands in their own key.
        let sourceKey =
            table.keying == .alone
            ? table.sourceKey : table.sourceKey + table.naturalKey.filter { !table.sourceKey.contains($0) }
        let keys = (
            source: Key(sourceKey, rows, isNumbered: isNumbered(sourceKey, table, rows, countsEvents)),
            natural: Key(table.naturalKey, rows, isNumbered: isNumbered(table.naturalKey, table, rows, countsEvents))
        )
        let raw = batch.raw
        var start = self.key.hash(.row)
        (Array(plan.dataset.name.utf8) + [0x1F]).withUnsafeBytes { start.add($0) }
        var place = IDPrefix(self.key)
        let isExploded = raw.isExploded
        var part = 0
        for index in 0..<batch.count {
            if isExploded { part = raw.startsRecord(index) ? 0 : part + 1 }
            // For a rejected record it identifies the parent it would have had.
            guard rows.present[index] == 1, batch.isKept(index) || batch.isRejected(index) else { continue }
            if let own, own.valid[index] == 1 {
                ids.idHigh[index] = own.high[index]
                ids.idLow[index] = own.low[index]
                continue
            }
            name.removeAll(keepingCapacity: true)
            let owner = owner(rows, index)
            append(owner, to: &name)
            name += table.prefix
            if let within { append((within.idHigh[index], within.idLow[index]), to: &name) }
            let hasSourceKey =
                table.keying != .ignored && !sources.isEmpty && sources.allSatisfy { $0?.valid[index] == 1 }
            ids.isCounted[index] = hasSourceKey && table.keying == .alone && !isSeveral ? 0 : countsEvents
            let key = hasSourceKey ? keys.source : keys.natural
            if key.isNumbered { name.append(UInt8(truncatingIfNeeded: caseNumber)) }
            // So do the rows that one record was taken apart into.
            if countsEvents == 1, part > 0 { name.append(contentsOf: String(part).utf8) }
            for column in key.columns {
                name.append(0x1F)
                if let column, column.valid[index] == 1 { append(column, index, raw, to: &name) }
            }
            var hash = start
            name.withUnsafeBytes { hash.add($0) }
            let bits = within?.idHigh[index] ?? place.bits(of: owner, week: key.time?.week(index))
            let id = UUIDText.version8(place: bits, hash: hash.finished())
            ids.idHigh[index] = id.high
            ids.idLow[index] = id.low
        }
    }

    /// The columns that distinguish rows.
    private struct Key {
        let columns: [Column?]
        /// The first of them that says when something was.
        let time: Column?
        /// Whether the number of the case is a part of it, too.
        let isNumbered: Bool

        init(_ fields: [Int], _ rows: MappedBatch.Rows, isNumbered: Bool) {
            columns = fields.map { rows.columns[$0] }
            time = columns.compactMap(\.self).first(where: \.isOfTime)
            self.isNumbered = isNumbered
        }
    }

    /// Rows of different cases of one record differ at least by their case.
    private func isNumbered(
        _ key: [Int], _ table: MappingPlan.TablePlan, _ rows: MappedBatch.Rows, _ countsEvents: UInt8
    ) -> Bool {
        countsEvents == 1 && table.needs != nil && plan.cases.count > 1
            && key.allSatisfy { !rows.ownFields.contains($0) }
    }

    private func allValid(_ column: Column, _ rows: MappedBatch.Rows, _ batch: MappedBatch) -> Bool {
        for index in 0..<batch.count where column.valid[index] == 0 && rows.present[index] == 1 {
            if batch.isKept(index) { return false }
        }
        return true
    }

    private func owner(_ rows: MappedBatch.Rows, _ index: Int) -> (high: UInt64, low: UInt64) {
        switch ownership {
        case .one(let high, let low): return (high, low)
        case .unresolved: return (0, 0)
        case .payload:
            guard let column = plan.ownerField.flatMap({ rows.columns[$0] }) else { return (0, 0) }
            return (column.high[index], column.low[index])
        }
    }

    private func append(_ id: (high: UInt64, low: UInt64), to name: inout [UInt8]) {
        withUnsafeBytes(of: id.high.bigEndian) { name.append(contentsOf: $0) }
        withUnsafeBytes(of: id.low.bigEndian) { name.append(contentsOf: $0) }
    }

    private func append(_ column: Column, _ index: Int, _ raw: RawBatch, to name: inout [UInt8]) {
        switch column.type {
        case .text, .json, .list, .uuids: name.append(contentsOf: Blank.trimmed(column.text(index, in: raw)))
        case .decimal, .duration:
            let value = column.decimal(index).normalised
            if value.isNegative { name.append(0x2D) }
            if value.isLong {
                name.append(contentsOf: column.text(index, in: raw))
            } else {
                append(value.digits, to: &name)
            }
            name.append(0x65)
            append(UInt64(value.scale), to: &name)
        case .uuid: name.append(contentsOf: UUIDText.text(high: column.high[index], low: column.low[index]).utf8)
        case .instant where column.keepsSource:
            append(Int64(bitPattern: column.high[index]), to: &name)
        case .integer, .boolean, .date, .instant, .wallTime, .time:
            append(column.integer(index), to: &name)
        }
    }

    private func append(_ value: Int64, to name: inout [UInt8]) {
        if value < 0 { name.append(0x2D) }
        append(value.magnitude, to: &name)
    }

    /// A number's digits, of which there are twenty at most.
    private func append(_ value: UInt64, to name: inout [UInt8]) {
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var (rest, at) = (value, 20)
            repeat {
                at -= 1
                digits[at] = UInt8(truncatingIfNeeded: rest % 10) | 0x30
                rest /= 10
            } while rest > 0
            name.append(contentsOf: UnsafeRawBufferPointer(rebasing: digits[at...]))
        }
    }
}
