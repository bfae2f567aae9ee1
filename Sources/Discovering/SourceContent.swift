internal import Archive
internal import Filing
internal import Glibc
internal import Reading

/// Bytes that can be read from their beginning as often as asked for.
protocol SourceContent: AnyObject {
    /// Number of bytes; nil until they were all read once.
    var bytes: Int? { get }
    /// Whether they are still those that were there when it was opened.
    var isUnchanged: Bool { get }
    /// A source at the first byte.
    func open() throws(ReadError) -> any ByteSource
    /// Lets go of what is kept in memory.
    func forget()
}

/// A regular file, held open.
final class RegularFile: SourceContent {
    let descriptor: Int32
    /// What it was when it was opened: a file that is not the same afterwards was changed while it was read.
    let identity: FileIdentity

    var bytes: Int? { identity.size }

    /// Takes over the descriptor, which is closed if it is of no regular file.
    init(descriptor: Int32) throws {
        do {
            try Self.check(descriptor)
            do { identity = try FileIdentity(descriptor: descriptor) } catch {
                throw DiscoveryError.system(error.code)
            }
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    var isUnchanged: Bool { (try? FileIdentity(descriptor: descriptor)) == identity }

    func open() -> any ByteSource { FileBytes(self) }

    func forget() {}

    private static func check(_ descriptor: Int32) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw DiscoveryError.system(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw DiscoveryError.notRegular(.folder)
        case S_IFIFO: throw DiscoveryError.notRegular(.pipe)
        case S_IFSOCK: throw DiscoveryError.notRegular(.socket)
        default: throw DiscoveryError.notRegular(.device)
        }
    }
}

/// A file from its first byte, at a place of its own.
private final class FileBytes: ByteSource {
    private let file: RegularFile
    private var at = 0

    init(_ file: RegularFile) {
        self.file = file
        posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        while true {
            let count = pread(file.descriptor, buffer.baseAddress, min(buffer.count, 1 << 20), off_t(at))
            if count >= 0 {
                at += count
                return count
            }
            if errno != EINTR { throw ReadError.system(operation: "read the file", code: errno) }
        }
    }
}

/// An entry of an archive.
final class EntryContent: SourceContent {
    /// Entries up to this size are unpacked once and kept.
    static let keptSize = 1 << 20

    private let archive: Archive
    private let file: RegularFile
    private let entry: Archive.Entry
    private var known: Int?
    private var kept: [UInt8]?

    init(_ entry: Archive.Entry, of archive: Archive, in file: RegularFile) {
        self.archive = archive
        self.file = file
        self.entry = entry
        known = entry.size
    }

    var bytes: Int? { known }

    var isUnchanged: Bool { file.isUnchanged }

    func forget() { kept = nil }

    func open() throws(ReadError) -> any ByteSource {
        if let kept { return MemorySource(kept) }
        let source: EntryBytes
        do { source = EntryBytes(try archive.open(entry)) } catch { throw ReadError(error) }
        guard let known, known <= Self.keptSize else {
            source.atEnd = { [weak self] in self?.known = $0 }
            return source
        }
        let bytes = try source.next(known + 1)
        kept = bytes
        return MemorySource(bytes)
    }
}

/// An entry from its first byte; at its end its checksum was found right.
private final class EntryBytes: ByteSource {
    private let reader: EntryReader
    private var count = 0
    var atEnd: (Int) -> Void = { _ in }

    init(_ reader: EntryReader) { self.reader = reader }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        do {
            let got = try reader.read(into: buffer)
            count += got
            if got == 0 { atEnd(count) }
            return got
        } catch { throw ReadError(error) }
    }
}

extension ReadError {
    init(_ error: ArchiveError) {
        if case .system(let code) = error {
            self = .system(operation: "read the archive", code: code)
        } else {
            self = .archive(error.description)
        }
    }
}
