internal import Glibc

/// The bytes of a step and how far they are read.
struct Text {
    let bytes: UnsafeRawBufferPointer
    var at: Int
    let isFinal: Bool

    /// Why a step ends without result.
    enum Stop: Error {
        case needsMore
        /// The bytes end for good within something.
        case incomplete(DumpError.Part)
        case fault(DumpError)
    }

    /// The byte at `at` plus `ahead`; nil at the end for good.
    func peek(_ ahead: Int = 0) throws(Stop) -> UInt8? {
        if at + ahead < bytes.count { return bytes[at + ahead] }
        if isFinal { return nil }
        throw .needsMore
    }

    /// Offset of the next such byte from `at` on; nil where the bytes end for good without one.
    func find(_ byte: UInt8) throws(Stop) -> Int? {
        if at < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + at, Int32(byte), bytes.count - at)
        {
            return UnsafeRawPointer(found) - base
        }
        if isFinal { return nil }
        throw .needsMore
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    static func isWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80 || (0x30...0x39).contains(byte)
            || (0x41...0x5A).contains(byte & 0xDF)
    }

    /// Passes white space and comments.
    mutating func skipSpace() throws(Stop) {
        while let byte = try peek() {
            if Self.isSpace(byte) {
                at += 1
            } else if byte == UInt8(ascii: "-"), try peek(1) == UInt8(ascii: "-") {
                at = try find(0x0A) ?? bytes.count
            } else if byte == UInt8(ascii: "/"), try peek(1) == UInt8(ascii: "*") {
                try skipBlockComment()
            } else {
                return
            }
        }
    }

    /// Passes a comment between slash and star, which may hold others.
    mutating func skipBlockComment() throws(Stop) {
        var depth = 0
        repeat {
            guard let byte = try peek(), let next = try peek(1) else { throw .incomplete(.comment) }
            if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
                depth += 1
                at += 2
            } else if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
                depth -= 1
                at += 2
            } else {
                at += 1
            }
        } while depth > 0
    }

    /// Takes a word of letters, digits and underscores; empty where there is none.
    mutating func word() throws(Stop) -> Range<Int> {
        let start = at
        while let byte = try peek(), Self.isWord(byte) { at += 1 }
        return start..<at
    }

    /// Takes a keyword, whatever its case, and white space behind it.
    mutating func take(keyword: StaticString) throws(Stop) -> Bool {
        let start = at
        let word = try word()
        let isIt = matches(word, keyword)
        if isIt { try skipSpace() } else { at = start }
        return isIt
    }

    /// Whether a word is this one, whatever its case.
    func matches(_ word: Range<Int>, _ name: StaticString) -> Bool {
        word.count == name.utf8CodeUnitCount
            && name.withUTF8Buffer { name in zip(word, name).allSatisfy { bytes[$0] & 0xDF == $1 & 0xDF } }
    }

    /// Takes a byte, and white space behind it.
    mutating func take(_ byte: UInt8) throws(Stop) -> Bool {
        guard try peek() == byte else { return false }
        at += 1
        try skipSpace()
        return true
    }

    /// Takes an identifier, quoted or not; nil where there is none.
    mutating func identifier() throws(Stop) -> String? {
        guard try peek() == UInt8(ascii: "\"") else {
            let word = try word()
            if word.isEmpty { return nil }
            try skipSpace()
            return String(decoding: bytes[word], as: UTF8.self).lowercased()
        }
        var name: [UInt8] = []
        at += 1
        while true {
            guard let end = try find(UInt8(ascii: "\"")) else { throw .incomplete(.statement) }
            name += bytes[at..<end]
            at = end + 1
            guard try peek() == UInt8(ascii: "\"") else { break }
            name.append(UInt8(ascii: "\""))
            at += 1
        }
        try skipSpace()
        return String(decoding: name, as: UTF8.self)
    }

    /// Line feeds between two offsets; a carriage return alone ends no line in a dump.
    func lineBreaks(from start: Int, to end: Int) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var count = 0
        var from = start
        while from < end, let found = memchr(base + from, 0x0A, end - from) {
            count += 1
            from = UnsafeRawPointer(found) - base + 1
        }
        return count
    }
}

extension Text {
    /// Takes a string from behind its opening quote on.
    mutating func string(_ backslashes: Scanner.Backslashes) throws(Stop) -> Value {
        let start = at
        var form = Value.Form.plain
        if backslashes == .plain {
            while let quote = try find(UInt8(ascii: "'")) {
                at = quote + 1
                guard try peek() == UInt8(ascii: "'") else { return Value(start: start, end: quote, form: form) }
                form = .doubled
                at += 1
            }
            throw .incomplete(.row)
        }
        while let byte = try peek() {
            at += 1
            if byte == UInt8(ascii: "\\") {
                form = .escaped
                guard try peek() != nil else { throw .incomplete(.row) }
                at += 1
            } else if byte == UInt8(ascii: "'") {
                guard try peek() == UInt8(ascii: "'") else { return Value(start: start, end: at - 1, form: form) }
                if form == .plain { form = .doubled }
                at += 1
            }
        }
        throw .incomplete(.row)
    }

    /// Takes a string between dollars.
    ///
    /// A dollar that opens none is passed alone and gives an empty value.
    mutating func dollarString() throws(Stop) -> Value {
        let start = at
        at += 1
        while let byte = try peek(), Self.isWord(byte), byte != UInt8(ascii: "$") { at += 1 }
        guard try peek() == UInt8(ascii: "$") else {
            at = start + 1
            return Value(start: start, end: start, form: .expression)
        }
        at += 1
        let tag = start..<at
        let text = at
        while let dollar = try find(UInt8(ascii: "$")) {
            at = dollar
            _ = try peek(tag.count - 1)
            let end = dollar + tag.count
            if end <= bytes.count, bytes[dollar..<end].elementsEqual(bytes[tag]) {
                at = end
                return Value(start: text, end: dollar, form: .plain)
            }
            at = dollar + 1
        }
        throw .incomplete(.row)
    }
}
