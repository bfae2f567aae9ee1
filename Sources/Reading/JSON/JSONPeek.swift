internal import Definitions
internal import JSON
internal import Records

/// What Reading sees of JSON: a line a record, every value by its path.
///
///     {"record":1,"line":1,"byte_offset":1,"cells":{"qty":"82.4","source.name":"Watch","sets[0].reps":"5"}}
///
/// A record's columns are those that it has. A value that is null is null; an empty array or object stands as it is
/// written; of a record that is no object the value's name is `$`.
public struct JSONPeek {
    private let reader: any RecordReader
    /// Whether records may stand at several places: then `@record` says where each did.
    private let showsKind: Bool

    /// Takes a reader that was opened with the columns `JSONPeek.columns`.
    public init(_ reader: any RecordReader, showsKind: Bool) {
        self.reader = reader
        self.showsKind = showsKind
    }

    public static let columns = ["@record"]

    /// Hands the first `count` records to `emit`, a line each, without line break; how many of them have defects.
    @discardableResult
    public func lines(_ count: Int = .max, emit: (String) -> Void) throws(ReadError) -> Int {
        let batch = reader.makeBatch()
        var (left, flawed) = (count, 0)
        while left > 0, try reader.read(into: batch) {
            for row in 0..<min(left, batch.count) {
                let kind = showsKind ? batch.text(of: batch.column(0)[row]) : nil
                var cells = kind.map { ["\"@record\":" + JSONText.shown($0)] } ?? []
                var leaves = JSONLeaves(Array(batch.bytes(of: batch.spans[row])))
                for (path, text) in leaves.values() {
                    cells.append(JSONText.shown(path) + ":" + (text.map { JSONText.shown($0) } ?? "null"))
                }
                emit(Peek.line(batch, row, cells: "{" + cells.joined(separator: ",") + "}"))
            }
            flawed += Peek.flawed(batch, left)
            left -= batch.count
        }
        return flawed
    }
}

/// The values of a record that are no containers, by path.
struct JSONLeaves {
    private struct Container {
        let isObject: Bool
        let path: String
        let start: Int
        /// Values passed.
        var count = 0
    }

    private let text: [UInt8]
    private var tokens: Tokens
    private var open: [Container] = []
    private var found: [(path: String, text: String?)] = []
    /// Bytes of paths, which long keys above many values would make far more than the text has.
    private var written = 0
    private static let mostWritten = 32 << 20

    init(_ text: [UInt8]) {
        self.text = text
        tokens = Tokens(text[...])
    }

    /// As far as the text is JSON: of a record with defects those before them.
    mutating func values() -> [(path: String, text: String?)] {
        while let token = tokens.next() {
            guard written < Self.mostWritten else {
                found.append(("@cut", "more values than can be shown"))
                break
            }
            switch token {
            case .mark(UInt8(ascii: ",")):
                continue
            case .mark(UInt8(ascii: "}")), .mark(UInt8(ascii: "]")):
                guard let closed = open.popLast() else { return found }
                if closed.count == 0 { add(closed.path, shown(closed.start..<tokens.passed)) }
            default:
                guard let (path, value) = next(token), enter(value, path) else { return found }
            }
            if open.isEmpty { break }
        }
        return found
    }

    /// The path of the value at hand and its first token; nil where a key without a value is.
    private mutating func next(_ token: Tokens.Token) -> (path: String, value: Tokens.Token)? {
        guard let last = open.indices.last else { return ("", token) }
        defer { open[last].count += 1 }
        let path = open[last].path
        guard open[last].isObject else { return (path + "[\(open[last].count)]", token) }
        guard case .string(let key) = token, tokens.next() == .mark(UInt8(ascii: ":")), let value = tokens.next() else {
            return nil
        }
        return (path + JSONPath.text(of: .key(JSONReader.unescaped(text[key])), isFirst: path.isEmpty), value)
    }

    /// Adds a string or word, or goes into a container; false where the token is no value.
    private mutating func enter(_ value: Tokens.Token, _ path: String) -> Bool {
        switch value {
        case .string(let range):
            add(path, JSONReader.unescaped(text[range]))
        case .word(let range):
            let word = shown(range)
            add(path, word == "null" ? nil : word)
        case .mark(UInt8(ascii: "{")), .mark(UInt8(ascii: "[")):
            open.append(
                Container(isObject: value == .mark(UInt8(ascii: "{")), path: path, start: tokens.passed - 1))
        case .mark:
            return false
        }
        return true
    }

    private func shown(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    private mutating func add(_ path: String, _ text: String?) {
        found.append((path.isEmpty ? "$" : path, text))
        written += path.utf8.count
    }
}
