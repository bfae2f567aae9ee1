internal import Glibc
internal import JPEG

/// From a profile's RGB to sRGB: each channel made linear by its curve, a matrix, sRGB's own curve.
struct ColourTransform {
    /// 256 linear values for each of red, green, blue.
    private let curves: [Float]
    /// Three lines of three.
    private let matrix: [Float]

    /// nil where nothing is to be done: no profile, sRGB's own or one so near that no pixel changes by more than one,
    /// or one that is none of curves and a matrix.
    init?(profile: [UInt8], isAdobeRGB: Bool) {
        guard let profile = ColourProfile(profile) ?? (profile.isEmpty && isAdobeRGB ? .adobeRGB : nil) else {
            return nil
        }
        curves = profile.curves.flatMap(\.values)
        matrix = (0..<9).map { place in
            let (line, column) = (place / 3, place % 3)
            return Float((0..<3).reduce(0) { $0 + Self.fromXYZ[line * 3 + $1] * profile.primaries[column][$1] })
        }
        if isIdentity { return nil }
    }

    /// XYZ under D50, as profiles have it, to linear sRGB (Bradford adaption; Lindbloom).
    private static let fromXYZ: [Double] = [
        3.133_856_1, -1.616_866_7, -0.490_614_6, -0.978_768_4, 1.916_141_5, 0.033_454_0, 0.071_945_3, -0.228_991_4,
        1.405_242_7,
    ]

    /// sRGB's curve over 16,384 steps of linear light: dark steps are so small that no tone is lost.
    private static let encoded: [UInt8] = (0...steps).map { step in
        let light = Double(step) / Double(steps)
        let tone = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(min(max(tone * 255 + 0.5, 0), 255))
    }
    private static let steps = 16_384

    private var isIdentity: Bool {
        let tones: [UInt8] = [0, 51, 102, 153, 204, 255]
        let colours = tones.flatMap { red in tones.flatMap { green in tones.flatMap { [red, green, $0] } } }
        let raster = Raster(width: colours.count / 3, height: 1, kind: .rgb, bytes: colours)
        return zip(applied(to: raster).bytes, colours).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    /// The picture in sRGB; it has three channels.
    func applied(to raster: Raster) -> Raster {
        precondition(raster.kind == .rgb)
        var raster = raster
        let scale = Float(Self.steps)
        curves.withUnsafeBufferPointer { curves in
            matrix.withUnsafeBufferPointer { matrix in
                Self.encoded.withUnsafeBufferPointer { encoded in
                    raster.bytes.withUnsafeMutableBufferPointer { bytes in
                        for at in stride(from: 0, to: bytes.count - 2, by: 3) {
                            let red = curves[Int(bytes[at])]
                            let green = curves[256 + Int(bytes[at + 1])]
                            let blue = curves[512 + Int(bytes[at + 2])]
                            for line in 0..<3 {
                                let light =
                                    matrix[line * 3] * red + matrix[line * 3 + 1] * green + matrix[line * 3 + 2] * blue
                                bytes[at + line] = encoded[Int(min(max(light * scale + 0.5, 0), scale))]
                            }
                        }
                    }
                }
            }
        }
        return raster
    }
}
