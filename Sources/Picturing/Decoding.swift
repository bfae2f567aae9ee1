internal import EXIF
internal import HEIF
internal import JPEG

/// One picture on its way to its largest smaller size: decoded strip by strip, each resampled as it comes.
struct Decoding {
    /// Lines decoded at a time.
    private static let stripLines = 16

    var raster: Raster
    /// The picture's own size, as stored.
    var size: PictureSize
    var isAdobe: Bool
    var status: DecodeStatus
    var trailingBytes: Int

    init(_ decoder: borrowing Decoder, frame: Frame, longEdge: Int) throws(JPEGError) {
        let size = PictureSize(width: frame.width, height: frame.height)
        let target = size.fitting(longEdge)
        let reduction = size.reduction(for: longEdge)
        let decoded = try decoder.start(reduction)
        let scaled = Scaled(decoded, of: size, by: reduction)
        let channels = frame.pixels.channels
        let stride = decoded.width * channels
        if target == size {
            raster = try Self.whole(decoder, frame)
            trailingBytes = try decoder.finish()
        } else {
            var resampler = Resampler(from: scaled, kind: frame.pixels, to: target)
            // One line before the strip keeps the last one of the strip before.
            let strip = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: stride * (Self.stripLines + 1))
            defer { strip.deallocate() }
            strip.initialize(repeating: 0)
            var line = 0
            while line < decoded.height {
                let count = min(Self.stripLines, decoded.height - line)
                let fresh = UnsafeMutableBufferPointer(rebasing: strip[stride...])
                try decoder.readLines(count, into: fresh, stride: stride)
                Self.hidePadding(in: strip, lines: line..<line + count, of: scaled, size, reduction, channels)
                resampler.take(UnsafeBufferPointer(fresh), stride: stride, first: line, count: count)
                line += count
                _ = UnsafeMutableBufferPointer(rebasing: strip[..<stride])
                    .update(fromContentsOf: strip[(count * stride)..<((count + 1) * stride)])
            }
            // Finished first: a progressive picture's coefficients go before the pixels are copied.
            trailingBytes = try decoder.finish()
            raster = resampler.raster()
        }
        self.size = size
        isAdobe = frame.isAdobe
        status = decoder.isTruncated ? .truncated : decoder.hasWarnings ? .warned : .whole
    }

    /// A HEIC's picture, which lies in memory as a whole.
    init(_ picture: borrowing DecodedPicture, longEdge: Int) {
        size = PictureSize(width: picture.width, height: picture.height)
        let stride = picture.width * PixelKind.rgb.channels
        let target = size.fitting(longEdge)
        var resampler = Resampler(
            from: Scaled(width: picture.width, height: picture.height), kind: .rgb, to: target)
        let strip = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: stride * Self.stripLines)
        defer { strip.deallocate() }
        var line = 0
        while line < picture.height {
            let count = min(Self.stripLines, picture.height - line)
            picture.copyLines(line..<line + count, into: strip, stride: stride)
            resampler.take(UnsafeBufferPointer(strip), stride: stride, first: line, count: count)
            line += count
        }
        raster = resampler.raster()
        (isAdobe, status, trailingBytes) = (false, .whole, 0)
    }

    /// The picture in sRGB, or grey, as it is seen.
    func upright(_ orientation: Orientation, _ colours: PictureColours) -> Raster {
        let transform = ColourTransform(colours, of: raster.kind, isInverted: isAdobe)
        let seen = transform?.applied(to: raster) ?? raster.mixed(isInverted: isAdobe)
        return seen.turned(orientation)
    }

    /// A picture that is small enough as it is.
    private static func whole(_ decoder: borrowing Decoder, _ frame: Frame) throws(JPEGError) -> Raster {
        let stride = frame.width * frame.pixels.channels
        let pixels = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: stride * frame.height)
        defer { pixels.deallocate() }
        try decoder.readLines(frame.height, into: pixels, stride: stride)
        return Raster(width: frame.width, height: frame.height, kind: frame.pixels, bytes: Array(pixels))
    }

    /// Puts its neighbour in the place of a last column or line that was reduced together with the block's padding,
    /// which some cameras fill with another colour: it would show as a line along the edge.
    private static func hidePadding(
        in strip: UnsafeMutableBufferPointer<UInt8>, lines: Range<Int>, of scaled: Scaled, _ size: PictureSize,
        _ reduction: Reduction, _ channels: Int
    ) {
        let stride = scaled.width * channels
        if size.width % reduction.rawValue != 0, scaled.width > 1 {
            for line in 1...lines.count {
                let end = (line + 1) * stride
                for byte in end - channels..<end { strip[byte] = strip[byte - channels] }
            }
        }
        if size.height % reduction.rawValue != 0, lines.upperBound == scaled.height, scaled.height > 1 {
            let last = lines.count * stride
            for byte in last..<last + stride { strip[byte] = strip[byte - stride] }
        }
    }
}
