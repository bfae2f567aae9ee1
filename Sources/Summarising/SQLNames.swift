/// The qualified names that an SQL text mentions, outside its comments and string constants.
struct SQLNames {
    /// `public.performance_metrics`.
    var relations: Set<String> = []
    /// `scorebook.as_of`.
    var functions: Set<String> = []

    static let schemas: Set<String> = ["public", "summary", "scorebook"]

    init(in sql: String) {
        let words = Self.words(of: Array(sql.utf8))
        for (index, word) in words.enumerated()
        where Self.schemas.contains(word) && index + 2 < words.count && words[index + 1] == "." {
            let name = "\(word).\(words[index + 2])"
            if index + 3 < words.count, words[index + 3] == "(" {
                functions.insert(name)
            } else {
                relations.insert(name)
            }
        }
    }

    /// Words and single marks; comments and constants are left out, dollar-quoted bodies are read.
    private static func words(of bytes: [UInt8]) -> [String] {
        var words: [String] = []
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "-"), at + 1 < bytes.count, bytes[at + 1] == byte {
                while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
            } else if byte == UInt8(ascii: "'") {
                at += 1
                while at < bytes.count, bytes[at] != UInt8(ascii: "'") { at += 1 }
                at += 1
            } else if isWord(byte) {
                let start = at
                while at < bytes.count, isWord(bytes[at]) { at += 1 }
                words.append(String(decoding: bytes[start..<at], as: UTF8.self).lowercased())
            } else {
                if byte > 32 { words.append(String(decoding: [byte], as: UTF8.self)) }
                at += 1
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
