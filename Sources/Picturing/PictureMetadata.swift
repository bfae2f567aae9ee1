public import EXIF
public import JPEG

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
    /// Whether the file tells where it was taken, which is never read.
    public var hasPosition: Bool

    /// Why its picture cannot be decoded, as far as the header tells; what it says of the photo may be right all the same.
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
