internal import CResample
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
