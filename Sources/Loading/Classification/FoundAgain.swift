internal import Definitions
internal import Normalising
internal import Postgres

/// Finds a row again that a later file gives under another natural key: a workout that was renamed, or moved within its day.
///
/// ```
/// staged, not stored --(at its time and by its name)------------------------------------------> the stored row's id,
///                   \\-(at its time; half of the rows below equal)----------------------------/ and those below
///                    \\-(within twelve hours; its name; all equal; others are given again)---/
/// ```
///
/// By its name and its time a row is known that was found so before, and has both since. Only stored rows that the file no
/// longer gives are found: a workout that was done twice is two. By the rows below it none is found in a part of a file, nor
/// where a record below it was rejected: what it holds is not known. Where a row has a day and no time, only a file that
/// gives others again shows that it is a later one of the same source.
struct FoundAgain {
    let load: UnitLoad
    let table: TableLoad
    private let moment: Identifier
    /// The tables below it, each with the column that names a row of the one above.
    private let below: [Level]

    private typealias Level = (table: TableLoad, above: Identifier)
    private typealias Key = UUIDText.Halves
    /// A staged row, and the stored one that it is.
    private typealias Found = (old: Key, new: Key, isWhole: Bool)

    private var connection: Connection { load.connection }
    private var staged: StagedTable { table.staged }
    /// Rows below which a record was rejected.
    private var rejected: Set<Key> { load.rejectedBefore.keys[staged.table.name] ?? [] }

    /// How far a row may be moved.
    private static let reach: SQL = "interval '12 hours'"

    /// Nil where the unit has no such rows.
    init?(_ table: TableLoad, in load: UnitLoad) {
        guard table.staged.isFoundByContent, let moment = table.staged.moment else { return nil }
        var below: [Level] = []
        var above = table
        while let next = load.tables.first(where: {
            $0.staged.replacedParent != nil && $0.staged.table.parent?.table == above.staged.table.name
        }),
            let column = next.staged.replacedParent
        {
            below.append((next, Identifier(parts: [column.name])))
            above = next
        }
        guard !below.isEmpty else { return nil }
        (self.load, self.table, self.moment, self.below) = (load, table, Identifier(parts: [moment.name]), below)
    }

    /// Whether the units of a batch, loaded one by one, could find rows that are not found for all of them at once.
    ///
    /// Rows of another unit are found as stored ones are: at the same time, or near it by their names where an owner's rows
    /// are given again. Where records were rejected it is not known which rows are whole.
    func isOpen() throws -> Bool {
        if try connection.value(sharesMoments()) == true || connection.value(repeatsNames()) == true { return true }
        let isWhole = !load.rejectedBefore.isAny && rejected.isEmpty
        return try isWhole ? resolve() : !candidates().isEmpty
    }

    // The unit of a record is that of `labelled`.
    private func sharesMoments() -> SQL {
        """
        select exists (
            select from \(staged.staging) as labelled
            group by labelled.\(staged.owner), labelled.\(moment)
            having count(distinct labelled.\(staged.key)) > 1 and count(distinct \(Merge.batch.unit)) > 1)
        """
    }

    private func repeatsNames() -> SQL {
        """
        with known as materialized (
            select distinct given.\(staged.owner) as owner
            from \(staged.staging) as given
            cross join lateral (
                select from (\(table.classification.stored)) as known where known.\(staged.key) = given.\(staged.key) offset 0
            ) as known
        )
        select exists (
            select from (
                select given.\(staged.key) <> lag(given.\(staged.key)) over earlier as is_other,
                    given.\(moment) - lag(given.\(moment)) over earlier as since
                from \(staged.staging) as given
                where given.\(staged.owner) = any (array (select known.owner from known))
                window earlier as (
                    partition by \((["given.\(staged.owner)"] + names.map { "given.\($0)" }).joined(separator: ", "))
                    order by given.\(moment))
            ) as given
            where given.is_other and given.since < \(Self.reach))
        """
    }

    /// Columns of the natural key except the time.
    private var names: [Identifier] {
        (staged.identity ?? []).map { Identifier(parts: [$0]) }.filter { $0.quoted != moment.quoted }
    }

    /// Gives the rows, and those below them, the ids that they have; whether any was found.
    func resolve() throws -> Bool {
        let pairs = try candidates()
        guard !pairs.isEmpty else { return false }
        let mine = try rows(below: Set(pairs.map(\.staged))) { level, keys in
            """
            from \(level.table.staged.staging) as given where given.\(level.above) = any (\(keys))
            order by given.record, given.place
            """
        }
        let theirs = try rows(below: Set(pairs.map(\.stored))) { level, keys in
            """
            from (\(level.table.classification.stored)) as given where given.\(level.above) = any (\(keys))
            order by given.\(place(in: level.table.staged))
            """
        }
        let alike = pairs.map { pair in
            (pair: pair, rows: Likeness(leaves(mine, below: pair.staged), leaves(theirs, below: pair.stored)))
        }
        let nearest = alike.filter { $0.pair.isSame($0.rows) }.sorted {
            ($0.pair.seconds, $0.pair.isNamed ? 0 : 1, -$0.rows.equal)
                < ($1.pair.seconds, $1.pair.isNamed ? 0 : 1, -$1.rows.equal)
        }
        var taken: Set<Key> = []
        var found: [Found] = []
        for (pair, _) in nearest where taken.isDisjoint(with: [pair.staged, pair.stored]) {
            taken.formUnion([pair.staged, pair.stored])
            found.append((pair.staged, pair.stored, pair.isWhole))
        }
        guard !found.isEmpty else { return false }
        load.rejectedBefore.take(found.map { ($0.old, $0.new) }, of: staged.table.name)
        try give(found, to: table, named: below[0])
        for (index, level) in below.enumerated() {
            found = found.flatMap { row in
                Self.counterparts(mine[index][row.old] ?? [], theirs[index][row.new] ?? [], isWhole: row.isWhole)
            }
            try give(found, to: level.table, named: index + 1 < below.count ? below[index + 1] : nil)
        }
        return true
    }

    /// A staged row and the stored one that it may be.
    private struct Pair {
        var staged: Key
        var stored: Key
        /// How far they are apart.
        var seconds: Int
        /// Whether all else by which they are known is there, and the same.
        var isNamed: Bool
        /// Whether the time is known.
        var isTimed: Bool
        /// Whether the file gives other rows again that are stored, and the day of this one is among its days.
        var isLater: Bool
        /// Whether all rows below it are staged.
        var isWhole: Bool

        func isSame(_ rows: Likeness) -> Bool {
            if seconds == 0, isNamed { return true }
            guard isWhole, rows.equal > 0 else { return false }
            if seconds == 0 { return (isTimed || isLater) && 2 * rows.equal >= max(rows.mine, rows.theirs) }
            return isNamed && isTimed && isLater && rows.equal == rows.mine && rows.equal == rows.theirs
        }
    }

    /// How many of the last rows below two rows are equal, of how many.
    private struct Likeness {
        var equal = 0
        let mine: Int
        let theirs: Int

        init(_ mine: [[Int]], _ theirs: [[Int]]) {
            (self.mine, self.theirs) = (mine.count, theirs.count)
            var left: [[Int]: Int] = [:]
            for row in theirs { left[row, default: 0] += 1 }
            for row in mine where left[row, default: 0] > 0 {
                left[row, default: 0] -= 1
                equal += 1
            }
        }
    }

    private func candidates() throws -> [Pair] {
        let (key, owner) = (staged.key, staged.owner)
        let isNamed: [SQL] = names.isEmpty ? ["false"] : names.map { "(target.\($0) = staged.\($0)) is true" }
        let isOfSource: [SQL] = staged.constants.map { Identifier(parts: [$0]) }.map {
            "target.\($0) is not distinct from staged.\($0)"
        }
        let stored: SQL = "(\(table.classification.stored))"
        let zone = load.account.description.settings.first { $0.name == "zone" }?.value
        let isTimed: SQL = zone.map { "(staged.\(moment) at time zone \(bind: $0))::time <> '00:00'" } ?? "true"
        // What another unit of a batch gives is stored for this one.
        let isGiven: SQL = load.isBatch ? "false" : "target.\(key) in (select mine.\(key) from mine)"
        let day = { (time: SQL) -> SQL in "(\(time) at time zone \(bind: zone ?? "UTC"))::date" }
        let question: SQL = """
            with mine as materialized (
                select given.*, exists (select from \(stored) as known where known.\(key) = given.\(key)) as is_known
                from (
                    select distinct on (given.\(key)) given.* from \(staged.staging) as given order by given.\(key)
                ) as given
            ), owners as materialized (
                select mine.\(owner) as owner, min(mine.\(moment)) as first, max(mine.\(moment)) as last,
                    bool_or(mine.is_known) as has_known
                from mine group by mine.\(owner)
            )
            select staged.\(key) as staged, target.\(key) as stored,
                abs(pg_catalog.date_part('epoch', target.\(moment) - staged.\(moment)))::bigint as seconds,
                \(isNamed.joined(separator: " and ")) as is_named, \(isTimed) as is_timed,
                owners.has_known
                    and \(day("target.\(moment)")) between \(day("owners.first")) and \(day("owners.last")) as is_later
            from mine as staged
            join owners on owners.owner = staged.\(owner)
            cross join lateral (
                select target.*
                from \(stored) as target
                where target.\(owner) = staged.\(owner) and target.\(moment) > staged.\(moment) - \(Self.reach)
                    and target.\(moment) < staged.\(moment) + \(Self.reach)
                offset 0
            ) as target
            where not staged.is_known and not (\(isGiven))
                and \((["true"] + isOfSource).joined(separator: " and "))
            order by 1, 2
            """
        let (rejected, isWhole) = (rejected, !load.isPart && !load.rejectedBefore.isAny)
        return try connection.rows(question).map { row in
            let staged: Key = try row["staged"]
            return try Pair(
                staged: staged, stored: row["stored"], seconds: row["seconds"], isNamed: row["is_named"],
                isTimed: row["is_timed"], isLater: row["is_later"], isWhole: isWhole && !rejected.contains(staged))
        }
    }

    private func list(_ ids: some Sequence<Key>) -> SQL {
        "\(bind: ids.map { UUIDText.text(high: $0.high, low: $0.low) })::uuid[]"
    }

    private func give(_ found: [Found], to table: TableLoad, named below: Level?) throws {
        let changed = found.filter { $0.old != $0.new }
        func change(_ table: TableLoad, _ column: Identifier) throws {
            let statement: SQL = """
                update \(table.staged.staging) as staged set \(column) = given.new
                from unnest(\(list(changed.map(\.old))), \(list(changed.map(\.new)))) as given (old, new)
                where staged.\(column) = given.old
                """
            try connection.run(statement)
        }
        guard !changed.isEmpty else { return }
        try change(table, table.staged.key)
        if let below { try change(below.table, below.above) }
    }
}

/// The rows below.
extension FoundAgain {
    private struct Child {
        var key: Key
        /// A hash of the columns by which it is known among those of its parent.
        var name: Int
        /// A hash of all that the source says.
        var content: Int
    }

    /// Children by their parent, level by level, each in their order.
    private typealias Rows = [[Key: [Child]]]

    private func rows(below keys: Set<Key>, _ source: (Level, SQL) -> SQL) throws -> Rows {
        var (found, keys): (Rows, Set<Key>) = ([], keys)
        for level in below {
            let staged = level.table.staged
            let told = staged.copied.filter(Self.isCompared).map(\.name)
            let named = staged.table.identity.compactMap { name in
                staged.copied.first { $0.source == .field(name) && Self.isCompared($0) }?.name
            }
            let question: SQL = """
                select given.\(staged.key) as key, given.\(level.above) as above,
                    \(Classification.hash(["1"] + named.map { "given.\(id: $0)" })) as name,
                    \(Classification.hash(["1"] + told.map { "given.\(id: $0)" })) as content
                \(source(level, list(keys)))
                """
            var children: [Key: [Child]] = [:]
            var seen: Set<Key> = []
            try connection.each(question) { row in
                let child = try Child(key: row["key"], name: row["name"], content: row["content"])
                // Each record stages the rows above its own.
                if seen.insert(child.key).inserted { children[try row["above"], default: []].append(child) }
            }
            found.append(children)
            keys = seen
        }
        return found
    }

    /// Whether what is staged in a column is what is stored.
    private static func isCompared(_ column: TableColumn) -> Bool {
        guard case .field = column.source else { return false }
        return column.write == .source && column.whenNull == nil && column.references == nil
    }

    /// By which a table's stored rows follow each other.
    private func place(in staged: StagedTable) -> Identifier {
        staged.given.first(where: \.isNumbered).map { Identifier(parts: [$0.name]) } ?? staged.key
    }

    /// The last rows below a row: the names of those above them, and the content.
    private func leaves(_ rows: Rows, below key: Key, _ level: Int = 0) -> [[Int]] {
        (rows[level][key] ?? []).flatMap { child in
            level + 1 == rows.count
                ? [[child.content]] : leaves(rows, below: child.key, level + 1).map { [child.name] + $0 }
        }
    }

    /// Staged rows with the stored rows in their place: of each name first those of one id, then what is equal and, where all
    /// are staged, the others one after the other.
    private static func counterparts(_ mine: [Child], _ theirs: [Child], isWhole: Bool) -> [Found] {
        var found: [Found] = []
        for name in Set(mine.map(\.name)) {
            var open = mine.filter { $0.name == name }
            var left = theirs.filter { $0.name == name }
            func pair(_ isSame: (Child, Child) -> Bool) {
                for child in open {
                    guard let place = left.firstIndex(where: { isSame(child, $0) }) else { continue }
                    found.append((child.key, left.remove(at: place).key, isWhole))
                    open.removeAll { $0.key == child.key }
                }
            }
            pair { $0.key == $1.key }
            pair { $0.content == $1.content }
            if isWhole { pair { _, _ in true } }
        }
        return found
    }
}
