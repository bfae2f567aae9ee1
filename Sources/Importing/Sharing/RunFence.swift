internal import Loading
internal import Postgres

/// Closes a run that several processes load: it waits for their transactions under way, and no later one is let in.
///
/// A process that is frozen in the middle of a transaction, or whose machine is gone, would hold it open for ever.
struct RunFence {
    let run: String
    let connection: Connection
    let hooks: Session.Hooks

    func close() throws {
        var stalled = StalledSessions(
            holding: """
                held.classid = 23565
                    and held.objid = (pg_catalog.hashtext(\(bind: run))::bigint & 4294967295)::oid
                """)
        while true {
            do { return try tryToClose() } catch let error as DatabaseError where error.kind == .lockTimeout {}
            guard !hooks.shouldStop() else { throw RunEnd.interrupted }
            hooks.tick()
            try stalled.endWhatWaits(on: connection)
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
