/// The SQL of a stored summary:
///
///     base table --insert, update, delete--> touch_<summary>_by_<table>() -> keys of the changed rows: <summary>_touched
///     COMMIT, or recompute_deferred() -> owners_<summary>() locked -> recompute_touched_<summary>() -> recompute_<summary>(keys) -> table
struct StoredSQL {
    /// Where its rows come from when it is made.
    enum Rows {
        /// From its SELECT, while loads and triggers wait.
        case selected
        /// With a table that was filled in the schema `Rebuild.schema`.
        case moved
    }

    let sql: SummarySQL
    let rows: Rows

    init(_ sql: SummarySQL, _ rows: Rows) {
        self.sql = sql
        self.rows = rows
    }

    var summary: Summary { sql.summary }
    var owner: String { SummarySQL.Roles.owner }
    var keys: String { summary.keys.joined(separator: ", ") }
    /// The keys that transactions have touched, with the transaction; its row type is what the functions hand on.
    var touched: String { "summary.\(summary.name)_touched" }

    var create: String {
        let table =
            switch rows {
            case .selected: Self.table(summary, named: sql.qualified, "with no data")
            case .moved: "alter table \(Rebuild.schema).\(summary.name) set schema \(summary.schema);\n"
            }
        let fill = rows == .selected ? ["select summary.rebuild_\(summary.name)();\n"] : []
        let touches = summary.touches.map { TouchSQL(stored: self, touch: $0) }
        let parts = [table, keysTable, policies, rights, recompute, rebuild, verify, differing]
        return (parts + touches.map(\.create) + [owners(touches), recomputeTouched(touches)] + fill).joined(
            separator: "\n")
    }

    /// The table of a stored summary with its indexes.
    static func table(_ summary: Summary, named name: String, _ data: String) -> String {
        let family = summary.family.flatMap { summary.keys.first == $0 ? nil : [$0] }
        let indexes = [summary.index.isEmpty ? nil : summary.index, family].compactMap(\.self).map {
            "create index on \(name) (\($0.joined(separator: ", ")));\n"
        }
        return """
            create table \(name) as
            select * from (
            \(indented(summary.wholeSelect, by: 4))
            ) as made
            \(data);

            alter table \(name) add primary key (\(summary.keys.joined(separator: ", ")));
            \(indexes.joined())
            """
    }

    private var keysTable: String {
        """
        create unlogged table \(touched) as
        select \(keys), null::xid8 as writer from \(sql.qualified)
        with no data;
        \(emptyAtCommit(touched))
        """
    }

    /// Of a table in which each transaction finds its own rows, and no other's: those of others are not committed, or gone.
    func emptyAtCommit(_ table: String) -> String {
        """
        create index on \(table) (writer);
        alter table \(table) owner to \(owner);
        revoke all on \(table) from public, anon, authenticated, service_role;
        comment on table \(table) is 'part of \(sql.qualified)';

        """
    }

    /// The reader's own id and families are looked up once a statement; the rows are then found by index.
    private var policies: String {
        let mine = "(select auth.uid())"
        // Rows of an athlete who has no family have the athlete's id in its place.
        let families =
            "(select fm.family_unit_id from public.family_members as fm where fm.user_id = \(mine) union all select \(mine))"
        let condition = summary.family.map { "\($0) = any (array\(families))" } ?? "\(summary.owner) = \(mine)"
        let who = summary.family == nil ? "the owner reads" : "the family reads"
        var policies = """
            alter table \(sql.qualified) enable row level security;
            create policy "\(who)" on \(sql.qualified) for select to authenticated
            using (\(condition));

            """
        if let loader = sql.roles.loader {
            let owners = "(select scorebook.admitted_owners())"
            let admitted =
                summary.owner == summary.family
                ? "(select fm.family_unit_id from public.family_members as fm where fm.user_id in \(owners))" : owners
            policies += """
                create policy "the loader reads" on \(sql.qualified) for select to \(loader)
                using (\(summary.owner) in \(admitted));

                """
        }
        return policies
    }

    private var rights: String {
        var rights = """
            -- Who gives a table away without being superuser needs the new owner to be allowed tables there, for a moment.
            grant create on schema public to \(owner);
            alter table \(sql.qualified) owner to \(owner);
            revoke create on schema public from \(owner);
            revoke all on \(sql.qualified) from public, anon, authenticated, service_role;
            grant select on \(sql.qualified) to \(sql.everyReader);

            """
        for relation in summary.relations { rights += "grant select on \(relation) to \(owner);\n" }
        for function in SQLNames(in: summary.body).functions.sorted() {
            rights += "grant execute on function \(function) to \(owner);\n"
        }
        return rights
    }

    /// Writes the touched keys; what they are made from is found by index, an owner at a time or a key at a time.
    private var recompute: String {
        let body = """
            declare
                written bigint;
            begin
                -- Each by its key: a session keeps the plan that it made while the table was empty.
                delete from \(sql.qualified) as kept
                where kept.ctid = any (array(
                    select found.place
                    from unnest(touched) as k
                    cross join lateral (
                        select kept.ctid as place from \(sql.qualified) as kept
                        where \(hasSameKeys)
                        offset 0
                    ) as found
                ));

                insert into \(sql.qualified)
            \(indented(summary.allKeys == nil ? fresh : summary.select(fromKeys: wanted), by: 4));

                get diagnostics written = row_count;
                return written;
            end
            """
        return function("recompute_\(summary.name)", "touched \(touched)[]", returns: "bigint", by: .index, body)
    }

    /// The family is only compared: by its own index all rows of the family would be read for each key.
    private var hasSameKeys: String {
        guard let family = summary.family, summary.keys.first != family else {
            return "(\(list("kept."))) = (\(list("k.")))"
        }
        return summary.keys.map { "kept.\($0) \($0 == family ? "is not distinct from" : "=") k.\($0)" }
            .joined(separator: " and ")
    }

    private var wanted: String { "select distinct \(list("k.")) from unnest(touched) as k" }

    /// The rows of the touched keys, by a condition on the SELECT of all rows.
    private var fresh: String {
        let (groups, one, made) =
            switch summary.recomputation {
            case .owner: ("owners", "k.\(summary.owner)", "made.\(summary.owner) = owners.\(summary.owner)")
            case .keys: ("wanted", list("k."), "(\(list("made."))) = (\(list("wanted.")))")
            }
        let onlyTouched =
            summary.recomputation == .owner ? "\nwhere (\(list("made."))) in (select \(list("k.")) from keys as k)" : ""
        return """
            with keys as (
                \(wanted)
            ),

            -- Once, and then compared with the keys: not once an owner.
            made as materialized (
                select made.*
                from (select distinct \(one) from keys as k) as \(groups)
                cross join lateral (
                    select made.*
                    from (
            \(indented(summary.body, by: 12))
                    ) as made
                    where \(made)
                    offset 0 -- keeps the condition inside, so that its rows are found by index
                ) as made
            )

            select made.*
            from made\(onlyTouched)
            """
    }

    /// Whose rows the transaction has touched, as far as it can see now.
    private func owners(_ touches: [TouchSQL]) -> String {
        let touched = """
            select t.\(summary.owner) from \(touched) as t where t.writer = pg_current_xact_id()
            """
        let parts = ([touched] + touches.compactMap(\.owners)).map { indented($0, by: 8) }
        let body = """
            begin
                return array(
            \(parts.joined(separator: "\n        union\n"))
                );
            end
            """
        return function("owners_\(summary.name)", "", returns: "uuid[]", by: .index, body)
    }

    /// Recomputes what the transaction has touched; its owners are locked.
    private func recomputeTouched(_ touches: [TouchSQL]) -> String {
        let body = """
            declare
                touched \(touched)[];
            begin
            \(indented(touches.compactMap(\.expand).joined(separator: "\n"), by: 4))
                with taken as (
                    delete from \(self.touched) as t where t.writer = pg_current_xact_id() returning t.*
                )

                select array_agg(k.keys)
                into touched
                from (select distinct row(\(list("taken.")), null)::\(self.touched) as keys from taken) as k;
                return case when touched is null then 0 else summary.recompute_\(summary.name)(touched) end;
            end
            """
        return function("recompute_touched_\(summary.name)", "", returns: "bigint", by: .index, body)
    }

    /// Makes all rows again while no load and no trigger runs.
    private var rebuild: String {
        let body = """
            declare
                written bigint;
            begin
                perform summary.wait_for_all();
                delete from \(sql.qualified);
                insert into \(sql.qualified)
            \(indented(summary.wholeSelect, by: 4));
                get diagnostics written = row_count;
                return written;
            end
            """
        return function("rebuild_\(summary.name)", "", returns: "bigint", body)
            + loaderMayCall("rebuild_\(summary.name)()")
    }

    private var verify: String {
        let body = """
            begin
                return query
                with made as materialized (
            \(indented(summary.wholeSelect, by: 8))
                )

                select
                    (select count(*) from (select * from made except all select * from \(sql.qualified)) as missing),
                    (select count(*) from (select * from \(sql.qualified) except all select * from made) as extra);
            end
            """
        let name = "verify_\(summary.name)"
        return function(name, "", returns: "table (missing bigint, extra bigint)", body) + loaderMayCall("\(name)()")
    }

    /// The keys whose rows are not those of the SELECT, as one snapshot has both: other writers do not wait.
    private var differing: String {
        let body = """
            begin
                return query
                with made as materialized (
            \(indented(summary.wholeSelect, by: 8))
                ),

                different as (
                    (select * from made except all select * from \(sql.qualified))
                    union all
                    (select * from \(sql.qualified) except all select * from made)
                )

                select distinct \(list("d.")), null::xid8
                from different as d;
            end
            """
        return function("differing_\(summary.name)", "", returns: "setof \(touched)", body)
    }

    func loaderMayCall(_ signature: String) -> String {
        guard let loader = sql.roles.loader else { return "" }
        return "grant execute on function summary.\(signature) to \(loader);\n"
    }

    /// How a function finds the rows that it reads.
    enum Access: String {
        case any = ""
        /// Never by reading a table through: a session keeps its plans while it fills tables that were empty, and the
        /// planner believes what it knew of them then.
        case index = "\nset enable_seqscan = off"
    }

    /// A function of schema summary with the rights of its owner, a role without login.
    func function(
        _ name: String, _ parameters: String, returns: String, by access: Access = .any, _ body: String
    ) -> String {
        let types = parameters.split(separator: " ").dropFirst().joined(separator: " ")
        return """
            create function summary.\(name)(\(parameters)) returns \(returns)
            language plpgsql
            security definer
            set search_path = pg_catalog, pg_temp
            set jit = off
            set row_security = on\(access.rawValue)
            as $made$
            \(body)
            $made$;
            alter function summary.\(name)(\(types)) owner to \(owner);
            revoke all on function summary.\(name)(\(types)) from public, anon, authenticated, service_role;
            comment on function summary.\(name)(\(types)) is 'part of \(sql.qualified)';

            """
    }

    /// `made.user_id, made.metric_type`.
    func list(_ prefix: String) -> String { summary.keys.map { prefix + $0 }.joined(separator: ", ") }
}

/// The text with each line that is not empty moved to the right.
func indented(_ text: String, by count: Int) -> String {
    let end = UInt8(ascii: "\n")
    let margin = repeatElement(UInt8(ascii: " "), count: count)
    var bytes: [UInt8] = []
    var isStart = true
    for byte in text.utf8 {
        if isStart, byte != end { bytes += margin }
        bytes.append(byte)
        isStart = byte == end
    }
    return String(decoding: bytes, as: UTF8.self)
}
