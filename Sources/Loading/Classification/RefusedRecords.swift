internal import Definitions
internal import Normalising
internal import Postgres
internal import Records

/// Refuses staged records, and makes rejects of them.
struct RefusedRecords {
    let load: UnitLoad

    private var connection: Connection { load.connection }
    private var tables: [TableLoad] { load.tables }

    /// Refuses records with dangling references or broken rules, and then records that depend on refused ones: a member whose
    /// user is refused, a user below 18 whose membership is.
    func refuse() throws {
        try refuseOnce(.none)
        var known = -1
        while load.hasRefused, tables.count > 1 {
            let refused = try refusedRecords()
            guard refused > known else { break }
            known = refused
            try refuseOnce(.some)
        }
        if load.hasRefused { try load.gathering.refuseAll() }
    }

    private func refuseOnce(_ refused: Classification.Refused) throws {
        var unknown: [Pending<[Row]>] = []
        var counts: [Pending<Int>] = []
        for table in tables {
            if let reference = table.staged.table.owners {
                unknown.append(
                    connection.later.rows(
                        table.classification.refuseUnknownOwners(reference, of: load.ownerIDs, refused: refused)))
            }
            var statements = try load.foreignRows.refusals(in: table)
            statements.append(refuseErasedOwners(of: table))
            statements += table.classification.refuseMissingReferences(refused: refused)
            counts += statements.map(connection.later.run)
        }
        for dataset in load.plan.datasets { counts += load.steps.check(dataset).map(connection.later.run) }
        for owners in unknown { try noteUnknown(owners.get()) }
        for count in counts where try count.get() > 0 { load.hasRefused = true }
        try reassignShared { $0.staged.staging }
        for table in tables {
            for (column, name) in table.staged.parents {
                guard let parent = load.tableWithoutRows(name) else { continue }
                try resolveOrphans(of: table, column, parent)
            }
        }
        for table in tables {
            // What a record names of its own it has given; what it names by an id may be nowhere.
            for (parent, column) in table.parents
            where load.hasRefused || table.orphans > 0 || column.onMissing == .null {
                try resolveOrphans(of: table, column, parent.staged)
            }
        }
    }

    /// Adds a warning that says how to import records of owners who are not users of this database.
    private func noteUnknown(_ owners: [Row]) throws {
        guard !owners.isEmpty else { return }
        load.hasRefused = true
        guard load.plan.ownership == .payload else { return }
        for row in owners {
            let id: String = try row["id"]
            load.outcome.warnings.add(
                "records of \(id), who has no account here: run it again with --identities FILE, a line \(id),USER",
                try row["records"])
        }
    }

    private static let isErased = "the owner was erased"

    /// Refuses the records of people who were erased; a file of one such person is refused before it is read.
    ///
    /// Asked under the locks: an erasure holds its owner's until its tombstone is there.
    private func refuseErasedOwners(of table: TableLoad) -> SQL {
        """
        insert into pg_temp.refused (record, field, code, because)
        select staged.record, \(literal: table.staged.table.owner), 'unknown_owner', \(literal: Self.isErased)
        from \(table.staged.staging) as staged
        where exists (select from scorebook.erasures where lifted_at is null)
            and staged.\(table.staged.owner) in (
                select asked.id
                from unnest(\(load.ownerIDs)) as asked (id)
                join scorebook.erasures as erasure on erasure.owner_sha256 = \(ErasedOwner.hash(of: "asked.id"))
                where erasure.lifted_at is null)
        """
    }

    /// Refuses records with references to missing rows, or sets the column to null where it may be null.
    private func resolveOrphans(
        of table: TableLoad, _ column: TableColumn, _ parent: StagedTable
    ) throws {
        guard column.onMissing == .null else {
            return try refuse(table.classification.refuseOrphans(column, parent: parent))
        }
        let emptied = try connection.run(table.classification.emptyOrphans(column, parent: parent))
        if emptied > 0 { load.outcome.warnings.add("\(column.name): no such row, left empty", emptied) }
    }

    /// Assigns rows that several records share to another record where theirs is refused.
    private func reassignShared(_ rows: (TableLoad) -> Identifier) throws {
        guard load.hasRefused else { return }
        for table in tables.reversed() {
            guard let statement = table.classification.reassignShared(rows(table), to: table.dependents) else {
                continue
            }
            try connection.run(statement)
        }
    }

    /// How many records are refused so far.
    func refusedRecords() throws -> Int {
        try connection.value("select count(distinct record) from pg_temp.refused") ?? 0
    }

    /// Runs a statement that refuses records.
    func refuse(_ statement: SQL) throws {
        if try connection.run(statement) > 0 { load.hasRefused = true }
    }

    /// Refuses ids that are another person's, which only a source with ids of its own can bring; whether there were any.
    ///
    /// - Parameter isLabelled: whether only rows that were labelled as new are asked for, or all that are staged.
    func refuseForeign(isLabelled: Bool = true) throws -> Bool {
        var found = false
        for table in tables
        where load.plan.parts.contains(where: { part in
            part.tables.contains { $0.table.name == table.staged.table.name && $0.idField != nil }
        }) {
            guard try connection.existing(table.staged.keys) != nil else {
                throw LoadError.noKeysView(table.staged.keys.quoted)
            }
            let statement = table.classification.refuseForeignKeys(isLabelled: isLabelled)
            if try connection.run(statement) > 0 { found = true }
        }
        if found { load.hasRefused = true }
        return found
    }

    /// Removes the labels of records that were refused since.
    func dropRefused() throws {
        guard load.hasRefused else { return }
        try load.gathering.refuseAll()
        try reassignShared { $0.staged.staging }
        try reassignShared { $0.staged.labelTable }
        for table in tables {
            if table.isFresh { table.markFresh(refused: .some) }
            try connection.run(table.classification.dropRefused())
        }
    }

    /// Records that the server's checks refused become rejects with their text, read again.
    func reject(_ feed: some RecordFeed) throws {
        guard load.hasRefused else { return }
        // A page at a time, since a file may be refused whole; both lists are read once.
        var page: [Int: [Defect]] = [:]
        // Of people who were erased no text is kept.
        var silent: Set<Int> = []
        try connection.each(
            """
            select distinct refused.record, refused.field, refused.code, refused.because
            from pg_temp.refused
            order by refused.record, refused.field, refused.code
            """
        ) { row in
            let (record, because): (Int, String?) = (try row["record"], try row["because"])
            guard let code = Defect.Code(rawValue: try row["code"]) else { return }
            if page[record] == nil, page.count == 10_000 {
                try reject(page, silent, of: feed)
                page.removeAll(keepingCapacity: true)
                silent.removeAll()
            }
            page[record, default: []].append(Self.defect(field: try row["field"], code: code, because: because))
            if because == Self.isErased { silent.insert(record) }
        }
        try reject(page, silent, of: feed)
        guard load.account.spool.count == load.account.outcome.ledger.rejected else { throw LoadError.unbalanced }
    }

    /// Rejects some records, after those that were rejected before; no text is kept of silent ones.
    private func reject(
        _ defects: [Int: [Defect]], _ silent: Set<Int>, of feed: some RecordFeed
    ) throws {
        guard !defects.isEmpty else { return }
        load.account.outcome.ledger.rejected += defects.count
        load.account.kept -= defects.count
        try feed.records(Set(defects.keys)) { position, raw, cells in
            let isSilent = silent.contains(position.record)
            let own = (isSilent ? [] : cells).enumerated().map { column, cell in
                (name: cell.name, value: load.plan.withoutOthers(cell.value, column: column))
            }
            try load.account.spool.append(
                Reject(
                    position: position, defects: load.plan.located(defects[position.record] ?? []),
                    raw: load.plan.namesOthers || isSilent ? [] : raw, cells: own))
        }
    }

    private static func defect(field: String, code: Defect.Code, because: String?) -> Defect {
        switch code {
        case .unknownOwner: Defect(field: field, code: code, found: "unknown user id", expected: "a user's id")
        case .foreignOwner:
            Defect(field: field, code: code, found: "id of another user's row", expected: "an id of one's own")
        case .conflictingDuplicate:
            Defect(field: field, code: code, found: "an id that other records share", expected: "one record per id")
        case .missingReference:
            Defect(field: field, code: code, found: "unknown id", expected: "the id of an existing row")
        case .crossRecord: Defect(field: field, code: code, expected: because ?? "")
        case .migrationOnly:
            Defect(field: field, code: code, found: "another value than the row has", expected: "the value of the row")
        default: Defect(field: field, code: code, found: "a row the server refused", expected: "a row it takes")
        }
    }

    /// Removes ids of missing rows from arrays.
    func dropMissing() throws {
        for table in tables where table.stagedRows > 0 {
            for column in table.staged.given where column.onMissing == .drop {
                guard let reference = column.references else { continue }
                let rows = try connection.run(table.classification.dropMissing(column, reference))
                load.mappedRows += rows
                if rows > 0 { load.outcome.warnings.add("\(column.name): dangling ids removed", rows) }
            }
        }
    }
}
