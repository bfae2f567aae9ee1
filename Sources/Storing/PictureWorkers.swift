internal import Records

/// Threads that process pictures; each has at most one in memory.
///
///     add -> [waiting, a few a worker] -> workers -> [found] -> take
///
/// The order of results is undefined; each result is independent of the number of workers.
public final class PictureWorkers {
    private struct State {
        var waiting: [Picture] = []
        var found: [PictureResult] = []
        var underWay = 0
        var hasEnded = false

        mutating func takeResults() -> [PictureResult] {
            defer { found.removeAll(keepingCapacity: true) }
            return found
        }
    }

    public let workers: Int
    private let processor: PictureProcessor
    private let state = Shared(State())
    /// They begin with the first picture.
    private var threads: Workers?

    /// - Parameter longEdges: of the thumbnails, in pixels.
    public init(_ store: PhotoStore, longEdges: [Int], workers: Int) {
        processor = PictureProcessor(store: store, longEdges: longEdges)
        self.workers = max(1, workers)
    }

    /// Queues a picture; waits while the queue is full.
    public func add(_ picture: Picture) {
        if threads == nil { threads = Workers(workers) { [state, processor] in Self.work(state, processor) } }
        guard threads?.isEmpty == false else {
            // No thread to be had: process it at once.
            let found = processor.process(picture)
            return state.change { $0.found.append(found) }
        }
        let most = workers * 4
        state.wait { state -> Void? in
            guard state.waiting.count < most else { return nil }
            return state.waiting.append(picture)
        }
    }

    /// The results since the last call.
    public func results() -> [PictureResult] { state.change { $0.takeResults() } }

    /// Waits for a result; empty when no work is left.
    public func waitForResults() -> [PictureResult] {
        state.wait { state in
            state.found.isEmpty && (state.underWay > 0 || !state.waiting.isEmpty) ? nil : state.takeResults()
        }
    }

    /// Drops queued pictures, and waits for those in process.
    public func stop() {
        state.change { state in
            state.hasEnded = true
            state.waiting.removeAll()
        }
        threads?.join()
    }

    private static func work(_ state: Shared<State>, _ processor: PictureProcessor) {
        while let picture = next(state) {
            let found = processor.process(picture)
            state.change { state in
                state.underWay -= 1
                state.found.append(found)
            }
        }
    }

    /// The next picture; nil at the end.
    private static func next(_ state: Shared<State>) -> Picture? {
        state.wait { state -> Picture?? in
            if state.hasEnded { return .some(nil) }
            guard !state.waiting.isEmpty else { return nil }
            state.underWay += 1
            return state.waiting.removeFirst()
        }
    }
}
