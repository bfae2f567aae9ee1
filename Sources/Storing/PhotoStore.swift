internal import Filing
import Glibc
public import Reading
internal import Records

/// The private folder of photos: originals and thumbnails, each named by the original's fingerprint.
///
///     ROOT/.database                              id and name of the database whose photos these are
///     ROOT/<owner>/ab/<sha-256>.jpg               the original, as it came
///     ROOT/<owner>/ab/<sha-256>.320.jpg           a thumbnail, by its long edge
///
/// Rows name files by their path below the root. Owners share nothing, so that one can be removed without the others.
public struct PhotoStore: Sendable {
    public let root: String

    static let markName = ".database"

    public init(_ root: String) { self.root = root }

    /// Whether there is such a folder.
    public var exists: Bool { access(root, F_OK) == 0 || errno != ENOENT }

    /// Makes the folder this database's, or sees that it is.
    public func claim(for database: String) throws {
        let mark = "\(root)/\(Self.markName)"
        let wanted = Array("\(database)\n".utf8)
        do {
            try PrivateFolder.make(root)
            guard access(root, R_OK | W_OK | X_OK) == 0 else { throw FileError("read and write in \(root)") }
            PrivateFolder.removeAbandoned(in: root) { $0.hasPrefix(Self.markName) }
            if try PrivateFolder.contents(of: mark, limit: 256) == nil, access(mark, F_OK) != 0 {
                try NewFile.write(wanted, to: mark, .lasting)
            }
            if try PrivateFolder.contents(of: mark, limit: 256) == wanted { return }
        } catch let error as FileError { throw StoreError.system(error) }
        throw StoreError.foreign(folder: root)
    }

    static func original(_ owner: String, _ sha256: String) -> String { "\(owner)/\(sha256.prefix(2))/\(sha256).jpg" }

    static func thumbnail(_ owner: String, _ sha256: String, _ longEdge: Int) -> String {
        "\(owner)/\(sha256.prefix(2))/\(sha256).\(longEdge).jpg"
    }

    public func hasOriginal(of owner: String, _ sha256: String) -> Bool {
        access("\(root)/\(Self.original(owner, sha256))", F_OK) == 0
    }

    /// Keeps an original, if it is not there or not whole; what is there afterwards is on the disk.
    public func keep(_ source: any ByteSource, of owner: String, _ sha256: String) throws {
        let path = "\(root)/\(Self.original(owner, sha256))"
        if let found = try? contents(of: Self.original(owner, sha256)), Self.fingerprint(found) == sha256 { return }
        let file: NewFile
        do {
            try PrivateFolder.make("\(root)/\(owner)/\(sha256.prefix(2))")
            file = try NewFile(at: path)
        } catch { throw StoreError.system(error) }
        guard try Self.copy(source, to: file) == sha256 else { throw StoreError.changed }
        do { try file.finish(.lasting) } catch { throw StoreError.system(error) }
    }

    /// Copies a source to its end; the fingerprint of what came.
    private static func copy(_ source: any ByteSource, to file: borrowing NewFile) throws -> String {
        var digest = Digest()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count: Int
            do { count = try source.read(into: buffer) } catch {
                throw error.isOutage ? StoreError.unread(error.description) : StoreError.source(error.description)
            }
            if count == 0 { return Hex.text(digest.finish()) }
            let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            digest.add(part)
            do { try file.write(part) } catch { throw StoreError.system(error) }
        }
    }

    /// Keeps a thumbnail; it can be made anew at any time and need not be on the disk yet.
    func keep(_ thumbnail: [UInt8], at path: String) throws {
        let whole = "\(root)/\(path)"
        do {
            do { try NewFile.write(thumbnail, to: whole, .passing) } catch {
                // Its folder, or the file in the making, may have been swept away in between.
                guard error.code == ENOENT, let slash = whole.lastIndex(of: "/") else { throw error }
                try PrivateFolder.make(String(whole[..<slash]))
                try NewFile.write(thumbnail, to: whole, .passing)
            }
        } catch let error as FileError { throw StoreError.system(error) }
    }

    /// The bytes of a file below the root; nil where it is not there.
    func contents(of path: String) throws -> [UInt8]? {
        do { return try PrivateFolder.contents(of: "\(root)/\(path)") } catch { throw StoreError.system(error) }
    }

    static func fingerprint(_ bytes: [UInt8]) -> String {
        var digest = Digest()
        bytes.withUnsafeBytes { digest.add($0) }
        return Hex.text(digest.finish())
    }
}
