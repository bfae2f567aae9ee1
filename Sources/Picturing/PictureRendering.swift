internal import EXIF
internal import HEIF
internal import JPEG

/// A photo made small, and the fingerprint of what it shows.
public struct PictureRendering: Sendable {
    /// In the order of the long edges that were asked for.
    public var thumbnails: [Thumbnail]
    /// Equal or nearly so (by Hamming distance) for the same picture in another encoding; nil where the picture is too
    /// flat to distinguish it from others.
    public var perceptualHash: UInt64?
    public var status: DecodeStatus
    /// Bytes behind the picture: a motion photo's film, an MPO's second picture, whatever else was put there.
    public var trailingBytes: Int

    /// Decodes the picture once and makes each size of it: upright, sRGB, without metadata, never enlarged.
    public init(
        of bytes: [UInt8], longEdges: [Int] = [320, 1080], quality: Int = 80, limits: PictureLimits = .init()
    ) throws(PictureError) {
        let markers: Markers
        do throws(UnreadableBytes) {
            markers = try Markers(of: MemoryBytes(bytes), keeping: [.exif, .colourProfile])
        } catch {
            throw .unreadable(code: error.code)
        }
        guard markers.content != .empty else { throw .empty }
        let largest = longEdges.max() ?? PerceptualHash.edge
        guard !markers.content.isHEIF else {
            self = try Self.ofHEIC(bytes, longEdges, largest: largest, quality: quality, limits)
            return
        }
        guard markers.content == .jpeg else { throw .notPhoto(markers.content) }
        if let damage = PictureError.Damage(markers) { throw .damaged(damage) }
        if let size = markers.size { try limits.check(width: size.width, height: size.height) }
        let camera = CameraTags(exif: markers.exif)
        do throws(JPEGError) {
            let decoding = try Self.decoding(bytes, longEdge: largest, limits)
            let colours = PictureColours(profile: markers.colourProfile, isAdobeRGB: camera.isAdobeRGB)
            try self.init(decoding, camera.orientation, colours, longEdges, quality: quality)
        } catch {
            throw PictureError(error, limits: limits, size: markers.size)
        }
    }

    /// The primary picture of a HEIC, whose pixels are upright whatever its EXIF says.
    private static func ofHEIC(
        _ bytes: [UInt8], _ longEdges: [Int], largest: Int, quality: Int, _ limits: PictureLimits
    ) throws(PictureError) -> PictureRendering {
        let container = try Container.reading(bytes)
        try limits.check(container)
        let decoding: Decoding
        do throws(HEIFError) {
            decoding = try DecodedPicture.lend(bytes) { Decoding($0, longEdge: largest) }
        } catch { throw PictureError(error, limits: limits) }
        let colours = PictureColours(
            profile: container.colourProfile, codes: container.colourCodes,
            isAdobeRGB: CameraTags(exif: container.exif).isAdobeRGB)
        do throws(JPEGError) {
            return try PictureRendering(decoding, .upright, colours, longEdges, quality: quality)
        } catch { throw PictureError(error, limits: limits, size: nil) }
    }

    private init(
        _ decoding: Decoding, _ orientation: Orientation, _ colours: PictureColours, _ longEdges: [Int], quality: Int
    ) throws(JPEGError) {
        status = decoding.status
        trailingBytes = decoding.trailingBytes
        let upright = decoding.upright(orientation, colours)
        let sizes = Self.sizes(of: decoding.size, orientation: orientation, longEdges)
        let rasters = Self.rasters(of: upright, sizes: sizes)
        let encoder = Encoder(quality: quality)
        thumbnails = []
        for (edge, size) in zip(longEdges, sizes) {
            guard let raster = rasters[size] else { continue }
            thumbnails.append(try raster.thumbnail(edge, encoder))
        }
        let smallest = sizes.min { $0.longEdge < $1.longEdge }.flatMap { rasters[$0] }
        perceptualHash = PerceptualHash(of: smallest ?? upright).value
    }

    private static func decoding(
        _ bytes: [UInt8], longEdge: Int, _ limits: PictureLimits
    ) throws(JPEGError) -> Decoding {
        try Decoder.lend(bytes, limits: limits.ofDecoder) { (decoder) throws(JPEGError) in
            let frame = try decoder.readHeader()
            // The markers were looked at before, but what counts is what the decoder makes of them.
            guard limits.allow(width: frame.width, height: frame.height) else { throw .tooLarge }
            return try Decoding(decoder, frame: frame, longEdge: longEdge)
        }
    }

    /// The pixels of one size as they are before they are encoded: to measure what the way to them loses.
    package static func pixels(
        of bytes: [UInt8], longEdge: Int
    ) throws(PictureError) -> (width: Int, height: Int, channels: Int, bytes: [UInt8]) {
        do throws(JPEGError) {
            let raster = try decoding(bytes, longEdge: longEdge, PictureLimits()).raster
            return (raster.width, raster.height, raster.kind.channels, raster.bytes)
        } catch {
            throw PictureError(error, limits: PictureLimits(), size: nil)
        }
    }

    /// The sizes as shown.
    private static func sizes(
        of stored: PictureSize, orientation: Orientation, _ longEdges: [Int]
    ) -> [PictureSize] {
        longEdges.map { edge in
            let size = stored.fitting(edge)
            return orientation.isOnSide ? PictureSize(width: size.height, height: size.width) : size
        }
    }

    /// Each size, made from the next larger one that is at least twice as large: so much is left that the second
    /// step shows no more than the decoder's own reduction does.
    private static func rasters(of largest: Raster, sizes: [PictureSize]) -> [PictureSize: Raster] {
        var rasters = [PictureSize(width: largest.width, height: largest.height): largest]
        for size in Set(sizes).sorted(by: { $0.longEdge > $1.longEdge }) where rasters[size] == nil {
            let sources = rasters.filter { $0.key.longEdge >= 2 * size.longEdge }
            let source = sources.min { $0.key.longEdge < $1.key.longEdge }?.value ?? largest
            rasters[size] = source.resampled(to: size)
        }
        return rasters
    }
}

extension Raster {
    fileprivate func thumbnail(_ edge: Int, _ encoder: Encoder) throws(JPEGError) -> Thumbnail {
        let encoded: Result<[UInt8], JPEGError> = bytes.withUnsafeBufferPointer { pixels in
            Result { () throws(JPEGError) in
                try encoder.encode(pixels, width: width, height: height, kind: kind)
            }
        }
        return Thumbnail(longEdge: edge, width: width, height: height, bytes: try encoded.get())
    }
}

extension PictureError {
    fileprivate init(_ error: JPEGError, limits: PictureLimits, size: Markers.Size?) {
        self =
            switch error {
            case .noImage(let hasEnded): .damaged(hasEnded ? .endsInHeader : .noImage)
            case .unsupported: .damaged(.unsupported)
            case .tooLarge:
                .limit(.pixels(width: size?.width ?? 0, height: size?.height ?? 0, limit: limits.pixels))
            case .overMemory, .noMemory: .limit(.memory(megabytes: limits.memory >> 20))
            case .overScans: .limit(.scans(limit: limits.scans))
            case .broken(let code): .damaged(.broken(code: code))
            }
    }
}
