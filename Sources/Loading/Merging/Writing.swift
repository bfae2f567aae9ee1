internal import Definitions
internal import Normalising
internal import Postgres
internal import Records

/// Writing what was labelled.
struct Writing {
    let load: UnitLoad

    private var connection: Connection { load.connection }
    private var tables: [TableLoad] { load.tables }

    /// While it holds rows that others may want, the load waits briefly, see `Patience`.
    func write() throws {
        guard load.unit != nil else { return }
        try load.loader.patience.lock(on: connection) { try writeAtOnce() }
    }

    private func writeAtOnce() throws {
        // Made again each time: what is fresh is so but for what has been refused since.
        var merges: [Merge] {
            tables.map {
                Merge(
                    staged: $0.staged, origin: load.isBatch ? Merge.batch : Merge.single,
                    newestFirst: $0.newestFirst)
            }
        }
        // Backfills are quiet: the guard on the app's notifications drops what its triggers would send.
        connection.later.run("select pg_catalog.set_config('scorebook.quiet', 'on', true)")
        if try tried(merges) == nil { return connection.pinSearchPath() }
        // Two things a run leaves to the primary key: that of many rows one is there though others are not, and that an id
        // is of another person's row.
        try load.recheckFreshness()
        if try load.refusal.refuseForeign() { try relabel() }
        if let failure = try tried(merges) {
            // The app may have written since we looked: the unit is looked at once more from its beginning.
            if load.isBatch || load.loader.startsOver(load.key) { throw LoadError.disturbed }
            // The server refuses a row that we have let through: our bug. Find it, reject it, load the others.
            try bisect(merges)
            try relabel()
            try confirm(write(merges))
            load.outcome.warnings.add(
                "the server refused rows that had passed every check (\(failure.description)); please report it", 1)
        }
        connection.pinSearchPath()
    }

    /// Writes within a savepoint; the server's complaint about a row, if it had one.
    private func tried(_ merges: [Merge]) throws -> DatabaseError? {
        do {
            try confirm(connection.savepoint { try write(merges) })
            return nil
        } catch let failure as DatabaseError where failure.isAboutData {
            return failure
        }
    }

    private func relabel() throws {
        try load.refusal.dropRefused()
        try load.countLabels()
        try load.sourceDeletes.label()
    }

    /// Rows to be inserted, and how many were.
    private typealias Inserted = [(table: TableLoad, stored: Pending<Int>)]

    private func confirm(_ inserted: Inserted) throws {
        for (table, stored) in inserted where try stored.get() != table.inserted {
            throw LoadError.countMismatch(
                table: table.staged.table.name, sent: table.inserted, stored: try stored.get())
        }
    }

    private func write(_ merges: [Merge]) throws -> Inserted {
        load.sourceDeletes.deleteMissing(merges)
        var all: Inserted = []
        for (table, merge) in zip(tables, merges) {
            if table.isWritten {
                table.remarks = OutcomeReport(table: table, connection: connection).askRemarks()
                try load.steps.run(.before, table)
            }
            if table.updated > 0 {
                connection.later.run(merge.saveBeforeImages(rows: table.updated))
                if let update = merge.update() { connection.later.run(update) }
            }
            if table.inserted > 0 { all.append((table, connection.later.run(merge.insert(try order(of: table))))) }
            if table.isWritten {
                connection.later.run(
                    merge.recordLineage(
                        owners: load.owners.count, inserted: table.inserted, updated: table.updated,
                        unmanaged: try unmanaged(of: table, merge)))
            }
            if table.isWritten { try load.steps.run(.after, table) }
        }
        for (place, table) in tables.enumerated() where table.isWritten {
            let merge = merges[place]
            // In the order of the tables, those of which the unit has no rows among them.
            for name in load.plan.datasets.flatMap(\.tables).map(\.name) {
                if let statement = merge.complete(after: name) { connection.later.run(statement) }
            }
        }
        return all
    }

    /// The unmanaged columns of inserted rows: of few rows each is read, of many a sample.
    private func unmanaged(of table: TableLoad, _ merge: Merge) throws -> Merge.UnmanagedValues {
        guard table.inserted > Merge.rowsReadAgain else { return .each }
        return try merge.unmanagedValues(connection.only(merge.sampleUnmanaged(rows: table.inserted)))
    }

    /// The order in which most of a table's indexes grow in few places at a time.
    ///
    /// They begin with the owner, or with what is the owner's, and one owner's rows stand in a file as they came about; where
    /// the primary key is nearly all there is, its own order is best.
    private func order(of table: TableLoad) throws -> Merge.Order {
        guard table.isFresh, table.inserted > Merge.Order.rowsByKey else { return .byKey }
        let indexes =
            try connection.value(
                """
                select count(*) as indexes from pg_catalog.pg_index
                where indrelid = \(bind: table.staged.target.quoted)::pg_catalog.regclass and not indisprimary
                """) ?? 0
        guard indexes > 1 else { return .byKey }
        return load.owners.count > 1 ? .byOwner : .asInTheFile
    }

    /// Finds the records that the server refuses, by halves, table by table; those it takes stay while the others are
    /// tried, so that rows that only refuse each other are found, too.
    private func bisect(_ merges: [Merge]) throws {
        try connection.run("savepoint trials")
        load.sourceDeletes.deleteMissing(merges)
        var refused: [(record: Int, column: String)] = []
        for merge in merges {
            let bounds = try connection.only(
                """
                select min(record) as low, max(record) as high
                from \(merge.staged.labels) as labelled where label in ('i', 'u')
                """)
            guard let low: Int = try bounds["low"], let high: Int = try bounds["high"] else { continue }
            var ranges = [low...high]
            while let range = ranges.popLast() {
                guard let column = try refusal(merge, range) else { continue }
                if range.count == 1 {
                    if !refused.contains(where: { $0.record == range.lowerBound }) {
                        refused.append((range.lowerBound, column))
                    }
                    continue
                }
                let middle = (range.lowerBound + range.upperBound) / 2
                ranges.append(middle + 1...range.upperBound)
                ranges.append(range.lowerBound...middle)
            }
        }
        try connection.run("rollback to savepoint trials; release savepoint trials")
        for (record, column) in refused {
            try connection.run(
                """
                insert into pg_temp.refused (record, field, code)
                values (\(bind: record), \(bind: column), 'refused_by_server')
                """)
            load.hasRefused = true
        }
    }

    /// Tries a range and takes it back if it fails; the column or constraint that refuses, or nil.
    private func refusal(_ merge: Merge, _ range: ClosedRange<Int>) throws -> String? {
        try connection.run("savepoint trial")
        do {
            if let update = merge.update(records: range) { try connection.run(update) }
            try connection.run(merge.insert(records: range))
            try connection.run("release savepoint trial")
            return nil
        } catch {
            guard error.isAboutData else { throw error }
            try connection.run("rollback to savepoint trial; release savepoint trial")
            return error.column ?? error.constraint ?? ""
        }
    }

    /// In a plan, what this unit would have written lies over the target for the units after it.
    func keepForLaterUnits() throws {
        for table in tables {
            let (staged, planned) = (table.staged, table.classification.plannedTable)
            try connection.run(
                """
                delete from \(planned) as planned using \(staged.labels) as labelled
                where labelled.label in ('i', 'u', 'x') and planned.\(staged.key) = labelled.\(staged.key);
                insert into \(planned)
                select labelled.* from \(staged.labels) as labelled where labelled.label in ('i', 'u', 'x')
                """)
        }
    }
}
