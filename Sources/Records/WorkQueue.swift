internal import Glibc

/// State that threads share: each change wakes the threads that wait for it.
///
/// The only place where objects cross threads unchecked: what the state holds belongs to the thread that took it out.
public final class Shared<State>: @unchecked Sendable {
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    public init(_ state: State) {
        self.state = state
        mutex.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Changes the state.
    public func change<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits until the state gives something; a body that gives nil has changed nothing.
    public func wait<Result>(for body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = body(&state) { return result }
            pthread_cond_wait(changed, mutex)
        }
    }
}

/// Threads that do the same work until it is done.
public struct Workers {
    private var threads: [pthread_t] = []

    /// Fewer begin where there are none to be had; none perhaps.
    public init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        for _ in 0..<count {
            var thread = pthread_t()
            let work = Unmanaged.passRetained(Work(body))
            let refused = pthread_create(
                &thread, nil,
                { context in
                    if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
                    return nil
                }, work.toOpaque())
            if refused == 0 { threads.append(thread) } else { work.release() }
        }
    }

    public var isEmpty: Bool { threads.isEmpty }

    /// Waits until all of them are done.
    public mutating func join() {
        for thread in threads { pthread_join(thread, nil) }
        threads = []
    }

    /// How many cores there are.
    public static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
