internal import Definitions
internal import Mapping
internal import Postgres
internal import Records

/// Which rows are which, and which are refused before they are labelled.
extension UnitLoad {
    func settleIdentity() throws {
        for table in tables {
            if table.suspects > 0, table.staged.isShared {
                for statement in table.classification.mergeShared() { try connection.run(statement) }
            }
            if let common = table.staged.several, table.counted > 0 {
                try settleSeveral(table, common)
            } else if table.suspects > 0, table.counted > 0 {
                try renumber(table)
            }
            if table.counted > 0, let identity = table.staged.identity {
                let found = try connection.run(
                    table.classification.adopt(identity, rows: table.stagedRows), [ownerArray])
                if found > 0 { try applyNewIDs(table) }
            }
            guard table.suspects > 0 else { continue }
            try connection.run(table.classification.settleDuplicates())
        }
        guard tables.contains(where: { $0.suspects > 0 }) else { return }
        if try number("select count(*) from pg_temp.refused") > 0 { hasRefused = true }
    }

    /// Refuses what leads nowhere or breaks a rule, and then what hangs on it: a member whose user is refused, a user below
    /// 18 whose membership is.
    func refuse() throws {
        try refuseOnce(.none)
        guard tables.count > 1 else { return }
        var known = -1
        while hasRefused {
            let refused = try number("select count(distinct record) from pg_temp.refused")
            guard refused > known else { break }
            known = refused
            try refuseOnce(.some)
        }
    }

    private func refuseOnce(_ refused: Classification.Refused) throws {
        for table in tables {
            if let reference = table.staged.table.owners {
                try refuseUnknownOwners(of: table, reference, refused)
            }
            try refuseForeign(in: table)
            if hasErasedOwners { try refuseErasedOwners(of: table) }
            for statement in table.classification.refuseMissingReferences(refused: refused) { try refuse(statement) }
        }
        for dataset in plan.datasets { try check(dataset) }
        try settleShared { $0.staged.staging }
        for table in tables {
            for (column, name) in table.staged.parents {
                guard let parent = unfed(name) else { continue }
                try settleOrphans(of: table, column, parent)
            }
        }
        for table in tables {
            // What a record names of its own it has given; what it names by an id may be nowhere.
            for (parent, column) in table.parents where hasRefused || table.orphans > 0 || column.onMissing == .null {
                try settleOrphans(of: table, column, parent.staged)
            }
        }
    }

    /// Refuses the records of owners that nobody here is, and says how they are let in.
    private func refuseUnknownOwners(
        of table: TableLoad, _ reference: ColumnReference, _ refused: Classification.Refused
    ) throws {
        let unknown = try connection.rows(
            """
            select asked.id
            from unnest($1::uuid[]) as asked (id)
            where not (\(table.classification.has(reference, "asked.id")))
            """, [ownerArray]
        ).compactMap { $0[0] }
        guard !unknown.isEmpty else { return }
        let rows = try connection.rows(
            """
            select staged.\(table.staged.owner), count(distinct staged.record)
            from \(table.staged.staging) as staged
            where staged.\(table.staged.owner) = any ($1::uuid[])
                \(refused == .some ? "and \(table.classification.isNotRefused)" : "")
            group by staged.\(table.staged.owner)
            order by count(*) desc, staged.\(table.staged.owner)
            limit 20
            """, ["{" + unknown.joined(separator: ",") + "}"])
        guard !rows.isEmpty else { return }
        try refuse(table.classification.refuseUnknownOwners(reference, refused: refused))
        guard plan.ownership == .payload else { return }
        for row in rows {
            guard let id = row[0], let count = row[1].flatMap({ Int($0) }) else { continue }
            outcome.warnings.add(
                "records of \(id), who is nobody here: run it again with --identities FILE, a line \(id),USER", count)
        }
    }

    private static let isErased = "the owner was erased"

    /// Refuses the records of people who were erased; a file of one such person is refused before it is read.
    private func refuseErasedOwners(of table: TableLoad) throws {
        try refuse(
            """
            insert into pg_temp.refused (record, field, code, because)
            select staged.record, \(Literal(table.staged.table.owner).quoted), 'unknown_owner', '\(Self.isErased)'
            from \(table.staged.staging) as staged
            where staged.\(table.staged.owner) in (
                select asked.id
                from unnest(\(Literal(ownerArray).quoted)::uuid[]) as asked (id)
                join scorebook.erasures as erasure on erasure.owner_sha256 = \(ErasedOwner.hash(of: "asked.id"))
                where erasure.lifted_at is null)
            """)
    }

    /// Refuses records that name what is nowhere, or empties the column where it may be empty.
    private func settleOrphans(
        of table: TableLoad, _ column: TableColumn, _ parent: StagedTable
    ) throws {
        guard column.onMissing == .null else {
            return try refuse(table.classification.refuseOrphans(column, parent: parent))
        }
        let emptied = try connection.run(table.classification.emptyOrphans(column, parent: parent))
        if emptied > 0 { outcome.warnings.add("\(column.name): no such row, left empty", emptied) }
    }

    /// A table of which this unit brings no rows, and whose ids it may name all the same.
    func unfed(_ name: String) -> StagedTable? {
        related.values.joined().first { $0.table.name == name && $0.origins.isEmpty }
    }

    /// Rows that several records share go on with another record where their own is refused.
    private func settleShared(_ rows: (TableLoad) -> String) throws {
        guard hasRefused else { return }
        for table in tables.reversed() {
            guard let statement = table.classification.passOn(rows(table), to: table.dependents) else { continue }
            try connection.run(statement)
        }
    }

    func refuse(_ statement: String) throws {
        if try connection.run(statement) > 0 { hasRefused = true }
    }

    /// Refuses ids that are somebody else's, which only a source with ids of its own can bring; whether there were any.
    ///
    /// - Parameter isLabelled: whether only rows that were labelled as new are asked for, or all that are staged.
    func refuseForeign(isLabelled: Bool = true) throws -> Bool {
        var found = false
        for table in tables
        where plan.parts.contains(where: { part in
            part.tables.contains { $0.table.name == table.staged.table.name && $0.idField != nil }
        }) {
            guard
                try connection.rows("select pg_catalog.to_regclass($1)", [table.staged.keys]).first?.first
                    != .some(nil)
            else { throw LoadError.noKeysView(table.staged.keys) }
            let statement = table.classification.refuseForeignKeys(isLabelled: isLabelled)
            if try connection.run(statement) > 0 { found = true }
        }
        if found { hasRefused = true }
        return found
    }

    /// Takes back what was labelled for records that were refused since.
    func dropRefused() throws {
        guard hasRefused else { return }
        try settleShared { $0.staged.staging }
        try settleShared { $0.staged.labelTable }
        for table in tables {
            if table.isFresh { table.takeAsFresh(refused: .some) }
            try connection.run(table.classification.dropRefused())
        }
    }

    /// Records that the server's checks refused become rejects with their text, read again.
    func rejectRefused(_ feed: some RecordFeed) throws {
        guard hasRefused else { return }
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
            guard let record = row[0].flatMap({ Int($0) }), let code = row[2].flatMap({ Defect.Code(rawValue: $0) })
            else { return }
            if page[record] == nil, page.count == 10_000 {
                try reject(page, silent, of: feed)
                page.removeAll(keepingCapacity: true)
                silent.removeAll()
            }
            page[record, default: []].append(Self.defect(field: row[1] ?? "", code: code, because: row[3]))
            if row[3] == Self.isErased { silent.insert(record) }
        }
        try reject(page, silent, of: feed)
        guard account.spool.count == account.outcome.ledger.rejected else { throw LoadError.unbalanced }
    }

    /// Rejects some records, which stand behind those that were rejected before; of silent ones no text is kept.
    private func reject(
        _ defects: [Int: [Defect]], _ silent: Set<Int>, of feed: some RecordFeed
    ) throws {
        guard !defects.isEmpty else { return }
        account.outcome.ledger.rejected += defects.count
        account.kept -= defects.count
        try feed.records(Set(defects.keys)) { position, raw, cells in
            let isSilent = silent.contains(position.record)
            let own = (isSilent ? [] : cells).enumerated().map { column, cell in
                (name: cell.name, value: plan.withoutOthers(cell.value, column: column))
            }
            try account.spool.append(
                Reject(
                    position: position, defects: defects[position.record] ?? [],
                    raw: plan.namesOthers || isSilent ? [] : raw, cells: own))
        }
    }

    static func defect(field: String, code: Defect.Code, because: String?) -> Defect {
        switch code {
        case .unknownOwner: Defect(field: field, code: code, found: "id of nobody here", expected: "a user's id")
        case .foreignOwner:
            Defect(field: field, code: code, found: "id of another user's row", expected: "an id of one's own")
        case .conflictingDuplicate:
            Defect(field: field, code: code, found: "an id that other records share", expected: "one record an id")
        case .missingReference:
            Defect(field: field, code: code, found: "id of nothing here", expected: "the id of an existing row")
        case .crossRecord: Defect(field: field, code: code, expected: because ?? "")
        case .migrationOnly:
            Defect(field: field, code: code, found: "another value than the row has", expected: "the value of the row")
        default: Defect(field: field, code: code, found: "a row the server refused", expected: "a row it takes")
        }
    }
}
