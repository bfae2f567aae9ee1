/// An archive in a file that the caller keeps open: what it holds, and each entry's bytes.
///
/// Nothing is ever made of a name in it. Zip is read by its directory, so that data descriptors and Zip64 are no
/// matter; tar, gzip and zstd are read from front to end, once to list them.
public final class Archive {
    /// How entries are packed together.
    public enum Kind: Sendable, Equatable {
        case zip
        case tar
        case gzipTar
        case zstdTar
        case gzip
        case zstd
    }

    /// One entry that is a file.
    public struct Entry: Sendable {
        public var name: EntryName
        /// Bytes unpacked; nil where only reading shows it.
        public var size: Int?
        /// Place in the archive, folders counted.
        let index: Int
    }

    public let kind: Kind
    public private(set) var entries: [Entry] = []
    private let descriptor: Int32
    private let bytes: Int
    private let limits: ArchiveLimits
    private var items: [ZipDirectory.Item] = []
    /// The stream of a tar, at the end of the entry before `place`, while it may be of use.
    private var cursor: (stream: LibraryStream, place: Int)?

    /// Bytes that suffice for `kind(of:)`.
    public static let headSize = 512

    /// What a file that starts with these bytes is; nil where it is no archive that can be read.
    public static func isArchive(_ head: some Collection<UInt8>) -> Bool {
        head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6])
            || head.starts(with: [0x1F, 0x8B]) || head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) || isTar(head)
    }

    private static func isTar(_ head: some Collection<UInt8>) -> Bool {
        head.dropFirst(257).starts(with: Array("ustar".utf8))
    }

    /// Lists an archive.
    ///
    /// - Parameters:
    ///   - descriptor: a regular file of `bytes` bytes; it must stay open as long as this object and its readers live.
    ///   - name: the name of the one entry that gzip or zstd packed without a name of its own.
    public init(
        descriptor: Int32, bytes: Int, name: String, limits: ArchiveLimits = ArchiveLimits()
    ) throws(ArchiveError) {
        self.descriptor = descriptor
        self.bytes = bytes
        self.limits = limits
        let head = try FileWindow.bytes(descriptor, 0..<min(bytes, Self.headSize))
        if head.starts(with: [0x50, 0x4B]) {
            kind = .zip
            items = try ZipDirectory(descriptor: descriptor, bytes: bytes, limits: limits).items
            entries = items.enumerated().compactMap { index, item in
                let isFolder = item.mode & EntryType.mask == EntryType.folder || item.name.shown.hasSuffix("/")
                return isFolder ? nil : Entry(name: item.name, size: item.size, index: index)
            }
        } else {
            kind = try Self.kind(head, descriptor, bytes)
            entries = try packsOneFile ? [Entry(name: EntryName(Array(name.utf8)), size: nil, index: 0)] : listTar()
        }
        if entries.isEmpty { throw .empty }
    }

    private var packsOneFile: Bool { kind == .gzip || kind == .zstd }

    private static func kind(_ head: [UInt8], _ descriptor: Int32, _ bytes: Int) throws(ArchiveError) -> Kind {
        if isTar(head) { return .tar }
        let stream: any ByteStream
        let kinds: (one: Kind, tar: Kind)
        if head.starts(with: [0x1F, 0x8B]) {
            kinds = (.gzip, .gzipTar)
            stream = try GzipStream(FileWindow(descriptor: descriptor, 0..<bytes))
        } else if head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            kinds = (.zstd, .zstdTar)
            let library = try LibraryStream(FileWindow(descriptor: descriptor, 0..<bytes), .zstd)
            guard try library.next() != nil else { throw .empty }
            stream = library
        } else {
            throw .unreadable
        }
        return isTar(try Self.first(headSize, of: stream)) ? kinds.tar : kinds.one
    }

    private static func first(_ count: Int, of stream: any ByteStream) throws(ArchiveError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        var filled = 0
        while filled < count {
            let got = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if got == 0 { break }
            filled += got
        }
        return Array(buffer[..<filled])
    }

    private func tarStream() throws(ArchiveError) -> LibraryStream {
        let file = FileWindow(descriptor: descriptor, 0..<bytes)
        switch kind {
        case .gzipTar: return try LibraryStream(try GzipStream(file), .tar)
        case .zstdTar: return try LibraryStream(file, .zstdTar)
        default: return try LibraryStream(file, .tar)
        }
    }

    private func listTar() throws(ArchiveError) -> [Entry] {
        let stream = try tarStream()
        var seen: Set<[UInt8]> = []
        var (index, total) = (0, 0)
        var result: [Entry] = []
        while let header = try stream.next() {
            let name = EntryName(header.name)
            guard index < limits.entries else { throw .tooManyEntries(limit: limits.entries) }
            if name.isUnsafe { throw .unsafeName(entry: name.shown) }
            if header.isEncrypted { throw .encrypted(entry: name.shown) }
            if header.type == EntryType.file {
                if !seen.insert(name.bytes).inserted { throw .duplicate(entry: name.shown) }
                total = total.addingReportingOverflow(header.size ?? 0).partialValue
                guard total >= 0, total <= limits.output(of: bytes) else { throw .ratio(limit: limits.ratio) }
                result.append(Entry(name: name, size: header.size, index: index))
            } else if header.type != EntryType.folder {
                throw .notAFile(entry: name.shown)
            }
            index += 1
        }
        return result
    }

    /// A reader at the first byte of an entry. Entries that are opened in their order are cheap, others may not be.
    public func open(_ entry: Entry) throws(ArchiveError) -> EntryReader {
        let allowed = limits.output(of: bytes)
        let source: any ByteStream
        var (size, checksum) = (entry.size, UInt32?.none)
        switch kind {
        case .zip:
            let item = items[entry.index]
            checksum = item.checksum
            if item.method == 0 {
                source = FileWindow(descriptor: descriptor, item.data..<item.data + item.packed)
            } else {
                // Behind a data descriptor the library looks for more bytes than that has.
                let library = try LibraryStream(FileWindow(descriptor: descriptor, item.offset..<bytes), .zip)
                guard try library.next() != nil else { throw .damaged(entry: entry.name.shown) }
                source = library
            }
        case .gzip: source = try GzipStream(FileWindow(descriptor: descriptor, 0..<bytes))
        case .zstd:
            let library = try LibraryStream(FileWindow(descriptor: descriptor, 0..<bytes), .zstd)
            guard try library.next() != nil else { throw .empty }
            (source, size) = (library, nil)
        case .tar, .gzipTar, .zstdTar: source = try tarEntry(entry)
        }
        return EntryReader(
            CheckedStream(
                source, name: entry.name.shown, size: size, checksum: checksum, allowed: allowed, ratio: limits.ratio))
    }

    private func tarEntry(_ entry: Entry) throws(ArchiveError) -> LibraryStream {
        if cursor.map({ $0.place > entry.index }) ?? true { cursor = (try tarStream(), 0) }
        guard let (stream, start) = cursor else { throw .unreadable }
        cursor = nil
        var place = start
        while place <= entry.index {
            guard try stream.next() != nil else { throw .truncated }
            place += 1
        }
        cursor = (stream, place)
        return stream
    }
}

/// Reads one entry. Of a tar only one is open at a time: opening another ends it.
public final class EntryReader {
    private let stream: CheckedStream

    init(_ stream: CheckedStream) { self.stream = stream }

    /// Puts some bytes at the front of `buffer`; 0 at the end, which is reached only if length and checksum are right.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        try stream.read(into: buffer)
    }
}

/// The name of an entry: to be shown and compared, never to be opened.
public struct EntryName: Hashable, Sendable {
    /// The bytes as they stand in the archive.
    let bytes: [UInt8]
    /// The name without what a terminal or a log would take for a command.
    public let shown: String

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var text = ""
        for scalar in String(decoding: bytes.prefix(1024), as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                text += "?"
            case "\\": text += "/"
            default: text.unicodeScalars.append(scalar)
            }
        }
        shown = text
    }

    /// Whether it could lead somewhere else if a file were made of it.
    var isUnsafe: Bool {
        if bytes.isEmpty || bytes.contains(0) || bytes.first == 0x2F || bytes.first == 0x5C { return true }
        if bytes.count > 1, bytes[1] == UInt8(ascii: ":"), (0x41...0x5A).contains(bytes[0] & 0xDF) { return true }
        return bytes.split { $0 == 0x2F || $0 == 0x5C }.contains { $0.elementsEqual([0x2E, 0x2E]) }
    }

    /// Whether it is what a Mac adds beside every file, or keeps of a folder's look.
    public var isSystemFile: Bool {
        let parts = shown.split(separator: "/")
        guard let last = parts.last else { return false }
        return parts.first == "__MACOSX" || last.hasPrefix("._") || last == ".DS_Store" || last == "Thumbs.db"
            || last == "desktop.ini"
    }
}
