internal import Definitions
internal import Glibc

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

/// Bytes of a JSON text that grow in place, always readable for eight zero bytes beyond their end.
final class HeldText {
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    private static let padding = 64

    init() throws(ReadError) {
        capacity = 1 << 16
        guard let memory = malloc(capacity) else { throw .system(operation: "hold the document", code: ENOMEM) }
        bytes = memory.assumingMemoryBound(to: UInt8.self)
    }

    deinit { free(bytes) }

    /// Reads all of a source; nil where it has more than `most` bytes.
    func read(_ source: any ByteSource, most: Int) throws(ReadError) -> Bool {
        count = 0
        while true {
            if capacity - Self.padding == count { try grow(to: capacity * 2) }
            let room = UnsafeMutableRawBufferPointer(start: bytes + count, count: capacity - Self.padding - count)
            let more = try source.fill(room)
            count += more
            if count > most { return false }
            if more < room.count { break }
        }
        pad()
        return true
    }

    /// Takes over a copy of bytes.
    func set(_ text: UnsafeRawBufferPointer) throws(ReadError) {
        count = text.count
        if capacity < count + Self.padding { try grow(to: count + count / 2 + Self.padding) }
        if let start = text.baseAddress { memcpy(bytes, start, count) }
        pad()
    }

    private func grow(to size: Int) throws(ReadError) {
        // The system moves pages of large blocks instead of copying them.
        guard let memory = realloc(bytes, size) else { throw .system(operation: "hold the document", code: ENOMEM) }
        bytes = memory.assumingMemoryBound(to: UInt8.self)
        capacity = size
    }

    private func pad() { memset(bytes + count, 0, Self.padding) }
}

/// The beginning of a JSON file as far as recognition needs it: which paths there are.
///
/// It reads what is there and forgives the rest: a head that is cut, a fault further on. Names that formats state are
/// paths from the root of a document or a line, every element alike: `data.metrics[*].name`.
public struct JSONHead: Sendable {
    /// What the bytes may be.
    public enum Form: Sendable {
        case document
        case lines
        /// One value on one line.
        case either
    }

    public let form: Form
    /// Paths found, `$` for an object at the root among them.
    public let names: Set<String>

    /// Nil where the bytes are neither an array nor objects.
    public init?(_ head: [UInt8], isWhole: Bool) {
        guard let text = Self.plain(head)?.drop(while: LineSource.isBlank) else { return nil }
        var scan = JSONScan(text)
        if text.first == UInt8(ascii: "[") {
            guard scan.value() != .foreign else { return nil }
            form = .document
            names = scan.names
            return
        }
        guard text.first == UInt8(ascii: "{") else { return nil }
        // Lines that are objects on their own, of all that are there as a whole.
        let lines = text.split(separator: 0x0A).map { $0.drop(while: LineSource.isBlank) }
        let isCut = !isWhole && text.last != 0x0A
        let whole = lines.filter { !$0.isEmpty }.dropLast(isCut ? 1 : 0)
        var union: Set<String> = []
        var complete = 0
        for line in whole {
            var one = JSONScan(line)
            guard one.value() == .complete, one.isAtEnd, line.first == UInt8(ascii: "{") else { continue }
            complete += 1
            union.formUnion(one.names)
        }
        let end = scan.value()
        guard end != .foreign else { return nil }
        if complete * 2 >= whole.count, complete > 1 || complete == 1 && !(end == .complete && scan.isAtEnd) {
            form = .lines
            names = union
        } else {
            form =
                end == .complete && scan.isAtEnd && complete == 1 && whole.count == 1 || whole.isEmpty
                ? .either : .document
            names = scan.names
        }
    }

    /// Why a document is refused whatever its format; nil where it is whole and right, or no document.
    ///
    /// - Parameter document: all of its bytes.
    public static func fault(in document: [UInt8]) -> ReadError? {
        guard JSONHead(document, isWhole: true)?.form == .document else { return nil }
        do throws(ReadError) {
            let reader = try JSONReader(MemorySource(document), columns: [])
            _ = try reader.read(into: reader.makeBatch())
            return nil
        } catch { return error }
    }

    /// The text as UTF-8 without its mark.
    private static func plain(_ head: [UInt8]) -> [UInt8]? {
        let mark = Encoding.mark(of: head)
        let rest = Array(head.dropFirst(mark.length))
        guard mark.encoding != .utf8 else { return rest }
        return try? UTF16Source(MemorySource(rest), encoding: mark.encoding).next(rest.count * 2)
    }
}
