internal import Definitions
internal import Migrating
internal import Normalising
internal import Postgres
internal import Reporting
internal import Summarising

/// The tables: whether they are as the datasets need them, and the loader may write them.
extension Doctor {
    /// - Returns: whether there is anything of ours to look at further.
    mutating func schema(_ connection: Connection) -> Bool {
        do {
            let state = try database.schema.state(on: connection)
            let absent = state.summaries.filter { $0.state != .current }.map(\.summary.name)
            guard !state.files.applied.isEmpty else {
                let isEmpty = try !database.isEmbedded && database.schema.appTables(on: connection) == .nothing
                notOK(
                    "the schema is not applied: \(state.files.missing.count.of("file")) pending, "
                        + "\(absent.count.of("summary", plural: "summaries")) to make",
                    "`scorebook schema up\(isEmpty ? " --with-app-tables" : "")` makes them, with an administrator's URL."
                )
                return false
            }
            if state.files.missing.isEmpty, state.files.changed.isEmpty {
                ok("scorebook's tables are applied")
            } else if !state.files.missing.isEmpty {
                notOK(
                    "\(state.files.missing.count) of \(database.isEmbedded ? "the schema's" : "scorebook's") files are not applied",
                    "`scorebook schema up` applies them, with an administrator's URL.")
            }
            if !state.files.changed.isEmpty {
                notOK(
                    "changed since they were applied: \(state.files.changed.joined(separator: ", "))",
                    "Restore the old text and write the change as a new file.")
            }
            if absent.isEmpty {
                ok("summaries are applied")
            } else if absent.count <= 5 {
                remark("not as defined: \(absent.joined(separator: ", "))", "`scorebook schema up` makes them.")
            } else {
                remark(
                    "\(absent.count) of \(state.summaries.count) summaries are not as defined",
                    "`scorebook schema up` makes them; `scorebook schema status -v` lists them.")
            }
            let refusing = try database.schema.differences(on: connection).count { $0.weight == .refuses }
            if refusing == 0 {
                ok("the app's tables match the datasets")
            } else {
                notOK(
                    "the app's tables differ from what the datasets need in \(refusing) points",
                    "`scorebook schema verify` lists them, column by column.")
            }
        } catch {
            notOK("\(error)", "`scorebook schema status` shows more.")
            return false
        }
        return true
    }

    /// Rights and row-level security of what the loader writes. It only reads: the server plans statements and runs none.
    mutating func access(_ connection: Connection, tables: [Table]) {
        do {
            let lacking = try ledgerRights(connection)
            let faults = try AccessCheck(connection: connection).faults(of: tables)
            if lacking.isEmpty, faults.isEmpty { ok("the loader has its privileges") }
            if !lacking.isEmpty {
                notOK(
                    "the loader does not have \(lacking.joined(separator: "; "))",
                    "`scorebook schema up` grants them; where it has run before, grant them by hand.")
            }
            for fault in faults {
                let others = fault.tables.count > 1 ? " and \(fault.tables.count - 1) more tables" : ""
                let grants = fault.grants.map { $0 + ";" }.joined(separator: " ")
                faultyTables.formUnion(fault.tables)
                notOK(
                    "\(fault.tables[0])\(others): \(fault.what)",
                    grants.isEmpty
                        ? "`scorebook schema up`, run by an administrator, gives the loader its privileges."
                        : "`scorebook schema up`, run by an administrator, or by hand: \(grants)")
            }
            try rowSecurity(connection, tables.map(\.name))
        } catch { notOK("\(error)", "Privileges could not be checked.") }
    }

    /// Whether ids can be made.
    mutating func secret(_ connection: Connection) {
        do {
            _ = try IdentityKey(IdentityKey.asked(of: connection))
            ok("the id secret exists")
        } catch let error as DatabaseError where error.kind == .undefinedObject {
            notOK("the id secret is missing", "`scorebook schema up` makes its table.")
        } catch { notOK("\(error)", "A backup holds it: the row of scorebook.identity_key.") }
    }

    /// Whether owners are found by email.
    mutating func addresses(_ connection: Connection) {
        do {
            guard try connection.value("select scorebook.knows_addresses()", as: Bool.self) == false else { return }
            remark(
                "owners are found by user id only: the role that ran `schema up` cannot read the addresses in auth.users",
                "Name inbox folders and --owner by user id, or run `grant select on auth.users` for that role, which row-level "
                    + "security must not bind.")
        } catch { notOK("\(error)", "`scorebook schema up` makes what looks up addresses.") }
    }

    /// What the loader may not do with the tables in which runs are kept.
    private func ledgerRights(_ connection: Connection) throws -> [String] {
        try connection.values(
            """
            select pg_catalog.string_agg(wanted.word, ', ' order by wanted.place) || ' on ' || asked.name
            from pg_catalog.unnest(\(bind: ["runs", "units", "rejects", "lineage_shapes", "lineage_blocks"].map { "scorebook.\($0)" })::text[])
                with ordinality as asked (name, place)
            cross join (values (1, 'select'), (2, 'insert')) as wanted (place, word)
            left join pg_catalog.pg_roles as role on role.rolname = \(bind: EmbeddedCluster.loader)
            where pg_catalog.has_any_column_privilege(
                role.oid, pg_catalog.to_regclass(asked.name), wanted.word) is not true
            group by asked.name, asked.place
            order by asked.place
            """)
    }

    mutating func rowSecurity(_ connection: Connection, _ tables: [String]) throws {
        let rows = try connection.rows(
            """
            select asked.name, class.relrowsecurity as is_on
            from unnest(\(bind: tables)::text[]) with ordinality as asked (name, place)
            join pg_catalog.pg_class as class on class.oid = pg_catalog.to_regclass(asked.name)
            where not class.relrowsecurity or not exists (
                select from pg_catalog.pg_policy as policy
                join pg_catalog.pg_roles as role on role.oid = any (policy.polroles)
                where policy.polrelid = class.oid and role.rolname = \(bind: EmbeddedCluster.loader))
            order by asked.place
            """)
        for row in rows {
            let (table, isOn): (String, Bool) = (try row["name"], try row["is_on"])
            faultyTables.insert(table)
            if !isOn {
                notOK(
                    "row-level security of \(table) is off: every user of the app reads all users'",
                    "alter table \(table) enable row level security")
            } else {
                notOK("no policy lets the loader into \(table)", "`scorebook schema up` makes its policies.")
            }
        }
        let found =
            try connection.value(
                "select pg_catalog.count(*) from unnest(\(bind: tables)::text[]) as name where pg_catalog.to_regclass(name) is not null"
            ).flatMap { Int($0) } ?? 0
        if found < tables.count {
            remark(
                "row-level security of \((tables.count - found).of("table")) is not checked: they are missing",
                "`scorebook schema verify` lists what is missing.")
        }
        if rows.isEmpty, found > 0 { ok("row-level security is on, with the loader's policies") }
    }
}

/// Whether what is ours is as it was made, and the summaries are what their tables say.
extension Doctor {
    mutating func drift(_ connection: Connection) {
        do {
            guard let all = try database.schema.drift(on: connection) else {
                remark("scorebook's own objects are not recorded yet", "`scorebook schema up` records them.")
                return
            }
            let drift = all.filter { one in
                !(faultyTables.contains(one.object) && ["grant", "policy", "row-level security"].contains(one.kind))
            }
            if all.isEmpty { ok("scorebook's own objects are as they were made") }
            for one in drift.prefix(5) {
                if one.isTheirs { remark("\(one)", one.advice) } else { notOK("\(one)", one.advice) }
            }
            if drift.count > 5 {
                notOK(
                    "\(drift.count - 5) more of scorebook's objects are not as they were made",
                    "`scorebook schema status` lists them.")
            }
        } catch { notOK("\(error)", "`scorebook schema status` shows more.") }
    }

    /// Writes that bypass triggers leave summaries behind: those of a session with `session_replication_role = replica`, as
    /// a restore of data alone has, and those that logical replication applies. They are looked for as far as a few
    /// seconds reach.
    mutating func summaries(_ connection: Connection) {
        do {
            let all = try Summaries.load(database.schema.folder)
            if try connection.value("select 1 from pg_catalog.pg_stat_subscription limit 1") != nil {
                remark(
                    "rows arrive by logical replication, which runs no triggers",
                    "Run `scorebook summaries rebuild` after it, and `summaries verify` each night.")
            }
            try connection.run("set statement_timeout to '3s'")
            defer { _ = try? connection.run("set statement_timeout to 0") }
            // What is not there cannot match; the schema's lines name it.
            let present = try all.status(connection).count {
                $0.summary.kind == .stored && $0.state != .absent && $0.state != .foreign
            }
            guard present > 0 else { return }
            let outcome = all.verifyInTime(connection)
            let different = outcome.differences.filter { !$0.isNone }
            if different.isEmpty {
                ok(
                    outcome.isWhole
                        ? "stored summaries match their tables"
                        : "stored summaries match their tables, as far as could be checked in 3 s")
            }
            for one in different {
                notOK(
                    "summary \(one.summary) differs from its tables: \(one.missing) rows missing, \(one.extra) extra",
                    "`scorebook summaries rebuild`; it missed writes without triggers, as under "
                        + "session_replication_role = replica.")
            }
            if !outcome.isWhole {
                remark("not all stored summaries were compared", "`scorebook summaries verify` compares all of them.")
            }
        } catch { notOK("\(error)", "`scorebook summaries verify` shows more.") }
    }
}
