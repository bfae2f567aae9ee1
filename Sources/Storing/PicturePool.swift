internal import Records

/// Threads that look at pictures; each has at most one in memory.
///
///     add -> [waiting, a few a worker] -> workers -> [found] -> take
///
/// The order in which pictures are found is open; what is found of each is the same whatever the number of workers.
public final class PicturePool {
    private struct State {
        var waiting: [Picture] = []
        var found: [LookedAt] = []
        var underWay = 0
        var hasEnded = false

        mutating func takeFound() -> [LookedAt] {
            defer { found.removeAll(keepingCapacity: true) }
            return found
        }
    }

    public let workers: Int
    private let desk: PictureDesk
    private let state = Shared(State())
    /// They begin with the first picture.
    private var threads: Workers?

    /// - Parameter longEdges: of the thumbnails, in pixels.
    public init(_ store: PhotoStore, longEdges: [Int], workers: Int) {
        desk = PictureDesk(store: store, longEdges: longEdges)
        self.workers = max(1, workers)
    }

    /// Hands in a picture; waits while the workers have plenty.
    public func add(_ picture: Picture) {
        if threads == nil { threads = Workers(workers) { [state, desk] in Self.work(state, desk) } }
        guard threads?.isEmpty == false else {
            // No thread to be had: look at once.
            let found = desk.look(at: picture)
            return state.change { $0.found.append(found) }
        }
        let most = workers * 4
        state.wait { state -> Void? in
            guard state.waiting.count < most else { return nil }
            return state.waiting.append(picture)
        }
    }

    /// What has been found since the last call.
    public func take() -> [LookedAt] { state.change { $0.takeFound() } }

    /// Waits for something to be found; empty when nothing is under way any more.
    public func takeNext() -> [LookedAt] {
        state.wait { state in
            state.found.isEmpty && (state.underWay > 0 || !state.waiting.isEmpty) ? nil : state.takeFound()
        }
    }

    /// Lets go of what waits, and waits for what is under way.
    public func stop() {
        state.change { state in
            state.hasEnded = true
            state.waiting.removeAll()
        }
        threads?.join()
    }

    private static func work(_ state: Shared<State>, _ desk: PictureDesk) {
        while let picture = next(state) {
            let found = desk.look(at: picture)
            state.change { state in
                state.underWay -= 1
                state.found.append(found)
            }
        }
    }

    /// The next picture to look at; nil where there is none any more.
    private static func next(_ state: Shared<State>) -> Picture? {
        state.wait { state -> Picture?? in
            if state.hasEnded { return .some(nil) }
            guard !state.waiting.isEmpty else { return nil }
            state.underWay += 1
            return state.waiting.removeFirst()
        }
    }
}
