internal import Glibc

/// Fills pieces, on threads of its own some ahead of whoever uses them.
///
///     its threads: fill, one at a time -> finish, side by side -> [full, in their order] -> user
///                   ^------------------------- [empty] <-----------------------------------+
///
/// As many pieces go round as it was given, so memory does not grow however far it could run ahead. The only place where
/// objects cross threads unchecked: a piece belongs to whoever took it out of its queue under the lock, and what pieces
/// are filled from to whoever has the turn. Call `stop` before anybody else touches that.
public final class Ahead<Piece>: @unchecked Sendable {
    /// Fills a piece with what comes next; false where there is nothing left.
    public typealias Filling = (inout Piece) throws(ReadError) -> Bool
    /// Does what can be done to a filled piece by itself.
    public typealias Finishing = (inout Piece) throws(ReadError) -> Void

    private let fill: Filling
    private let finish: Finishing
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// Somebody may fill a piece.
    private let hasTurn = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// The piece that is waited for is full, or none comes any more.
    private let hasNext = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var empty: [Piece]
    /// Finished pieces with their numbers, or why one cannot be had; few, in no order.
    private var full: [(number: Int, piece: Result<Piece, ReadError>)] = []
    private var filled = 0
    private var given = 0
    private var isFilling = false
    private var hasEnded = false
    private var failure: ReadError?
    private var isAbandoned = false
    private var threads: [pthread_t] = []

    /// - Parameter threads: how many work ahead; with none, a piece is filled when it is asked for.
    public init(
        _ pieces: [Piece], threads: Int, fill: @escaping Filling,
        finish: @escaping Finishing = { (_: inout Piece) throws(ReadError) in }
    ) {
        self.fill = fill
        self.finish = finish
        empty = pieces
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        for condition in [hasTurn, hasNext] {
            condition.initialize(to: pthread_cond_t())
            pthread_cond_init(condition, nil)
        }
        // Where there is no thread to be had pieces are filled when asked for.
        for _ in 0..<threads {
            if let thread = Work(run).start() { self.threads.append(thread) }
        }
    }

    deinit {
        for condition in [hasTurn, hasNext] {
            pthread_cond_destroy(condition)
            condition.deallocate()
        }
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// The next full piece; nil at the end. Each is to be given back.
    public func next() throws(ReadError) -> Piece? {
        guard !threads.isEmpty else { return try nextInTurn() }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let index = full.firstIndex(where: { $0.number == given }) {
                given += 1
                return try full.remove(at: index).piece.get()
            }
            if hasEnded, given == filled { break }
            pthread_cond_wait(hasNext, mutex)
        }
        if let failure { throw failure }
        return nil
    }

    private func nextInTurn() throws(ReadError) -> Piece? {
        guard var piece = empty.popLast() else { preconditionFailure("every piece was taken and none given back") }
        do throws(ReadError) {
            if try fill(&piece) {
                try finish(&piece)
                return piece
            }
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
        pthread_cond_signal(hasTurn)
        pthread_mutex_unlock(mutex)
    }

    /// Stops the threads and waits for them.
    public func stop() {
        pthread_mutex_lock(mutex)
        isAbandoned = true
        pthread_cond_broadcast(hasTurn)
        pthread_mutex_unlock(mutex)
        for thread in threads { pthread_join(thread, nil) }
        threads = []
    }

    private func run() {
        while let turn = takeTurn() {
            var piece = turn.piece
            var hasMore = false
            var caught: ReadError?
            do throws(ReadError) { hasMore = try fill(&piece) } catch { caught = error }
            passTurn(hasMore: hasMore, caught)
            guard hasMore else { return }
            var failure: ReadError?
            do throws(ReadError) { try finish(&piece) } catch { failure = error }
            pthread_mutex_lock(mutex)
            full.append((turn.number, failure.map { .failure($0) } ?? .success(piece)))
            if turn.number == given { pthread_cond_signal(hasNext) }
            pthread_mutex_unlock(mutex)
        }
    }

    /// A piece to fill, and its number; nil where nothing is to be done any more.
    private func takeTurn() -> (number: Int, piece: Piece)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !isAbandoned, !hasEnded {
            if !isFilling, let piece = empty.popLast() {
                isFilling = true
                return (filled, piece)
            }
            pthread_cond_wait(hasTurn, mutex)
        }
        return nil
    }

    private func passTurn(hasMore: Bool, _ caught: ReadError?) {
        pthread_mutex_lock(mutex)
        isFilling = false
        if hasMore {
            filled += 1
            pthread_cond_signal(hasTurn)
        } else {
            hasEnded = true
            failure = caught
            pthread_cond_broadcast(hasTurn)
            pthread_cond_signal(hasNext)
        }
        pthread_mutex_unlock(mutex)
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
