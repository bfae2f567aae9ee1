public import JPEG

/// A JPEG of invented pixels, and the segments that a camera or an editor puts before them.
public struct InventedFile: Sendable {
    public var jpeg: [UInt8]

    /// Encodes the pixels.
    public init(
        pixels: [UInt8], width: Int, height: Int, kind: PixelKind = .rgb,
        encoder: Encoder = Encoder(quality: 90)
    ) throws(JPEGError) {
        let encoded: Result<[UInt8], JPEGError> = pixels.withUnsafeBufferPointer { buffer in
            Result { () throws(JPEGError) in
                try encoder.encode(buffer, width: width, height: height, kind: kind)
            }
        }
        jpeg = try encoded.get()
    }

    public init(_ picture: InventedPicture, encoder: Encoder = Encoder(quality: 90)) throws(JPEGError) {
        try self.init(
            pixels: picture.pixels(), width: picture.width, height: picture.height, encoder: encoder)
    }

    /// A segment, which holds less than 64 kB.
    public static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }

    public static func exif(_ tags: InventedTags) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + tags.bytes) }

    public static func xmp(_ properties: String) -> [UInt8] {
        let packet =
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><rdf:Description \(properties)/></rdf:RDF></x:xmpmeta>"
        return segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8))
    }

    /// IPTC's records of that number and text, in Photoshop's resources.
    public static func iptc(_ records: [(number: UInt8, text: String)]) -> [UInt8] {
        var data: [UInt8] = []
        for (number, text) in records { data += [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8) }
        let length: [UInt8] = [0, 0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
        return segment(0xED, Array("Photoshop 3.0\0".utf8) + Array("8BIM\u{4}\u{4}\0\0".utf8) + length + data)
    }

    public static func profile(_ profile: [UInt8]) -> [UInt8] {
        segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile)
    }

    /// The file with these segments behind its first two bytes.
    public func with(_ segments: [UInt8]...) -> [UInt8] {
        Array(jpeg[..<2]) + segments.joined() + Array(jpeg[2...])
    }
}
