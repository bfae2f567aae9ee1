/// Pictures of one owner that show the same, in other bytes: made smaller, compressed again, sent through a messenger.
///
/// A person who stands in one pose in one room every week looks alike in all pictures: bits alone do not distinguish a copy from the
/// next photo. So a copy is of one side and shape, and the camera's clock, where both have kept it, says the same. Each is
/// said to be one of the best of those it looks most like: a whole one before one cut off, one with the camera's clock before
/// one without, then the one of most pixels, then the first by fingerprint. That depends on which photos there are, and on
/// nothing else: not on the order in which they came.
public struct NearDuplicates {
    /// A photo as far as it matters here.
    public struct Photo: Sendable {
        public var id: String
        public var sha256: String
        public var hash: UInt64
        public var width: Int
        public var height: Int
        public var angle: String
        /// The camera's clock; nil where the file has lost it.
        public var clock: String?
        /// Whether all of the picture is there.
        public var isWhole: Bool

        public init(
            id: String, sha256: String, hash: UInt64, width: Int, height: Int, angle: String = "front",
            clock: String? = nil, isWhole: Bool = true
        ) {
            self.id = id
            self.sha256 = sha256
            self.hash = hash
            self.width = width
            self.height = height
            self.angle = angle
            self.clock = clock
            self.isWhole = isWhole
        }

        fileprivate func isBetter(than other: Photo) -> Bool {
            if isWhole != other.isWhole { return isWhole }
            if (clock == nil) != (other.clock == nil) { return clock != nil }
            return (-width * height, sha256) < (-other.width * other.height, other.sha256)
        }

        /// Whether one may be a copy of the other, whatever they show.
        fileprivate func fits(_ other: Photo) -> Bool {
            guard angle == other.angle else { return false }
            if let clock, let known = other.clock, clock != known { return false }
            // What is made smaller is rounded to whole pixels: two in a hundred.
            let (a, b) = (width * other.height, height * other.width)
            return abs(a - b) * 50 <= max(a, b)
        }
    }

    /// Most bits of 64 in which the fingerprints of one picture differ.
    ///
    /// Compressed again or made smaller a picture moves by none to three; pictures of different things differ in about 30.
    public static let mostBits = 4

    /// The better photo that each is a copy of, by id; photos that are copies of none are not in it.
    public static func find(among photos: [Photo]) -> [String: String] {
        let best = photos.sorted { $0.isBetter(than: $1) }
        let hashes = best.map(\.hash)
        var found: [String: String] = [:]
        for (place, photo) in best.enumerated() {
            var nearest: (bits: Int, index: Int)?
            for index in 0..<place {
                let bits = (hashes[index] ^ photo.hash).nonzeroBitCount
                guard bits <= mostBits, bits < nearest?.bits ?? .max, best[index].fits(photo) else { continue }
                nearest = (bits, index)
            }
            if let nearest { found[photo.id] = best[nearest.index].id }
        }
        return found
    }
}
