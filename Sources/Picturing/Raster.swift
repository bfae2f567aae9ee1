internal import EXIF
internal import JPEG

/// Pixels in memory, line by line without a gap.
struct Raster {
    var width: Int
    var height: Int
    var kind: PixelKind
    var bytes: [UInt8]

    /// The pixels as they are seen upright.
    func turned(_ orientation: Orientation) -> Raster {
        if orientation == .upright { return self }
        let last = width * height - 1
        // The source pixel of the first pixel, and how far it is to that of the next one in a line and in a column.
        let (first, across, down) =
            switch orientation {
            case .upright: (0, 1, width)
            case .mirrored: (width - 1, -1, width)
            case .upsideDown: (last, -1, -width)
            case .flipped: (last - width + 1, 1, -width)
            case .transposed: (0, width, 1)
            case .turnedRight: (last - width + 1, -width, 1)
            case .transversed: (last, -width, -1)
            case .turnedLeft: (width - 1, width, -1)
            }
        let size = orientation.isOnSide ? (height, width) : (width, height)
        let channels = kind.channels
        let turned = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            bytes.withUnsafeBufferPointer { source in
                var at = 0
                for y in 0..<size.1 {
                    var from = (first + y * down) * channels
                    for _ in 0..<size.0 {
                        for channel in 0..<channels { target[at + channel] = source[from + channel] }
                        at += channels
                        from += across * channels
                    }
                }
            }
            count = bytes.count
        }
        return Raster(width: size.0, height: size.1, kind: kind, bytes: turned)
    }

    /// CMYK mixed to RGB as ink on paper; other pixels as they are.
    func mixed(isInverted: Bool) -> Raster {
        guard kind == .cmyk else { return self }
        let flip: UInt8 = isInverted ? 0 : 0xFF
        let mixed = [UInt8](unsafeUninitializedCapacity: width * height * 3) { target, count in
            for pixel in 0..<width * height {
                let black = Int(bytes[pixel * 4 + 3] ^ flip)
                for channel in 0..<3 {
                    target[pixel * 3 + channel] = UInt8((Int(bytes[pixel * 4 + channel] ^ flip) * black + 127) / 255)
                }
            }
            count = width * height * 3
        }
        return Raster(width: width, height: height, kind: .rgb, bytes: mixed)
    }
}
