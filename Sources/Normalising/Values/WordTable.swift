/// Words and what they mean, looked up by bytes without allocating.
///
/// Compared without regard to ASCII case and outer blanks. Sorted by length, so that a cell is compared only with
/// words of its own length.
struct WordTable: Sendable {
    private let words: [[UInt8]]
    private let values: [[UInt8]]
    /// First word of each length; `starts[n + 1]` ends length `n`.
    private let starts: [Int]

    init(_ entries: [(String, String)]) {
        let sorted = Self.sorted(entries)
        self.init(sorted.map(\.word), values: sorted.map { Array($0.value.utf8) })
    }

    fileprivate init(_ words: [[UInt8]], values: [[UInt8]]) {
        self.words = words
        self.values = values
        var starts: [Int] = [0]
        for length in 0..<(words.last?.count ?? -1) + 1 {
            starts.append(words.lastIndex { $0.count <= length }.map { $0 + 1 } ?? 0)
        }
        self.starts = starts
    }

    /// Words as they are compared, the shortest first.
    fileprivate static func sorted<Value>(_ entries: [(String, Value)]) -> [(word: [UInt8], value: Value)] {
        entries.map { (lower(trimmed(Array($0.0.utf8))), $0.1) }.sorted { $0.0.count < $1.0.count }
    }

    init(_ entries: [String]) {
        self.init(entries.map { ($0, "") })
    }

    /// Words of which those that are numbers stand for themselves with a decimal comma too.
    init(numerals entries: [String]) {
        let numbers = entries.filter { word in
            word.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2E || $0 == 0x2D }
                && word.utf8.count(where: { $0 == 0x2E }) == 1
        }
        self.init(entries + numbers.map { $0.replacing(".", with: ",") }.filter { !entries.contains($0) })
    }

    var isEmpty: Bool { words.isEmpty }

    /// Position of the word, given trimmed bytes.
    @inline(__always)
    func index(of bytes: UnsafeRawBufferPointer) -> Int? {
        let length = bytes.count
        guard length + 1 < starts.count else { return nil }
        for index in starts[length]..<starts[length + 1] where Self.equal(words[index], bytes) { return index }
        return nil
    }

    func value(_ index: Int) -> [UInt8] { values[index] }
    var count: Int { words.count }

    /// Whether bytes end with this; it is in lower case.
    static func ends(_ bytes: UnsafeRawBufferPointer, with end: [UInt8]) -> Bool {
        bytes.count >= end.count
            && equal(end, UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - end.count)...]))
    }

    private static let denial = Array("non".utf8)

    /// Whether a text has the word, in lower case, as a whole one that is not denied: `Dip (Assisted)` and
    /// `Machine-assisted Dip` have `assisted`, `Unassisted Dip` and `Non-assisted Dip` have not.
    static func holds(_ text: UnsafeRawBufferPointer, word: [UInt8]) -> Bool {
        func isLetter(_ index: Int) -> Bool {
            text.indices.contains(index) && ((text[index] | 0x20) &- 0x61 < 26 || text[index] >= 0x80)
        }
        func has(_ word: [UInt8], at start: Int) -> Bool {
            start >= 0 && start + word.count <= text.count && !isLetter(start - 1) && !isLetter(start + word.count)
                && equal(word, UnsafeRawBufferPointer(rebasing: text[start..<start + word.count]))
        }
        return text.indices.contains { has(word, at: $0) && !has(denial, at: $0 - 1 - denial.count) }
    }

    /// Whether bytes, as many as the word has, are the word; that is in lower case.
    static func equal(_ word: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
        for index in 0..<word.count {
            let byte = bytes[index]
            let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
            if lower != word[index] { return false }
        }
        return true
    }

    static func lower(_ bytes: [UInt8]) -> [UInt8] { bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } }

    static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { Array(Blank.trimmed($0)) }
    }
}

/// Words and the values that they stand for, looked up as in a `WordTable`.
package struct PlacedTable<Value: Sendable>: Sendable {
    private let words: WordTable
    /// By place of the word.
    private let values: [Value]

    package init(_ entries: [(String, Value)]) {
        let sorted = WordTable.sorted(entries)
        words = WordTable(sorted.map(\.word), values: [])
        values = sorted.map(\.value)
    }

    @inline(__always)
    package func index(of bytes: UnsafeRawBufferPointer) -> Int? { words.index(of: bytes) }

    package subscript(index: Int) -> Value { values[index] }
}

/// Words that exports use for true and false.
enum BooleanWords {
    private static let yes = WordTable(["true", "t", "yes", "y", "1", "on"])
    private static let no = WordTable(["false", "f", "no", "n", "0", "off"])

    @inline(__always)
    static func boolean(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        // As programs write them: `true`, `fals` and `e`.
        if bytes.count == 4 || bytes.count == 5 {
            let four = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
            if bytes.count == 4, four == 0x6575_7274 { return true }
            if bytes.count == 5, four == 0x736C_6166, bytes[4] == 0x65 { return false }
        }
        return word(bytes)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        if yes.index(of: bytes) != nil { return true }
        return no.index(of: bytes) != nil ? false : nil
    }
}
