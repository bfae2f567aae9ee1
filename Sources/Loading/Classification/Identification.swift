internal import Definitions
public import Normalising
public import Postgres

/// Resolves which staged rows are the same row, and which row of the target that is.
///
/// A row may get another id than that of its natural key: as a second event with that key, or because the app has the row
/// already.
struct Identification {
    let load: UnitLoad

    private var connection: Connection { load.connection }
    private var tables: [TableLoad] { load.tables }

    func resolve() throws {
        for table in tables {
            if table.suspects > 0, table.staged.isShared {
                for statement in table.classification.mergeShared() { connection.later.run(statement) }
            }
            if let common = table.staged.several, table.counted > 0 {
                try matchOccurrences(table, common)
            } else if table.suspects > 0, table.counted > 0 {
                try renumber(table)
            }
            if table.counted > 0, let identity = table.staged.identity {
                let found = try connection.run(
                    table.classification.matchExisting(identity, rows: table.stagedRows, of: load.ownerIDs))
                if found > 0 { applyNewIDs(table) }
            }
            guard table.suspects > 0 else { continue }
            connection.later.run(table.classification.removeDuplicates())
        }
        for table in tables {
            guard let again = FoundAgain(table, in: load) else { continue }
            if try load.isBatch ? again.isOpen() : again.resolve() { load.hasFoundAgain = true }
        }
        guard tables.contains(where: { $0.suspects > 0 }) else { return }
        if try connection.value("select exists (select from pg_temp.refused)") == true { load.hasRefused = true }
    }

    private struct Renumbered {
        var record: Int32
        var old: UUIDText.Halves
        var new: UUIDText.Halves
    }

    /// Gives second and later events of one natural key their own ids.
    private func renumber(_ table: TableLoad) throws {
        var renumbered: [Renumbered] = []
        try connection.each(table.classification.repeated()) { row in
            let key: UUIDText.Halves = try row["key"]
            renumbered.append(
                Renumbered(record: try row["record"], old: key, new: key.occurrence(try row["occurrence"])))
        }
        try give(renumbered, in: table)
    }

    /// Matches several events of one key to the rows of the target that are most similar, and numbers the rest.
    ///
    /// So the result does not depend on their order in the file, on events that the file leaves out, or on corrections.
    private func matchOccurrences(_ table: TableLoad, _ common: [String]) throws {
        if table.suspects > 0 { connection.later.run(table.classification.dropEqual()) }
        var keys: [Int32: UUIDText.Halves] = [:]
        var known: [Int32: UUIDText.Halves] = [:]
        var taken: Set<UUIDText.Halves> = []
        for row in try connection.rows(table.classification.similarRows(common, of: load.ownerIDs)) {
            let record: Int32 = try row["record"]
            keys[record] = try row["key"]
            guard let found: UUIDText.Halves = try row["twin"], known[record] == nil, !taken.contains(found) else {
                continue
            }
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
        applyNewIDs(table)
    }

    private func applyNewIDs(_ table: TableLoad) {
        for statement in table.classification.renumber(dependents: table.dependents) {
            connection.later.run(statement)
        }
        connection.later.run("delete from pg_temp.renumbered")
    }
}

extension UUIDText.Halves: SQLValue {
    public var sqlText: String? { UUIDText.text(high: high, low: low) }

    public init?(sqlText: String?) {
        guard let id = sqlText.flatMap({ UUIDText.parse($0) }) else { return nil }
        self.init(high: id.high, low: id.low)
    }

    public static var expectation: String { "an id" }

    /// The id of the nth event of a natural key.
    fileprivate func occurrence(_ number: Int) -> Self {
        guard number > 1 else { return self }
        let id = UUIDText.derived(from: (high, low), String(number))
        return Self(high: id.high, low: id.low)
    }
}
