internal import JPEG
internal import Picturing

/// What kind of picture a file is, by its first bytes, whatever its name says.
struct PictureContent {
    private let content: FileContent

    init(_ head: [UInt8]) { content = FileContent.recognise(head) }

    /// Whether it is a photo that can be read.
    var isPhoto: Bool { content.isJPEG }

    /// Why it is a picture or film that cannot be read; nil where it is none, or can.
    var refusal: ReadError? {
        switch content {
        case .heif, .avif, .png, .gif, .webp, .tiff, .video: .picture(.notJPEG(content))
        case .empty, .jpeg, .mpo, .motionPhoto, .pdf, .zip, .html, .other: nil
        }
    }
}

extension ReadError {
    /// Why bytes that begin so are a picture that cannot be read; nil where they are none.
    public static func picture(in head: [UInt8]) -> ReadError? { PictureContent(head).refusal }
}
