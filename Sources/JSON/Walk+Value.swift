extension Walk {
    /// Checks the value whose first token stands at `position` and was passed, and takes what is wanted of it.
    ///
    /// - Parameter node: what of it is wanted: 0 for the selection, -1 for nothing.
    /// - Returns: false where it breaks the grammar; then `failure` says how.
    mutating func value(at position: Int, node: Int32) -> Bool {
        var (position, node, depth) = (position, node, 0)
        while true {
            let first = byte(position)
            if first == Self.brace || first == Self.bracket {
                guard depth < allowance else { return fail(.tooDeep, at: position) }
                let frame = frames + depth
                open(frame, at: position, isObject: first == Self.brace, node: node, depth: depth)
                depth += 1
                let inner = next()
                if byte(inner) != first + 2 {
                    if first == Self.brace {
                        guard member(at: inner, frame, &position, &node) else { return false }
                    } else {
                        position = inner
                        node = selection.child(of: node, element: 0)
                    }
                    continue
                }
                depth -= 1
                close(frame, at: inner)
            } else {
                guard scalar(first, at: position, node: node) else { return false }
            }
            // After a value: what holds it goes on or ends.
            var goesOn = false
            while depth > 0 {
                let frame = frames + (depth - 1)
                let token = next()
                let mark = byte(token)
                if mark == Self.comma {
                    let inner = next()
                    if frame.pointee.isObject {
                        guard member(at: inner, frame, &position, &node) else { return false }
                    } else {
                        position = inner
                        frame.pointee.element &+= 1
                        node = selection.child(of: frame.pointee.node, element: frame.pointee.element)
                    }
                    if endsWhenComplete, taken == selection.slots { return true }
                    goesOn = true
                    break
                }
                guard mark == (frame.pointee.isObject ? Self.brace : Self.bracket) + 2 else {
                    return fail(.expected(frame.pointee.isObject ? .commaOrBrace : .commaOrBracket), at: token)
                }
                depth -= 1
                close(frame, at: token)
            }
            if !goesOn { return true }
        }
    }

    static let quote = UInt8(ascii: "\"")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let brace = UInt8(ascii: "{")
    static let bracket = UInt8(ascii: "[")

    @inline(__always)
    private func open(
        _ frame: UnsafeMutablePointer<Frame>, at position: Int, isObject: Bool, node: Int32, depth: Int
    ) {
        frame.pointee.isObject = isObject
        frame.pointee.node = node
        frame.pointee.element = 0
        frame.pointee.start = position
        guard isObject else { return }
        let table = node >= 0 ? selection.tables + Int(node) : table(at: depth)
        frame.pointee.table = table
        frame.pointee.expected = 0
        frame.pointee.keys = 0
        frame.pointee.stamp = table.pointee.begin()
    }

    @inline(__always)
    private func table(at depth: Int) -> UnsafeMutablePointer<KeyTable> {
        tables[depth] ?? makeTable(at: depth)
    }

    @inline(never)
    private func makeTable(at depth: Int) -> UnsafeMutablePointer<KeyTable> {
        let table = UnsafeMutablePointer<KeyTable>.allocate(capacity: 1)
        table.initialize(to: KeyTable())
        tables[depth] = table
        return table
    }

    @inline(__always)
    private mutating func close(_ frame: UnsafeMutablePointer<Frame>, at position: Int) {
        let node = frame.pointee.node
        guard node >= 0 else { return }
        let slot = selection.nodes[Int(node)].slot
        if slot >= 0 { take(slot, frame.pointee.start, position + 1 - frame.pointee.start, .container) }
    }

    @inline(__always)
    mutating func take(_ slot: Int32, _ start: Int, _ length: Int, _ kind: Slice.Kind) {
        slices[Int(slot)] = Slice(start: start, length: Int32(truncatingIfNeeded: length), kind: kind)
        taken += 1
    }

    /// Passes a key and the colon behind it; `position` and `node` become those of the value.
    @inline(__always)
    private mutating func member(
        at token: Int, _ frame: UnsafeMutablePointer<Frame>, _ position: inout Int, _ node: inout Int32
    ) -> Bool {
        guard byte(token) == Self.quote else { return fail(.expected(.key), at: token) }
        guard let found = key(at: token, frame) else { return false }
        node = found
        let colon = next()
        guard byte(colon) == Self.colon else { return fail(.expected(.colon), at: colon) }
        position = next()
        return true
    }
}

extension Walk {
    /// Reads the value of a line where it is an object without others in it, whose keys come in the order of those
    /// before; false where it is anything else, and then nothing of it is passed.
    ///
    ///     {  "id"  :  "0e60"  ,  "value"  :  7.59  }       a member is four tokens: its key, the colon, its value and
    ///     ^  ^     ^  ^       ^  ^        ^  ^     ^       what follows
    ///
    /// Keys found further and further on in the table are not the same, so that none needs a stamp. All that is wrong
    /// is left to the walk, which says how.
    mutating func readFlat() -> Bool {
        let (text, tokens, origin, limit) = (text, positions, origin, limit)
        let (table, nodes, slices) = (selection.tables[0], selection.nodes, slices)
        var at = at
        var entry = 0
        guard at < end, allowance > 0, nodes[0].slot < 0, text[origin + Int(tokens[at])] == Self.brace else {
            return false
        }
        at += 1
        while at + 3 < end {
            let (key, colon) = (origin + Int(tokens[at]), origin + Int(tokens[at + 1]))
            let (value, next) = (origin + Int(tokens[at + 2]), origin + Int(tokens[at + 3]))
            guard next < limit, text[key] == Self.quote, text[colon] == Self.colon, text[colon - 1] == Self.quote,
                colon - 1 > key
            else { return false }
            while entry < table.count, !table.expects(text + key + 1, colon - key - 2, at: entry) { entry += 1 }
            guard entry < table.count else { return false }
            let node = table.entry(entry).pointee.node
            let slot = node < 0 ? -1 : Int(nodes[Int(node)].slot)
            entry += 1
            let first = text[value]
            var found = Slice.absent
            if first == Self.quote {
                var close = next - 1
                while text[close] != Self.quote { close -= 1 }
                let length = close - value - 1
                guard length >= 0 else { return false }
                let isEscaped = hasEscapes && holdsEscapes(value + 1, length)
                if isEscaped, !checkEscapes(value + 1, length) { return false }
                found = Slice(
                    start: value + 1, length: Int32(truncatingIfNeeded: length), kind: isEscaped ? .escaped : .string)
            } else {
                let isNumber = first &- 0x30 < 10 || first == UInt8(ascii: "-")
                let length = isNumber ? numberLength(at: value) : wordLength(at: value)
                guard length > 0, value + length == next else { return false }
                if first != UInt8(ascii: "n") {
                    found = Slice(start: value, length: Int32(truncatingIfNeeded: length), kind: .word)
                }
            }
            if slot >= 0 { slices[slot] = found }
            at += 4
            guard text[next] != Self.comma else { continue }
            // Behind the last token stands the end of the chunk.
            guard text[next] == Self.brace + 2, origin + Int(tokens[at]) >= limit else { return false }
            self.at = at
            return true
        }
        return false
    }
}

extension Walk {
    /// Checks the key at `token` and notes a second one; the node that it leads to, nil where it breaks the grammar.
    @inline(__always)
    mutating func key(at token: Int, _ frame: UnsafeMutablePointer<Frame>) -> Int32? {
        let start = token + 1
        let length = closingQuote(of: token) - start
        guard let table = frame.pointee.table else { return -1 }
        let expected = Int(frame.pointee.expected)
        if table.pointee.expects(text + start, length, at: expected) {
            return markSeen(expected, at: token, frame, table)
        }
        return searchedKey(start, length, at: token, frame, table)
    }

    /// A key's text, escapes resolved as far as they are right.
    func plainKey(at token: Int) -> [UInt8] {
        let start = token + 1
        let length = closingQuote(of: token) - start
        guard length > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            count = Self.unescape(text + start, length, to: target)
        }
    }

    /// A key that is not the one expected, or may hold escapes.
    @inline(never)
    private mutating func searchedKey(
        _ start: Int, _ length: Int, at token: Int, _ frame: UnsafeMutablePointer<Frame>,
        _ table: UnsafeMutablePointer<KeyTable>
    ) -> Int32? {
        guard hasEscapes, holdsEscapes(start, length) else {
            return find(key: text + start, length, at: token, frame, table)
        }
        guard checkEscapes(start, length) else { return nil }
        let plain = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length)
        defer { plain.deallocate() }
        guard let target = plain.baseAddress else { return nil }
        let count = Self.unescape(text + start, length, to: target)
        return find(key: target, count, at: token, frame, table)
    }

    private mutating func find(
        key: UnsafePointer<UInt8>, _ length: Int, at token: Int, _ frame: UnsafeMutablePointer<Frame>,
        _ table: UnsafeMutablePointer<KeyTable>
    ) -> Int32? {
        let hash = KeyTable.hash(key, length)
        var index = table.pointee.find(key, length, hash: hash)
        if index < 0 {
            if Int(frame.pointee.keys) >= Self.mostKeys {
                if Int(frame.pointee.keys) == Self.mostKeys { note(.tooManyKeys, at: token) }
                frame.pointee.keys = Int32(Self.mostKeys + 1)
                return -1
            }
            let bytes = UnsafeBufferPointer(start: key, count: length)
            let node = selection.child(of: frame.pointee.node, bytes)
            index = table.pointee.add(key, length, hash: hash, node: node)
        }
        return markSeen(index, at: token, frame, table)
    }

    @inline(__always)
    private mutating func markSeen(
        _ index: Int, at token: Int, _ frame: UnsafeMutablePointer<Frame>, _ table: UnsafeMutablePointer<KeyTable>
    ) -> Int32 {
        let entry = table.pointee.entry(index)
        if entry.pointee.stamp == frame.pointee.stamp { note(.duplicateKey, at: token) }
        entry.pointee.stamp = frame.pointee.stamp
        frame.pointee.expected = Int32(truncatingIfNeeded: index + 1)
        frame.pointee.keys &+= 1
        return entry.pointee.node
    }
}
