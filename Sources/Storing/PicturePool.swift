import Glibc

/// Threads that look at pictures; each has at most one in memory.
///
///     add -> [waiting, a few a worker] -> workers -> [found] -> take
///
/// The order in which pictures are found is nobody's; what is found of each is the same whatever the number of workers.
public final class PicturePool: @unchecked Sendable {
    public let workers: Int
    private let desk: PictureDesk
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var waiting: [Picture] = []
    private var found: [LookedAt] = []
    private var underWay = 0
    private var hasEnded = false
    private var threads: [pthread_t] = []

    /// - Parameter longEdges: of the thumbnails, in pixels.
    public init(_ store: PhotoStore, longEdges: [Int], workers: Int) {
        desk = PictureDesk(store: store, longEdges: longEdges)
        self.workers = max(1, workers)
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

    /// How many cores there are.
    public static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Hands in a picture; waits while the workers have plenty.
    public func add(_ picture: Picture) {
        startThreads()
        guard !threads.isEmpty else {
            // No thread to be had: look at once.
            found.append(desk.look(at: picture))
            return
        }
        pthread_mutex_lock(mutex)
        while waiting.count >= workers * 4 { pthread_cond_wait(condition, mutex) }
        waiting.append(picture)
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// What has been found since the last call.
    public func take() -> [LookedAt] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        defer { found.removeAll(keepingCapacity: true) }
        return found
    }

    /// Waits for something to be found; empty when nothing is under way any more.
    public func takeNext() -> [LookedAt] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while found.isEmpty, underWay > 0 || !waiting.isEmpty { pthread_cond_wait(condition, mutex) }
        defer { found.removeAll(keepingCapacity: true) }
        return found
    }

    /// Lets go of what waits, and waits for what is under way.
    public func stop() {
        pthread_mutex_lock(mutex)
        hasEnded = true
        waiting.removeAll()
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
        for thread in threads { pthread_join(thread, nil) }
        threads = []
    }

    private func startThreads() {
        guard threads.isEmpty, !hasEnded else { return }
        for _ in 0..<workers {
            var handle = pthread_t()
            let context = Unmanaged.passRetained(self).toOpaque()
            if pthread_create(&handle, nil, pictureWorkerMain, context) == 0 {
                threads.append(handle)
            } else {
                Unmanaged<PicturePool>.fromOpaque(context).release()
            }
        }
    }

    fileprivate func work() {
        pthread_mutex_lock(mutex)
        while true {
            while waiting.isEmpty, !hasEnded { pthread_cond_wait(condition, mutex) }
            if hasEnded { break }
            let picture = waiting.removeFirst()
            underWay += 1
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
            let result = desk.look(at: picture)
            pthread_mutex_lock(mutex)
            underWay -= 1
            found.append(result)
            pthread_cond_broadcast(condition)
        }
        pthread_mutex_unlock(mutex)
    }
}

private func pictureWorkerMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<PicturePool>.fromOpaque(context).takeRetainedValue().work()
    return nil
}
