internal import Definitions

/// A walk over a text that may end anywhere, and the paths that it meets.
struct JSONScan {
    enum End {
        /// The value ended.
        case complete
        /// The text ended, or broke a rule, inside the value.
        case cut
        /// It does not even begin as an array or an object does.
        case foreign
    }

    private struct Frame {
        let isObject: Bool
        let path: String
        /// Path of the value in hand.
        var inner: String
    }

    private let text: ArraySlice<UInt8>
    private var at: Int
    private var frames: [Frame] = []
    private(set) var names: Set<String> = []
    private static let mostNames = 20_000
    private static let mostDepth = 64

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        at = text.startIndex
    }

    /// Whether nothing but blanks follows.
    var isAtEnd: Bool { text[at...].allSatisfy(LineSource.isBlank) }

    /// Walks the container at the front.
    mutating func value() -> End {
        var wantsKey = false
        guard let first = token() else { return .foreign }
        let begins = first == UInt8(ascii: "{") ? "\"}" : first == UInt8(ascii: "[") ? "{[\"]-0123456789tfn" : ""
        guard let second = text[(at + 1)...].first(where: { !LineSource.isBlank($0) }) else {
            return begins.isEmpty ? .foreign : .cut
        }
        guard begins.utf8.contains(second) else { return .foreign }
        while let token = token() {
            if wantsKey {
                let isEmpty =
                    token == UInt8(ascii: "}") && text[..<at].last { !LineSource.isBlank($0) } == UInt8(ascii: "{")
                if !isEmpty {
                    guard key() else { return .cut }
                    wantsKey = false
                    continue
                }
            }
            switch token {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard frames.count < Self.mostDepth else { return .cut }
                wantsKey = token == UInt8(ascii: "{")
                open(isObject: wantsKey)
                at += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard frames.popLast()?.isObject == (token == UInt8(ascii: "}")) else { return .cut }
                wantsKey = false
                at += 1
                if frames.isEmpty { return .complete }
            case UInt8(ascii: ","):
                wantsKey = frames.last?.isObject ?? false
                at += 1
            case UInt8(ascii: "\""):
                guard string() != nil else { return .cut }
            default:
                guard word() else { return .cut }
            }
        }
        return .cut
    }

    /// The first byte of the next token, which `at` then is at.
    private mutating func token() -> UInt8? {
        while at < text.endIndex, LineSource.isBlank(text[at]) { at += 1 }
        return at < text.endIndex ? text[at] : nil
    }

    private mutating func add(_ name: String) {
        if names.count < Self.mostNames { names.insert(name) }
    }

    private mutating func open(isObject: Bool) {
        let path = frames.last?.inner ?? ""
        if !isObject { add(path + "[*]") } else if path.isEmpty { add("$") }
        frames.append(Frame(isObject: isObject, path: path, inner: isObject ? path : path + "[*]"))
    }

    /// Passes a key and its colon.
    private mutating func key() -> Bool {
        guard let name = string(), token() == UInt8(ascii: ":"), let last = frames.indices.last else { return false }
        at += 1
        let path = frames[last].path
        frames[last].inner = path + JSONPath.text(of: .key(name), isFirst: path.isEmpty)
        add(frames[last].inner)
        return true
    }

    private mutating func string() -> String? {
        guard at < text.endIndex, text[at] == UInt8(ascii: "\"") else { return nil }
        let start = at + 1
        var end = start
        while end < text.endIndex, text[end] != UInt8(ascii: "\"") {
            guard text[end] >= 0x20 else { return nil }
            end += text[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard end < text.endIndex else { return nil }
        at = end + 1
        return JSONReader.unescaped(text[start..<end])
    }

    /// Passes a number, `true`, `false` or `null`, right or not.
    private mutating func word() -> Bool {
        let start = at
        while at < text.endIndex, text[at] > 0x20, !"{}[],:\"".utf8.contains(text[at]) { at += 1 }
        return at > start
    }
}
