public import Filing
import Glibc
public import Reading
internal import Records

/// The private folder of photos: originals and thumbnails, each named by the original's fingerprint.
///
///     ROOT/.database                              id and name of the database whose photos these are
///     ROOT/<owner>/ab/<sha-256>.jpg               the original, as it came; a HEIC's name ends with .heic
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

    static func original(_ owner: String, _ sha256: String, _ type: PhotoType) -> String {
        "\(owner)/\(sha256.prefix(2))/\(sha256)\(type.ending)"
    }

    /// Path of the empty file that marks an original while it is decoded.
    static func mark(_ owner: String, _ sha256: String) -> String {
        "\(owner)/\(sha256.prefix(2))/\(sha256).\(decoding)"
    }

    private static let decoding = "decoding"

    static func thumbnail(_ owner: String, _ sha256: String, _ longEdge: Int) -> String {
        "\(owner)/\(sha256.prefix(2))/\(sha256).\(longEdge).jpg"
    }

    public func hasOriginal(of owner: String, _ sha256: String, _ type: PhotoType) -> Bool {
        access("\(root)/\(Self.original(owner, sha256, type))", F_OK) == 0
    }

    /// Keeps an original, if it is not there or not whole; what is there afterwards is on the disk.
    public func keep(_ source: any ByteSource, of owner: String, _ sha256: String, _ type: PhotoType) throws {
        let path = Self.original(owner, sha256, type)
        if let found = try? contents(of: path), Self.fingerprint(found) == sha256 { return }
        let file: NewFile
        do { file = try NewFile(at: Location(making: path, below: root)) } catch { throw StoreError.system(error) }
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

    /// Keeps a thumbnail; it can be made again at any time and need not be on the disk yet.
    func keep(_ thumbnail: [UInt8], at path: String) throws {
        func write() throws(FileError) {
            try NewFile.write(thumbnail, to: Location(making: path, below: root), .passing)
        }
        do throws(FileError) {
            do throws(FileError) { try write() } catch {
                // Its folder, or the file in the making, may have been swept away in between.
                guard error.code == ENOENT else { throw error }
                try write()
            }
        } catch { throw StoreError.system(error) }
    }

    /// The bytes of a file below the root; nil where it is not there.
    func contents(of path: String) throws -> [UInt8]? {
        do { return try PrivateFolder.contents(of: Location(path, below: root)) } catch {
            if error.code == ENOENT { return nil }
            throw StoreError.system(error)
        }
    }

    static func fingerprint(_ bytes: [UInt8]) -> String {
        var digest = Digest()
        bytes.withUnsafeBytes { digest.add($0) }
        return Hex.text(digest.finish())
    }
}

/// Why the folder of photos cannot be used.
public enum StoreError: Error, Equatable, Sendable {
    case system(FileError)
    /// The folder holds another database's photos.
    case foreign(folder: String)
    /// What was read is not what was fingerprinted.
    case changed
    /// The source gives no bytes; in its own words.
    case source(String)
    /// The system failed while the source was read.
    case unread(String)

    public var message: String {
        switch self {
        case .system(let error): "the folder of photos: cannot \(error.operation): \(error.reason)"
        case .foreign(let folder):
            "\(folder) holds another database's photos; give this one a folder of its own by the setting photos (if it is the "
                + "same that was moved or renamed, remove \(folder)/\(PhotoStore.markName))"
        case .changed: "the photo changed while it was stored; run again when it is complete"
        case .source(let reason), .unread(let reason): reason
        }
    }

    /// Whether running again later may succeed without anyone correcting the set-up.
    public var isTemporary: Bool {
        switch self {
        case .foreign: false
        case .system(let error): ![EACCES, EPERM, EROFS, ENOTDIR].contains(error.code)
        default: true
        }
    }
}

/// What lies in the folder and belongs to no row.
extension PhotoStore {
    /// Ids of owners who have files.
    public var owners: [String] {
        Self.names(in: root).filter { $0.utf8.count == 36 && !$0.hasPrefix(".") }
    }

    /// Removes an owner's files that no row knows; how many.
    ///
    /// Call it under the owner's lock, under which originals are kept: no photo is then between its file and its row.
    ///
    /// - Parameters:
    ///   - photos: the owner's photos, by their fingerprints.
    ///   - pending: those that were never decoded, for which the mark of one that ended its process stays.
    ///   - longEdges: those of the thumbnails that may be there; nil: any.
    public func sweep(
        _ owner: String, photos: [String: PhotoType], pending: Set<String>, longEdges: Set<Int>?
    ) -> Int {
        let folder = "\(root)/\(owner)"
        var removed = 0
        for part in Self.names(in: folder) {
            let inner = "\(folder)/\(part)"
            for name in Self.names(in: inner) where !Self.belongs(name, to: photos, pending, longEdges) {
                if (try? Location("\(owner)/\(part)/\(name)", below: root).remove()) == true { removed += 1 }
            }
            // Only an empty one goes.
            rmdir(inner)
        }
        rmdir(folder)
        return removed
    }

    /// What cannot be looked at stays.
    private static func names(in folder: String) -> [String] { (try? FolderListing.names(in: folder)) ?? [] }

    private static func belongs(
        _ name: String, to photos: [String: PhotoType], _ pending: Set<String>, _ longEdges: Set<Int>?
    ) -> Bool {
        if NewFile.isUnderWay(name) { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, let type = photos[String(first)] else { return false }
        switch parts.count {
        case 2: return ".\(last)" == type.ending || last == Self.decoding && pending.contains(String(first))
        case 3: return last == "jpg" && Int(parts[1]).map { longEdges?.contains($0) ?? true } ?? false
        default: return false
        }
    }
}
