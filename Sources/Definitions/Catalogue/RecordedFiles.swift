internal import Filing
internal import Glibc

/// The definitions of a folder as its catalogue records them: sizes and times of files and folders, and the texts.
///
/// A start compares all of them, so a record has a fixed size, and a file is looked up in its open folder.
///
///     folders: path, stamp, number of files          of each file: stamp, place of its name and text, checksum, formats
struct RecordedFiles: Sendable {
    /// A definition before it is written.
    struct File {
        var name: String
        var stamp: FileStamp
        var text: [UInt8]
        /// How many formats it defines.
        var formats: Int
    }
    typealias Folder = (path: String, stamp: FileStamp, files: [File])

    private struct Listed: Sendable {
        let path: String
        let stamp: FileStamp
        let files: Range<Int>
    }

    private let bytes: CatalogueBytes
    private let folders: [Listed]
    /// Where the records are, and their names.
    private let start: Int
    private static let recordSize = 48

    init(_ reader: inout CatalogueReader) {
        bytes = reader.bytes
        var count = 0
        folders = reader.list { reader in
            let (path, stamp) = (reader.text(), FileStamp(&reader))
            let first = count
            count += reader.number()
            return Listed(path: path, stamp: stamp, files: first..<count)
        }
        let size = reader.number()
        start = reader.offset
        reader.offset += size
    }

    /// Writes the records; the texts follow the catalogue, from `textStart` on.
    static func write(_ folders: [Folder], to writer: inout CatalogueWriter, texts: inout CatalogueWriter) {
        var names = CatalogueWriter()
        var records = CatalogueWriter()
        let all = folders.flatMap(\.files)
        writer.add(folders) { writer, folder in
            writer.add(folder.path)
            folder.stamp.write(to: &writer)
            writer.add(folder.files.count)
        }
        for file in all {
            file.stamp.write(to: &records)
            records.add(recordSize * all.count + names.bytes.count)
            names.add(raw: Array(file.name.utf8) + [0])
            records.add(texts.bytes.count)
            records.add(file.text.count)
            records.add(file.formats)
            records.add(word: CatalogueBytes(file.text).checksum(of: 0..<file.text.count))
            texts.add(raw: file.text)
        }
        writer.add(records.bytes.count + names.bytes.count)
        writer.add(raw: records.bytes + names.bytes)
    }

    private func name(of file: Int) -> UnsafePointer<CChar> {
        bytes.text(at: start + bytes.number(at: start + Self.recordSize * file + 24))
    }

    /// Whether all files and folders have their recorded sizes and times.
    func hold(in root: String) -> Bool {
        folders.allSatisfy { folder in
            // The root's own times change when its catalogue is written.
            let isRoot = folder.path.isEmpty
            let descriptor = open(isRoot ? root : "\(root)/\(folder.path)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            guard isRoot || FileStamp(of: descriptor) == folder.stamp else { return false }
            return folder.files.allSatisfy { file in
                FileStamp(of: name(of: file), in: descriptor) == FileStamp(bytes, at: start + Self.recordSize * file)
            }
        }
    }

    /// The number of a file by its path below the root.
    private func number(of path: String) -> Int? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { path[..<$0] } ?? ""
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        guard var files = folders.first(where: { $0.path == folder })?.files else { return nil }
        while let middle = files.isEmpty ? nil : files.lowerBound + files.count / 2 {
            switch name.withCString({ strcmp($0, self.name(of: middle)) }) {
            case 0: return middle
            case ..<0: files = files.lowerBound..<middle
            default: files = middle + 1..<files.upperBound
            }
        }
        return nil
    }

    /// How many formats a file defines; nil if there is no such file.
    func formats(in path: String) -> Int? {
        number(of: path).map { bytes.number(at: start + Self.recordSize * $0 + 36) }
    }

    /// The text of a definition when the catalogue was written.
    ///
    /// - Parameter textStart: where the texts begin.
    func text(of path: String, from textStart: Int, in root: String) -> [UInt8]? {
        guard let number = number(of: path) else { return nil }
        let record = start + Self.recordSize * number
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

    private init(_ status: stat) {
        let nanoseconds = { (time: timespec) in UInt64(bitPattern: Int64(time.tv_sec * 1_000_000_000 + time.tv_nsec)) }
        size = UInt64(status.st_size)
        (modified, changed) = (nanoseconds(status.st_mtim), nanoseconds(status.st_ctim))
    }

    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init?(of name: UnsafePointer<CChar>, in folder: CInt) {
        var status = stat()
        guard fstatat(folder, name, &status, 0) == 0 else { return nil }
        self.init(status)
    }

    init?(of descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
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
        (size, modified, changed) = (
            bytes.word(at: offset), bytes.word(at: offset + 8), bytes.word(at: offset + 16)
        )
    }

    func write(to writer: inout CatalogueWriter) {
        for word in [size, modified, changed] { writer.add(word: word) }
    }

    /// Two changes less than this apart may have the same time.
    static let tick: UInt64 = 20_000_000
}
