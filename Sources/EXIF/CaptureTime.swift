public import JPEG

/// When a picture was taken, as the wall clock beside the camera showed it.
///
/// It is a wall time and nothing else: a time inside a gap of a zone's clock stays as it was written, and the instant
/// is known only where there is an offset.
public struct CaptureTime: Hashable, Sendable {
    /// Where a time stands, best first.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        case exif
        case exifDigitized = "exif-digitized"
        case xmp
        case iptc
        case filename
        case exifModify = "exif-modify"
        case fileTime = "file-time"
    }

    /// What told the offset from UTC.
    public enum OffsetSource: String, Hashable, Sendable, CaseIterable {
        case exif
        case xmp
        case iptc
        /// The name is one whose clock is UTC's: the wall time is UTC's, not that of the place.
        case filename
        /// The difference from the satellites' time.
        case gps
        case unknown = "none"
    }

    public enum Precision: String, Hashable, Sendable {
        case day
        case second
    }

    public var wall: WallTime
    public var source: Source
    /// Minutes east of UTC, where known.
    public var offsetMinutes: Int?
    public var offsetSource: OffsetSource

    public init(
        wall: WallTime, source: Source, offsetMinutes: Int? = nil, offsetSource: OffsetSource = .unknown
    ) {
        self.wall = wall
        self.source = source
        self.offsetMinutes = offsetMinutes
        self.offsetSource = offsetSource
    }
}

extension CaptureTime {
    /// The best time there is: the camera's, an editor's, the file name's, when the picture was changed, the file's own.
    ///
    /// The file name goes before the tag for changes, which every editor and every rotation rewrites.
    public static func best(
        camera: CameraTags, markers: Markers, name: String? = nil, fileTime: WallTime? = nil
    ) -> CaptureTime? {
        camera.original ?? camera.digitized ?? XMPPacket(markers.xmp).taken
            ?? IPTCRecords(resources: markers.resources).taken ?? name.flatMap { FileName($0).taken }
            ?? camera.modified ?? fileTime.map { CaptureTime(wall: $0, source: .fileTime) }
    }
}
