internal import CPostgres
internal import Synchronization

/// Asks the server to end a connection's running statement; may be called from any thread.
///
/// Not from a signal handler: a thread that waits for the signal calls it.
public final class Cancel: Sendable {
    // libpq documents the token as usable from another thread; it is written once, here.
    private nonisolated(unsafe) let token: OpaquePointer
    private let requested = Atomic(false)

    init(_ token: OpaquePointer) { self.token = token }

    deinit { PQfreeCancel(token) }

    /// Sends the request; the statement then fails with kind `.cancelled`.
    ///
    /// Returns whether the request was sent: the server does not confirm it.
    @discardableResult
    public func request() -> Bool {
        requested.store(true, ordering: .releasing)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { words in
            PQcancel(token, words.baseAddress, Int32(words.count)) == 1
        }
    }

    /// Whether `request` was ever called.
    public var wasRequested: Bool { requested.load(ordering: .acquiring) }

    /// Ends a result that is not wanted any more, without counting as the user's cancel.
    func stopQuietly() {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { words in
            _ = PQcancel(token, words.baseAddress, Int32(words.count))
        }
    }
}
