internal import CResample
internal import Glibc
internal import JPEG

/// Makes a picture smaller while its lines come, keeping a few lines of sums and never the picture.
///
/// Lines are weighted first and then, once a target line is complete, its columns: most of the work is additions over
/// long lines, which processors do eight at a time.
struct Resampler: ~Copyable {
    private let rows: Weights
    private let columns: Weights
    private let kind: PixelKind
    private let size: PictureSize
    private let sourceWidth: Int
    /// Sums of the target lines that have begun: a ring of lines.
    private let sums: UnsafeMutableBufferPointer<Float>
    private let sumsStride: Int
    private let pixels: UnsafeMutableBufferPointer<UInt8>
    /// The first target line that is not complete.
    private var next = 0

    init(from source: Scaled, kind: PixelKind, to size: PictureSize) {
        rows = Weights(extent: source.extent.height, count: source.height, target: size.height)
        columns = Weights(extent: source.extent.width, count: source.width, target: size.width)
        self.kind = kind
        self.size = size
        sourceWidth = source.width * kind.channels
        sumsStride = sourceWidth + 3
        sums = .allocate(capacity: sumsStride * rows.open)
        sums.initialize(repeating: 0)
        pixels = .allocate(capacity: size.width * size.height * kind.channels)
        pixels.initialize(repeating: 0)
    }

    deinit {
        sums.deallocate()
        pixels.deallocate()
    }

    /// Takes the source's next lines, of which `first` is the number of the first one.
    mutating func take(_ lines: UnsafeBufferPointer<UInt8>, stride: Int, first: Int, count: Int) {
        precondition(count > 0 && lines.count >= (count - 1) * stride + sourceWidth)
        guard let base = lines.baseAddress else { return }
        var line = next
        while line < size.height, Int(rows.starts[line]) < first + count {
            let start = Int(rows.starts[line])
            let end = start + Int(rows.counts[line])
            let from = max(start, first)
            let to = min(end, first + count)
            guard from < to, let slot = sums.baseAddress?.advanced(by: line % rows.open * sumsStride) else { return }
            rows.values.withUnsafeBufferPointer { weights in
                guard let weight = weights.baseAddress else { return }
                cresample_add_lines(
                    slot, sourceWidth, base + (from - first) * stride, stride,
                    weight + line * rows.taps + (from - start), to - from)
            }
            if to == end {
                complete(line, from: slot)
                next = line + 1
            }
            line += 1
        }
    }

    private func complete(_ line: Int, from slot: UnsafeMutablePointer<Float>) {
        columns.values.withUnsafeBufferPointer { weights in
            guard let target = pixels.baseAddress, let weight = weights.baseAddress else { return }
            cresample_line(
                target + line * size.width * kind.channels, size.width, Int32(kind.channels), slot, columns.starts,
                columns.counts, weight, columns.taps)
        }
        slot.update(repeating: 0, count: sourceWidth)
    }

    /// The smaller picture; grey lines are missing where lines of the source are.
    func raster() -> Raster {
        Raster(width: size.width, height: size.height, kind: kind, bytes: Array(pixels))
    }
}

extension Raster {
    /// The same picture, smaller.
    func resampled(to size: PictureSize) -> Raster {
        if size == PictureSize(width: width, height: height) { return self }
        var resampler = Resampler(from: Scaled(width: width, height: height), kind: kind, to: size)
        bytes.withUnsafeBufferPointer { resampler.take($0, stride: width * kind.channels, first: 0, count: height) }
        return resampler.raster()
    }
}

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
