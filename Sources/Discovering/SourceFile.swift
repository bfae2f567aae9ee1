public import Filing
internal import Glibc
public import Reading

/// A regular file or an entry of an archive, opened once and for as long as it is being imported.
///
/// It is read through one descriptor, so that what was fingerprinted is what is read, whatever happens to its name.
public final class SourceFile {
    public let path: String
    /// Path below the owner's folder, for reports and the ledger; of an entry the archive's, `!` and its own.
    public let name: String
    /// What was spent on it.
    public let time: ProcessorTime
    let content: any SourceContent
    private var counted: Int?

    /// - Parameter archive: processor time of the archive that contains the file.
    init(path: String, name: String, content: any SourceContent, archive: ProcessorTime? = nil) {
        self.path = path
        self.name = name
        self.content = content
        time = ProcessorTime(partOf: archive)
    }

    /// Number of bytes, unpacked; 0 as long as only reading would show it.
    public var bytes: Int { counted ?? content.bytes ?? 0 }

    /// Whether it is an entry of an archive.
    public var isEntry: Bool { content is EntryContent }

    /// Opens a candidate: no symbolic link, no pipe, no device.
    public static func open(_ candidate: Candidate) throws -> SourceFile {
        if candidate.path == "-" { return try spoolStandardInput() }
        let descriptor: Int32
        do { descriptor = try candidate.location().open(O_RDONLY | O_NONBLOCK) } catch {
            throw error.code == ENOENT ? DiscoveryError.missing : .system(error.code)
        }
        guard descriptor >= 0 else { throw errno == ENOENT ? DiscoveryError.missing : .system(errno) }
        return SourceFile(
            path: candidate.path, name: candidate.name, content: try RegularFile(descriptor: descriptor))
    }

    /// Standard input goes to a file without a name first: its fingerprint must be known before anything is loaded.
    private static func spoolStandardInput() throws -> SourceFile {
        let input = FileSource(descriptor: 0)
        return SourceFile(path: "-", name: "standard input", content: try Spool.take(input))
    }

    /// When it was last changed, in seconds since 1970; nil where the file does not say it itself.
    public var modified: Int? {
        path == "-" ? nil : (content as? RegularFile).map { $0.identity.modified / 1_000_000_000 }
    }

    /// What a file with a name was when it was opened; nil of an archive's entry.
    public var identity: FileIdentity? { path == "-" ? nil : (content as? RegularFile)?.identity }

    /// Whether the file is still the one that was opened.
    public var isUnchanged: Bool { content.isUnchanged }

    /// A source at the first byte; of an archive's entry the next one ends it.
    public func open() throws(ReadError) -> any ByteSource { try content.open() }

    /// Lets go of what is kept in memory; it can be opened again.
    public func forget() { content.forget() }

    /// The first bytes, and whether they are all.
    public func opening(_ count: Int) throws(ReadError) -> (bytes: [UInt8], isWhole: Bool) {
        let found = try open().next(count + 1)
        return (Array(found.prefix(count)), found.count <= count)
    }

    /// The first bytes, as far as they can be read.
    public func head(_ count: Int) -> [UInt8] { (try? opening(count).bytes) ?? [] }

    /// SHA-256 of the whole content.
    public func sha256() throws -> [UInt8] {
        var digest = Digest()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        var total = 0
        do {
            let source = try open()
            while true {
                let count = try source.read(into: buffer)
                if count == 0 { break }
                total += count
                digest.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        } catch { throw DiscoveryError(error, DiscoveryError.archive) }
        counted = total
        return digest.finish()
    }
}

/// A source that fingerprints what is read from it.
///
/// Proves at the end that what was imported is what was fingerprinted when the unit was claimed, and spares `validate`
/// a reading of its own.
public final class HashingSource: ByteSource {
    private let source: any ByteSource
    private var digest = Digest()
    private var result: [UInt8]?

    public init(_ source: any ByteSource) { self.source = source }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        let count = try source.read(into: buffer)
        if count > 0 {
            digest.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if result == nil {
            result = digest.finish()
        }
        return count
    }

    /// SHA-256 of all bytes; nil before the end was reached.
    public var sha256: [UInt8]? { result }
}

/// Files without a name, for what can be read once only.
enum Spool {
    /// Takes a source to its end.
    static func take(_ source: any ByteSource) throws -> RegularFile {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array((folder + "/scorebook-input-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw DiscoveryError.outage(refusal(errno)) }
        unlink(path)
        do {
            try copy(source, to: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        return try RegularFile(descriptor: descriptor)
    }

    private static func refusal(_ code: Int32) -> String {
        "no space to unpack it (\(String(cString: strerror(code)))): free some, or set TMPDIR to another folder"
    }

    private static func copy(_ source: any ByteSource, to descriptor: Int32) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count: Int
            do { count = try source.read(into: buffer) } catch {
                throw DiscoveryError(error, DiscoveryError.archive)
            }
            if count == 0 { return }
            var done = 0
            while done < count {
                let written = write(descriptor, buffer.baseAddress.map { $0 + done }, count - done)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw DiscoveryError.outage(refusal(errno)) }
                done += written
            }
        }
    }
}
