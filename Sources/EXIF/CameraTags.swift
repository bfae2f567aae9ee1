/// What the camera wrote in EXIF, as far as it is asked for; a tag that is broken is one that is not there.
public struct CameraTags: Hashable, Sendable {
    public var original: CaptureTime?
    public var digitized: CaptureTime?
    public var modified: CaptureTime?
    public var orientation = Orientation.upright
    /// Whether a position is written, which itself is not read.
    public var hasPosition = false
    /// Whether the colours are Adobe RGB's, said by the interoperability tag where there is no profile.
    public var isAdobeRGB = false

    /// No tags at all.
    public init() {}

    /// Reads the tags of `exif`, which begins with its byte order mark.
    public init(exif: [UInt8]) {
        guard let tiff = TIFF(exif) else { return }
        var fields = CameraFields()
        let first = tiff.entries(at: tiff.first)
        fields.take(first, of: tiff)
        var satellites = SatelliteTime()
        if let place = tiff.place(of: 0x8769, in: first) {
            let camera = tiff.entries(at: place)
            fields.take(camera, of: tiff)
            if let place = tiff.place(of: 0xA005, in: camera) {
                isAdobeRGB = tiff.entries(at: place).contains { $0.tag == 1 && tiff.text($0) == Array("R03".utf8) }
            }
        }
        if let place = tiff.place(of: 0x8825, in: first) {
            let entries = tiff.entries(at: place)
            hasPosition = entries.contains { $0.tag == 2 || $0.tag == 4 }
            satellites.take(entries, of: tiff)
        }
        orientation = fields.orientation.flatMap(Orientation.init(rawValue:)) ?? .upright
        original = fields.original.time(.exif)
        digitized = fields.digitized.time(.exifDigitized)
        modified = fields.modified.time(.exifModify)
        // The satellites show when the shutter was released, not when a file was changed.
        if original?.offsetMinutes == nil, let offset = original.flatMap({ satellites.offsetMinutes(of: $0.wall) }) {
            original?.offsetMinutes = offset
            original?.offsetSource = .gps
        }
    }
}

extension TIFF {
    /// The offset that a pointer's entry holds.
    fileprivate func place(of tag: Int, in entries: [Entry]) -> Int? {
        entries.first { $0.tag == tag }.flatMap(integer)
    }
}

/// The texts of the tags, by the time to which they belong.
private struct CameraFields {
    /// A time is spread over three tags.
    struct Spread {
        var text: [UInt8]?
        var offset: [UInt8]?
        var fraction: [UInt8]?

        func time(_ source: CaptureTime.Source) -> CaptureTime? {
            guard let text, let written = WrittenTime(text) else { return nil }
            var wall = written.wall
            if let fraction, wall.precision == .second, let nanoseconds = Self.nanoseconds(fraction) {
                wall.nanoseconds = nanoseconds
            }
            let offset = offset.flatMap { TextScanner($0).offsetMinutes() } ?? written.offsetMinutes
            return CaptureTime(
                wall: wall, source: source, offsetMinutes: offset, offsetSource: offset == nil ? .unknown : .exif)
        }

        /// Digits, then blanks at most.
        private static func nanoseconds(_ text: [UInt8]) -> Int? {
            var scanner = TextScanner(text)
            guard let nanoseconds = scanner.nanoseconds() else { return nil }
            scanner.skipBlanks()
            return scanner.isAtEnd ? nanoseconds : nil
        }
    }

    var original = Spread()
    var digitized = Spread()
    var modified = Spread()
    var orientation: Int?

    /// Takes what a directory has; what a deeper one has goes before what an upper one had, where it does not belong.
    mutating func take(_ entries: [TIFF.Entry], of tiff: TIFF) {
        // Of two entries of one tag the first one counts.
        for entry in entries.reversed() {
            switch entry.tag {
            case 0x0112: orientation = tiff.integer(entry) ?? orientation
            case 0x0132: modified.text = tiff.text(entry) ?? modified.text
            case 0x9003: original.text = tiff.text(entry) ?? original.text
            case 0x9004: digitized.text = tiff.text(entry) ?? digitized.text
            case 0x9010: modified.offset = tiff.text(entry) ?? modified.offset
            case 0x9011: original.offset = tiff.text(entry) ?? original.offset
            case 0x9012: digitized.offset = tiff.text(entry) ?? digitized.offset
            case 0x9290: modified.fraction = tiff.text(entry) ?? modified.fraction
            case 0x9291: original.fraction = tiff.text(entry) ?? original.fraction
            case 0x9292: digitized.fraction = tiff.text(entry) ?? digitized.fraction
            default: break
            }
        }
    }
}
