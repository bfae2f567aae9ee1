/// One value of a row as the scanner found it: where its text stands and how it is written.
public struct Value: Hashable, Sendable {
    /// How the text is written.
    public enum Form: Sendable {
        /// `NULL`, `\N`.
        case null
        /// `DEFAULT`: the row says nothing of this column.
        case absent
        /// Numbers, true, false and strings that hold nothing to be undone.
        case plain
        /// A string with doubled quotes.
        case doubled
        /// `E'...'`: backslash escapes and doubled quotes.
        case escaped
        /// A cell of COPY with backslash escapes.
        case copy
        /// `ARRAY[...]`, to be written as a literal, `{...}`.
        case array
        /// Something that the server would compute.
        case expression
    }

    public var start: Int
    public var end: Int
    public var form: Form

    /// Most bytes that the text may have once decoded.
    public var mostBytes: Int { form == .array ? 2 * (end - start) + 2 : end - start }
}

extension Value {
    /// Writes the value's text; the number of bytes written, nil where it holds an escape that means nothing.
    ///
    /// - Parameter target: has room for `mostBytes`.
    public func decode(_ bytes: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int? {
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        switch form {
        case .null, .absent, .expression: return nil
        case .plain:
            target.copyMemory(from: text)
            return text.count
        case .doubled, .escaped, .copy:
            var decoder = Decoder(text: text, target: target)
            return decoder.run(form)
        case .array:
            var source = Text(bytes: text, at: 0, isFinal: true)
            var writer = ArrayWriter(target: target)
            return writer.write(&source) ? writer.count : nil
        }
    }
}

/// Undoes the escapes of a string or of a cell of COPY.
private struct Decoder {
    let text: UnsafeRawBufferPointer
    let target: UnsafeMutableRawBufferPointer
    var from = 0
    var count = 0

    mutating func run(_ form: Value.Form) -> Int? {
        while from < text.count {
            let byte = text[from]
            from += 1
            if byte == UInt8(ascii: "'"), form != .copy {
                put(byte)
                from += 1
            } else if byte == UInt8(ascii: "\\"), form != .doubled {
                guard from < text.count, escape(form) else { return nil }
            } else {
                put(byte)
            }
        }
        return count
    }

    private mutating func put(_ byte: UInt8) {
        target[count] = byte
        count += 1
    }

    private mutating func escape(_ form: Value.Form) -> Bool {
        let byte = text[from]
        from += 1
        switch byte {
        case UInt8(ascii: "b"): put(0x08)
        case UInt8(ascii: "f"): put(0x0C)
        case UInt8(ascii: "n"): put(0x0A)
        case UInt8(ascii: "r"): put(0x0D)
        case UInt8(ascii: "t"): put(0x09)
        case UInt8(ascii: "v") where form == .copy: put(0x0B)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            from -= 1
            guard let code = digits(radix: 8, most: 3) else { return false }
            put(UInt8(truncatingIfNeeded: code))
        case UInt8(ascii: "x"):
            guard let code = digits(radix: 16, most: 2) else {
                put(byte)
                return true
            }
            put(UInt8(truncatingIfNeeded: code))
        case UInt8(ascii: "u") where form == .escaped, UInt8(ascii: "U") where form == .escaped:
            let width = byte == UInt8(ascii: "u") ? 4 : 8
            let before = from
            guard let code = digits(radix: 16, most: width), from - before == width, let scalar = Unicode.Scalar(code)
            else { return false }
            for byte in String(Character(scalar)).utf8 { put(byte) }
        default: put(byte)
        }
        return true
    }

    private mutating func digits(radix: UInt32, most: Int) -> UInt32? {
        var code: UInt32 = 0
        var taken = 0
        while taken < most, from < text.count, let digit = Character(Unicode.Scalar(text[from])).hexDigitValue,
            digit < radix
        {
            code = code << (radix == 16 ? 4 : 3) | UInt32(digit)
            from += 1
            taken += 1
        }
        return taken > 0 ? code : nil
    }
}

/// Writes `ARRAY['a', null, 1]` as PostgreSQL writes an array: `{"a",NULL,1}`.
private struct ArrayWriter {
    let target: UnsafeMutableRawBufferPointer
    var count = 0

    private mutating func put(_ byte: UInt8) {
        guard count < target.count else { return }
        target[count] = byte
        count += 1
    }

    /// Writes an array from its word or bracket on.
    mutating func write(_ text: inout Text) -> Bool {
        do throws(Text.Stop) {
            _ = try text.word()
            guard try text.take(UInt8(ascii: "[")) else { return false }
            put(UInt8(ascii: "{"))
            var isFirst = true
            while let byte = try text.peek(), byte != UInt8(ascii: "]") {
                if !isFirst { put(UInt8(ascii: ",")) }
                isFirst = false
                let isNested = byte == UInt8(ascii: "[") || byte & 0xDF == UInt8(ascii: "A")
                guard isNested ? write(&text) : try element(&text) else { return false }
                try text.skipSpace()
                _ = try text.take(UInt8(ascii: ","))
            }
            text.at += 1
            put(UInt8(ascii: "}"))
            return true
        } catch { return false }
    }

    private mutating func element(_ text: inout Text) throws(Text.Stop) -> Bool {
        let (first, second) = (try text.peek(), try text.peek(1))
        let isString = first == UInt8(ascii: "'") || second == UInt8(ascii: "'")
        guard let value = try text.value(.plain) else { return false }
        if value.form == .null {
            for byte in "NULL".utf8 { put(byte) }
            return true
        }
        var plain = [UInt8](repeating: 0, count: value.mostBytes)
        guard let length = plain.withUnsafeMutableBytes({ value.decode(text.bytes, into: $0) }) else { return false }
        if isString { put(UInt8(ascii: "\"")) }
        for byte in plain[0..<length] {
            if isString, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { put(UInt8(ascii: "\\")) }
            put(byte)
        }
        if isString { put(UInt8(ascii: "\"")) }
        return true
    }
}

/// Why a dump cannot be read on; nothing of it can be trusted then.
public enum DumpError: Error, Hashable, Sendable {
    /// It ends within something, which began on this line.
    case incomplete(Part, line: Int)
    /// Something that begins on this line is longer than memory should hold.
    case tooLong(Part, line: Int)
    /// `COPY` in another form than pg_dump writes.
    case unsupportedCopy(line: Int)
    /// Text in another encoding than UTF-8.
    case unsupportedEncoding(line: Int)

    /// A part of a dump.
    public enum Part: String, Hashable, Sendable {
        case copy
        case insert
        case row
        case statement
        case comment
        /// The dump as a whole: its closing comment is missing.
        case dump
    }
}
