/// The trigger function and triggers by which one base table touches a stored summary.
struct TouchSQL {
    let stored: StoredSQL
    let touch: Summary.Touch

    private var summary: Summary { stored.summary }
    private var tableName: String { touch.table.split(separator: ".").last.map(String.init) ?? touch.table }
    private var functionName: String { "touch_\(summary.name)_by_\(tableName)" }
    /// Of one summary by one table, so that a table may hold those of many summaries.
    private var triggerName: String { "scorebook_\(summary.name)" }

    var create: String { function + triggers + readRight }

    private var function: String {
        let body = """
            declare
            \(indented(declarations, by: 4))
            begin
            \(indented(locksFirst ? locked + "\n" + collected : collected + "\n" + lockedByKeys, by: 4))
                if summary.is_deferred() then
                    insert into \(stored.touched) select k.* from unnest(touched) as k;
                    insert into summary.deferred (summary)
                    select '\(summary.name)'
                    where not exists (select from summary.deferred as d where d.summary = '\(summary.name)');
                else
                    perform summary.recompute_\(summary.name)(touched);
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

    private var declarations: String {
        let touched = "touched \(stored.touched)[];"
        return touch.locks != nil ? "owners uuid[];\nlocked uuid[] := '{}';\n" + touched : touched
    }

    /// Keys read from other rows than the changed ones are read when their owners are locked, and not before: another
    /// session may be changing those rows, and neither would see what the other writes.
    private var locksFirst: Bool { touch.locks != nil || !SQLNames(in: touch.select).relations.isEmpty }

    private var lockedByKeys: String {
        "perform scorebook.lock_owners(array(select distinct k.\(summary.owner) from unnest(touched) as k));"
    }

    private var locked: String {
        guard let locks = touch.locks else {
            return "-- Whose rows are touched is known when they are read: everyone waits.\n"
                + "perform pg_advisory_xact_lock(23563, 0);"
        }
        let owners = changed(
            """
            select array_agg(t.owner)
            into owners
            from (
                (
            \(indented(locks, by: 8))
                )
                except
                select unnest(locked)
            ) as t (owner)
            where t.owner is not null;
            """)
        return """
            -- Until no new owner is found: whose rows are touched may change before they are locked.
            loop
            \(indented(owners, by: 4))
                exit when owners is null;
                perform scorebook.lock_owners(owners);
                locked := locked || owners;
            end loop;
            """
    }

    /// Distinct keys of the changed rows; a key with a null has no row in the summary.
    private var collected: String {
        let whole = summary.keys.map { "t.\($0) is not null" }.joined(separator: " and ")
        let keys = changed(
            """
            select array_agg(row(\(stored.list("k.")))::\(stored.touched))
            into touched
            from (
                select distinct \(stored.list("t."))
                from (
            \(indented(touch.select, by: 8))
                ) as t
                where \(whole)
            ) as k;
            """)
        return """
            \(keys)
            if touched is null then
                return null;
            end if;
            """
    }

    /// A statement that reads `changed`, for each way in which rows change.
    private func changed(_ statement: String) -> String {
        func reading(_ rows: String) -> String { indented("with changed as (\n    \(rows)\n)\n\n" + statement, by: 8) }
        return """
            case tg_op
                when 'INSERT' then
            \(reading("select * from new_rows"))
                when 'DELETE' then
            \(reading("select * from old_rows"))
                else
            \(reading("select * from old_rows union all select * from new_rows"))
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
