extension JSONValue {
    /// Reads one JSON text of RFC 8259; nil where it is none, is nested deeper than 32 levels, or names a key twice.
    ///
    /// For lines that programs of ours exchange. Files to import are read by `JSON`.
    public init?(reading text: some Sequence<UInt8>) {
        var reading = Reading(bytes: Array(text))
        guard let value = reading.value(depth: 0) else { return nil }
        reading.skipBlanks()
        guard reading.at == reading.bytes.count else { return nil }
        self = value
    }

    /// The members of an object; nil of anything else.
    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    public var integer: Int? { if case .integer(let number) = self { number } else { nil } }

    /// The value of a key; nil where there is none, or this is no object.
    public subscript(key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

    private struct Reading {
        let bytes: [UInt8]
        var at = 0

        mutating func skipBlanks() {
            while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
        }

        private mutating func take(_ byte: Character) -> Bool {
            skipBlanks()
            guard at < bytes.count, bytes[at] == byte.asciiValue else { return false }
            at += 1
            return true
        }

        private mutating func take(word: String) -> Bool {
            guard bytes[at...].starts(with: word.utf8) else { return false }
            at += word.utf8.count
            return true
        }

        mutating func value(depth: Int) -> JSONValue? {
            skipBlanks()
            guard at < bytes.count, depth < 32 else { return nil }
            switch bytes[at] {
            case UInt8(ascii: "{"): return object(depth)
            case UInt8(ascii: "["): return array(depth)
            case UInt8(ascii: "\""): return string().map(JSONValue.text)
            case UInt8(ascii: "t"): return take(word: "true") ? .boolean(true) : nil
            case UInt8(ascii: "f"): return take(word: "false") ? .boolean(false) : nil
            case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
            default: return number()
            }
        }

        private mutating func number() -> JSONValue? {
            let start = at
            while at < bytes.count, "+-.eE0123456789".utf8.contains(bytes[at]) { at += 1 }
            let digits = String(decoding: bytes[start..<at], as: UTF8.self)
            guard JSONValue.isNumber(digits) else { return nil }
            return Int(digits).map(JSONValue.integer) ?? .number(digits)
        }

        private mutating func array(_ depth: Int) -> JSONValue? {
            at += 1
            var elements: [JSONValue] = []
            if take("]") { return .array(elements) }
            while let element = value(depth: depth + 1) {
                elements.append(element)
                if take("]") { return .array(elements) }
                guard take(",") else { return nil }
            }
            return nil
        }

        private mutating func object(_ depth: Int) -> JSONValue? {
            at += 1
            var members: [Member] = []
            if take("}") { return .object(members) }
            while true {
                skipBlanks()
                guard at < bytes.count, bytes[at] == UInt8(ascii: "\""), let key = string(),
                    !members.contains(where: { $0.key == key }), take(":"), let value = value(depth: depth + 1)
                else { return nil }
                members.append(Member(key, value))
                if take("}") { return .object(members) }
                guard take(",") else { return nil }
            }
        }

        private mutating func string() -> String? {
            at += 1
            var text: [UInt8] = []
            while at < bytes.count {
                let byte = bytes[at]
                at += 1
                switch byte {
                case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard let scalar = escaped() else { return nil }
                    text += Array(String(scalar).utf8)
                case 0..<0x20: return nil
                default: text.append(byte)
                }
            }
            return nil
        }

        /// What a backslash stands for, of which the half beyond U+FFFF comes as a second one.
        private mutating func escaped() -> Unicode.Scalar? {
            guard at < bytes.count else { return nil }
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "u"): break
            default: return nil
            }
            guard let first = unit() else { return nil }
            guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
            guard take(word: "\\u"), let second = unit(), (0xDC00..<0xE000).contains(second) else { return nil }
            return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        }

        private mutating func unit() -> UInt32? {
            guard at + 4 <= bytes.count else { return nil }
            let digits = String(decoding: bytes[at..<at + 4], as: UTF8.self)
            at += 4
            return digits.allSatisfy(\.isHexDigit) ? UInt32(digits, radix: 16) : nil
        }
    }
}
