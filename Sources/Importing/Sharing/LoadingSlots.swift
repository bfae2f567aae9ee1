internal import Glibc
internal import Loading
internal import Postgres

/// The places for sessions that load at the same time, whatever started them.
///
/// A place is an advisory lock of the transaction: the server takes it back with its end, however it ends. A process that
/// is frozen between two transactions keeps none. 23564 = 0x5C0C.
final class LoadingSlots {
    private let count: Int
    private let hooks: Session.Hooks
    private var stalled = StalledSessions(holding: "held.classid = 23564")

    init(_ count: Int, hooks: Session.Hooks) {
        self.count = count
        self.hooks = hooks
    }

    /// Takes a place for the open transaction; false where none is free.
    func take(on connection: Connection) throws -> Bool {
        let place: Int? = try connection.value(
            """
            select place.number
            from pg_catalog.generate_series(1, \(bind: count)::integer) as place (number)
            where pg_catalog.pg_try_advisory_xact_lock(23564, place.number)
            limit 1
            """)
        return place != nil
    }

    /// Waits a moment, outside a transaction; a place whose holder is frozen comes free.
    func wait(on connection: Connection) throws {
        guard !hooks.shouldStop() else { throw RunEnd.interrupted }
        hooks.tick()
        try stalled.endWhatWaits(on: connection)
        // With jitter, so that those who wait do not ask at the same moments.
        usleep(UInt32.random(in: 20_000...120_000))
    }
}
