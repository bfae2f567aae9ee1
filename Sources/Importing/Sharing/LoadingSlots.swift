internal import Glibc
internal import Loading
internal import Postgres

/// One of the places for sessions that load at the same time, whatever started them.
///
/// Places are advisory locks of the session: the server takes one back when its session ends, however it ends.
/// 23564 = 0x5C0C.
final class LoadingSlots {
    private let count: Int
    private let hooks: Session.Hooks
    /// The server process of the session that holds a place, and which.
    private var held: (session: Int, place: Int)?

    init(_ count: Int, hooks: Session.Hooks) {
        self.count = count
        self.hooks = hooks
    }

    /// Waits for a place; a session that has one keeps it.
    func hold(on connection: Connection) throws {
        guard held?.session != connection.processIdentifier else { return }
        while true {
            let place: Int? = try connection.value(
                """
                select place.number
                from pg_catalog.generate_series(1, \(bind: count)::integer) as place (number)
                where pg_catalog.pg_try_advisory_lock(23564, place.number)
                limit 1
                """)
            if let place {
                held = (connection.processIdentifier, place)
                return
            }
            guard !hooks.shouldStop() else { throw RunEnd.interrupted }
            hooks.tick()
            // With jitter, so that those who wait do not ask at the same moments.
            usleep(UInt32.random(in: 20_000...120_000))
        }
    }

    /// Lets others load.
    func release(on connection: Connection) {
        guard let held, held.session == connection.processIdentifier else { return }
        self.held = nil
        _ = try? connection.run("select pg_catalog.pg_advisory_unlock(23564, \(bind: held.place)::integer)")
    }
}
