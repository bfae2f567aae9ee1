internal import Normalising
internal import Postgres
internal import Records
internal import Reporting
internal import Storing

/// A run's photos: their files in the private folder, and the threads that look at their pictures.
///
/// ```
/// unit -> original kept -> row committed -> picture looked at -> row says what its pixels say
///         (under the owner's lock)          (on threads)         (some rows a transaction)
/// ```
///
/// Whatever moment a run is killed at: a row has its original, and the next run looks at what was not looked at and
/// sweeps away what has no row.
final class PhotoProcessing {
    let store: PhotoStore
    let longEdges: [Int]
    private let pool: PictureWorkers
    private let progress: Progress
    private let throttle: Throttle
    /// Whose photos this run has seen.
    private(set) var owners: Set<String> = []
    /// Pictures handed in, by fingerprint, of each owner.
    private var handedIn: [String: Set<String>] = [:]
    private var found: [String: [PictureResult]] = [:]
    private var foundCount = 0
    /// Pictures that the system kept from being looked at.
    private(set) var unread = 0
    private(set) var warnings = Counter()

    /// Found pictures that are written in one transaction: what is found in about two seconds.
    private static let batch = 64
    private static let page = 1000

    init(_ store: PhotoStore, longEdges: [Int], workers: Int, progress: Progress, throttle: Throttle) {
        self.store = store
        self.longEdges = longEdges
        self.progress = progress
        self.throttle = throttle
        pool = PictureWorkers(store, longEdges: longEdges, workers: workers)
    }

    /// Hands in a photo whose row is committed.
    func process(_ picture: Picture, rows: PhotoRows) throws {
        owners.insert(picture.owner)
        guard handedIn[picture.owner, default: []].insert(picture.sha256).inserted else { return }
        progress.expect(pictures: 1)
        pool.add(picture)
        note(pool.results())
        if foundCount >= Self.batch { try write(rows) }
    }

    /// Notes an owner whose photos are to be seen through.
    func note(owner: String) { owners.insert(owner) }

    /// Sees to all photos of all owners: those not looked at, those whose thumbnails are not as they were written, copies of
    /// each other, and files without a row.
    func finish(rows: PhotoRows, shouldStop: () -> Bool, tick: () -> Void) throws {
        for owner in owners.sorted() {
            var last = ""
            while true {
                let page = try rows.page(of: owner, after: last, count: Self.page)
                guard let end = page.last else { break }
                last = end.sha256
                for picture in page {
                    guard !shouldStop() else { return try stop(rows) }
                    try process(picture, rows: rows)
                    tick()
                }
            }
        }
        while true {
            let more = pool.waitForResults()
            guard !more.isEmpty else { break }
            note(more)
            if foundCount >= Self.batch { try write(rows) }
            tick()
            guard !shouldStop() else { return try stop(rows) }
        }
        try write(rows)
        pool.stop()
        for owner in owners.sorted() { try throttle.run { try finish(owner, rows) } }
    }

    private func finish(_ owner: String, _ rows: PhotoRows) throws {
        let copies = try rows.markNearDuplicates(of: owner)
        if copies > 0 { warnings.add("near-duplicate photos, kept and marked", copies) }
        let swept = try rows.sweep(owner, in: store, longEdges: longEdges)
        if swept > 0 { warnings.add("files of photos without a row, removed", swept) }
    }

    /// Ends early; what was found so far is written.
    func stop(_ rows: PhotoRows?) throws {
        pool.stop()
        if let rows {
            note(pool.results())
            try write(rows)
        }
    }

    private func note(_ looked: [PictureResult]) {
        for one in looked {
            progress.add(pictures: 1)
            switch one.finding {
            case .unchanged: break
            case .finished(let finished):
                if finished.reason != nil {
                    warnings.add("photos whose picture cannot be decoded (\(finished.status))", 1)
                }
                if finished.status == "truncated" { warnings.add("photos whose file ends before the picture does", 1) }
                found[one.owner, default: []].append(one)
                foundCount += 1
            case .lost(.missing):
                warnings.add("photos whose original is missing in the folder of photos: import them again", 1)
            case .lost(.damaged):
                warnings.add("photos whose original is damaged in the folder of photos: import them again", 1)
            case .failed(let error):
                unread += 1
                warnings.add(
                    "photos that could not be checked now: \(error.message), in \(store.root)/\(one.owner)", 1)
            }
        }
    }

    private func write(_ rows: PhotoRows) throws {
        for (owner, looked) in found.sorted(by: { $0.key < $1.key }) {
            try throttle.run { try rows.finish(looked, of: owner) }
        }
        found = [:]
        foundCount = 0
    }
}
