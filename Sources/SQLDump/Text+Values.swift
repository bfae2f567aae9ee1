extension Text {
    /// Takes a value with its casts and the white space behind it; nil where none can be read.
    mutating func value(_ backslashes: Scanner.Backslashes) throws(Stop) -> Value? {
        guard let value = try primary(backslashes) else { return nil }
        try skipSpace()
        while try peek() == UInt8(ascii: ":"), try peek(1) == UInt8(ascii: ":") {
            at += 2
            try skipSpace()
            guard try skipType() else { return nil }
        }
        return value
    }

    private mutating func primary(_ backslashes: Scanner.Backslashes) throws(Stop) -> Value? {
        let start = at
        guard let byte = try peek() else { return nil }
        switch byte {
        case UInt8(ascii: "'"):
            at += 1
            return try string(backslashes)
        case UInt8(ascii: "$"): return try dollarString()
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), 0x30...0x39: return try number()
        default: break
        }
        let word = try word()
        guard !word.isEmpty else { return nil }
        let isQuoted = try peek() == UInt8(ascii: "'")
        if isQuoted, word.count == 1 {
            at += 1
            let isEscape = bytes[word.lowerBound] & 0xDF == UInt8(ascii: "E")
            var string = try string(isEscape ? .escapes : backslashes)
            if !isEscape { string.form = .expression }
            return string
        }
        if matches(word, "null") { return Value(start: start, end: at, form: .null) }
        if matches(word, "default") { return Value(start: start, end: at, form: .absent) }
        if matches(word, "true") || matches(word, "false") { return Value(start: start, end: at, form: .plain) }
        if matches(word, "array"), try peek() == UInt8(ascii: "[") { return try array(backslashes, from: start) }
        guard try peek() == UInt8(ascii: "(") else { return nil }
        try skipBrackets(backslashes)
        return Value(start: start, end: at, form: .expression)
    }

    private mutating func number() throws(Stop) -> Value? {
        let start = at
        var digits = 0
        while let byte = try peek() {
            let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            if isSign, at > start, bytes[at - 1] & 0xDF != UInt8(ascii: "E") { break }
            guard isSign || Self.isWord(byte) || byte == UInt8(ascii: ".") else { break }
            if (0x30...0x39).contains(byte) { digits += 1 }
            at += 1
        }
        return digits > 0 ? Value(start: start, end: at, form: .plain) : nil
    }

    /// Takes `[...]`, whose elements may be arrays.
    private mutating func array(_ backslashes: Scanner.Backslashes, from start: Int) throws(Stop) -> Value? {
        at += 1
        try skipSpace()
        var form = Value.Form.array
        while let byte = try peek(), byte != UInt8(ascii: "]") {
            let isNested = byte == UInt8(ascii: "[")
            guard let element = isNested ? try array(backslashes, from: at) : try value(backslashes) else { return nil }
            if element.form == .expression || element.form == .absent { form = .expression }
            try skipSpace()
            guard try take(UInt8(ascii: ",")) else { break }
        }
        guard try peek() == UInt8(ascii: "]") else { return nil }
        at += 1
        return Value(start: start, end: at, form: form)
    }

    /// Passes a name of a type: `text`, `character varying(10)[]`, `"public"."kind"`.
    private mutating func skipType() throws(Stop) -> Bool {
        guard try identifier() != nil else { return false }
        while let byte = try peek() {
            if byte == UInt8(ascii: "(") {
                try skipBrackets(.plain)
            } else if byte == UInt8(ascii: "[") {
                while let byte = try peek(), byte != UInt8(ascii: "]") { at += 1 }
                at += 1
            } else if byte == UInt8(ascii: ".") {
                at += 1
            } else if byte == UInt8(ascii: "\"") || Self.isWord(byte) {
                guard try identifier() != nil else { return false }
            } else {
                break
            }
            try skipSpace()
        }
        return true
    }

    /// Passes what stands between brackets.
    private mutating func skipBrackets(_ backslashes: Scanner.Backslashes) throws(Stop) {
        var depth = 0
        while let byte = try peek() {
            at += 1
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            if byte == UInt8(ascii: "'") { _ = try string(backslashes) }
            if depth == 0 { return }
        }
        throw .incomplete(.row)
    }
}
