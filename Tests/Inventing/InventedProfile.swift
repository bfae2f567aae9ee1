/// An ICC profile of three primaries and one curve.
public struct InventedProfile: Sendable {
    /// XYZ under D50 of red, green, blue.
    public var primaries: [[Double]]
    /// A parametric curve's kind, and its numbers.
    public var curve: (kind: Int, numbers: [Double])

    public init(primaries: [[Double]], curve: (kind: Int, numbers: [Double])) {
        (self.primaries, self.curve) = (primaries, curve)
    }

    /// sRGB's own curve, of which Display P3 has the same.
    private static let curve = (kind: 3, numbers: [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])

    public static let displayP3 = InventedProfile(
        primaries: [[0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407]],
        curve: curve)

    public static let sRGB = InventedProfile(
        primaries: [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141]],
        curve: curve)

    public var bytes: [UInt8] {
        let tags = ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"]
        let values =
            primaries.map { Array("XYZ \0\0\0\0".utf8) + $0.flatMap(fixed) }
            + (0..<3).map { _ in
                Array("para\0\0\0\0".utf8) + [0, UInt8(curve.kind), 0, 0] + curve.numbers.flatMap(fixed)
            }
        var (table, data) = (number(tags.count), [UInt8]())
        let start = 132 + tags.count * 12
        for (tag, value) in zip(tags, values) {
            table += Array(tag.utf8) + number(start + data.count) + number(value.count)
            data += value
        }
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(0..<4, with: number(start + data.count))
        header.replaceSubrange(8..<24, with: [4, 0x30, 0, 0] + Array("mntrRGB XYZ ".utf8))
        header.replaceSubrange(36..<40, with: Array("acsp".utf8))
        // The light that values are of: D50.
        header.replaceSubrange(68..<80, with: [0.9642, 1, 0.8249].flatMap(fixed))
        return header + table + data
    }

    private func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65_536).rounded())) }
}
