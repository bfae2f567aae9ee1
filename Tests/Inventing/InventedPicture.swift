/// An invented picture: patches of many sizes whose strength falls with their size, as in photos of the world.
public struct InventedPicture: Sendable {
    public var width: Int
    public var height: Int
    public var seed: UInt64

    public init(width: Int, height: Int, seed: UInt64 = 1) {
        (self.width, self.height, self.seed) = (width, height, seed)
    }

    /// Lines of RGB.
    public func pixels() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: width * height * 3)
        var (light, red, blue) = (line(), line(), line())
        for y in 0..<height {
            for x in 0..<width { (light[x], red[x], blue[x]) = (128, 0, 0) }
            var (spacing, strength): (Int, Float) = (1024, 90)
            while spacing >= 1 {
                add(to: &light, y: y, spacing: spacing, strength: strength, kind: 1)
                if spacing >= 8 {
                    add(to: &red, y: y, spacing: spacing, strength: strength / 3, kind: 2)
                    add(to: &blue, y: y, spacing: spacing, strength: strength / 3, kind: 3)
                }
                spacing /= 2
                strength *= 0.72
            }
            for x in 0..<width {
                let at = (y * width + x) * 3
                bytes[at] = byte(light[x] + red[x])
                bytes[at + 1] = byte(light[x] - (red[x] + blue[x]) / 2)
                bytes[at + 2] = byte(light[x] + blue[x])
            }
        }
        return bytes
    }

    private func line() -> [Float] { [Float](repeating: 0, count: width) }

    private func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255)) }

    /// Adds one size of patches: a lattice of random values, linear between them.
    private func add(to line: inout [Float], y: Int, spacing: Int, strength: Float, kind: UInt64) {
        let row = y / spacing
        let part = Float(y % spacing) / Float(spacing)
        func value(_ column: Int) -> Float {
            let above = random(column, row, kind &+ UInt64(spacing) &* 8)
            let below = random(column, row + 1, kind &+ UInt64(spacing) &* 8)
            return (above + (below - above) * part) * strength
        }
        line.withUnsafeMutableBufferPointer { line in
            var left = value(0)
            for column in 0...(width - 1) / spacing {
                let right = value(column + 1)
                let start = column * spacing
                let step = (right - left) / Float(spacing)
                for x in start..<min(start + spacing, width) { line[x] += left + step * Float(x - start) }
                left = right
            }
        }
    }

    /// From -1 to 1, of the place alone.
    private func random(_ x: Int, _ y: Int, _ kind: UInt64) -> Float {
        var bits = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(x) &* 0xBF58_476D_1CE4_E5B9
        bits = bits &+ UInt64(y) &* 0x94D0_49BB_1331_11EB &+ kind &* 0xD6E8_FEB8_6659_FD93
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Float(Int32(truncatingIfNeeded: bits ^ (bits >> 31))) / Float(Int32.max)
    }
}
