internal import CJSON

/// The tokens of a text that may end, or break a rule, anywhere: all before that.
///
/// Their ranges are places in the text. Only the lexer's own rules are applied: that a string ends, and that nothing holds
/// a control character.
public struct Tokens {
    public enum Token: Hashable, Sendable {
        /// A bracket, a comma or a colon.
        case mark(UInt8)
        /// A string, its quotes left out.
        case string(Range<Int>)
        /// A number or word, right or not.
        case word(Range<Int>)
    }

    private let text: ArraySlice<UInt8>
    /// Where tokens start from the text's beginning on; the last is the text's length.
    private let starts: [UInt32]
    private let endsInString: Bool
    private var at = 0
    /// Where the last token that was passed ends.
    public private(set) var passed = 0

    public init(_ text: ArraySlice<UInt8>) {
        self.text = text
        var endsInString = false
        starts = [UInt32](unsafeUninitializedCapacity: text.count + Int(CJSON_SLACK)) { room, count in
            text.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress, let first = room.baseAddress else { return }
                let tokens = cjson_find_tokens(base, bytes.count, first)
                endsInString = tokens.ends_in_string
                count = tokens.count + 1
            }
        }
        self.endsInString = endsInString
    }

    /// First byte of the next token, or of one further on; nil behind the last.
    public func first(_ ahead: Int = 0) -> UInt8? {
        at + ahead + 1 < starts.count ? text[text.startIndex + Int(starts[at + ahead])] : nil
    }

    /// Passes the next token; nil behind the last, and where the text breaks a rule.
    public mutating func next() -> Token? {
        guard let byte = first() else { return nil }
        let start = text.startIndex + Int(starts[at])
        var end = text.startIndex + Int(starts[at + 1])
        switch byte {
        case Walk.brace, Walk.brace + 2, Walk.bracket, Walk.bracket + 2, Walk.comma, Walk.colon:
            pass(to: start + 1)
            return .mark(byte)
        case Walk.quote:
            if endsInString, at + 2 == starts.count { return nil }
            // Between its last quote and the next token are blanks.
            repeat { end -= 1 } while end > start && text[end] != Walk.quote
            guard end > start, !holdsControls(start + 1..<end) else { return nil }
            pass(to: end + 1)
            return .string(start + 1..<end)
        default:
            while [0x20, 0x09, 0x0A, 0x0D].contains(text[end - 1]) { end -= 1 }
            guard !holdsControls(start..<end) else { return nil }
            pass(to: end)
            return .word(start..<end)
        }
    }

    private mutating func pass(to end: Int) {
        at += 1
        passed = end
    }

    private func holdsControls(_ range: Range<Int>) -> Bool { text[range].contains { $0 < 0x20 } }
}
