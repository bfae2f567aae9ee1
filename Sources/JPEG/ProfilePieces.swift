/// An ICC profile's pieces: segments hold 64 kB, profiles may be larger.
struct ProfilePieces {
    /// A profile of more is none for photos.
    private static let limit = 4 << 20

    private var pieces: [Int: [UInt8]] = [:]
    private var count = 0
    private var total = 0

    mutating func add(_ piece: [UInt8], number: Int, of count: Int) {
        guard number >= 1, number <= count, self.count == 0 || self.count == count, pieces[number] == nil,
            total + piece.count <= Self.limit
        else { return }
        self.count = count
        total += piece.count
        pieces[number] = piece
    }

    /// All pieces in their order; empty where one is missing.
    var joined: [UInt8] {
        guard count > 0, pieces.count == count else { return [] }
        return (1...count).flatMap { pieces[$0] ?? [] }
    }
}
