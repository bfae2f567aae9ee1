internal import Records

extension JSONValue {
    /// Reads one JSON text of RFC 8259; nil where it is none, is nested deeper than 32 levels, or names a key twice.
    ///
    /// For lines that programs of ours exchange. Files to import are read by `JSON`.
    public init?(reading text: some Sequence<UInt8>) {
        let value = Array(text).withUnsafeBytes { bytes -> JSONValue? in
            guard JSONScan.isValue(bytes) else { return nil }
            var reading = Reading(scan: JSONScan(bytes))
            return reading.value(depth: 0)
        }
        guard let value else { return nil }
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
        var scan: JSONScan

        /// A value of a text that has been checked; nil where it names a key twice or is nested too deep.
        mutating func value(depth: Int) -> JSONValue? {
            scan.skipBlanks()
            guard depth < 32 else { return nil }
            switch scan.peek {
            case UInt8(ascii: "{"):
                scan.at += 1
                var members: [Member] = []
                var keys: Set<String> = []
                while next(until: "}") {
                    guard let key = string(), keys.insert(key).inserted else { return nil }
                    scan.skipBlanks()
                    guard scan.take(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
                    members.append(Member(key, value))
                }
                return .object(members)
            case UInt8(ascii: "["):
                scan.at += 1
                var elements: [JSONValue] = []
                while next(until: "]") {
                    guard let element = value(depth: depth + 1) else { return nil }
                    elements.append(element)
                }
                return .array(elements)
            case UInt8(ascii: "\""): return string().map(JSONValue.text)
            default: return scalar()
            }
        }

        /// Whether an element follows, which it steps to.
        private mutating func next(until end: Unicode.Scalar) -> Bool {
            scan.skipBlanks()
            if scan.take(UInt8(ascii: end)) { return false }
            _ = scan.take(UInt8(ascii: ","))
            scan.skipBlanks()
            return true
        }

        private mutating func span() -> UnsafeRawBufferPointer? {
            let start = scan.at
            return scan.value(depth: 0) ? UnsafeRawBufferPointer(rebasing: scan.bytes[start..<scan.at]) : nil
        }

        private mutating func string() -> String? {
            span().flatMap { String(validating: JSONScan.unescaped($0), as: UTF8.self) }
        }

        private mutating func scalar() -> JSONValue? {
            guard let text = span().map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
            return switch text {
            case "true": .boolean(true)
            case "false": .boolean(false)
            case "null": .null
            default: Int(text).map(JSONValue.integer) ?? .number(text)
            }
        }
    }
}
