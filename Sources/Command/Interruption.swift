internal import Glibc
internal import Synchronization

/// SIGINT and SIGTERM: the first asks the run to stop cleanly, the second ends the process at once.
///
///     signal -> handler writes one byte -> pipe -> thread reads it -> 1st: flag, then cancellations
///                                                                    2nd: end with 130 or 143
///
/// The handler does nothing but write, so everything else runs on a thread of its own, where locks and libpq's cancel
/// request are allowed. Children that are started meanwhile get the default actions back on exec.
public final class Interruption: Sendable {
    /// What the process does at a signal.
    enum Response: Equatable {
        case stop
        case abort(ExitCode)
    }

    private struct State {
        var cancellations: [Int: @Sendable () -> Void] = [:]
        /// Called some times a second while something runs, whatever that waits for.
        var ticks: [Int: @Sendable () -> Void] = [:]
        var next = 0
    }

    private let firstSignal = Atomic<Int32>(0)
    private let state = Mutex(State())

    init() {}

    /// The one of this process; its handlers are in place from the first call on.
    public static func install() -> Interruption {
        _ = installed
        return shared
    }

    private static let shared = Interruption()

    private static let installed: Bool = {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        interruptionPipe.writeEnd = ends[1]
        interruptionPipe.readEnd = ends[0]
        var thread = pthread_t()
        guard pthread_create(&thread, nil, listenForSignals, nil) == 0 else { return false }
        pthread_detach(thread)
        for number in [SIGINT, SIGTERM] {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = passSignalOn
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
        unblock()
        signal(SIGPIPE, SIG_IGN)
        return true
    }()

    /// A process inherits the signals that its parent blocks: it could not be stopped.
    private static func unblock() {
        var ours = sigset_t()
        sigemptyset(&ours)
        for number in [SIGINT, SIGTERM] { sigaddset(&ours, number) }
        pthread_sigmask(SIG_UNBLOCK, &ours, nil)
    }

    /// Whether a stop was asked for: look between batches.
    public var isRequested: Bool { firstSignal.load(ordering: .acquiring) != 0 }

    /// With what to end once the unit at hand is finished or rolled back; nil where no stop was asked for.
    public var exitCode: ExitCode? { Self.exitCode(for: firstSignal.load(ordering: .acquiring)) }

    /// Runs `body`, and meanwhile five times a second `tick` on another thread. A first signal calls `cancel`, at most once.
    ///
    /// A signal that came before calls it at once: a wait that begins after the signal must not last either.
    public func whileRunning<R, E: Error>(
        cancel: @escaping @Sendable () -> Void, tick: @escaping @Sendable () -> Void = {}, _ body: () throws(E) -> R
    ) throws(E) -> R {
        let token = state.withLock { state in
            state.next += 1
            state.cancellations[state.next] = cancel
            state.ticks[state.next] = tick
            return state.next
        }
        defer {
            state.withLock { state in
                state.cancellations[token] = nil
                state.ticks[token] = nil
            }
        }
        if isRequested { callCancellations() }
        return try body()
    }

    /// Decides about a signal and, for the first one, asks everything to stop.
    @discardableResult
    func receive(_ number: Int32) -> Response {
        let (isFirst, _) = firstSignal.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
        guard isFirst else { return .abort(Self.exitCode(for: number) ?? .terminated) }
        callCancellations()
        return .stop
    }

    private func callCancellations() {
        let calls = state.withLock { state in
            defer { state.cancellations = [:] }
            return Array(state.cancellations.values)
        }
        for call in calls { call() }
    }

    private static func exitCode(for number: Int32) -> ExitCode? {
        switch number {
        case 0: nil
        case SIGINT: .interrupted
        default: .terminated
        }
    }

    /// Reads the pipe for as long as the process lives.
    fileprivate static func listen() {
        while true {
            var asked = pollfd(fd: interruptionPipe.readEnd, events: Int16(POLLIN), revents: 0)
            if poll(&asked, 1, 200) == 0 {
                // What nobody reads would hold up the signals.
                var errors = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
                guard poll(&errors, 1, 0) == 1, errors.revents == Int16(POLLOUT) else { continue }
                // None of them goes on once its work has ended.
                shared.state.withLock { state in state.ticks.values.forEach { $0() } }
                continue
            }
            var byte: UInt8 = 0
            let count = read(interruptionPipe.readEnd, &byte, 1)
            if count == 1 {
                if case .abort(let code) = shared.receive(Int32(byte)) { _exit(code.rawValue) }
            } else if count == 0 || errno != EINTR {
                return
            }
        }
    }
}

/// Both ends, written once before any handler or thread can read them.
///
/// A handler must not run Swift's lazy initialisation; a struct of constants in a global of its own needs none.
private struct InterruptionPipe {
    var readEnd: Int32 = -1
    var writeEnd: Int32 = -1
}

private nonisolated(unsafe) var interruptionPipe = InterruptionPipe()

private func passSignalOn(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(interruptionPipe.writeEnd, &byte, 1)
    errno = before
}

private func listenForSignals(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    Interruption.listen()
    return nil
}
