internal import JPEG

/// Columns and lines of a picture.
struct PictureSize: Hashable {
    var width: Int
    var height: Int

    var longEdge: Int { max(width, height) }

    /// The size with that long edge; this one where it is no larger.
    func fitting(_ edge: Int) -> PictureSize {
        let edge = max(1, edge)
        guard longEdge > edge else { return self }
        func scaled(_ length: Int) -> Int { max(1, (length * edge * 2 + longEdge) / (longEdge * 2)) }
        return PictureSize(width: scaled(width), height: scaled(height))
    }

    /// The strongest reduction that leaves twice the long edge: what is left to the resampler hides the reduction's
    /// own coarse filter.
    func reduction(for edge: Int) -> Reduction {
        let reductions: [Reduction] = [.eighth, .quarter, .half]
        return reductions.first { longEdge >= 2 * edge * $0.rawValue } ?? .none
    }
}
