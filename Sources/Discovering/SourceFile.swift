internal import CCrypto
internal import Glibc

/// A regular file, opened once and for as long as it is being imported.
///
/// It is read through one descriptor, so that what was fingerprinted is what is read, whatever happens to its name.
public final class SourceFile {
    /// What `fstat` said when it was opened: a file that is not the same afterwards was changed while it was read.
    public struct Identity: Equatable, Sendable {
        var device: UInt
        var inode: UInt
        var size: Int
        var modified: Int
        var changed: Int
    }

    public let path: String
    /// Path below the owner's folder, for reports and the ledger.
    public let name: String
    public let descriptor: Int32
    public let identity: Identity

    public var bytes: Int { identity.size }

    init(path: String, name: String, descriptor: Int32, identity: Identity) {
        self.path = path
        self.name = name
        self.descriptor = descriptor
        self.identity = identity
    }

    deinit { close(descriptor) }

    /// Opens a candidate: no symbolic link, no pipe, no device.
    public static func open(_ candidate: Candidate) throws(DiscoveryError) -> SourceFile {
        if candidate.path == "-" { return try spoolStandardInput() }
        let descriptor = Glibc.open(candidate.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ELOOP { throw .notRegular(.symbolicLink) }
            throw .unreadable(String(cString: strerror(errno)))
        }
        do {
            let identity = try identity(of: descriptor)
            return SourceFile(path: candidate.path, name: candidate.name, descriptor: descriptor, identity: identity)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Standard input goes to a file without a name first: its fingerprint must be known before anything is loaded.
    private static func spoolStandardInput() throws(DiscoveryError) -> SourceFile {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array((folder + "/scorebook-input-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
        unlink(path)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
            if count == 0 { break }
            var done = 0
            while done < count {
                let written = buffer.withUnsafeBytes {
                    write(descriptor, $0.baseAddress.map { $0 + done }, count - done)
                }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw .unreadable(String(cString: strerror(errno))) }
                done += written
            }
        }
        return SourceFile(
            path: "-", name: "standard input", descriptor: descriptor, identity: try identity(of: descriptor))
    }

    private static func identity(of descriptor: Int32) throws(DiscoveryError) -> Identity {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .notRegular(.folder)
        case S_IFIFO: throw .notRegular(.pipe)
        case S_IFSOCK: throw .notRegular(.socket)
        default: throw .notRegular(.device)
        }
        return Identity(
            device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
            modified: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec,
            changed: status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec)
    }

    /// Whether the file is still the one that was opened.
    public var isUnchanged: Bool { (try? Self.identity(of: descriptor)) == identity }

    /// Goes back to the first byte.
    public func rewind() { lseek(descriptor, 0, SEEK_SET) }

    /// The first bytes.
    public func head(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(count, max(0, identity.size)))
        var done = 0
        while done < bytes.count {
            let read = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done, off_t(done))
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { break }
            done += read
        }
        return Array(bytes[..<done])
    }

    /// SHA-256 of the whole content.
    public func sha256() throws(DiscoveryError) -> [UInt8] {
        var digest = Digest()
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
            if count == 0 { return digest.finish() }
            digest.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += count
        }
    }
}

/// SHA-256, streaming.
public struct Digest: ~Copyable {
    private let context: OpaquePointer

    public init() {
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("no memory for a digest") }
        self.context = context
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit { EVP_MD_CTX_free(context) }

    public mutating func add(_ bytes: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    public mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
        withUnsafeBytes(of: 0 as UInt8) { add($0) }
    }

    public mutating func finish() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        EVP_DigestFinal_ex(context, &bytes, nil)
        return bytes
    }
}
