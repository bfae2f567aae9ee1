/// Reads, unpacks and fingerprints a source on a thread of its own, some pieces ahead of whoever parses them.
///
/// The source is read to its end only if all is asked for: call `stop` before anybody else touches it.
public final class AheadSource: ByteSource {
    private struct Piece {
        var bytes: UnsafeMutableRawBufferPointer
        var count = 0
    }

    private static let size = 1 << 18

    private let pieces: [UnsafeMutableRawBufferPointer]
    private let ahead: Ahead<Piece>
    private var current: (piece: Piece, at: Int)?

    public init(_ source: any ByteSource) {
        pieces = (0..<4).map { _ in .allocate(byteCount: Self.size, alignment: 64) }
        ahead = Ahead(pieces.map { Piece(bytes: $0) }, threads: 1) { (piece) throws(ReadError) in
            piece.count = try source.read(into: piece.bytes)
            return piece.count > 0
        }
    }

    deinit { for piece in pieces { piece.deallocate() } }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        if current == nil { current = try ahead.next().map { ($0, 0) } }
        guard let (piece, at) = current else { return 0 }
        let count = min(buffer.count, piece.count - at)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece.bytes[at..<at + count]))
        if at + count < piece.count {
            current = (piece, at + count)
        } else {
            current = nil
            ahead.giveBack(piece)
        }
        return count
    }

    /// Stops the thread and waits for it.
    public func stop() { ahead.stop() }
}
