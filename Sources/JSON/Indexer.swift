internal import CJSON

/// simdjson's first stage: where the tokens of a text start.
final class Indexer {
    private let handle: OpaquePointer?

    init() { handle = cjson_indexer_make() }

    deinit {
        if let handle { cjson_indexer_free(handle) }
    }

    /// What finding tokens ended with.
    enum Outcome {
        /// The position after the last one is the text's length.
        case found(UnsafePointer<UInt32>, count: Int)
        case blank
        case fault(JSONFault.Kind)
    }

    func index(_ text: UnsafePointer<UInt8>, _ length: Int) -> Outcome {
        guard let handle else { return .fault(.noMemory) }
        switch cjson_index(handle, text, length) {
        case cjson_found: return .found(cjson_positions(handle), count: cjson_count(handle))
        case cjson_blank: return .blank
        case cjson_not_utf8: return .fault(.notUTF8)
        case cjson_control_character: return .fault(.controlCharacter)
        case cjson_open_string: return .fault(.openString)
        default: return .fault(.noMemory)
        }
    }

    /// The instruction set in use.
    static var level: String { String(cString: cjson_level()) }
}
