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
            // Behind the last token stands the end of the stretch.
            guard text[next] == Self.brace + 2, origin + Int(tokens[at]) >= limit else { return false }
            self.at = at
            return true
        }
        return false
    }
}
