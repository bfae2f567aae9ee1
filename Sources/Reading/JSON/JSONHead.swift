internal import Definitions
internal import JSON

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
        var outline = JSONOutline(text)
        if text.first == UInt8(ascii: "[") {
            guard outline.value() != .foreign else { return nil }
            form = .document
            names = outline.names
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
            var one = JSONOutline(line)
            guard one.value() == .complete, one.isAtEnd, line.first == UInt8(ascii: "{") else { continue }
            complete += 1
            union.formUnion(one.names)
        }
        let end = outline.value()
        guard end != .foreign else { return nil }
        if complete * 2 >= whole.count, complete > 1 || complete == 1 && !(end == .complete && outline.isAtEnd) {
            form = .lines
            names = union
        } else {
            form =
                end == .complete && outline.isAtEnd && complete == 1 && whole.count == 1 || whole.isEmpty
                ? .either : .document
            names = outline.names
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

/// The paths that a value has, as far as its text goes.
struct JSONOutline {
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

    private enum Expected {
        case value
        case key
        case keyOrEnd
    }

    private let text: ArraySlice<UInt8>
    private var tokens: Tokens
    private var frames: [Frame] = []
    private(set) var names: Set<String> = []
    private static let mostNames = 20_000
    private static let mostDepth = 64

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        tokens = Tokens(text)
    }

    /// Whether nothing but blanks follows.
    var isAtEnd: Bool { tokens.first() == nil }

    /// Walks the container at the front.
    mutating func value() -> End {
        let first = tokens.first()
        let begins = first == UInt8(ascii: "{") ? "\"}" : first == UInt8(ascii: "[") ? "{[\"]-0123456789tfn" : ""
        guard !begins.isEmpty else { return .foreign }
        guard let second = tokens.first(1) else { return .cut }
        guard begins.utf8.contains(second) else { return .foreign }
        var expected = Expected.value
        while let token = tokens.next() {
            switch (token, expected) {
            case (.string(let range), .key), (.string(let range), .keyOrEnd):
                guard key(range) else { return .cut }
                expected = .value
            case (.mark(UInt8(ascii: "}")), .keyOrEnd), (.mark(UInt8(ascii: "}")), .value),
                (.mark(UInt8(ascii: "]")), .value):
                guard frames.popLast()?.isObject == (token == .mark(UInt8(ascii: "}"))) else { return .cut }
                expected = .value
                if frames.isEmpty { return .complete }
            case (_, .key), (_, .keyOrEnd):
                return .cut
            case (.mark(UInt8(ascii: "{")), _), (.mark(UInt8(ascii: "[")), _):
                guard frames.count < Self.mostDepth else { return .cut }
                let isObject = token == .mark(UInt8(ascii: "{"))
                open(isObject: isObject)
                expected = isObject ? .keyOrEnd : .value
            case (.mark(UInt8(ascii: ",")), _):
                expected = frames.last?.isObject == true ? .key : .value
            case (.mark, _):
                return .cut
            case (.string, _), (.word, _):
                continue
            }
        }
        return .cut
    }

    private mutating func add(_ name: String) {
        if names.count < Self.mostNames { names.insert(name) }
    }

    private mutating func open(isObject: Bool) {
        let path = frames.last?.inner ?? ""
        if !isObject { add(path + "[*]") } else if path.isEmpty { add("$") }
        frames.append(Frame(isObject: isObject, path: path, inner: isObject ? path : path + "[*]"))
    }

    /// Passes the colon behind a key.
    private mutating func key(_ range: Range<Int>) -> Bool {
        guard tokens.next() == .mark(UInt8(ascii: ":")), let last = frames.indices.last else { return false }
        let path = frames[last].path
        let name = JSONReader.unescaped(text[range])
        frames[last].inner = path + JSONPath.text(of: .key(name), isFirst: path.isEmpty)
        add(frames[last].inner)
        return true
    }
}
