internal import CLCMS
internal import Glibc
internal import HEIF

/// What a file says its pixels mean.
struct PictureColours {
    /// An ICC profile, which goes before all else; empty where there is none.
    var profile: [UInt8] = []
    var codes: Container.ColourCodes?
    /// Said by the camera's tag, where nothing else says it.
    var isAdobeRGB = false

    /// The profile, to be closed by the caller; nil where it is broken, or nothing is said and sRGB is meant.
    func open() -> cmsHPROFILE? {
        if !profile.isEmpty { return cmsOpenProfileFromMem(profile, cmsUInt32Number(profile.count)) }
        if let codes { return codes.open() }
        return isAdobeRGB ? Self.adobeRGB() : nil
    }

    /// Adobe RGB (1998), which cameras name by a tag.
    private static func adobeRGB() -> cmsHPROFILE? {
        let curve = cmsBuildGamma(nil, 563.0 / 256)
        defer { cmsFreeToneCurve(curve) }
        return Primaries(red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06)).profile(curve)
    }
}

/// Chromaticities, x and y.
private struct Primaries {
    var red: (Double, Double)
    var green: (Double, Double)
    var blue: (Double, Double)
    /// D65 where nothing else is said.
    var white = (0.3127, 0.3290)

    static let sRGB = Primaries(red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06))

    func profile(_ curve: OpaquePointer?) -> cmsHPROFILE? {
        func point(_ place: (Double, Double)) -> cmsCIExyY { cmsCIExyY(x: place.0, y: place.1, Y: 1) }
        var light = point(white)
        var triple = cmsCIExyYTRIPLE(Red: point(red), Green: point(green), Blue: point(blue))
        return cmsCreateRGBProfile(&light, &triple, [curve, curve, curve])
    }
}

extension Container.ColourCodes {
    /// Colours and tones as ITU-T H.273 numbers them; what it leaves open is sRGB's.
    fileprivate func open() -> cmsHPROFILE? {
        let curve = curve
        defer { cmsFreeToneCurve(curve) }
        return named.profile(curve)
    }

    private var named: Primaries {
        switch primaries {
        case 5: Primaries(red: (0.64, 0.33), green: (0.29, 0.60), blue: (0.15, 0.06))
        case 6, 7: Primaries(red: (0.630, 0.340), green: (0.310, 0.595), blue: (0.155, 0.070))
        case 9: Primaries(red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
        case 11:
            Primaries(red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060), white: (0.314, 0.351))
        case 12: Primaries(red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
        default: .sRGB
        }
    }

    /// Cameras that name the curves of television mean the same as by sRGB's: pictures are looked at on its screens.
    private var curve: OpaquePointer? {
        switch transfer {
        case 4: cmsBuildGamma(nil, 2.2)
        case 5: cmsBuildGamma(nil, 2.8)
        case 8: cmsBuildGamma(nil, 1)
        case 16: Self.table(Self.perceptualQuantizer)
        case 18: Self.table(Self.hybridLogGamma)
        default: cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45])
        }
    }

    private static func table(_ light: (Double) -> Double) -> OpaquePointer? {
        let values = (0..<4096).map { UInt16((min(1, max(0, light(Double($0) / 4095))) * 65_535).rounded()) }
        return cmsBuildTabulatedToneCurve16(nil, cmsUInt32Number(values.count), values)
    }

    /// Of white in a picture, which ITU-R BT.2408 puts at 203 candelas a square metre; what is brighter is white.
    private static let white = 203.0

    /// ITU-R BT.2100, table 4.
    private static func perceptualQuantizer(_ signal: Double) -> Double {
        let power = pow(signal, 32.0 / 2523)
        let light = pow(max(0, power - 0.835_937_5) / (18.851_562_5 - 18.687_5 * power), 16_384.0 / 2610)
        return light * 10_000 / white
    }

    /// ITU-R BT.2100, table 5, as a screen of 1000 candelas a square metre shows it.
    private static func hybridLogGamma(_ signal: Double) -> Double {
        let scene =
            signal <= 0.5 ? signal * signal / 3 : (exp((signal - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12
        return pow(scene, 1.2) * 1000 / white
    }
}
