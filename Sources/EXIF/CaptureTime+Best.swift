public import JPEG

extension CaptureTime {
    /// The best time there is: the camera's, an editor's, the file name's, when the picture was changed, the file's own.
    ///
    /// The file name goes before the tag for changes, which every editor and every rotation writes anew.
    public static func best(
        camera: CameraTags, markers: Markers, name: String? = nil, fileTime: WallTime? = nil
    ) -> CaptureTime? {
        camera.original ?? camera.digitized ?? XMPPacket(markers.xmp).taken
            ?? IPTCRecords(resources: markers.resources).taken ?? name.flatMap { FileName($0).taken }
            ?? camera.modified ?? fileTime.map { CaptureTime(wall: $0, source: .fileTime) }
    }
}
