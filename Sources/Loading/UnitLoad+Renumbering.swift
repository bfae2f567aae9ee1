internal import Definitions
internal import Mapping
internal import Postgres

/// Rows that get another id than that of their natural key: the second event of it, or one that the app has already.
extension UnitLoad {
    private struct ID: Hashable {
        var high: UInt64
        var low: UInt64

        /// The id of the nth event of a natural key: version 5 of the first's id and the number.
        func occurrence(_ number: Int) -> ID {
            guard number > 1 else { return self }
            let id = Array(String(number).utf8).withUnsafeBytes {
                UUIDText.version5(namespace: (high, low), name: $0)
            }
            return ID(high: id.high, low: id.low)
        }
    }

    private struct Renumbered {
        var record: Int32
        var old: ID
        var new: ID
    }

    private static func id(_ text: String?) -> ID? {
        text.flatMap { UUIDText.parse($0) }.map { ID(high: $0.high, low: $0.low) }
    }

    /// Second and later events of one natural key get ids of their own.
    func renumber(_ table: TableLoad) throws {
        var renumbered: [Renumbered] = []
        try connection.each(table.classification.repeated()) { row in
            guard let record = row[0].flatMap({ Int32($0) }), let key = Self.id(row[1]),
                let number = row[2].flatMap({ Int($0) })
            else { return }
            renumbered.append(Renumbered(record: record, old: key, new: key.occurrence(number)))
        }
        try give(renumbered, in: table)
    }

    /// Several events of one key: each is the row of the target that is most like it, the others are numbered on.
    ///
    /// So it does not matter in which order a file has them, whether it has all of them, or which of them was corrected.
    func settleSeveral(_ table: TableLoad, _ common: [String]) throws {
        if table.suspects > 0 { try connection.run(table.classification.dropEqual()) }
        let rows = try connection.rows(table.classification.likenesses(common), [ownerArray])
        var keys: [Int32: ID] = [:]
        var known: [Int32: ID] = [:]
        var taken: Set<ID> = []
        for row in rows {
            guard let record = row[0].flatMap({ Int32($0) }), let key = Self.id(row[1]) else { continue }
            keys[record] = key
            guard let found = Self.id(row[2]), known[record] == nil, !taken.contains(found) else { continue }
            known[record] = found
            taken.insert(found)
        }
        var renumbered: [Renumbered] = []
        for (record, key) in keys.sorted(by: { $0.key < $1.key }) {
            var id = known[record]
            var number = 1
            while id == nil {
                if taken.insert(key.occurrence(number)).inserted { id = key.occurrence(number) }
                number += 1
            }
            if let id, id != key { renumbered.append(Renumbered(record: record, old: key, new: id)) }
        }
        try give(renumbered, in: table)
    }

    private func give(_ renumbered: [Renumbered], in table: TableLoad) throws {
        guard !renumbered.isEmpty else { return }
        var buffer = CopyBuffer()
        let name = Array(table.staged.table.name.utf8)
        for row in renumbered {
            buffer.beginRow(fields: 4)
            name.withUnsafeBytes { buffer.text($0) }
            buffer.int32(row.record)
            buffer.uuid(hi: row.old.high, lo: row.old.low)
            buffer.uuid(hi: row.new.high, lo: row.new.low)
        }
        try connection.copy(
            into: Identifier(parts: ["pg_temp", "renumbered"]), columns: ["table_name", "record", "old", "new"]
        ) { writer in try writer.write(buffer) }
        try applyNewIDs(table)
    }

    func applyNewIDs(_ table: TableLoad) throws {
        for statement in table.classification.renumber(dependents: table.dependents) {
            try connection.run(statement)
        }
        try connection.run("delete from pg_temp.renumbered")
    }
}

extension Classification {
    /// Of the rows of one key that are equal, the first stands.
    func dropEqual() -> String {
        let values = staged.given.filter { !$0.isNumbered }.map { "staged.\(name($0.name))" }
        return """
            with removed as (
                delete from \(staged.staging) as staged
                using (
                    select staged.record, row_number() over (
                        partition by staged.\(staged.key), \((["staged.\(staged.owner)"] + values).joined(separator: ", "))
                        order by staged.record) as number
                    from \(staged.staging) as staged
                    where staged.counted
                ) as again
                where staged.record = again.record and staged.counted and again.number > 1
                returning staged.record
            )
            insert into pg_temp.duplicated (record) select record from removed
            """
    }

    /// Staged rows that may be several of one key: record, id of the key, a row of the target that agrees with it
    /// in the common columns or has that id, or null; the pairs that agree in most columns come first. `$1` is the array of owners.
    func likenesses(_ common: [String]) -> String {
        let (key, owner) = (staged.key, staged.owner)
        let columns = staged.sources.map { name($0.name) }
        let theirs = staged.sources.map { "\(staged.comparable($0, of: "target")) as \(name($0.name))" }
        func keyed(_ alias: String) -> String {
            Self.hash(["\(alias).\(owner)"] + common.map { "\(alias).\(name($0))" }) + " as keyed"
        }
        var target =
            "select \((["target.\(key)", "target.\(owner)"] + theirs).joined(separator: ", ")) from \(staged.rows) as target"
        if overlay == .planned {
            target = """
                \(target)
                where not exists (select from \(plannedTable) as planned where planned.\(key) = target.\(key))
                union all
                select \(([key, owner] + columns).map { "target.\($0)" }.joined(separator: ", "))
                from \(plannedTable) as target
                where target.label <> 'x'
                """
        }
        let likeness = columns.map { "(open.\($0) is not distinct from alike.\($0))::integer" }
        return """
            with mine as materialized (
                select staged.*, \(keyed("staged")), count(*) over (partition by staged.\(key)) as times
                from \(staged.staging) as staged
                where staged.counted
            ), alike as materialized (
                select target.*
                from (
                    select target.*, \(keyed("target"))
                    from (\(target)) as target
                    where target.\(owner) = any ($1::uuid[])
                    offset 0
                ) as target
                where target.keyed in (select mine.keyed from mine) or target.\(key) in (select mine.\(key) from mine)
            ), open as materialized (
                select mine.*
                from mine
                where mine.times > 1 or exists (
                    select from alike where alike.keyed = mine.keyed and alike.\(key) <> mine.\(key))
            )
            select open.record, open.\(key), alike.\(key)
            from open
            left join alike on alike.keyed = open.keyed or alike.\(key) = open.\(key)
            order by \((["0"] + likeness).joined(separator: " + ")) desc, alike.\(key) = open.\(key) desc, open.record
            """
    }
}
