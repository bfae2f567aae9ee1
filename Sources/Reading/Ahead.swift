internal import Glibc

/// Fills pieces, on a thread of its own some ahead of whoever uses them.
///
///     its thread: fill -> [full] -> user
///                   ^---- [empty] <---+
///
/// As many pieces go round as it was given, so memory does not grow however far it could run ahead. The only place where
/// objects cross threads unchecked: a piece belongs to whoever took it out of its queue under the lock. Call `stop`
/// before anybody else touches what the pieces are filled from.
public final class Ahead<Piece>: @unchecked Sendable {
    /// Fills a piece; false where there is nothing left.
    public typealias Filling = (inout Piece) throws(ReadError) -> Bool

    public enum Turn: Sendable {
        case ahead
        /// When a piece is asked for, and no thread is made.
        case whenAsked
    }

    private let fill: Filling
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var empty: [Piece]
    private var full: [Piece] = []
    private var failure: ReadError?
    private var hasEnded = false
    private var isAbandoned = false
    private var thread: pthread_t?

    public init(_ pieces: [Piece], _ turn: Turn, fill: @escaping Filling) {
        self.fill = fill
        empty = pieces
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
        // Where there is no thread to be had pieces are filled when asked for.
        if turn == .ahead { thread = Work(run).start() }
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(condition)
        mutex.deallocate()
        condition.deallocate()
    }

    /// The next full piece; nil at the end. Each is to be given back.
    public func next() throws(ReadError) -> Piece? {
        guard thread != nil else { return try nextInTurn() }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while full.isEmpty, !hasEnded { pthread_cond_wait(condition, mutex) }
        if !full.isEmpty { return full.removeFirst() }
        if let failure { throw failure }
        return nil
    }

    private func nextInTurn() throws(ReadError) -> Piece? {
        guard var piece = empty.popLast() else { preconditionFailure("every piece was taken and none given back") }
        do throws(ReadError) {
            if try fill(&piece) { return piece }
        } catch {
            empty.append(piece)
            throw error
        }
        empty.append(piece)
        return nil
    }

    /// Gives back what `next` gave, to be filled again.
    public func giveBack(_ piece: Piece) {
        pthread_mutex_lock(mutex)
        empty.append(piece)
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Stops the thread and waits for it.
    public func stop() {
        pthread_mutex_lock(mutex)
        isAbandoned = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
        if let thread { pthread_join(thread, nil) }
        thread = nil
    }

    private func run() {
        while var piece = takeEmpty() {
            var hasMore = false
            var caught: ReadError?
            do throws(ReadError) { hasMore = try fill(&piece) } catch { caught = error }
            pthread_mutex_lock(mutex)
            if hasMore { full.append(piece) } else { hasEnded = true }
            failure = caught
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
            if !hasMore { return }
        }
    }

    private func takeEmpty() -> Piece? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while empty.isEmpty, !isAbandoned { pthread_cond_wait(condition, mutex) }
        return isAbandoned ? nil : empty.popLast()
    }
}

/// What a thread does.
private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    /// Begins it on a thread; nil where there is none to be had.
    func start() -> pthread_t? {
        var handle = pthread_t()
        let context = Unmanaged.passRetained(self)
        let refused = pthread_create(
            &handle, nil,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, context.toOpaque())
        guard refused == 0 else {
            context.release()
            return nil
        }
        return handle
    }
}
