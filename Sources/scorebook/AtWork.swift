import Command
import Importing
import Reporting
import Synchronization

/// What commands that take a while share: they can be interrupted, and show that they are at work.
struct AtWork {
    let interruption = Interruption.install()
    let hooks: Session.Hooks
    private let cancel = CancelBox()
    private let console: Console

    /// - Parameter log: takes a line on what became of each unit.
    init(_ console: Console, log: @escaping @Sendable (LogLine) -> Void = { _ in }) {
        self.console = console
        let progress = Progress()
        let interruption = interruption
        let cancel = cancel
        var hooks = Session.Hooks(
            progress: progress, tick: { console.tick(progress) },
            shouldStop: { interruption.isRequested })
        hooks.cancellable = { cancel.set($0) }
        hooks.log = log
        self.hooks = hooks
    }

    func whileRunning(_ body: () -> RunEnd) -> RunEnd {
        let end = interruption.whileRunning(cancel: { [cancel] in cancel.call() }) { body() }
        console.clearProgress()
        return end
    }
}

/// Holds the way to end what the database is doing, for the thread that takes signals.
private final class CancelBox: Sendable {
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ newAction: @escaping @Sendable () -> Void) { action.withLock { $0 = newAction } }

    func call() { action.withLock { $0 }?() }
}
