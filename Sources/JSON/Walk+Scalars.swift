internal import Glibc

extension Walk {
    /// Checks a string, number or word, and takes it if its node wants it.
    @inline(__always)
    mutating func scalar(_ first: UInt8, at position: Int, node: Int32) -> Bool {
        let slot = node >= 0 ? selection.nodes[Int(node)].slot : -1
        if first == Self.quote {
            let start = position + 1
            let length = closingQuote(of: position) - start
            let isEscaped = hasEscapes && holdsEscapes(start, length)
            if isEscaped, !checkEscapes(start, length) { return false }
            if slot >= 0 { take(slot, start, length, isEscaped ? .escaped : .string) }
            return true
        }
        let length: Int
        switch first {
        case UInt8(ascii: "-"), 0x30...0x39:
            length = numberLength(at: position)
            guard length > 0 else { return fail(.badNumber, at: position) }
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            length = wordLength(at: position)
            guard length > 0 else { return fail(.badWord, at: position) }
        default:
            return fail(.expected(.value), at: position)
        }
        let stop = position + length
        guard stop == ahead || stop < limit && isBlank(text[stop]) else {
            return fail(first <= 0x39 ? .badNumber : .badWord, at: position)
        }
        guard slot >= 0 else { return true }
        if first == UInt8(ascii: "n") {
            slices[Int(slot)] = .absent
            taken += 1
        } else {
            take(slot, position, length, .word)
        }
        return true
    }

    /// Position of the quote that ends the string at `position`: the last one before the next token.
    @inline(__always)
    func closingQuote(of position: Int) -> Int {
        var at = ahead - 1
        while at > position, text[at] != Self.quote { at -= 1 }
        return max(at, position + 1)
    }

    @inline(__always)
    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// Number of bytes of `true`, `false` or `null`; 0 where it is none of them.
    @inline(__always)
    func wordLength(at position: Int) -> Int {
        let bytes = UnsafeRawPointer(text + position)
        let four = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
        if four == 0x6575_7274 || four == 0x6C6C_756E { return 4 }
        return four == 0x736C_6166 && text[position + 4] == UInt8(ascii: "e") ? 5 : 0
    }

    /// Number of bytes of the number, which RFC 8259 writes `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`; 0 if bad.
    ///
    /// The byte at the limit is no part of it.
    @inline(__always)
    func numberLength(at position: Int) -> Int {
        var at = position
        if text[at] == UInt8(ascii: "-") { at += 1 }
        if byte(at) == UInt8(ascii: "0") {
            at += 1
        } else {
            let start = at
            passDigits(&at)
            if at == start { return 0 }
        }
        if byte(at) == UInt8(ascii: ".") {
            at += 1
            let start = at
            passDigits(&at)
            if at == start { return 0 }
        }
        if byte(at) | 0x20 == UInt8(ascii: "e") {
            at += 1
            if byte(at) == UInt8(ascii: "+") || byte(at) == UInt8(ascii: "-") { at += 1 }
            let start = at
            passDigits(&at)
            if at == start { return 0 }
        }
        return at - position
    }

    @inline(__always)
    private func passDigits(_ at: inout Int) {
        while at < limit, text[at] &- 0x30 < 10 { at += 1 }
    }
}
