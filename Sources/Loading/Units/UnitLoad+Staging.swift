internal import Normalising
internal import Postgres
internal import Records

/// Writes the rows of the feeds into the staging tables.
extension UnitLoad {
    /// Writes the feeds' rows into the staging tables. Few rows are sent with the next statements and confirmed later.
    func stage(_ feeds: [some RecordFeed]) throws -> [Staging] {
        restartNumbering()
        let stagings = Staging.all(tables, ownership: plan.ownership, connection: connection)
        let isLarge = connection.planning == .eachTime
        if let only = stagings.first, stagings.count == 1, feeds.count == 1, isLarge, !tables[0].staged.isShared {
            try only.stream { try self.next(of: feeds[0], self.account) }
        } else {
            var last = 0
            for (account, feed) in zip(accounts, feeds) {
                account.before = last
                restartNumbering()
                while let batch = try next(of: feed, account) {
                    let isSent = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, batch.count))
                    isSent.initialize(repeating: 0, count: batch.count)
                    defer { isSent.deallocate() }
                    for staging in stagings { try staging.add(batch, after: account.before, isSent: isSent) }
                    account.countRepeated(batch, isSent)
                    if batch.count > 0 { last = account.before + batch.raw.number(at: batch.count - 1) }
                }
            }
            for staging in stagings { try staging.finish() }
        }
        if case .one(let high, let low) = plan.ownership {
            owners = [RowEncoder.Owner(high: high, low: low)]
        } else {
            owners = Array(stagings.reduce(into: Set<RowEncoder.Owner>()) { $0.formUnion($1.owners) })
        }
        return stagings
    }

    /// Replayed records have their numbers from the file.
    private func restartNumbering() { repeatedParents = isPart ? [] : RepeatedParents.all(plan) }

    /// The next batch, whose records are counted and whose rejects are spooled.
    private func next(of feed: some RecordFeed, _ account: UnitAccount) throws -> MappedBatch? {
        guard let batch = try feed.next() else { return nil }
        if batch.raw.isExploded { hasSeveralRows = true }
        for index in repeatedParents.indices { repeatedParents[index].number(batch) }
        account.count(batch)
        for (index, defects) in batch.rejected {
            rejectedBefore.add(index, of: batch, tables)
            account.outcome.cause.add(defects, of: batch.raw, index, plan)
            let round = repeatedParents.compactMap { $0.rejected[index] }.max() ?? 1
            try spoolReject(batch.raw, index, defects, round, of: feed, into: account.spool)
        }
        return batch
    }

    private func spoolReject(
        _ raw: RawBatch, _ index: Int, _ defects: [Defect], _ round: Int, of feed: some RecordFeed,
        into spool: RejectSpool
    ) throws {
        let defects = plan.located(defects)
        guard feed.keepsRecordText else {
            return try spool.append(
                Reject(position: raw.position(at: index), defects: defects, raw: [], cells: [], round: round))
        }
        let cells = plan.sourceNames.enumerated().map { column, name in
            (name: name, value: plan.withoutOthers(raw.text(of: raw.column(column)[index]), column: column))
        }
        let bytes = plan.namesOthers ? UnsafeRawBufferPointer(start: nil, count: 0) : raw.bytes(of: raw.spans[index])
        try spool.append(
            Reject(
                position: raw.position(at: index), defects: defects, raw: Array(bytes.prefix(1 << 20)), cells: cells,
                round: round))
    }
}
