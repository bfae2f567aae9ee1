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
