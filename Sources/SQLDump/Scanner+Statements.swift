extension Scanner {
    /// Takes what stands between tables: white space and comments, or one statement.
    mutating func statement(_ text: inout Text) throws(Text.Stop) -> Step? {
        let from = text.at
        while let byte = try text.peek(), Text.isSpace(byte) { text.at += 1 }
        let start = text.at
        let line = line + text.lineBreaks(from: from, to: start)
        func step(_ event: Event) -> Step { Step(event: event, start: start, end: text.at, next: text.at, line: line) }
        guard let first = try text.peek() else { return start > from ? step(.passed) : nil }
        if first == UInt8(ascii: "\\") {
            // \restrict, \unrestrict, \connect: a word to psql.
            text.at = try text.find(0x0A).map { $0 + 1 } ?? text.bytes.count
            return step(.passed)
        }
        if first == UInt8(ascii: "-"), try text.peek(1) == UInt8(ascii: "-") {
            let end = try text.find(0x0A) ?? text.bytes.count
            note(comment: text.bytes[start..<end], line)
            text.at = end
            return step(.passed)
        }
        if first == UInt8(ascii: "/"), try text.peek(1) == UInt8(ascii: "*") {
            try text.skipBlockComment()
            return step(.passed)
        }
        if try text.take(keyword: "copy"), try beginCopy(&text, line) { return step(.table) }
        text.at = start
        if try text.take(keyword: "insert"), try beginInsert(&text, line) { return step(.table) }
        text.at = start
        try other(&text, line)
        return step(.passed)
    }

    /// Remembers whether a whole dump, which says where it ends, has ended.
    private mutating func note(comment: Slice<UnsafeRawBufferPointer>, _ line: Int) {
        let text = String(decoding: comment.prefix(64), as: UTF8.self).prefix { $0 != "\r" && $0 != "\r\n" }
        for name in ["database dump", "database cluster dump"] {
            if text == "-- PostgreSQL \(name)" {
                openDumps += 1
                dumpLine = line
            } else if text == "-- PostgreSQL \(name) complete" {
                openDumps = max(0, openDumps - 1)
            }
        }
    }

    /// Begins `COPY table (columns) FROM stdin;` with its line break; false for another kind of COPY.
    private mutating func beginCopy(_ text: inout Text, _ line: Int) throws(Text.Stop) -> Bool {
        guard let name = try tableName(&text) else { return false }
        let columns = try columnNames(&text)
        guard try text.take(keyword: "from"), try text.take(keyword: "stdin") else { return false }
        // The line break behind the semicolon is the statement's; blanks may stand before it.
        guard try text.peek() == UInt8(ascii: ";") else { throw .fault(.unsupportedCopy(line: line)) }
        text.at += 1
        while let byte = try text.peek(), byte != 0x0A {
            guard Text.isSpace(byte) else { throw .fault(.unsupportedCopy(line: line)) }
            text.at += 1
        }
        guard try text.peek() != nil else { throw .incomplete(.copy) }
        text.at += 1
        (place, tableLine) = (.copy, line)
        table = DumpTable(name: name, columns: columns)
        return true
    }

    /// Begins `INSERT INTO table (columns) VALUES`; false for an INSERT of a SELECT.
    private mutating func beginInsert(_ text: inout Text, _ line: Int) throws(Text.Stop) -> Bool {
        guard try text.take(keyword: "into"), let name = try tableName(&text) else { return false }
        let columns = try columnNames(&text)
        if try text.take(keyword: "overriding") {
            _ = try text.word()
            try text.skipSpace()
            guard try text.take(keyword: "value") else { return false }
        }
        guard try text.take(keyword: "values") else { return false }
        guard try text.peek() == UInt8(ascii: "(") else { throw .incomplete(.insert) }
        (place, tableLine) = (.insert, line)
        table = DumpTable(name: name, columns: columns)
        return true
    }

    private func tableName(_ text: inout Text) throws(Text.Stop) -> String? {
        _ = try text.take(keyword: "only")
        guard let first = try text.identifier() else { return nil }
        guard try text.take(UInt8(ascii: ".")) else { return "public.\(first)" }
        return try text.identifier().map { "\(first).\($0)" }
    }

    private func columnNames(_ text: inout Text) throws(Text.Stop) -> [String] {
        guard try text.take(UInt8(ascii: "(")) else { return [] }
        var names: [String] = []
        while let name = try text.identifier() {
            names.append(name)
            if try text.take(UInt8(ascii: ",")) { continue }
            _ = try text.take(UInt8(ascii: ")"))
            break
        }
        return names
    }

    /// Passes any other statement up to its semicolon, and takes what it says of strings.
    private mutating func other(_ text: inout Text, _ line: Int) throws(Text.Stop) {
        let start = text.at
        while let byte = try text.peek() {
            switch byte {
            case UInt8(ascii: ";"):
                text.at += 1
                try note(setting: text.bytes[start..<text.at], line)
                return
            case UInt8(ascii: "'"):
                let isMarked = text.at > start && text.bytes[text.at - 1] & 0xDF == UInt8(ascii: "E")
                let isWord = text.at > start + 1 && Text.isWord(text.bytes[text.at - 2])
                text.at += 1
                _ = try text.string(isMarked && !isWord ? .escapes : backslashes)
            case UInt8(ascii: "\""): _ = try text.identifier()
            case UInt8(ascii: "$"):
                _ = try text.dollarString()
            case UInt8(ascii: "-"), UInt8(ascii: "/"):
                let before = text.at
                try text.skipSpace()
                if text.at == before { text.at += 1 }
            case let byte where Text.isWord(byte): _ = try text.word()
            default: text.at += 1
            }
        }
        throw .incomplete(.statement)
    }

    private mutating func note(setting: Slice<UnsafeRawBufferPointer>, _ line: Int) throws(Text.Stop) {
        guard setting.count < 100 else { return }
        let words = String(decoding: setting, as: UTF8.self).lowercased()
            .split { " =;'\t\n\r".utf8.contains($0.asciiValue ?? 0) }
        guard words.count == 3, words[0] == "set" else { return }
        if words[1] == "standard_conforming_strings" { backslashes = words[2] == "off" ? .escapes : .plain }
        if words[1] == "client_encoding", !["utf8", "utf-8", "unicode", "sql_ascii"].contains(words[2]) {
            throw .fault(.unsupportedEncoding(line: line))
        }
    }
}
