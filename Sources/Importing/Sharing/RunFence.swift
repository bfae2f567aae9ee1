internal import Loading
internal import Postgres

/// Closes a run that several processes load: it waits for their transactions under way, and no later one is let in.
///
/// A process that is frozen in the middle of a transaction, or whose machine is gone, would hold it open for ever: its
/// session does nothing but wait for the client, and is ended after a while. What it had written is rolled back.
struct RunFence {
    let run: String
    let connection: Connection
    let hooks: Session.Hooks

    /// Looks, a second apart, that find a session waiting for its client before it is ended.
    private static let patience = 20

    func close() throws {
        var waiting: [Int: Int] = [:]
        while true {
            do { return try tryToClose() } catch let error as DatabaseError where error.kind == .lockTimeout {}
            guard !hooks.shouldStop() else { throw RunEnd.interrupted }
            hooks.tick()
            let idle: [Int] = try connection.values(
                """
                select activity.pid
                from pg_catalog.pg_locks as held
                join pg_catalog.pg_stat_activity as activity on activity.pid = held.pid
                where held.locktype = 'advisory' and held.granted and held.classid = 23565 and held.objsubid = 2
                    and held.objid = (pg_catalog.hashtext(\(bind: run))::bigint & 4294967295)::oid
                    and held.database = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
                    and activity.wait_event_type = 'Client'
                """)
            waiting = Dictionary(uniqueKeysWithValues: idle.map { ($0, waiting[$0, default: 0] + 1) })
            for (session, looks) in waiting where looks >= Self.patience {
                connection.later.run("select pg_catalog.pg_terminate_backend(\(bind: session)::integer)")
            }
            try connection.flush()
        }
    }

    private func tryToClose() throws {
        try connection.transaction {
            connection.later.run("set local lock_timeout = '1s'")
            connection.later.run(
                "select pg_catalog.pg_advisory_xact_lock(23565, pg_catalog.hashtext(\(bind: run)))")
            try connection.run(
                """
                update scorebook.runs set finished_at = pg_catalog.clock_timestamp()
                where id = \(bind: run)::uuid and finished_at is null
                """)
        }
    }
}
