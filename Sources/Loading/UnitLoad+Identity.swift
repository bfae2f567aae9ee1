internal import Definitions
internal import Mapping
internal import Postgres
internal import Records

/// Which rows are which, and which are refused before they are labelled.
extension UnitLoad {
    func settleIdentity() throws(LoadError) {
        if suspects > 0 { try renumber() }
        if counted > 0, let identity = staged.identity {
            try connection.checked(classification.adopt(identity), [ownerArray])
        }
        guard suspects > 0 else { return }
        try connection.checked(classification.settleDuplicates())
        if try number("select count(*) from pg_temp.refused") > 0 { hasRefused = true }
    }

    /// Second and later events of one natural key get ids of their own: version 5 of the first's id and the number.
    func renumber() throws(LoadError) {
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

    func refuse() throws(LoadError) {
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

    func refuse(_ statement: String) throws(LoadError) {
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

    /// Records that the server's checks refused become rejects with their text, read again.
    func rejectRefused(_ feed: some RecordFeed) throws(LoadError) {
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

    static func defect(field: String, code: Defect.Code) -> Defect {
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
}
