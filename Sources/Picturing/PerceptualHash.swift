internal import Glibc
internal import JPEG

/// What a picture shows, in 64 bits: for 8 by 8 of its lowest frequencies, whether they lie above their median.
///
/// Another encoding, size or brightness of the same picture changes few of them.
struct PerceptualHash {
    /// Pixels each way of the picture that is transformed.
    static let edge = 32
    private static let frequencies = 1...8
    /// Below this mean square, in squares of grey levels, there is noise alone.
    private static let leastEnergy = 0.25

    /// nil where the picture is flat.
    let value: UInt64?

    init(of raster: Raster) {
        let edge = Self.edge
        let lumas = Self.lumas(of: raster)
        // Lines first, then columns: the frequencies of each line, then those of the lines' frequencies.
        var across = [Double](repeating: 0, count: edge * Self.frequencies.count)
        for y in 0..<edge {
            for (index, u) in Self.frequencies.enumerated() {
                for x in 0..<edge {
                    across[y * Self.frequencies.count + index] += lumas[y * edge + x] * Self.cosines[u * edge + x]
                }
            }
        }
        var coefficients: [Double] = []
        for v in Self.frequencies {
            for index in 0..<Self.frequencies.count {
                var sum = 0.0
                for y in 0..<edge {
                    sum += across[y * Self.frequencies.count + index] * Self.cosines[v * edge + y]
                }
                coefficients.append(sum * 2 / Double(edge))
            }
        }
        let energy = coefficients.reduce(0) { $0 + $1 * $1 } / Double(edge * edge)
        guard energy >= Self.leastEnergy else {
            value = nil
            return
        }
        let sorted = coefficients.sorted()
        let median = (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
        value = coefficients.reduce(0) { $0 << 1 | ($1 > median ? 1 : 0) }
    }

    private static let cosines: [Double] = (0...8).flatMap { u in
        (0..<edge).map { x in cos(Double(u) * (Double(x) + 0.5) * Double.pi / Double(edge)) }
    }

    /// The mean brightness of each of 32 by 32 fields.
    private static func lumas(of raster: Raster) -> [Double] {
        let channels = raster.kind.channels
        var sums = [Double](repeating: 0, count: edge * edge)
        func field(_ index: Int, of length: Int) -> Range<Int> {
            let start = index * length / edge
            return start..<max(start + 1, (index + 1) * length / edge)
        }
        raster.bytes.withUnsafeBufferPointer { bytes in
            for fieldY in 0..<edge {
                let lines = field(fieldY, of: raster.height)
                for fieldX in 0..<edge {
                    let columns = field(fieldX, of: raster.width)
                    var sum = 0
                    for y in lines {
                        for x in columns {
                            let at = (y * raster.width + x) * channels
                            sum +=
                                channels == 1
                                ? Int(bytes[at]) * 1000
                                : Int(bytes[at]) * 299 + Int(bytes[at + 1]) * 587 + Int(bytes[at + 2]) * 114
                        }
                    }
                    sums[fieldY * edge + fieldX] = Double(sum) / Double(1000 * lines.count * columns.count)
                }
            }
        }
        return sums
    }
}
