internal import Postgres
internal import Records

/// Sessions that hold an advisory lock and do nothing but wait for their client: its process is frozen, or its machine is
/// gone. They are ended after a while, and what they had written is rolled back.
struct StalledSessions {
    /// Which advisory locks, as a condition on `held`, a row of `pg_locks` of this database.
    private let locks: SQL
    /// Seconds without anything from its client after which a session is ended.
    private let patience: Double
    /// What each session was doing when it was first seen so, and when that was.
    private var seen: [Int: (state: String, since: Double)] = [:]
    private var lastLook = 0.0

    init(holding locks: SQL, patience: Double = 20) {
        self.locks = locks
        self.patience = patience
    }

    /// Looks, once a second at most.
    mutating func endWhatWaits(on connection: Connection) throws {
        let now = Clock.monotonic
        guard now - lastLook >= 1 else { return }
        lastLook = now
        // A COPY that goes on is no standstill, however often it is met waiting for its client.
        let found = try connection.rows(
            """
            select held.pid,
                pg_catalog.concat_ws(' ', activity.state_change, progress.bytes_processed) as state
            from pg_catalog.pg_locks as held
            join pg_catalog.pg_stat_activity as activity on activity.pid = held.pid
            left join pg_catalog.pg_stat_progress_copy as progress on progress.pid = held.pid
            where held.locktype = 'advisory' and held.granted and held.objsubid = 2 and \(locks)
                and held.database = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
                and activity.wait_event_type = 'Client'
            """)
        var next: [Int: (state: String, since: Double)] = [:]
        for row in found {
            let (session, state): (Int, String) = (try row["pid"], try row["state"])
            let before = seen[session]
            let since = before?.state == state ? before?.since ?? now : now
            next[session] = (state, since)
            if now - since >= patience {
                connection.later.run("select pg_catalog.pg_terminate_backend(\(bind: session)::integer)")
            }
        }
        seen = next
        try connection.flush()
    }
}
