internal import Records

/// Fills chunks, on threads of its own some ahead of what uses them.
///
///     its threads: fill, one at a time -> finish, side by side -> [full, in their order] -> user
///                   ^------------------------- [empty] <-----------------------------------+
///
/// As many chunks go round as it was given, so memory does not grow however far it could run ahead. A chunk belongs to
/// the thread that took it, the source to the one that has the turn, and what finishing remembers to its thread: no
/// closure may hold anything else that changes.
public final class ReadAhead<Source, Chunk> {
    /// Fills a chunk with what comes next; false where there is nothing left.
    public typealias Filling = @Sendable (Source, inout Chunk) throws(ReadError) -> Bool
    /// Does what can be done to a filled chunk by itself.
    public typealias Finishing = (inout Chunk) throws(ReadError) -> Void

    private struct State {
        /// Nil while a thread fills from it.
        var source: Source?
        var empty: [Chunk]
        /// Finished chunks by their numbers, or why one cannot be had.
        var full: [Int: Result<Chunk, ReadError>] = [:]
        var filled = 0
        var given = 0
        var isAbandoned = false
        /// What comes after the last chunk: nothing, or why there are no more.
        var end: Result<Chunk?, ReadError>?
    }

    private let state: Shared<State>
    private let fill: Filling
    private let finish: Finishing
    private var threads: Workers

    /// - Parameters:
    ///   - threads: how many work ahead; with none, a chunk is filled when it is asked for.
    ///   - finish: makes what finishes chunks, once for each thread.
    public init(
        _ chunks: [Chunk], from source: Source, threads: Int, fill: @escaping Filling,
        finish: @escaping @Sendable () -> Finishing = { { (_: inout Chunk) throws(ReadError) in } }
    ) {
        let state = Shared(State(source: source, empty: chunks))
        (self.state, self.fill, self.finish) = (state, fill, finish())
        self.threads = Workers(threads) { Self.work(state, fill, finish()) }
    }

    /// The next full chunk; nil at the end. Each must be recycled.
    public func next() throws(ReadError) -> Chunk? {
        guard !threads.isEmpty else { return try nextOnThisThread() }
        let found = state.wait { state -> Result<Chunk?, ReadError>? in
            if let chunk = state.full.removeValue(forKey: state.given) {
                state.given += 1
                return chunk.map { $0 }
            }
            return state.given == state.filled ? state.end : nil
        }
        return try found.get()
    }

    private func nextOnThisThread() throws(ReadError) -> Chunk? {
        guard let source = state.change({ $0.source }), var chunk = state.change({ $0.empty.popLast() }) else {
            preconditionFailure("every chunk was taken and none given back")
        }
        do throws(ReadError) {
            if try fill(source, &chunk) {
                try finish(&chunk)
                return chunk
            }
        } catch {
            recycle(chunk)
            throw error
        }
        recycle(chunk)
        return nil
    }

    /// Gives back what `next` gave, to be filled again.
    public func recycle(_ chunk: Chunk) { state.change { $0.empty.append(chunk) } }

    /// Stops the threads and waits for them; gives back what chunks were filled from.
    @discardableResult
    public func stop() -> Source? {
        state.change { $0.isAbandoned = true }
        threads.join()
        return state.change { $0.source }
    }

    /// What each thread does until there is nothing left.
    private static func work(_ state: Shared<State>, _ fill: Filling, _ finish: Finishing) {
        while case (let source, let number, var chunk)? = nextToFill(state) {
            do throws(ReadError) {
                let hasMore = try fill(source, &chunk)
                state.change { state in
                    state.source = source
                    if hasMore { state.filled += 1 } else { state.end = .success(nil) }
                }
                guard hasMore else { return }
            } catch {
                return state.change { state in
                    state.source = source
                    state.end = .failure(error)
                }
            }
            let finished: Result<Chunk, ReadError>
            do throws(ReadError) {
                try finish(&chunk)
                finished = .success(chunk)
            } catch { finished = .failure(error) }
            state.change { $0.full[number] = finished }
        }
    }

    /// The source, a chunk to fill from it, and its number; nil where nothing is to be done any more.
    private static func nextToFill(_ state: Shared<State>) -> (source: Source, number: Int, chunk: Chunk)? {
        state.wait { state -> (source: Source, number: Int, chunk: Chunk)?? in
            if state.isAbandoned || state.end != nil { return .some(nil) }
            guard let source = state.source, let chunk = state.empty.popLast() else { return nil }
            state.source = nil
            return (source, state.filled, chunk)
        }
    }
}
