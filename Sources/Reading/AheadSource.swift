internal import Glibc

/// Reads a source on a thread of its own, some pieces ahead of whoever parses them.
///
///     its thread: read, unpack, fingerprint -> [full] -> parser
///                   ^------- [empty] <-------------+
///
/// Four pieces go round, so memory does not grow however far it could run ahead. A piece belongs to whoever took it out
/// of its queue under the lock. The source is read to its end only if all is asked for: call `stop` before anybody else
/// touches it.
public final class AheadSource: ByteSource, @unchecked Sendable {
    private struct Piece {
        var bytes: UnsafeMutableRawBufferPointer
        var count = 0
    }

    private static let size = 1 << 18

    private let source: any ByteSource
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let pieces: [UnsafeMutableRawBufferPointer]
    private var empty: [Piece] = []
    private var full: [Piece] = []
    private var current: (piece: Piece, at: Int)?
    private var failure: ReadError?
    private var hasEnded = false
    private var isAbandoned = false
    private var thread: pthread_t?

    public init(_ source: any ByteSource) {
        self.source = source
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
        pieces = (0..<4).map { _ in .allocate(byteCount: Self.size, alignment: 64) }
        empty = pieces.map { Piece(bytes: $0) }
        var handle = pthread_t()
        let context = Unmanaged.passRetained(self).toOpaque()
        if pthread_create(&handle, nil, aheadMain, context) == 0 {
            thread = handle
        } else {
            // No thread to be had: read in turn.
            Unmanaged<AheadSource>.fromOpaque(context).release()
        }
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(condition)
        mutex.deallocate()
        condition.deallocate()
        for piece in pieces { piece.deallocate() }
    }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        guard thread != nil else { return try source.read(into: buffer) }
        if current == nil { current = try next() }
        guard let (piece, at) = current else { return 0 }
        let count = min(buffer.count, piece.count - at)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece.bytes[at..<at + count]))
        if at + count < piece.count {
            current = (piece, at + count)
        } else {
            current = nil
            pthread_mutex_lock(mutex)
            empty.append(piece)
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return count
    }

    private func next() throws(ReadError) -> (piece: Piece, at: Int)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while full.isEmpty, !hasEnded { pthread_cond_wait(condition, mutex) }
        if !full.isEmpty { return (full.removeFirst(), 0) }
        if let failure { throw failure }
        return nil
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

    fileprivate func run() {
        while true {
            pthread_mutex_lock(mutex)
            while empty.isEmpty, !isAbandoned { pthread_cond_wait(condition, mutex) }
            let taken = isAbandoned ? nil : empty.popLast()
            pthread_mutex_unlock(mutex)
            guard var piece = taken else { return }
            var caught: ReadError?
            do throws(ReadError) { piece.count = try source.read(into: piece.bytes) } catch {
                caught = error
                piece.count = 0
            }
            pthread_mutex_lock(mutex)
            if piece.count > 0 { full.append(piece) } else { hasEnded = true }
            failure = caught
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
            if piece.count == 0 { return }
        }
    }
}

private func aheadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<AheadSource>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
