internal import Filing
public import Records

/// The rejects of one unit as lines of text, however many there are, until it is known what became of the unit.
public final class RejectEvents {
    private let line: (Reject) -> String
    private var buffer: [UInt8] = []
    private var file: SpillFile?
    private static let memory = 1 << 20

    /// - Parameter line: a reject's lines, each with its end.
    public init(_ line: @escaping (Reject) -> String) { self.line = line }

    public func append(_ reject: Reject) throws {
        buffer += Array(line(reject).utf8)
        guard buffer.count > Self.memory else { return }
        let file = try self.file ?? SpillFile()
        self.file = file
        try buffer.withUnsafeBytes { try file.append($0) }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Hands out all of it, in pieces that end anywhere.
    public func eachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try file?.eachPiece(body)
        try buffer.withUnsafeBytes(body)
    }
}
