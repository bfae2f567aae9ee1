internal import Glibc
internal import Picturing
public import Reading

/// Checks the thumbnails of a picture against its row, and makes them again where they differ.
struct PictureProcessor: Sendable {
    let store: PhotoStore
    let longEdges: [Int]

    static let quality = 80

    func process(_ picture: Picture) -> PictureResult {
        PictureResult(
            owner: picture.owner, sha256: picture.sha256, finding: isComplete(picture) ? .unchanged : decode(picture))
    }

    /// Whether exactly the expected thumbnails exist, each as it was written.
    private func isComplete(_ picture: Picture) -> Bool {
        guard picture.status != Picture.pending else { return false }
        // What cannot be decoded has none.
        if picture.thumbnails.isEmpty, Self.failures.contains(picture.status) { return true }
        guard Set(picture.thumbnails.keys) == Set(longEdges) else { return false }
        return picture.thumbnails.allSatisfy { longEdge, sha256 in
            let path = PhotoStore.thumbnail(picture.owner, picture.sha256, longEdge)
            // What cannot be read is made again.
            return (try? store.contents(of: path)).map(PhotoStore.fingerprint) == sha256
        }
    }

    private func failed(_ error: any Error) -> PictureResult.Finding {
        .failed(error as? StoreError ?? .unread("the file cannot be read"))
    }

    private static let failures = ["fatal", "limit"]

    private func decode(_ picture: Picture) -> PictureResult.Finding {
        let path = PhotoStore.original(picture.owner, picture.sha256, picture.type)
        guard store.hasOriginal(of: picture.owner, picture.sha256, picture.type) else { return .lost(.missing) }
        // It stays behind where the process ends.
        let mark = PhotoStore.mark(picture.owner, picture.sha256)
        if access("\(store.root)/\(mark)", F_OK) == 0 {
            switch PictureTrial.end(of: "\(store.root)/\(path)", longEdges: longEdges) {
            case .survived: break
            case .ended(let signal):
                unlink("\(store.root)/\(mark)")
                return .finished(
                    PictureResult.Finished(
                        status: "fatal", thumbnails: [], reason: "decoding it ends the process by \(signal)"))
            case .unknown: return failed(StoreError.unread("the process that decoded it was killed"))
            }
        }
        try? store.keep([], at: mark)
        defer { unlink("\(store.root)/\(mark)") }
        let stored: [UInt8]?
        do { stored = try store.contents(of: path) } catch { return failed(error) }
        guard let original = stored else { return .lost(.missing) }
        guard PhotoStore.fingerprint(original) == picture.sha256 else { return .lost(.damaged) }
        let rendering: PictureRendering
        do {
            rendering = try PictureRendering(of: original, longEdges: longEdges, quality: Self.quality)
        } catch {
            return .finished(
                PictureResult.Finished(status: error.status, thumbnails: [], reason: error.description))
        }
        var files: [ThumbnailFile] = []
        for thumbnail in rendering.thumbnails {
            let path = PhotoStore.thumbnail(picture.owner, picture.sha256, thumbnail.longEdge)
            do { try store.keep(thumbnail.bytes, at: path) } catch { return failed(error) }
            files.append(
                ThumbnailFile(
                    longEdge: thumbnail.longEdge, path: path, sha256: PhotoStore.fingerprint(thumbnail.bytes),
                    width: thumbnail.width, height: thumbnail.height, bytes: thumbnail.bytes.count))
        }
        return .finished(
            PictureResult.Finished(status: rendering.status.rawValue, hash: rendering.perceptualHash, thumbnails: files)
        )
    }
}

/// A photo to be processed: its owner, and its files according to its row.
public struct Picture: Sendable {
    public var owner: String
    public var sha256: String
    public var type: PhotoType
    /// `pending` where it was never decoded.
    public var status: String
    /// Fingerprints of the thumbnails, by long edge.
    public var thumbnails: [Int: String]

    public init(
        owner: String, sha256: String, type: PhotoType, status: String = Picture.pending,
        thumbnails: [Int: String] = [:]
    ) {
        self.owner = owner
        self.sha256 = sha256
        self.type = type
        self.status = status
        self.thumbnails = thumbnails
    }

    public static let pending = "pending"
}

/// The result of processing a picture.
public struct PictureResult: Sendable {
    public var owner: String
    public var sha256: String
    public var finding: Finding

    public enum Finding: Sendable {
        /// All files are as the row says.
        case unchanged
        /// It was decoded or could not be decoded: the new values of its row.
        case finished(Finished)
        /// The original is missing or damaged.
        case lost(Loss)
        case failed(StoreError)
    }

    public enum Loss: Sendable { case missing, damaged }

    /// The result of decoding.
    public struct Finished: Sendable {
        public var status: String
        public var hash: UInt64?
        public var thumbnails: [ThumbnailFile]
        /// Why it could not be decoded, without anything that stands in the file.
        public var reason: String?
    }
}

/// A thumbnail in the folder.
public struct ThumbnailFile: Sendable {
    public var longEdge: Int
    public var path: String
    public var sha256: String
    public var width: Int
    public var height: Int
    public var bytes: Int
}
