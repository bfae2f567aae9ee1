/// The qualified names that an SQL text mentions, outside its comments and string constants.
package struct SQLNames {
    /// `public.performance_metrics`.
    package var relations: Set<String> = []
    /// `scorebook.as_of`.
    package var functions: Set<String> = []

    static let schemas: Set<String> = ["public", "summary", "scorebook"]

    package init(in sql: String) {
        for name in Self.names(in: Array(sql.utf8)) {
            if name.isCalled { functions.insert(name.text) } else { relations.insert(name.text) }
        }
    }

    /// The text with the schema of the names given replaced by another.
    static func moved(_ sql: String, names: Set<String>, to schema: String) -> String {
        let bytes = Array(sql.utf8)
        var result: [UInt8] = []
        var copied = 0
        for name in Self.names(in: bytes) where names.contains(name.text) {
            result += bytes[copied..<name.schema.lowerBound]
            result += schema.utf8
            copied = name.schema.upperBound
        }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    /// `public.metric_trends` and where its schema is in the text.
    private struct Name {
        var text: String
        var schema: Range<Int>
        var isCalled: Bool
    }

    private static func names(in bytes: [UInt8]) -> [Name] {
        let words = words(of: bytes)
        return words.indices.compactMap { index in
            guard index + 2 < words.count, schemas.contains(words[index].text), words[index + 1].text == "." else {
                return nil
            }
            return Name(
                text: "\(words[index].text).\(words[index + 2].text)", schema: words[index].place,
                isCalled: index + 3 < words.count && words[index + 3].text == "(")
        }
    }

    private struct Word {
        var text: String
        var place: Range<Int>
    }

    /// Words and single marks; comments and constants are left out, dollar-quoted bodies are read.
    private static func words(of bytes: [UInt8]) -> [Word] {
        var words: [Word] = []
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "-"), at + 1 < bytes.count, bytes[at + 1] == byte {
                while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
            } else if byte == UInt8(ascii: "'") {
                at += 1
                while at < bytes.count, bytes[at] != UInt8(ascii: "'") { at += 1 }
                at += 1
            } else {
                let start = at
                at += 1
                if isWord(byte) {
                    while at < bytes.count, isWord(bytes[at]) { at += 1 }
                } else if byte <= 32 {
                    continue
                }
                let text = String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
                words.append(Word(text: text, place: start..<at))
            }
        }
        return words
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57, 95: true
        default: false
        }
    }
}
