internal import CJSON
internal import Glibc

/// Finds where the tokens of a text start: the one lexer of JSON, on which all walks go.
final class Indexer {
    /// What finding tokens ended with.
    enum Outcome {
        /// The position after the last one is the text's length. They are valid until the next text.
        case found(UnsafePointer<UInt32>, count: Int)
        case blank
        case fault(JSONFault.Kind)
    }

    private var positions: UnsafeMutablePointer<UInt32>?
    private var capacity = 0
    /// Whether the last text holds a backslash at all.
    private(set) var hasBackslash = false

    deinit { free(positions) }

    /// Looks through `length` bytes, fewer than 2^32 - 64.
    func index(_ text: UnsafePointer<UInt8>, _ length: Int) -> Outcome {
        guard let positions = room(for: length) else { return .fault(.noMemory) }
        let tokens = cjson_find_tokens(text, length, positions)
        hasBackslash = tokens.has_backslash
        if tokens.ends_in_string { return .fault(.openString) }
        if tokens.has_control { return .fault(.controlCharacter) }
        if tokens.count == 0 { return .blank }
        if tokens.has_high, !cjson_is_utf8(text, length) { return .fault(.notUTF8) }
        return .found(UnsafePointer(positions), count: tokens.count)
    }

    private func room(for length: Int) -> UnsafeMutablePointer<UInt32>? {
        let wanted = length + Int(CJSON_SLACK)
        if wanted > capacity {
            // Room to grow into, so that a text that doubles does not allocate again at each step.
            let larger = wanted + length / 4 + 1024
            free(positions)
            positions = malloc(larger * MemoryLayout<UInt32>.stride)?.assumingMemoryBound(to: UInt32.self)
            capacity = positions == nil ? 0 : larger
        }
        return positions
    }
}
