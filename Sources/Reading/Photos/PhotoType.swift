internal import JPEG
internal import Picturing

/// What kind of photo a file is, by its first bytes; the raw value is its media type.
public enum PhotoType: String, CaseIterable, Hashable, Sendable {
    case jpeg = "image/jpeg"
    case heic = "image/heic"

    /// How many bytes it is recognised by.
    public static let headLength = FileContent.headLength

    /// Nil where bytes that begin so are no photo that can be read.
    public init?(_ head: [UInt8]) {
        let content = FileContent.recognise(head)
        guard content.isPhoto else { return nil }
        self = content.isHEIF ? .heic : .jpeg
    }

    /// What names of such files end with.
    public var ending: String {
        switch self {
        case .jpeg: ".jpg"
        case .heic: ".heic"
        }
    }

    /// The name by which formats recognise it.
    var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .heic: "HEIC"
        }
    }
}

extension ReadError {
    /// Why bytes that begin so are a picture or film that cannot be read; nil where they are none, or can.
    public static func picture(in head: [UInt8]) -> ReadError? {
        let content = FileContent.recognise(head)
        return switch content {
        case .avif, .png, .gif, .webp, .tiff, .video: .picture(.notPhoto(content))
        case .empty, .jpeg, .mpo, .motionPhoto, .heif, .heifSeries, .pdf, .zip, .html, .other: nil
        }
    }
}
