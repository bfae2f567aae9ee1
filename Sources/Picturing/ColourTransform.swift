internal import CLCMS
internal import JPEG

/// From what a picture's pixels mean to sRGB, or from greys to sRGB's greys, by Little CMS.
///
/// A profile may be of curves and a matrix or of tables, of colours, greys or inks; one that is broken, or of another
/// kind of pixels, is none.
final class ColourTransform {
    private let handle: cmsHTRANSFORM
    private let source: PixelKind

    /// nil where nothing is to be done: no profile, or one so near to sRGB that no pixel changes by more than one.
    ///
    /// - Parameter isInverted: whether 255 is no ink, as Adobe stores it.
    init?(_ colours: PictureColours, of kind: PixelKind, isInverted: Bool) {
        guard let profile = colours.open() else { return nil }
        defer { cmsCloseProfile(profile) }
        let (space, layout) =
            switch kind {
            case .grey: (cmsSigGrayData, scorebook_grey)
            case .rgb: (cmsSigRgbData, scorebook_rgb)
            case .cmyk: (cmsSigCmykData, isInverted ? scorebook_inverted_inks : scorebook_inks)
            }
        guard cmsGetColorSpace(profile) == space, let target = kind == .grey ? Self.sGrey() : cmsCreate_sRGBProfile()
        else { return nil }
        defer { cmsCloseProfile(target) }
        let made = cmsCreateTransform(
            profile, layout, target, kind == .grey ? scorebook_grey : scorebook_rgb,
            cmsUInt32Number(INTENT_PERCEPTUAL), cmsUInt32Number(cmsFLAGS_NOCACHE))
        guard let made else { return nil }
        (handle, source) = (made, kind)
        if isIdentity { return nil }
    }

    deinit { cmsDeleteTransform(handle) }

    /// Greys with sRGB's curve.
    private static func sGrey() -> cmsHPROFILE? {
        let curve = cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45])
        defer { cmsFreeToneCurve(curve) }
        return cmsCreateGrayProfile(cmsD50_xyY(), curve)
    }

    private var isIdentity: Bool {
        let tones: [UInt8] = [0, 51, 102, 153, 204, 255]
        let colours: [UInt8]
        switch source {
        case .cmyk: return false
        case .grey: colours = tones
        case .rgb: colours = tones.flatMap { red in tones.flatMap { green in tones.flatMap { [red, green, $0] } } }
        }
        let raster = Raster(width: colours.count / source.channels, height: 1, kind: source, bytes: colours)
        return zip(applied(to: raster).bytes, colours).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    /// The picture in sRGB's colours or greys.
    func applied(to raster: Raster) -> Raster {
        precondition(raster.kind == source)
        let target = source == .grey ? PixelKind.grey : .rgb
        let pixels = raster.width * raster.height
        let bytes = [UInt8](unsafeUninitializedCapacity: pixels * target.channels) { bytes, count in
            cmsDoTransform(handle, raster.bytes, bytes.baseAddress, cmsUInt32Number(pixels))
            count = pixels * target.channels
        }
        return Raster(width: raster.width, height: raster.height, kind: target, bytes: bytes)
    }
}
