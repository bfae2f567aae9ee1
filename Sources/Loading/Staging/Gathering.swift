internal import Definitions
internal import Postgres

/// Makes rows of the records that a table gathers, see `Table.series`.
///
/// ```
/// samples (a record each) --+--> staging (a row an identity): lists in order, what is there and not given again among them
/// target's lists -----------+    samples: records of the row, added: of a value that was not there, changed: of another value
/// ```
///
/// From there a row goes the way of every other: a list that is as it was is no change.
struct Gathering {
    let load: UnitLoad

    private var connection: Connection { load.connection }
    private var tables: [TableLoad] { load.tables.filter { $0.samples > 0 } }

    /// Columns of staging that count the records of a row; equal ones are one.
    static let counts: [SQL] = ["samples bigint", "added bigint", "changed bigint"]

    /// Fills staging.
    func gather() throws {
        load.sharesRecords = try sharesRecords()
        for table in tables {
            let isAny = try connection.value(table.classification.hasGathered()) == true
            table.stagedRows = try connection.run(table.classification.gather(andStored: isAny))
            // After it, as updated rows lose their places.
            if load.sharesRecords { try connection.run(table.classification.labelSamples(andStored: isAny)) }
        }
    }

    /// Whether a record gave a gathered value and another row or value. Then outcomes are told by the record, which takes longer.
    private func sharesRecords() throws -> Bool {
        guard load.hasSeveralRows, !tables.isEmpty else { return false }
        let kept = load.accounts.reduce(0) { $0 + $1.kept - $1.repeated }
        let sent = load.tables.reduce(0) { $0 + max($1.samples, $1.stagedRows) }
        if kept == sent { return false }
        var ways: [SQL] = []
        for (number, table) in tables.enumerated() {
            let samples = table.staged.samples
            ways.append("exists (select from \(samples) group by record having count(*) > 1)")
            let others =
                tables.dropFirst(number + 1).map(\.staged.samples)
                + load.tables.filter { $0.samples == 0 && $0.stagedRows > 0 }.map(\.staged.staging)
            ways += others.map { "exists (select from \(samples) join \($0) as other using (record))" }
        }
        return try connection.value("select \(ways.joined(separator: " or "))") ?? false
    }

    /// Refuses all records of rows that were refused, for which one of them stands.
    func refuseAll() throws {
        for table in tables {
            let (staged, key) = (table.staged, table.staged.key)
            try connection.run(
                """
                insert into pg_temp.refused (record, field, code, because)
                select sample.record, refused.field, refused.code, refused.because
                from pg_temp.refused
                join \(staged.staging) as staged on staged.record = refused.record
                join \(staged.samples) as sample on sample.\(key) = staged.\(key) and sample.record <> refused.record
                where not exists (select from pg_temp.refused as other where other.record = sample.record)
                """)
        }
    }

    /// Records by what came of them; those of rows that stay as they are are unchanged.
    struct Counts {
        var inserted = 0
        var updated = 0
        var duplicate = 0
    }

    /// - Precondition: no record gave another row, see `UnitLoad.sharesRecords`.
    func count() throws -> Counts {
        var counts = Counts()
        for table in tables {
            let (staged, key) = (table.staged, table.staged.key)
            let row = try connection.only(
                """
                select coalesce(sum(staged.samples), 0) as kept,
                    coalesce(sum(staged.added) filter (where labelled.label in ('i', 'u')), 0) as inserted,
                    coalesce(sum(staged.changed) filter (where labelled.label in ('i', 'u')), 0) as updated,
                    (
                        select count(*) from \(staged.samples) as sample
                        where not exists (select from pg_temp.refused where refused.record = sample.record)
                    ) as given
                from \(staged.staging) as staged
                left join \(staged.labels) as labelled on labelled.\(key) = staged.\(key)
                where not exists (select from pg_temp.refused where refused.record = staged.record)
                """)
            counts.inserted += try row["inserted"]
            counts.updated += try row["updated"]
            let (given, kept): (Int, Int) = (try row["given"], try row["kept"])
            counts.duplicate += given - kept
        }
        return counts
    }

    /// What became of each record's values where records share outcomes: `record`, `outcome` ('i', 'u', 'd', null).
    func outcomes() -> [SQL] {
        tables.map { table in
            let (staged, key) = (table.staged, table.staged.key)
            return """
                select sample.record,
                    case when sample.outcome = 'd' or labelled.label in ('i', 'u') then sample.outcome end as outcome
                from \(staged.samples) as sample
                left join \(staged.labels) as labelled on labelled.\(key) = sample.\(key)
                """
        }
    }
}

extension Classification {
    private var lists: [Identifier] { staged.copied.filter(\.isList).map { Identifier(parts: [$0.name]) } }

    /// The target's rows of the samples' keys; under a plan, as its earlier units leave them.
    private var gathered: SQL {
        let (key, owner) = (staged.key, staged.owner)
        func rows(_ table: SQL, _ condition: SQL) -> SQL {
            """
            select stored.\(key), \(lists.map { "stored.\($0)" })
            from \(table) as stored
            join (select distinct \(key), \(owner) from \(staged.samples)) as asked
                on asked.\(key) = stored.\(key) and asked.\(owner) = stored.\(owner)
            where \(condition)
            """
        }
        guard overlay == .planned else { return rows("\(staged.rows)", "true") }
        let isPlanned: SQL = "exists (select from \(plannedTable) as planned where planned.\(key) = stored.\(key))"
        return """
            \(rows("\(staged.rows)", "not \(isPlanned)"))
            union all
            \(rows("\(plannedTable)", "stored.label <> 'x'"))
            """
    }

    /// Whether a row is there of those that are given.
    fileprivate func hasGathered() -> SQL { "select exists (\(gathered))" }

    /// The values of the samples and, beside them, those that are stored: `place` is null for the latter, `number` counts equal
    /// ones, `was_there` says whether a value of that moment is stored, `was_same` whether this one is.
    private func compared(andStored: Bool) -> SQL {
        let key = staged.key
        let order = Identifier(parts: [staged.table.series ?? ""])
        let others = lists.filter { $0 != order }
        var values: SQL = "select \(key), \([order] + others), ctid as place from \(staged.samples)"
        var (wasThere, wasSame, isGiven): (SQL, SQL, SQL) = ("false", "false", "true")
        if andStored {
            let (stored, each): ([SQL], [SQL]) = (lists.map { "stored.\($0)" }, lists.map { "\($0)" })
            values = """
                \(values)
                union all
                select stored.\(key), \(([order] + others).map { "listed.\($0)" }), null
                from (\(gathered)) as stored
                cross join lateral unnest(\(stored)) as listed (\(each))
                """
            wasThere = "pg_catalog.bool_or(place is null) over (partition by \(key), \(order))"
            wasSame = "pg_catalog.bool_or(place is null) over (partition by \(key), \([order] + others))"
            isGiven = "pg_catalog.bool_or(place is not null) over (partition by \(key), \(order))"
        }
        return """
            select listed.*, row_number() over (partition by \(key), \([order] + others) order by place) as number,
                \(isGiven) as is_given, \(wasThere) as was_there, \(wasSame) as was_same
            from (\(values)) as listed
            order by \(key), \([order] + others)
            """
    }

    /// Fills staging with a row an identity.
    ///
    /// - Parameter andStored: whether some of them are there already.
    fileprivate func gather(andStored: Bool) -> SQL {
        let (key, own) = (staged.key, staged.copied.filter { !$0.isList }.map { Identifier(parts: [$0.name]) })
        let isKept: SQL = andStored ? "number = 1 and (place is not null or not is_given)" : "number = 1"
        return """
            insert into \(staged.staging) (record, \(staged.identifying + own), \(lists), samples, added, changed)
            select first.record, \((staged.identifying + own).map { "first.\($0)" }), \(lists.map { "made.\($0)" }),
                made.samples, made.added, made.changed
            from (
                select \(lists.map { "pg_catalog.array_agg(\($0)) filter (where \(isKept)) as \($0)" }),
                    pg_catalog.min(place) as place, pg_catalog.count(place) filter (where number = 1) as samples,
                    pg_catalog.count(place) filter (where number = 1 and not was_there) as added,
                    pg_catalog.count(place) filter (where number = 1 and was_there and not was_same) as changed
                from (\(compared(andStored: andStored))) as sample
                group by \(key)
            ) as made
            join \(staged.samples) as first on first.ctid = made.place
            """
    }

    /// Notes beside each sample what it is if its row is written: 'i' of a moment that is not stored, 'u' of another value than
    /// is stored, 'd' given before by the same file; null where it is stored as it is.
    fileprivate func labelSamples(andStored: Bool) -> SQL {
        """
        update \(staged.samples) as sample
        set outcome = case when made.number > 1 then 'd' when not made.was_there then 'i' else 'u' end
        from (\(compared(andStored: andStored))) as made
        where sample.ctid = made.place and (made.number > 1 or not made.was_same)
        """
    }
}
