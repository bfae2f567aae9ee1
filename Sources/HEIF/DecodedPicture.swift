internal import CHEIF

/// A photo's pixels, as libheif holds them: the primary picture, cropped and turned as it is shown.
///
/// An alpha channel is passed over. What the file may take has to be checked before, by its `Container`.
public struct DecodedPicture: ~Copyable {
    /// Where one colour's lines lie; a sample of more than 8 bits takes two bytes, the low one first.
    private struct Plane {
        var start: UnsafePointer<UInt8>
        var stride: Int
    }

    private let image: OpaquePointer
    private let planes: [Plane]
    /// What a sample of more than 8 bits is of 255; empty where samples have 8.
    private let tones: [UInt8]
    private let isReadable: Bool
    public let width: Int
    public let height: Int

    private init(_ image: OpaquePointer) {
        self.image = image
        width = Int(heif_image_get_primary_width(image))
        height = Int(heif_image_get_primary_height(image))
        let bits = Int(heif_image_get_bits_per_pixel_range(image, heif_channel_R))
        var planes: [Plane] = []
        for channel in [heif_channel_R, heif_channel_G, heif_channel_B] {
            var stride: Int32 = 0
            guard let start = heif_image_get_plane_readonly(image, channel, &stride),
                heif_image_get_width(image, channel) >= width, heif_image_get_height(image, channel) >= height,
                Int(heif_image_get_bits_per_pixel_range(image, channel)) == bits
            else { continue }
            planes.append(Plane(start: start, stride: Int(stride)))
        }
        self.planes = planes
        tones = Self.tones(bits)
        isReadable = width > 0 && height > 0 && planes.count == 3 && (8...16).contains(bits)
    }

    deinit { heif_image_release(image) }

    private static func tones(_ bits: Int) -> [UInt8] {
        guard (9...16).contains(bits) else { return [] }
        let largest = 1 << bits - 1
        return (0...largest).map { UInt8(($0 * 255 + largest / 2) / largest) }
    }

    /// Lends the decoded picture of `bytes`.
    public static func lend<Result>(
        _ bytes: [UInt8], to body: (borrowing DecodedPicture) throws(HEIFError) -> Result
    ) throws(HEIFError) -> Result {
        try bytes.withUnsafeBufferPointer { (buffer) throws(HEIFError) in
            guard let context = heif_context_alloc() else { throw .noMemory }
            defer { heif_context_free(context) }
            // Tiles are decoded by the caller's thread, of which there is one a picture.
            heif_context_set_max_decoding_threads(context, 0)
            try check(heif_context_read_from_memory_without_copy(context, buffer.baseAddress, buffer.count, nil))
            var handle: OpaquePointer?
            try check(heif_context_get_primary_image_handle(context, &handle))
            defer { heif_image_handle_release(handle) }
            var image: OpaquePointer?
            try check(heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_444, nil))
            guard let image else { throw .noMemory }
            let picture = DecodedPicture(image)
            guard picture.isReadable else { throw .unsupported }
            return try body(picture)
        }
    }

    /// Puts lines of red, green and blue into `target`, which has room for them, `stride` bytes apart.
    public func copyLines(_ lines: Range<Int>, into target: UnsafeMutableBufferPointer<UInt8>, stride: Int) {
        precondition(lines.lowerBound >= 0 && lines.upperBound <= height && stride >= width * 3)
        precondition(lines.isEmpty || (lines.count - 1) * stride + width * 3 <= target.count)
        for line in lines {
            let start = (line - lines.lowerBound) * stride
            for (channel, plane) in planes.enumerated() {
                let source = plane.start + line * plane.stride
                var at = start + channel
                if tones.isEmpty {
                    for x in 0..<width {
                        target[at] = source[x]
                        at += 3
                    }
                } else {
                    let last = tones.count - 1
                    for x in 0..<width {
                        target[at] = tones[min(last, Int(source[x * 2]) | Int(source[x * 2 + 1]) << 8)]
                        at += 3
                    }
                }
            }
        }
    }

    private static func check(_ error: heif_error) throws(HEIFError) {
        switch (error.code, error.subcode) {
        case (heif_error_Ok, _): return
        case (_, heif_suberror_End_of_data): throw .truncated
        case (heif_error_Unsupported_feature, _), (heif_error_Unsupported_filetype, _): throw .unsupported
        case (heif_error_Memory_allocation_error, _): throw .noMemory
        case (let code, let detail): throw .broken(code: Int(code.rawValue), detail: Int(detail.rawValue))
        }
    }
}
