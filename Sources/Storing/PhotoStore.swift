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
    public func claim(for database: String) throws(StoreError) {
        try PrivateFolder.make(root)
        guard access(root, R_OK | W_OK | X_OK) == 0 else {
            throw .system(operation: "read and write in \(root)", code: errno)
        }
        let mark = "\(root)/\(Self.markName)"
        let wanted = Array("\(database)\n".utf8)
        for _ in 0..<2 {
            if let found = try PrivateFolder.contents(of: mark, limit: 256) {
                guard found == wanted else { throw .foreign(folder: root) }
                return
            }
            guard access(mark, F_OK) != 0 else { throw .foreign(folder: root) }
            try PrivateFolder.write(mark, isLasting: true) { (file) throws(StoreError) in
                try Self.write(wanted, to: file)
            }
        }
    }

    static func original(_ owner: String, _ sha256: String) -> String { "\(owner)/\(sha256.prefix(2))/\(sha256).jpg" }

    static func thumbnail(_ owner: String, _ sha256: String, _ longEdge: Int) -> String {
        "\(owner)/\(sha256.prefix(2))/\(sha256).\(longEdge).jpg"
    }

    public func hasOriginal(of owner: String, _ sha256: String) -> Bool {
        access("\(root)/\(Self.original(owner, sha256))", F_OK) == 0
    }

    /// Keeps an original, if it is not there or not whole; what is there afterwards is on the disk.
    public func keep(_ source: any ByteSource, of owner: String, _ sha256: String) throws(StoreError) {
        let path = "\(root)/\(Self.original(owner, sha256))"
        if let found = try? PrivateFolder.contents(of: path, limit: .max), Self.fingerprint(found) == sha256 { return }
        try PrivateFolder.make("\(root)/\(owner)/\(sha256.prefix(2))")
        try PrivateFolder.write(path, isLasting: true) { (file) throws(StoreError) in
            var digest = Digest()
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
            defer { buffer.deallocate() }
            while true {
                let count: Int
                do throws(ReadError) { count = try source.read(into: buffer) } catch {
                    throw error.isOutage ? .unread(error.description) : .source(error.description)
                }
                if count == 0 { break }
                let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                digest.add(part)
                try PrivateFolder.write(part, to: file)
            }
            guard Hex.text(digest.finish()) == sha256 else { throw .changed }
        }
    }

    /// Keeps a thumbnail; it can be made anew at any time and need not be on the disk yet.
    func keep(_ thumbnail: [UInt8], at path: String) throws(StoreError) {
        func write() throws(StoreError) {
            try PrivateFolder.write("\(root)/\(path)", isLasting: false) { (file) throws(StoreError) in
                try Self.write(thumbnail, to: file)
            }
        }
        do throws(StoreError) { try write() } catch {
            // Its folder, or the file in the making, may have been swept away in between.
            guard case .system(_, ENOENT) = error, let slash = path.lastIndex(of: "/") else { throw error }
            try PrivateFolder.make("\(root)/\(path[..<slash])")
            try write()
        }
    }

    /// The bytes of a file below the root; nil where it is not there.
    func contents(of path: String) throws(StoreError) -> [UInt8]? {
        try PrivateFolder.contents(of: "\(root)/\(path)", limit: .max)
    }

    static func fingerprint(_ bytes: [UInt8]) -> String {
        var digest = Digest()
        bytes.withUnsafeBytes { digest.add($0) }
        return Hex.text(digest.finish())
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(StoreError) {
        // Not by a closure that throws, whose type `withUnsafeBytes` would widen.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        try PrivateFolder.write(UnsafeRawBufferPointer(rebasing: copy[..<bytes.count]), to: file)
    }
}
