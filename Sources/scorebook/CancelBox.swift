import Synchronization

/// Holds the way to end what the database is doing, for the thread that hears of signals.
final class CancelBox: Sendable {
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ newAction: @escaping @Sendable () -> Void) { action.withLock { $0 = newAction } }

    func call() { action.withLock { $0 }?() }
}
