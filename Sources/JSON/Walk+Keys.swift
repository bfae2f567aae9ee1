extension Walk {
    /// Checks the key at `token` and notes a second one; the node that it leads to, nil where it breaks the grammar.
    @inline(__always)
    mutating func key(at token: Int, _ frame: UnsafeMutablePointer<Frame>) -> Int32? {
        let start = token + 1
        let length = closingQuote(of: token) - start
        guard let table = frame.pointee.table else { return -1 }
        let expected = Int(frame.pointee.expected)
        if table.pointee.expects(text + start, length, at: expected) {
            return meet(expected, at: token, frame, table)
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
            return look(up: text + start, length, at: token, frame, table)
        }
        guard checkEscapes(start, length) else { return nil }
        let plain = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length)
        defer { plain.deallocate() }
        guard let target = plain.baseAddress else { return nil }
        let count = Self.unescape(text + start, length, to: target)
        return look(up: target, count, at: token, frame, table)
    }

    private mutating func look(
        up key: UnsafePointer<UInt8>, _ length: Int, at token: Int, _ frame: UnsafeMutablePointer<Frame>,
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
        return meet(index, at: token, frame, table)
    }

    @inline(__always)
    private mutating func meet(
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
