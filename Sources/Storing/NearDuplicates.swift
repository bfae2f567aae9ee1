/// Pictures of one owner that show the same, in other bytes: made smaller, compressed again, sent through a messenger.
///
/// Each is said to be one of the best of those it looks like: a whole one of most pixels, of equals the first by fingerprint.
/// That depends on which photos there are, and on nothing else: not on the order in which they came.
public struct NearDuplicates {
    /// A photo as far as it matters here.
    public struct Photo: Sendable {
        public var id: String
        public var sha256: String
        public var hash: UInt64
        public var width: Int
        public var height: Int
        /// Whether all of the picture is there.
        public var isWhole: Bool

        public init(id: String, sha256: String, hash: UInt64, width: Int, height: Int, isWhole: Bool = true) {
            self.id = id
            self.sha256 = sha256
            self.hash = hash
            self.width = width
            self.height = height
            self.isWhole = isWhole
        }
    }

    /// Most bits of 64 in which the fingerprints of one picture differ.
    ///
    /// Compressed again or made smaller a picture moves by a few bits; pictures of different things differ in 32 of them,
    /// and two of one person in one pose and room are nearer to each other than that, but hardly so near.
    public static let mostBits = 4

    /// The better photo that each is a copy of, by id; photos that are copies of none are not in it.
    public static func find(among photos: [Photo]) -> [String: String] {
        let best = photos.sorted { one, other in
            (one.isWhole ? 0 : 1, -one.width * one.height, one.sha256)
                < (other.isWhole ? 0 : 1, -other.width * other.height, other.sha256)
        }
        let hashes = best.map(\.hash)
        var found: [String: String] = [:]
        for (place, photo) in best.enumerated() {
            let better = hashes[..<place].indices.first { index in
                (hashes[index] ^ photo.hash).nonzeroBitCount <= mostBits && haveOneShape(best[index], photo)
            }
            if let better { found[photo.id] = best[better].id }
        }
        return found
    }

    /// Whether the sides' ratio is the same, to two in a hundred: what is made smaller is rounded to whole pixels.
    private static func haveOneShape(_ one: Photo, _ other: Photo) -> Bool {
        let (a, b) = (one.width * other.height, one.height * other.width)
        return abs(a - b) * 50 <= max(a, b)
    }
}
