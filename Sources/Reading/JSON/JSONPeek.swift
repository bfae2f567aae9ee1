internal import Definitions
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
    private let text: [UInt8]
    private var at = 0
    private var found: [(path: String, text: String?)] = []
    /// Bytes of paths, which long keys above many values would make far more than the text has.
    private var written = 0
    private static let mostWritten = 32 << 20

    init(_ text: [UInt8]) { self.text = text }

    /// As far as the text is JSON: of a record with defects those before them.
    mutating func values() -> [(path: String, text: String?)] {
        // Containers open, with the path of each and the number of values passed.
        var open: [(isObject: Bool, path: String, count: Int, start: Int)] = []
        var path = ""
        while let token = token() {
            guard written < Self.mostWritten else {
                found.append(("@cut", "more values than can be shown"))
                break
            }
            if let last = open.indices.last, token == UInt8(ascii: "}") || token == UInt8(ascii: "]") {
                let closed = open[last]
                at += 1
                if closed.count == 0 { add(closed.path, String(decoding: text[closed.start..<at], as: UTF8.self)) }
                open.removeLast()
                if open.isEmpty { break }
                continue
            }
            if token == UInt8(ascii: ",") {
                at += 1
                continue
            }
            if let last = open.indices.last {
                if open[last].isObject {
                    guard let key = string(), self.token() == UInt8(ascii: ":") else { break }
                    at += 1
                    path = open[last].path + JSONPath.text(of: .key(key), isFirst: open[last].path.isEmpty)
                } else {
                    path = open[last].path + "[\(open[last].count)]"
                }
                open[last].count += 1
            }
            guard let first = self.token() else { break }
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                open.append((first == UInt8(ascii: "{"), path, 0, at))
                at += 1
            } else if first == UInt8(ascii: "\"") {
                guard let value = string() else { break }
                add(path, value)
            } else {
                let word = word()
                guard !word.isEmpty else { break }
                add(path, word == "null" ? nil : word)
            }
            if open.isEmpty { break }
        }
        return found
    }

    private mutating func add(_ path: String, _ text: String?) {
        found.append((path.isEmpty ? "$" : path, text))
        written += path.utf8.count
    }

    private mutating func token() -> UInt8? {
        while at < text.count, LineSource.isBlank(text[at]) { at += 1 }
        return at < text.count ? text[at] : nil
    }

    private mutating func string() -> String? {
        guard token() == UInt8(ascii: "\"") else { return nil }
        let start = at + 1
        var end = start
        while end < text.count, text[end] != UInt8(ascii: "\"") { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < text.count else { return nil }
        at = end + 1
        return JSONReader.unescaped(text[start..<end])
    }

    private mutating func word() -> String {
        let start = at
        while at < text.count, !LineSource.isBlank(text[at]), !"{}[],:\"".utf8.contains(text[at]) { at += 1 }
        return String(decoding: text[start..<at], as: UTF8.self)
    }
}
