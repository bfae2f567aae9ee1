internal import Glibc
internal import Reading
internal import Records

/// Reads batches on a thread of its own, some ahead of whoever maps them.
///
///     reader thread: fill -> [full] -> mapper
///                      ^---- [empty] <----+
///
/// Three batches go round, so memory does not grow however far the reader could run ahead. The only place where objects
/// cross threads unchecked: each batch belongs to whoever took it out of its queue under the lock.
final class ReadAhead: @unchecked Sendable {
    private let reader: any RecordReader
    private var mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var empty: [RawBatch] = []
    private var full: [RawBatch] = []
    private var failure: ReadError?
    private var hasEnded = false
    private var isAbandoned = false
    private var thread: pthread_t?
    private let bytes: Int

    /// - Parameter bytes: the source's.
    init(reader: any RecordReader, bytes: Int) {
        self.reader = reader
        self.bytes = bytes
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(condition)
        mutex.deallocate()
        condition.deallocate()
    }

    func start() {
        for _ in 0..<3 { empty.append(reader.makeBatch()) }
        var handle = pthread_t()
        let context = Unmanaged.passRetained(self).toOpaque()
        if pthread_create(&handle, nil, readAheadMain, context) == 0 {
            thread = handle
        } else {
            // No thread to be had: read in turn.
            Unmanaged<ReadAhead>.fromOpaque(context).release()
        }
    }

    /// Gives back the batch of the last call, if any, and takes the next.
    func next(returning used: RawBatch?) throws(ReadError) -> RawBatch? {
        guard thread != nil else { return try nextInTurn(returning: used) }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if let used {
            empty.append(used)
            pthread_cond_broadcast(condition)
        }
        while full.isEmpty, !hasEnded { pthread_cond_wait(condition, mutex) }
        if !full.isEmpty { return full.removeFirst() }
        if let failure { throw failure }
        return nil
    }

    private func nextInTurn(returning used: RawBatch?) throws(ReadError) -> RawBatch? {
        if let used { empty.append(used) }
        let batch = empty.popLast() ?? reader.makeBatch(forBytes: bytes)
        return try reader.read(into: batch) ? batch : nil
    }

    /// Stops the thread and waits for it: nobody reads the descriptor afterwards.
    func stop() {
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
            let batch = isAbandoned ? nil : empty.popLast()
            pthread_mutex_unlock(mutex)
            guard let batch else { return }
            var hasMore = false
            var caught: ReadError?
            do throws(ReadError) {
                hasMore = try reader.read(into: batch)
            } catch { caught = error }
            pthread_mutex_lock(mutex)
            if hasMore { full.append(batch) } else { hasEnded = true }
            failure = caught
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
            if !hasMore { return }
        }
    }
}

private func readAheadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<ReadAhead>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
