internal import Migrating
internal import Postgres
internal import Summarising

/// Whether what is ours is as it was made, and the summaries are what their tables say.
extension Doctor {
    mutating func drift(_ connection: Connection) {
        do {
            guard let all = try database.schema.drift(on: connection) else {
                remark("nothing is recorded of scorebook's own objects", "`scorebook schema up` records them.")
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
        } catch { notOK("\(error)", "`scorebook schema status` tells more.") }
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
            let outcome = all.verifyInTime(connection)
            let different = outcome.differences.filter { !$0.isNone }
            if different.isEmpty {
                ok(
                    outcome.isWhole
                        ? "stored summaries are what their tables say"
                        : "stored summaries are what their tables say, as far as 3 s reach")
            }
            for one in different {
                notOK(
                    "summary \(one.summary) differs from its tables: \(one.missing) rows missing, \(one.extra) extra",
                    "`scorebook summaries rebuild`; it missed writes without triggers, as under "
                        + "session_replication_role = replica.")
            }
            if !outcome.isWhole {
                remark("not all stored summaries were compared", "`scorebook summaries verify` takes its time.")
            }
        } catch { notOK("\(error)", "`scorebook summaries verify` tells more.") }
    }
}
