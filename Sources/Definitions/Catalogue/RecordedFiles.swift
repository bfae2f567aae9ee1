internal import Filing
internal import Glibc

/// The definitions of a folder, and the folders in it, as their catalogue records them: sizes, times and texts.
///
/// A start compares all of them, so a record has a fixed size, and names are read where they are.
///
///     records in the order of paths: stamp, place of the path, place, length and checksum of the text, formats       paths
struct RecordedFiles: Sendable {
    /// A definition or a folder before it is written.
    struct File {
        /// Below the root.
        var path: String
        var stamp: FileStamp
        /// Empty for a folder.
        var text: [UInt8] = []
        /// How many formats it defines.
        var formats = 0
    }

    private let bytes: CatalogueBytes
    private let count: Int
    private let start: Int
    private static let recordSize = 48

    init(_ reader: inout CatalogueReader) {
        bytes = reader.bytes
        count = reader.number()
        let size = reader.number()
        start = reader.offset
        reader.offset += size
    }

    /// Writes the records; the texts are to follow the catalogue.
    static func write(_ files: [File], to writer: inout CatalogueWriter, texts: inout CatalogueWriter) {
        var paths = CatalogueWriter()
        var records = CatalogueWriter()
        for file in files.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
            file.stamp.write(to: &records)
            records.add(recordSize * files.count + paths.bytes.count)
            paths.add(raw: Array(file.path.utf8) + [0])
            records.add(texts.bytes.count)
            records.add(file.text.count)
            records.add(file.formats)
            records.add(word: CatalogueBytes(file.text).checksum(of: 0..<file.text.count))
            texts.add(raw: file.text)
        }
        writer.add(files.count)
        writer.add(records.bytes.count + paths.bytes.count)
        writer.add(raw: records.bytes + paths.bytes)
    }

    private func record(_ number: Int) -> Int { start + Self.recordSize * number }

    private func path(_ number: Int) -> UnsafePointer<CChar> {
        bytes.text(at: start + bytes.number(at: record(number) + 24))
    }

    /// Whether all have their recorded sizes and times.
    func hold(in root: String) -> Bool {
        let folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        return (0..<count).allSatisfy { FileStamp(of: path($0), in: folder) == FileStamp(bytes, at: record($0)) }
    }

    private func number(of path: String) -> Int? {
        path.withCString { path in
            var places = 0..<count
            while !places.isEmpty {
                let middle = places.lowerBound + places.count / 2
                let order = strcmp(path, self.path(middle))
                if order == 0 { return middle }
                places = order < 0 ? places.lowerBound..<middle : middle + 1..<places.upperBound
            }
            return nil
        }
    }

    /// How many formats a file defines; nil if there is no such file.
    func formats(in path: String) -> Int? { number(of: path).map { bytes.number(at: record($0) + 36) } }

    /// The text of a definition when the catalogue was written.
    ///
    /// - Parameter textStart: where the texts begin.
    func text(of path: String, from textStart: Int, in root: String) -> [UInt8]? {
        guard let number = number(of: path) else { return nil }
        let record = record(number)
        let place = textStart + bytes.number(at: record + 28)
        let end = place + bytes.number(at: record + 32)
        if end <= bytes.count, bytes.checksum(of: place..<end) == bytes.word(at: record + 40) {
            return Array(bytes[place..<end])
        }
        // The file is the recorded one, so its text is that which is damaged here.
        return DefinitionFile.bytes(of: "\(root)/\(path)")
    }
}

/// The size and times of a file.
struct FileStamp: Equatable, Sendable {
    var size: UInt64
    var modified: UInt64
    /// No program can set this one.
    var changed: UInt64

    /// Of a file by its path below an open folder, or below the current one.
    init?(of path: UnsafePointer<CChar>, in folder: CInt = AT_FDCWD) {
        var status = stat()
        guard fstatat(folder, path, &status, 0) == 0 else { return nil }
        let nanoseconds = { (time: timespec) in UInt64(bitPattern: Int64(time.tv_sec * 1_000_000_000 + time.tv_nsec)) }
        size = UInt64(status.st_size)
        (modified, changed) = (nanoseconds(status.st_mtim), nanoseconds(status.st_ctim))
    }

    /// A program is replaced, not written to. A hard link to it changes only `changed`, which is left out.
    init?(ofProgram path: String) {
        self.init(of: path)
        changed = 0
    }

    init(_ reader: inout CatalogueReader) {
        (size, modified, changed) = (reader.word(), reader.word(), reader.word())
    }

    init(_ bytes: CatalogueBytes, at offset: Int) {
        size = bytes.word(at: offset)
        (modified, changed) = (bytes.word(at: offset + 8), bytes.word(at: offset + 16))
    }

    func write(to writer: inout CatalogueWriter) {
        for word in [size, modified, changed] { writer.add(word: word) }
    }

    /// Two changes less than this apart may have the same time.
    static let tick: UInt64 = 20_000_000
}
