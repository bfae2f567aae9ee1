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
