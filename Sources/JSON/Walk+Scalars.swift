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

extension Walk {
    @inline(__always)
    func holdsEscapes(_ start: Int, _ length: Int) -> Bool { memchr(text + start, 0x5C, length) != nil }

    /// Checks the escapes of a string; half a pair of surrogates and U+0000 are noted, being legal.
    @inline(never)
    mutating func checkEscapes(_ start: Int, _ length: Int) -> Bool {
        let stop = start + length
        var at = start
        while at < stop, let found = memchr(text + at, 0x5C, stop - at) {
            at = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - text
            guard at + 1 < stop else { return fail(.badEscape, at: at) }
            guard text[at + 1] == UInt8(ascii: "u") else {
                guard Self.plain(text[at + 1]) != 0 else { return fail(.badEscape, at: at) }
                at += 2
                continue
            }
            guard at + 6 <= stop, let unit = Self.unit(text + at + 2) else { return fail(.badEscape, at: at) }
            if unit == 0 { note(.nulCharacter, at: at) }
            if (0xD800..<0xE000).contains(unit) {
                guard unit < 0xDC00, Self.low(text + at + 6, stop - at - 6) != nil else {
                    note(.loneSurrogate, at: at)
                    at += 6
                    continue
                }
                at += 6
            }
            at += 6
        }
        return true
    }

    /// What a letter after a backslash means; 0 where it means nothing.
    static func plain(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: 0
        }
    }

    /// The unit that four digits write; nil where they are none.
    static func unit(_ digits: UnsafePointer<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for index in 0..<4 {
            let byte = digits[index]
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((byte | 0x20) - 0x57)
            default: return nil
            }
        }
        return value
    }

    /// The second half of a pair of surrogates, if one stands here.
    static func low(_ text: UnsafePointer<UInt8>, _ length: Int) -> UInt32? {
        guard length >= 6, text[0] == 0x5C, text[1] == UInt8(ascii: "u"), let unit = unit(text + 2),
            (0xDC00..<0xE000).contains(unit)
        else { return nil }
        return unit
    }

    /// Writes a string's text, escapes resolved; the number of bytes, at most as many as there are.
    ///
    /// Half a pair of surrogates becomes U+FFFD.
    static func unescape(_ text: UnsafePointer<UInt8>, _ length: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        var (from, to) = (0, 0)
        while from < length {
            let byte = text[from]
            guard byte == 0x5C, from + 1 < length else {
                target[to] = byte
                from += 1
                to += 1
                continue
            }
            guard text[from + 1] == UInt8(ascii: "u"), from + 6 <= length, var scalar = unit(text + from + 2) else {
                target[to] = plain(text[from + 1])
                from += 2
                to += 1
                continue
            }
            from += 6
            if (0xD800..<0xDC00).contains(scalar), let second = low(text + from, length - from) {
                scalar = 0x10000 + (scalar - 0xD800) << 10 + (second - 0xDC00)
                from += 6
            } else if (0xD800..<0xE000).contains(scalar) {
                scalar = 0xFFFD
            }
            to += encode(scalar, to: target + to)
        }
        return to
    }

    /// Writes a scalar in UTF-8; the number of bytes.
    private static func encode(_ scalar: UInt32, to target: UnsafeMutablePointer<UInt8>) -> Int {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
        func lead(_ mark: UInt32, _ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: mark | scalar >> shift) }
        switch scalar {
        case 0..<0x80:
            target[0] = UInt8(truncatingIfNeeded: scalar)
            return 1
        case 0x80..<0x800:
            (target[0], target[1]) = (lead(0xC0, 6), tail(0))
            return 2
        case 0x800..<0x10000:
            (target[0], target[1], target[2]) = (lead(0xE0, 12), tail(6), tail(0))
            return 3
        default:
            (target[0], target[1], target[2], target[3]) = (lead(0xF0, 18), tail(12), tail(6), tail(0))
            return 4
        }
    }
}
