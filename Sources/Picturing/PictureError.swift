internal import HEIF
public import JPEG

/// Why there is nothing to be made of a file.
public enum PictureError: Error, Hashable, Sendable {
    /// The operating system does not give the bytes.
    case unreadable(code: Int32)
    /// The file has no bytes.
    case empty
    /// The file is something else, whatever its name says.
    case notPhoto(FileContent)
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
        /// Some of a HEIC's pictures lie behind the file's end, so that none is shown.
        case endsInPicture
        /// A HEIC's boxes contradict each other.
        case brokenBoxes
        /// A kind of HEIF that is not read.
        case unsupportedBoxes
        /// As `broken`, of a HEIC.
        case brokenHEIC(code: Int, detail: Int)

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
        case .notPhoto(let content): "\(content.wording)"
        case .limit(let limit): "\(limit.wording)"
        case .damaged(let damage): "\(damage.wording)"
        }
    }

    /// The word for a picture's status: what kind of failure it is.
    public var status: String {
        switch self {
        case .unreadable: "unreadable"
        case .empty, .notPhoto, .damaged: "fatal"
        case .limit: "limit"
        }
    }
}

extension Container {
    static func reading(_ bytes: [UInt8]) throws(PictureError) -> Container {
        do throws(HEIFError) { return try Container(of: bytes) } catch { throw PictureError(error, limits: .init()) }
    }
}

extension PictureError {
    init(_ error: HEIFError, limits: PictureLimits) {
        self =
            switch error {
            case .truncated: .damaged(.endsInPicture)
            case .noImage: .damaged(.noImage)
            case .brokenHeader: .damaged(.brokenBoxes)
            case .unsupported: .damaged(.unsupportedBoxes)
            case .noMemory: .limit(.memory(megabytes: limits.samples >> 20))
            case .broken(let code, let detail): .damaged(.brokenHEIC(code: code, detail: detail))
            }
    }
}

extension FileContent {
    fileprivate var wording: String {
        switch self {
        case .empty: "the file is empty: upload it again"
        case .avif: "this is AVIF, which is not supported: export it as JPEG"
        case .png: "this is PNG, which is not supported: export the photo as JPEG"
        case .gif: "this is GIF, which is not supported: export the photo as JPEG"
        case .webp: "this is WebP, which is not supported: export the photo as JPEG"
        case .tiff: "this is TIFF or a camera's raw picture, which is not supported: export it as JPEG"
        case .pdf: "this is a PDF, not a photo: export the photo as JPEG"
        case .zip: "this is a zip archive, not a photo: import it as an archive"
        case .video: "this is a video, not a photo: export the photo as JPEG"
        case .html: "this is a web page, not a photo: the download failed, download it again"
        case .jpeg, .mpo, .motionPhoto, .heif, .heifSeries, .other:
            "this is not a JPEG or HEIC: export the photo as JPEG"
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
        case .noImage: "the file has no picture: export it again"
        case .brokenHeader: "the JPEG's header is damaged: upload or export it again"
        case .noTables: "the JPEG has no tables for its data: export it again"
        case .unsupported: "this kind of JPEG (lossless, arithmetic or 12 bits) is not supported: export it again"
        case .broken(let code): "the JPEG is damaged (decoder error \(code)): upload or export it again"
        case .endsInPicture: "the file ends before the picture does: upload it again"
        case .brokenBoxes: "the HEIC's header is damaged: upload or export it again"
        case .unsupportedBoxes: "this kind of HEIF (not HEVC, or an overlay) is not supported: export it as JPEG"
        case .brokenHEIC(let code, let detail):
            "the HEIC is damaged (decoder error \(code).\(detail)): upload or export it again"
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
    /// Bytes that the samples of a HEIC may take, which is decoded as a whole and turned into a copy: 6 a pixel, with more
    /// than 8 bits a sample 12.
    public var samples: Int

    public init(pixels: Int = 50_000_000, scans: Int = 100, memory: Int = 160 << 20, samples: Int = 400 << 20) {
        self.pixels = pixels
        self.scans = scans
        self.memory = memory
        self.samples = samples
    }

    /// Ten scans and some of the largest picture, or a hundred of a small one.
    var ofDecoder: Decoder.Limits { Decoder.Limits(memory: memory, scans: scans, work: pixels * 12) }

    func allow(width: Int, height: Int) -> Bool { width * height <= pixels }

    /// What a file takes that is no matter of its size; before a row is made of it.
    public func check(_ bytes: [UInt8], _ content: FileContent) throws(PictureError) {
        if content.isHEIF { return try check(try Container.reading(bytes)) }
        guard bytes.withUnsafeBytes({ ScanCount.of($0) }) <= scans else { throw .limit(.scans(limit: scans)) }
    }

    /// What decoding a HEIC takes, by all that its header says.
    func check(_ container: Container) throws(PictureError) {
        try check(width: container.width, height: container.height)
        // Tiles reach beyond the edges, and there may be an alpha channel.
        let pixels = max(container.codedPixels, container.width * container.height)
        guard pixels <= samples / (container.bits > 8 ? 12 : 6) else {
            throw .limit(.memory(megabytes: samples >> 20))
        }
    }

    func check(width: Int, height: Int) throws(PictureError) {
        guard allow(width: width, height: height) else {
            throw .limit(.pixels(width: width, height: height, limit: pixels))
        }
    }
}
