public import EXIF
internal import HEIF
public import JPEG

/// What a photo's file says of the photo, read without its pixels.
///
/// Of all that cameras write it keeps what is listed here: no position, name, comment, serial number or maker.
public struct PictureMetadata: Hashable, Sendable {
    /// Plain JPEG, MPO or motion photo; HEIC of one picture or more.
    public var content: FileContent
    /// As shown, upright; nil where the file ends before its picture begins.
    public var width: Int?
    public var height: Int?
    /// How decoded pixels are turned: those of a HEIC are upright, whatever its EXIF says.
    public var orientation: Orientation
    /// The best date there is; nil where there is none.
    public var taken: CaptureTime?
    /// Whether the file says where it was taken, which is never read.
    public var hasPosition: Bool

    /// Why its picture cannot be decoded, as far as the header shows; what it says of the photo may be right all the same.
    public var damage: PictureError.Damage?

    /// Reads of a JPEG no more than the markers before the picture.
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
        guard !markers.content.isHEIF else {
            self.init(try Container.reading(try Self.all(of: bytes)), named: name, fileTime: fileTime)
            return
        }
        guard markers.content == .jpeg else { throw .notPhoto(markers.content) }
        self.init(markers, named: name, fileTime: fileTime)
    }

    private init(_ markers: Markers, named name: String?, fileTime: WallTime?) {
        let camera = CameraTags(exif: markers.exif)
        let packet = XMPPacket(markers.xmp)
        content = packet.isMotionPhoto ? .motionPhoto : markers.hasFurtherPictures ? .mpo : .jpeg
        orientation = camera.orientation
        width = orientation.isOnSide ? markers.size?.height : markers.size?.width
        height = orientation.isOnSide ? markers.size?.width : markers.size?.height
        taken = .best(
            camera: camera, packet: packet, records: IPTCRecords(resources: markers.resources), name: name,
            fileTime: fileTime)
        hasPosition = camera.hasPosition || packet.hasPosition
        damage = PictureError.Damage(markers)
    }

    private init(_ container: Container, named name: String?, fileTime: WallTime?) {
        let camera = CameraTags(exif: container.exif)
        let packet = XMPPacket(container.xmp)
        content = container.hasFurtherPictures ? .heifSeries : .heif
        orientation = .upright
        (width, height) = (container.width, container.height)
        taken = .best(camera: camera, packet: packet, name: name, fileTime: fileTime)
        hasPosition = camera.hasPosition || packet.hasPosition
        damage = nil
    }

    /// Where a HEIC's words lie is known once its boxes are read, and some have them at the end.
    private static func all(of source: some RangedBytes) throws(PictureError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: source.count)
        let result: Result<Int, UnreadableBytes> = bytes.withUnsafeMutableBytes { target in
            Result { () throws(UnreadableBytes) in try source.copyBytes(from: 0, into: target) }
        }
        switch result {
        case .success(let count): return Array(bytes.prefix(count))
        case .failure(let error): throw .unreadable(code: error.code)
        }
    }

    public init(of bytes: [UInt8], named name: String? = nil, fileTime: WallTime? = nil) throws(PictureError) {
        try self.init(of: MemoryBytes(bytes), named: name, fileTime: fileTime)
    }
}
