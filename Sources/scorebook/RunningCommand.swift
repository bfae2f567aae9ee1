import Command
import Importing
import Reporting
import Synchronization

/// A command that takes a while: it can be interrupted, and shows its progress.
struct RunningCommand {
    let interruption = Interruption.install()
    let hooks: Session.Hooks
    private let cancel = CancelBox()
    private let tick: @Sendable () -> Void
    private let console: Console

    /// - Parameters:
    ///   - event: receives events, where they are asked for.
    ///   - log: receives a line on the outcome of each unit.
    init(
        _ console: Console, event: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil,
        log: @escaping @Sendable (LogLine) -> Void = { _ in }
    ) {
        self.console = console
        let progress = Progress()
        let interruption = interruption
        let cancel = cancel
        tick = { console.tick(progress) }
        var hooks = Session.Hooks(
            progress: progress, tick: tick,
            shouldStop: { interruption.isRequested })
        hooks.cancellable = { cancel.set($0) }
        hooks.log = log
        hooks.event = event
        self.hooks = hooks
    }

    func whileRunning(_ body: () -> RunEnd) -> RunEnd {
        let end = interruption.whileRunning(cancel: { [cancel] in cancel.call() }, tick: tick) { body() }
        console.clearProgress()
        return end
    }
}

/// The action that cancels the running query, for the thread that handles signals.
private final class CancelBox: Sendable {
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ newAction: @escaping @Sendable () -> Void) { action.withLock { $0 = newAction } }

    func call() { action.withLock { $0 }?() }
}
