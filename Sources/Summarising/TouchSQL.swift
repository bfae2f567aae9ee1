/// The trigger function and triggers by which one base table touches a stored summary.
///
/// ```
/// statement:  changed rows -> keys -> <summary>_touched
///                         \-> what is kept of them -> <summary>_by_<table>       (where the keys are read from other rows)
/// COMMIT:     owners of both locked -> kept rows -> keys, once more -> rows recomputed
/// ```
///
/// Keys read from other rows are read again when their owners are locked: another session may have changed those rows,
/// and before that neither sees what the other writes.
struct TouchSQL {
    let stored: StoredSQL
    let touch: Summary.Touch

    private var summary: Summary { stored.summary }
    private var tableName: String { touch.table.split(separator: ".").last.map(String.init) ?? touch.table }
    private var functionName: String { "touch_\(summary.name)_by_\(tableName)" }
    /// Of one summary by one table, so that a table may hold those of many summaries.
    private var triggerName: String { "scorebook_\(summary.name)" }
    /// What is kept of changed rows until COMMIT.
    private var kept: String { "summary.\(summary.name)_by_\(tableName)" }

    var create: String { keptTable + function + triggers + readRight }

    /// Whose rows its keys may be is known; otherwise every writer waits.
    var namesOwners: Bool { touch.keeps == nil || touch.locks != nil }

    /// Whether the transaction has kept rows for it.
    var hasKept: String { "exists (select from \(kept) where writer = pg_current_xact_id())" }

    /// The owners that the transaction's kept rows lead to.
    var owners: String? {
        touch.locks.map { locks in
            """
            select o.owner
            from (
                with changed as (
                    select * from \(kept) where writer = pg_current_xact_id()
                )

            \(indented(locks, by: 4))
            ) as o (owner)
            """
        }
    }

    /// Turns the transaction's kept rows into keys.
    var expand: String? {
        guard touch.keeps != nil else { return nil }
        return """
            with changed as (
                delete from \(kept) where writer = pg_current_xact_id() returning *
            )

            \(inserted);

            """
    }

    /// The distinct keys of `changed`; a key with a null has no row in the summary.
    private var inserted: String {
        let whole = summary.keys.map { "t.\($0) is not null" }.joined(separator: " and ")
        return """
            insert into \(stored.touched)
            select distinct \(stored.list("t.")), pg_current_xact_id()
            from (
            \(indented(touch.select, by: 4))
            ) as t
            where \(whole)
            """
    }

    private var keptTable: String {
        guard let keeps = touch.keeps else { return "" }
        return """
            create unlogged table \(kept) as
            with changed as (
                select * from \(touch.table)
            )

            select k.*, null::xid8 as writer
            from (
            \(indented(keeps, by: 4))
            ) as k
            with no data;
            \(stored.emptyAtCommit(kept))

            """
    }

    private var function: String {
        let body = """
            declare
                touched bigint;
            begin
            \(indented(changed(touch.keeps.map(keeping) ?? collecting), by: 4))
                if touched > 0 then
                    perform summary.defer('\(summary.name)');
                end if;
                return null;
            end
            """
        let emptied = """
            begin
                perform summary.rebuild_\(summary.name)();
                return null;
            end
            """
        return stored.function(functionName, "", returns: "trigger", by: .index, body) + "\n"
            + stored.function("empty_\(summary.name)_by_\(tableName)", "", returns: "trigger", emptied)
    }

    private var collecting: (String) -> String {
        { rows in
            """
            with changed as (
                \(rows)
            )

            \(inserted);
            get diagnostics touched = row_count;
            """
        }
    }

    /// The kept rows lead to keys now, as this transaction has the other rows, and once more at COMMIT.
    private func keeping(_ keeps: String) -> (String) -> String {
        { rows in
            """
            with changed as (
                insert into \(kept)
                select distinct k.*, pg_current_xact_id()
                from (
                    with changed as (
                        \(rows)
                    )

            \(indented(keeps, by: 8))
                ) as k
                returning *
            ),

            collected as (
            \(indented(inserted, by: 4))
            )

            select count(*) into touched from changed;
            """
        }
    }

    /// A statement that reads the changed rows, for each way in which rows change.
    private func changed(_ statement: (String) -> String) -> String {
        """
        case tg_op
            when 'INSERT' then
        \(indented(statement("select * from new_rows"), by: 8))
            when 'DELETE' then
        \(indented(statement("select * from old_rows"), by: 8))
            else
        \(indented(statement("select * from old_rows union all select * from new_rows"), by: 8))
        end case;
        """
    }

    private var triggers: String {
        let events = [
            ("insert", "referencing new table as new_rows"),
            ("update", "referencing old table as old_rows new table as new_rows"),
            ("delete", "referencing old table as old_rows"),
        ]
        var sql = "\n"
        for (event, tables) in events {
            sql += """
                create trigger \(triggerName)_\(event) after \(event) on \(touch.table)
                \(tables)
                for each statement execute function summary.\(functionName)();

                """
        }
        return sql + """
            create trigger \(triggerName)_truncate after truncate on \(touch.table)
            for each statement execute function summary.empty_\(summary.name)_by_\(tableName)();

            """
    }

    /// Row-level security binds the functions' owner too, but on its own tables: one policy lets it read what it sums up.
    private var readRight: String {
        let owner = SummarySQL.Roles.owner
        return """
            grant select on \(touch.table) to \(owner);
            do $$
            begin
                if not exists (
                    select from pg_catalog.pg_class as c
                    where c.oid = '\(touch.table)'::regclass and c.relowner = '\(owner)'::regrole
                ) and not exists (
                    select from pg_catalog.pg_policy as p
                    where p.polrelid = '\(touch.table)'::regclass
                        and p.polroles @> array['\(owner)'::regrole::oid]
                        and p.polcmd in ('r', '*')
                        and pg_catalog.pg_get_expr(p.polqual, p.polrelid) = 'true'
                ) then
                    create policy "scorebook sums up" on \(touch.table) for select to \(owner) using (true);
                end if;
            end
            $$;

            """
    }
}
