public import EXIF
public import JPEG

/// Why there is nothing to be made of a file.
public enum PictureError: Error, Hashable, Sendable {
    /// The operating system does not give the bytes.
    case unreadable(code: Int32)
    /// The file has no bytes.
    case empty
    /// The file is something else, whatever its name says.
    case notJPEG(FileContent)
    /// More pixels, scans or memory than a photo may take.
    case limit(Limit)
    /// The decoder cannot go on.
    case damaged(Damage)

    /// What is too large.
    public enum Limit: Hashable, Sendable {
        case pixels(width: Int, height: Int, limit: Int)
        case scans(limit: Int)
        case memory(megabytes: Int)
    }

    /// What kind of damage.
    public enum Damage: Hashable, Sendable {
        /// The file ends before the picture begins.
        case endsInHeader
        /// There is a header but no picture in it.
        case noImage
        /// A segment of the header says it is shorter than its own length.
        case brokenHeader
        /// The data came without its tables.
        case noTables
        /// A kind of JPEG that is not read: lossless, arithmetic, 12 bits.
        case unsupported
        /// The decoder's own number for what is wrong.
        case broken(code: Int)

        /// What the header itself says.
        init?(_ markers: Markers) {
            if markers.end == .brokenSegment || markers.hasBrokenTables {
                self = .brokenHeader
            } else if markers.end == .scan, !markers.hasTables {
                self = .noTables
            } else {
                return nil
            }
        }
    }
}

extension PictureError: CustomStringConvertible {
    /// What is wrong and what to do; without anything that stands in the file.
    public var description: String {
        switch self {
        case .unreadable(let code): "the file cannot be read (error \(code)): check its permissions and the disk"
        case .empty: "the file is empty: upload it again"
        case .notJPEG(let content): "\(content.wording)"
        case .limit(let limit): "\(limit.wording)"
        case .damaged(let damage): "\(damage.wording)"
        }
    }

    /// The word for a picture's status: what kind of failure it is.
    public var status: String {
        switch self {
        case .unreadable: "unreadable"
        case .empty, .notJPEG, .damaged: "fatal"
        case .limit: "limit"
        }
    }
}

extension FileContent {
    fileprivate var wording: String {
        switch self {
        case .empty: "the file is empty: upload it again"
        case .heif:
            "this is HEIC, which is not supported: export it as JPEG (on an iPhone: Settings, Camera, Most Compatible)"
        case .avif: "this is AVIF, which is not supported: export it as JPEG"
        case .png: "this is PNG, which is not supported: export the photo as JPEG"
        case .gif: "this is GIF, which is not supported: export the photo as JPEG"
        case .webp: "this is WebP, which is not supported: export the photo as JPEG"
        case .tiff: "this is TIFF or a camera's raw picture, which is not supported: export it as JPEG"
        case .pdf: "this is a PDF, not a photo: export the photo as JPEG"
        case .zip: "this is a zip archive, not a photo: import it as an archive"
        case .video: "this is a video, not a photo: export the photo as JPEG"
        case .html: "this is a web page, not a photo: the download failed, download it again"
        case .jpeg, .mpo, .motionPhoto, .other: "this is not a JPEG: export the photo as JPEG"
        }
    }
}

extension PictureError.Limit {
    fileprivate var wording: String {
        switch self {
        case .pixels(let width, let height, let limit):
            "the picture is \(width) by \(height) pixels, more than \(limit / 1_000_000) million: export it smaller"
        case .scans(let limit): "the picture has more than \(limit) scans or takes too long to decode: export it again"
        case .memory(let megabytes): "the picture takes more than \(megabytes) MB to decode: export it smaller"
        }
    }
}

extension PictureError.Damage {
    fileprivate var wording: String {
        switch self {
        case .endsInHeader: "the file ends before the picture begins: upload it again"
        case .noImage: "there is no picture in the file: export it again"
        case .brokenHeader: "the JPEG's header is damaged: upload or export it again"
        case .noTables: "the JPEG has no tables for its data: export it again"
        case .unsupported: "this kind of JPEG (lossless, arithmetic or 12 bits) is not supported: export it again"
        case .broken(let code): "the JPEG is damaged (decoder error \(code)): upload or export it again"
        }
    }
}

/// What one photo may take.
public struct PictureLimits: Hashable, Sendable {
    /// The largest telephones make 50 million where all of them are kept.
    public var pixels: Int
    /// Scans of a progressive picture: encoders make about ten.
    public var scans: Int
    /// Bytes that a progressive picture's coefficients may take; 3 a pixel are usual.
    public var memory: Int

    public init(pixels: Int = 50_000_000, scans: Int = 100, memory: Int = 160 << 20) {
        self.pixels = pixels
        self.scans = scans
        self.memory = memory
    }

    /// Ten scans and some of the largest picture, or a hundred of a small one.
    var ofDecoder: Decoder.Limits { Decoder.Limits(memory: memory, scans: scans, work: pixels * 12) }

    func allow(width: Int, height: Int) -> Bool { width * height <= pixels }

    /// What a file takes that is no matter of its size; before a row is made of it.
    public func check(scansOf bytes: [UInt8]) throws(PictureError) {
        guard bytes.withUnsafeBytes({ ScanCount.of($0) }) <= scans else { throw .limit(.scans(limit: scans)) }
    }

    func check(width: Int, height: Int) throws(PictureError) {
        guard allow(width: width, height: height) else {
            throw .limit(.pixels(width: width, height: height, limit: pixels))
        }
    }
}

/// What a photo's file says of the photo, read without its pixels.
///
/// Of all that cameras write it keeps what is listed here: no position, name, comment, serial number or maker.
public struct PictureMetadata: Hashable, Sendable {
    /// Plain JPEG, MPO or motion photo.
    public var content: FileContent
    /// As shown, upright; nil where the file ends before its picture begins.
    public var width: Int?
    public var height: Int?
    public var orientation: Orientation
    /// The best date there is; nil where there is none.
    public var taken: CaptureTime?
    /// Whether the file says where it was taken, which is never read.
    public var hasPosition: Bool

    /// Why its picture cannot be decoded, as far as the header shows; what it says of the photo may be right all the same.
    public var damage: PictureError.Damage?

    /// Reads no more than the markers before the picture.
    ///
    /// - Parameters:
    ///   - name: The file's name, which may hold a date.
    ///   - fileTime: When the file was changed, on the owner's wall clock: the last resort.
    public init(
        of bytes: some RangedBytes, named name: String? = nil, fileTime: WallTime? = nil
    ) throws(PictureError) {
        let markers: Markers
        do throws(UnreadableBytes) {
            markers = try Markers(of: bytes, keeping: .words)
        } catch {
            throw .unreadable(code: error.code)
        }
        guard markers.content != .empty else { throw .empty }
        guard markers.content == .jpeg else { throw .notJPEG(markers.content) }
        let camera = CameraTags(exif: markers.exif)
        let packet = XMPPacket(markers.xmp)
        content = packet.isMotionPhoto ? .motionPhoto : markers.hasFurtherPictures ? .mpo : .jpeg
        orientation = camera.orientation
        width = orientation.isOnSide ? markers.size?.height : markers.size?.width
        height = orientation.isOnSide ? markers.size?.width : markers.size?.height
        taken = .best(camera: camera, markers: markers, name: name, fileTime: fileTime)
        hasPosition = camera.hasPosition || packet.hasPosition
        damage = PictureError.Damage(markers)
    }

    public init(of bytes: [UInt8], named name: String? = nil, fileTime: WallTime? = nil) throws(PictureError) {
        try self.init(of: MemoryBytes(bytes), named: name, fileTime: fileTime)
    }
}
