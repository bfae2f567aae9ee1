internal import CHEIF

/// Pixels coded as HEVC by libheif's own encoder, without a file around them.
public struct CodedPicture: Sendable {
    public var width: Int
    public var height: Int
    /// The box of the coder's settings.
    public var configuration: [UInt8]
    public var data: [UInt8]

    public struct Fault: Error {
        public var message: String
    }

    /// - Parameter bits: of a sample, 8 or 10.
    public init(_ picture: InventedPicture, bits: Int = 8, quality: Int = 90) throws {
        try self.init(
            pixels: picture.pixels(), width: picture.width, height: picture.height, bits: bits, quality: quality)
    }

    /// Lines of RGB, 8 bits a sample.
    public init(pixels: [UInt8], width: Int, height: Int, bits: Int = 8, quality: Int = 90) throws {
        let file = try Self.file(pixels, width, height, bits, quality)
        guard let configuration = Self.box("hvcC", in: file), let data = Self.box("mdat", in: file) else {
            throw Fault(message: "libheif has written no picture")
        }
        (self.width, self.height) = (width, height)
        self.configuration = Array(configuration)
        self.data = Array(data.dropFirst(8))
    }

    /// The first box of that name, whole.
    private static func box(_ type: String, in file: [UInt8]) -> ArraySlice<UInt8>? {
        let name = Array(type.utf8)
        guard let at = (4..<max(4, file.count - 4)).first(where: { file[$0..<$0 + 4].elementsEqual(name) }) else {
            return nil
        }
        let size = file[at - 4..<at].reduce(0) { $0 << 8 | Int($1) }
        return size >= 8 && at - 4 + size <= file.count ? file[at - 4..<at - 4 + size] : nil
    }

    private final class Sink {
        var bytes: [UInt8] = []
    }

    private static func file(
        _ pixels: [UInt8], _ width: Int, _ height: Int, _ bits: Int, _ quality: Int
    ) throws -> [UInt8] {
        let context = heif_context_alloc()
        defer { heif_context_free(context) }
        var encoder: OpaquePointer?
        try check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder))
        defer { heif_encoder_release(encoder) }
        try check(heif_encoder_set_lossy_quality(encoder, Int32(quality)))
        try check(heif_encoder_set_parameter_string(encoder, "preset", "ultrafast"))
        var image: OpaquePointer?
        let chroma = bits == 8 ? heif_chroma_interleaved_RGB : heif_chroma_interleaved_RRGGBB_LE
        try check(heif_image_create(Int32(width), Int32(height), heif_colorspace_RGB, chroma, &image))
        defer { heif_image_release(image) }
        try check(heif_image_add_plane(image, heif_channel_interleaved, Int32(width), Int32(height), Int32(bits)))
        var stride: Int32 = 0
        guard let plane = heif_image_get_plane(image, heif_channel_interleaved, &stride) else {
            throw Fault(message: "libheif gives no room")
        }
        for y in 0..<height {
            for x in 0..<width * 3 {
                let value = Int(pixels[y * width * 3 + x])
                if bits == 8 {
                    plane[y * Int(stride) + x] = UInt8(value)
                } else {
                    let fine = (value * (1 << bits - 1) + 127) / 255
                    plane[y * Int(stride) + x * 2] = UInt8(fine & 0xFF)
                    plane[y * Int(stride) + x * 2 + 1] = UInt8(fine >> 8)
                }
            }
        }
        try check(heif_context_encode_image(context, image, encoder, nil, nil))
        let sink = Sink()
        var writer = heif_writer(writer_api_version: 1) { _, bytes, count, sink in
            if let sink, let bytes {
                Unmanaged<Sink>.fromOpaque(sink).takeUnretainedValue().bytes += UnsafeRawBufferPointer(
                    start: bytes, count: count)
            }
            return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
        }
        try check(heif_context_write(context, &writer, Unmanaged.passUnretained(sink).toOpaque()))
        return sink.bytes
    }

    private static func check(_ error: heif_error) throws {
        guard error.code != heif_error_Ok else { return }
        throw Fault(message: error.message.map { String(cString: $0) } ?? "libheif fails")
    }
}
