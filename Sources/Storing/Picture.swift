/// A photo whose picture is to be looked at: whose it is, and what its row says of its files.
public struct Picture: Sendable {
    public var owner: String
    public var sha256: String
    /// `pending` where it was never decoded.
    public var status: String
    /// Fingerprints of the thumbnails, by long edge.
    public var thumbnails: [Int: String]

    public init(owner: String, sha256: String, status: String = Picture.pending, thumbnails: [Int: String] = [:]) {
        self.owner = owner
        self.sha256 = sha256
        self.status = status
        self.thumbnails = thumbnails
    }

    public static let pending = "pending"
}

/// What looking at a picture has found.
public struct LookedAt: Sendable {
    public var owner: String
    public var sha256: String
    public var finding: Finding

    public enum Finding: Sendable {
        /// Everything is there, as the row says.
        case unchanged
        /// It was decoded, or could not be: what its row is to say.
        case finished(Finished)
        /// There is no original, or it is not what it was.
        case lost(Loss)
        case failed(StoreError)
    }

    public enum Loss: Sendable { case missing, damaged }

    /// What the pixels say.
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
