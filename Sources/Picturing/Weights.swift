internal import Glibc

/// Which samples of one axis each sample of a smaller one is made of, and by how much: Lanczos with three lobes.
///
///     target     |       o       |           its centre lies at (o + 1/2) * scale
///     source | | | | | | | | | | | |         3 * scale samples to each side of it count, those beyond the edge not
struct Weights {
    /// For each target sample the first source sample, and how many.
    private(set) var starts: [Int32] = []
    private(set) var counts: [Int32] = []
    /// `taps` of them a target sample.
    private(set) var values: [Float] = []
    let taps: Int
    /// How many target samples have begun and not ended at any source sample, at most.
    let open: Int

    /// - Parameters:
    ///   - extent: How many samples the source would have; its last one is there in part where it is no whole number.
    ///   - count: How many samples it has.
    init(extent: Double, count: Int, target: Int) {
        let scale = extent / Double(target)
        let reach = 3 * max(scale, 1)
        taps = Int(reach * 2) + 2
        open = Int((reach * 2 + 2) / scale) + 2
        values = [Float](repeating: 0, count: taps * target)
        for index in 0..<target {
            let centre = (Double(index) + 0.5) * scale
            let start = min(max(0, Int(centre - reach + 0.5)), count - 1)
            let end = max(start + 1, min(count, Int(centre + reach + 0.5)))
            let weights = (start..<end).map { Self.lanczos((Double($0) + 0.5 - centre) / max(scale, 1)) }
            let sum = weights.reduce(0, +)
            for (offset, weight) in weights.enumerated() {
                values[index * taps + offset] = Float(sum == 0 ? 1 / Double(weights.count) : weight / sum)
            }
            starts.append(Int32(start))
            counts.append(Int32(end - start))
        }
    }

    private static func lanczos(_ x: Double) -> Double {
        if x == 0 { return 1 }
        guard abs(x) < 3 else { return 0 }
        let angle = x * Double.pi
        return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
}
