internal import CPrefetch
internal import Definitions
internal import Records

/// The cells of a column, one after the other, as far as they hold something.
extension Kernel {
    /// Cells by which fetching goes before: the text of each lies in the cache of the thread that has read it, and
    /// waiting for it took two thirds of the time.
    private static var lead: Int { 16 }

    /// Cells of the field's columns put together, a blank between; a cell without text is left out.
    func join(_ source: Int) -> UnsafeMutablePointer<Cell> {
        let cells = UnsafeMutablePointer<Cell>.allocate(capacity: max(1, raw.count))
        let columns = ([source] + field.joined).map { raw.column($0) }
        var text: [UInt8] = []
        for index in 0..<raw.count {
            cells[index] = columns[0][index]
            guard mask[index] == 1, !cells[index].isAbsent else { continue }
            text.removeAll(keepingCapacity: true)
            for column in columns where !column[index].isAbsent {
                let part = Blank.trimmed(raw.bytes(of: column[index]))
                if part.isEmpty { continue }
                if !text.isEmpty { text.append(0x20) }
                text.append(contentsOf: part)
            }
            cells[index] = raw.append(text)
        }
        return cells
    }

    /// Runs the body on every cell that has a value, trimmed; the others become null.
    @inline(__always)
    func each(
        _ column: Column, _ cells: UnsafeMutablePointer<Cell>, trims: Bool = true,
        _ body: (Int, UnsafeRawBufferPointer) -> Void
    ) {
        let valid = column.valid
        let count = raw.count
        // Where the bytes are now; should they be copied elsewhere, what is fetched is of no use and no harm.
        let start = UnsafeRawPointer(raw.bytes.baseAddress)
        let hasWords =
            !formatMissing.isEmpty || !field.missing.isEmpty || !field.unrecoverable.isEmpty
            || !field.words.isEmpty
        for index in 0..<count {
            if index &+ Self.lead < count { prefetch(start.map { $0 + Int(cells[index &+ Self.lead].offset) }) }
            valid[index] = 0
            guard mask[index] == 1 else { continue }
            let cell = cells[index]
            guard !cell.isAbsent, cell.length > 0 else {
                if !cell.isAbsent, takesEmpty(cell) { body(index, raw.bytes(of: cell)) }
                continue
            }
            let bytes = field.part == nil ? raw.bytes(of: cell) : part(of: raw.bytes(of: cell))
            let trimmed = Blank.trimmed(bytes)
            if trimmed.isEmpty { continue }
            if hasWords {
                if formatMissing.index(of: trimmed) != nil || field.missing.index(of: trimmed) != nil { continue }
                if field.unrecoverable.index(of: trimmed) != nil {
                    fail(index, .unrecoverable, trimmed, "a value that its exporter has not destroyed")
                    continue
                }
                if !field.words.isEmpty {
                    if field.mapping.sought == .path {
                        seek(in: trimmed, index, body)
                        continue
                    }
                    if let word = field.words.index(of: trimmed) {
                        let value = field.words.value(word)
                        if value.isEmpty { continue }
                        body(index, raw.bytes(of: raw.append(value)))
                        continue
                    }
                    if let number = field.number, trimmed.allSatisfy({ $0 &- 0x30 < 10 }) {
                        body(index, raw.bytes(of: raw.append(number)))
                        continue
                    }
                    switch field.mapping.unmapped {
                    case .keep: break
                    case .reject:
                        fail(index, .unknownWord, trimmed, "one of \(field.words.count) known words")
                        continue
                    case .value(let value):
                        if !value.isEmpty { body(index, raw.bytes(of: raw.append(Array(value.utf8)))) }
                        continue
                    }
                }
            }
            body(index, trims ? trimmed : bytes)
        }
    }

    /// The part of a cell that the field is; empty where the cell has fewer.
    private func part(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let (separator, number) = field.part else { return bytes }
        var start = 0
        var found = 1
        var at = 0
        while at + separator.count <= bytes.count {
            guard separator.indices.allSatisfy({ bytes[at + $0] == separator[$0] }) else {
                at += 1
                continue
            }
            if found == number { return UnsafeRawBufferPointer(rebasing: bytes[start..<at]) }
            found += 1
            at += separator.count
            start = at
        }
        return UnsafeRawBufferPointer(rebasing: found == number ? bytes[start...] : bytes[bytes.count...])
    }
}
