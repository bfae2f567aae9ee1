internal import Definitions
internal import EXIF
internal import JPEG
internal import Picturing
public import Records

/// A photo, JPEG or HEIC, as one record: what its file says of it, and what is known of the file.
///
/// Of all that cameras write the columns below are read and nothing else: no position, name, comment, serial number or
/// maker. The record's bytes are never shown or kept: they are the picture.
public final class JPEGReader: RecordReader {
    public let header: [String]
    public private(set) var account = ByteAccount()
    private let source: any ByteSource
    private let facts: FileFacts
    private var selected: [Int]
    private var isRead = false

    /// Columns that a photo may have, beside those of a manifest.
    ///
    /// `taken_on` is the day by the camera's clock or the manifest, `taken_at` the clock's time with its fraction,
    /// `taken_instant` the same with the offset where that is known; `modified` is the file's time, in UTC.
    public static let columns = [
        "path", "taken_on", "taken_at", "taken_instant", "offset_minutes", "offset_source", "date_source", "width",
        "height", "content", "media_type", "has_position", "sha256", "modified",
    ]

    /// The column of a manifest that says the day.
    public static let dayColumn = "taken_on"
    /// Bytes that a photo may have.
    public static let mostBytes = 100 << 20
    /// Pixels that a photo may have.
    static let mostPixels = 50_000_000

    /// - Parameter columns: those that are asked for, which it presents as its header.
    public init(_ source: any ByteSource, about facts: FileFacts = FileFacts(), columns: [String]) {
        self.source = source
        self.facts = facts
        header = columns
        selected = Array(columns.indices)
    }

    /// The names by which a photo is recognised; nil where the bytes are none.
    static func names(in head: [UInt8]) -> Set<String>? { PhotoType(head).map { [$0.name] } }

    public func select(columns: [Int]) { selected = columns }

    public func makeBatch() -> RawBatch { RawBatch(capacity: 1, columnCount: selected.count, byteCount: 4096) }

    public func read(into batch: RawBatch) throws(ReadError) -> Bool {
        batch.clear()
        guard !isRead else { return false }
        isRead = true
        let (bytes, sha256) = try contents()
        let cells = try cells(of: bytes, sha256)
        for (place, column) in selected.enumerated() {
            let value = cells[header[column]] ?? manifestCell(header[column])
            batch.column(place)[0] = value.map { batch.append(Array($0.utf8)) } ?? .absent
        }
        (batch.lines[0], batch.offsets[0], batch.firstRecord) = (1, 0, 1)
        batch.spans[0] = Cell(offset: 0, length: 0)
        batch.count = 1
        account.records = bytes.count
        return true
    }

    /// All of the file, with its fingerprint.
    private func contents() throws(ReadError) -> (bytes: [UInt8], sha256: [UInt8]) {
        var bytes: [UInt8] = []
        var digest = Digest()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { break }
            let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            guard bytes.count + count <= Self.mostBytes else { throw .photoTooLarge(limit: Self.mostBytes) }
            digest.add(part)
            bytes.append(contentsOf: part)
        }
        return (bytes, digest.finish())
    }

    private func cells(of bytes: [UInt8], _ sha256: [UInt8]) throws(ReadError) -> [String: String] {
        let photo: PictureMetadata
        do throws(PictureError) {
            photo = try PictureMetadata(of: bytes, named: facts.path.split(separator: "/").last.map(String.init))
            try PictureLimits().check(bytes, photo.content)
        } catch { throw .picture(error) }
        if let damage = photo.damage { throw .picture(.damaged(damage)) }
        guard let width = photo.width, let height = photo.height, width > 0, height > 0 else {
            throw .picture(.damaged(.endsInHeader))
        }
        guard width * height <= Self.mostPixels else {
            throw .picture(.limit(.pixels(width: width, height: height, limit: Self.mostPixels)))
        }
        var cells = [
            "path": facts.path, "width": String(width), "height": String(height), "content": photo.content.rawValue,
            "has_position": photo.hasPosition ? "true" : "false", "sha256": Hex.text(sha256),
        ]
        cells["media_type"] = PhotoType(bytes)?.rawValue
        cells["modified"] = facts.modified.map { InstantText.utc($0) }
        cells["date_source"] = facts.modified.map { _ in CaptureTime.Source.fileTime.rawValue }
        if let taken = photo.taken { Self.add(taken, to: &cells) }
        correct(&cells)
        return cells
    }

    private static func add(_ taken: CaptureTime, to cells: inout [String: String]) {
        cells["date_source"] = taken.source.rawValue
        let text = taken.wall.description
        cells["taken_on"] = String(text.prefix(10))
        guard taken.wall.precision == .second else { return }
        let time = text + fraction(taken.wall.nanoseconds)
        cells["taken_at"] = time
        cells["taken_instant"] = time
        guard let minutes = taken.offsetMinutes else { return }
        cells["offset_minutes"] = String(minutes)
        cells["offset_source"] = taken.offsetSource.rawValue
        let size = abs(minutes)
        cells["taken_instant"] =
            time + (minutes < 0 ? "-" : "+") + InstantText.padded(size / 60, 2) + ":" + InstantText.padded(size % 60, 2)
    }

    /// What a person wrote down goes before what the camera did; of another day the camera's time says nothing.
    private func correct(_ cells: inout [String: String]) {
        guard let day = facts.manifest[Self.dayColumn], !day.isEmpty else { return }
        cells["date_source"] = "manifest"
        guard cells["taken_on"] != day else { return }
        cells["taken_on"] = day
        for name in ["taken_at", "taken_instant", "offset_minutes", "offset_source"] { cells[name] = nil }
    }

    private func manifestCell(_ column: String) -> String? {
        guard column.hasPrefix(JPEGReaderDefinition.manifestPrefix) else { return nil }
        let value = facts.manifest[String(column.dropFirst(JPEGReaderDefinition.manifestPrefix.count))]
        return value?.isEmpty == true ? nil : value
    }

    /// Nanoseconds as decimals of a second.
    private static func fraction(_ nanoseconds: Int?) -> String {
        guard let nanoseconds, nanoseconds > 0 else { return "" }
        var digits = InstantText.padded(nanoseconds, 9)
        while digits.last == "0" { digits.removeLast() }
        return "." + digits
    }
}
