/// An ICC profile of three curves and a matrix, as cameras and screens have it (Display P3, Adobe RGB).
///
///     128 bytes of header ("RGB " at 16, "XYZ " at 20) | count | tag offset size | ...
///     rXYZ gXYZ bXYZ: the primaries     rTRC gTRC bTRC: "curv" table or gamma, "para" formula
struct ColourProfile {
    /// XYZ under D50 of red, green, blue.
    let primaries: [[Double]]
    let curves: [ToneCurve]

    static let adobeRGB = ColourProfile(
        primaries: [
            [0.609_755_9, 0.311_124_2, 0.019_481_1], [0.205_240_1, 0.625_656_0, 0.060_890_2],
            [0.149_224_0, 0.063_219_7, 0.744_838_7],
        ], curves: Array(repeating: ToneCurve(gamma: 2.199_218_75), count: 3))

    private init(primaries: [[Double]], curves: [ToneCurve]) {
        self.primaries = primaries
        self.curves = curves
    }

    /// nil where it is of another kind or broken.
    init?(_ bytes: [UInt8]) {
        let reader = ProfileReader(bytes)
        guard reader.number(at: 16) == 0x5247_4220, reader.number(at: 20) == 0x5859_5A20 else { return nil }
        var (primaries, curves): ([[Double]], [ToneCurve]) = ([], [])
        // The letters r, g, b before XYZ and TRC.
        for letter in [0x72, 0x67, 0x62] {
            guard let place = reader.place(of: letter << 24 | 0x58_595A),
                let curve = reader.place(of: letter << 24 | 0x54_5243),
                let primary = reader.primary(at: place), let tones = ToneCurve(reader, at: curve)
            else { return nil }
            primaries.append(primary)
            curves.append(tones)
        }
        self.init(primaries: primaries, curves: curves)
    }
}
