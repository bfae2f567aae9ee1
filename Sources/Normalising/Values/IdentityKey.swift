internal import CCrypto

/// What the ids of rows are hashed with whose source has none: a secret of the database.
///
/// An id is a UUID of version 8 (RFC 9562) that keeps an athlete's week together:
///
///     bits  0 to 31    hash of the owner
///     bits 32 to 47    hash of owner and week
///     bits 48 to 51    version
///     bits 52 to 63    hash of dataset, owner and key
///     bits 64 to 65    variant
///     bits 66 to 127   hash of dataset, owner and key, continued
///
/// A night's rows of an athlete go to the same few pages of an index. Without the secret an id shows neither whose the row is
/// nor of when, and no guess at either can be tried: each hash is SHA-256 begun with the secret as a whole block, cut to at
/// most 74 of its 256 bits (M. Bellare, D. Bernstein, S. Tessaro: Hash-Function Based PRFs, AMAC and Its Multi-User Security,
/// 2016).
public struct IdentityKey: Sendable, Equatable {
    /// Bytes of the secret.
    public static let length = 32

    private let secret: [UInt8]

    /// nil where the secret has another length.
    public init?(_ secret: [UInt8]) {
        guard secret.count == Self.length else { return nil }
        self.secret = secret
    }

    /// Where no database takes part: such ids distinguish rows within a run, and are not stored.
    public static let none = IdentityKey(repeating: 0)

    private init(repeating byte: UInt8) { secret = Array(repeating: byte, count: Self.length) }

    /// What a hash is of.
    enum Topic: UInt8 { case owner, week, row }

    /// A hash of the topic that goes on with what is added.
    func hash(_ topic: Topic) -> KeyedHash {
        var block = secret + Array(repeating: 0, count: 64 - Self.length)
        block[63] = topic.rawValue
        return KeyedHash(block: block)
    }
}

/// SHA-256 that has begun; copies go on from there.
struct KeyedHash: Sendable {
    private var context = SHA256_CTX()

    fileprivate init(block: [UInt8]) {
        SHA256_Init(&context)
        block.withUnsafeBytes { add($0) }
    }

    fileprivate init() { SHA256_Init(&context) }

    mutating func add(_ bytes: UnsafeRawBufferPointer) { SHA256_Update(&context, bytes.baseAddress, bytes.count) }

    mutating func add(_ value: UInt64) { withUnsafeBytes(of: value.bigEndian) { add($0) } }

    /// The first 128 bits.
    func finished() -> (high: UInt64, low: UInt64) {
        var context = context
        var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &digest) { bytes in
            _ = SHA256_Final(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
        }
        return (UInt64(bigEndian: digest.0), UInt64(bigEndian: digest.1))
    }
}

extension UUIDText {
    /// The bits of an id by which rows stand together.
    static let placeBits: UInt64 = 0xFFFF_FFFF_FFFF_0000

    /// A UUID of version 8.
    ///
    /// - Parameters:
    ///   - place: its first 48 bits; of the others none is taken.
    ///   - hash: what the other bits are taken from.
    static func version8(place: UInt64, hash: (high: UInt64, low: UInt64)) -> (high: UInt64, low: UInt64) {
        (
            place & placeBits | 0x8000 | hash.high & 0x0FFF,
            hash.low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        )
    }

    /// Another id for a repetition, derived from the first id and a name.
    public static func derived(from id: (high: UInt64, low: UInt64), _ name: String) -> (high: UInt64, low: UInt64) {
        var hash = KeyedHash()
        hash.add(id.high)
        hash.add(id.low)
        var name = name
        name.withUTF8 { hash.add(UnsafeRawBufferPointer($0)) }
        return version8(place: id.high, hash: hash.finished())
    }
}
