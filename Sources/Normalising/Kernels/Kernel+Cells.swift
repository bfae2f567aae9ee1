internal import CPrefetch
internal import Definitions
internal import Records

/// Iterates over the cells of a column that are not empty.
extension Kernel {
    /// How many cells ahead text is prefetched: it is in the cache of the thread that has read it, and waiting for it took two
    /// thirds of the time.
    private static var lead: Int { 16 }

    /// Joins the cells of the field's columns by blanks; empty cells are left out.
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

    /// Values within cells that hold JSON; a cell that holds none rejects its record.
    func inner(_ source: Int, _ path: InnerPath) -> UnsafeMutablePointer<Cell> {
        derived(source) { index, text in
            guard JSONScan.isValue(text) else {
                fail(index, .invalidJSON, text, "a JSON text")
                return .absent
            }
            return JSONScan.inner(text, path).map { raw.append($0) } ?? .absent
        }
    }

    /// The part of each cell that is meant; what has no such parts is a defect.
    func parts(_ source: Int, _ part: CellPart) -> UnsafeMutablePointer<Cell> {
        derived(source) { index, text in
            if field.missing.index(of: text) != nil { return .absent }
            guard let value = part.value(in: text) else {
                fail(index, .notANumber, text, "numbers as in \(part.text)")
                return .absent
            }
            return raw.append(value)
        }
    }

    /// What comes of each cell that has a value.
    private func derived(
        _ source: Int, _ derive: (Int, UnsafeRawBufferPointer) -> Cell
    ) -> UnsafeMutablePointer<Cell> {
        let cells = UnsafeMutablePointer<Cell>.allocate(capacity: max(1, raw.count))
        let column = raw.column(source)
        for index in 0..<raw.count {
            cells[index] = .absent
            guard mask[index] == 1, !column[index].isAbsent else { continue }
            let text = Blank.trimmed(raw.bytes(of: column[index]))
            if text.isEmpty || formatMissing.index(of: text) != nil { continue }
            cells[index] = derive(index, text)
        }
        return cells
    }

    /// Numbers with their powers of ten, as `72500e-3`; without its power a number is none.
    func raise(_ source: Int, to power: Int) -> UnsafeMutablePointer<Cell> {
        let cells = UnsafeMutablePointer<Cell>.allocate(capacity: max(1, raw.count))
        let (numbers, powers) = (raw.column(source), raw.column(power))
        for index in 0..<raw.count {
            cells[index] = numbers[index]
            guard mask[index] == 1, !cells[index].isAbsent else { continue }
            let number = Blank.trimmed(raw.bytes(of: numbers[index]))
            guard !number.isEmpty else { continue }
            var text = Array(number) + [UInt8(ascii: "e")]
            if !powers[index].isAbsent { text += Blank.trimmed(raw.bytes(of: powers[index])) }
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
            || !field.words.isEmpty || field.numbers != nil
        for index in 0..<count {
            if index &+ Self.lead < count { prefetch(start.map { $0 + Int(cells[index &+ Self.lead].offset) }) }
            valid[index] = 0
            guard mask[index] == 1 else { continue }
            let cell = cells[index]
            guard !cell.isAbsent, cell.length > 0 else {
                if !cell.isAbsent, takesEmpty(cell) { body(index, raw.bytes(of: cell)) }
                continue
            }
            let bytes = raw.bytes(of: cell)
            let trimmed = Blank.trimmed(bytes)
            if trimmed.isEmpty { continue }
            if hasWords {
                if formatMissing.index(of: trimmed) != nil || field.missing.index(of: trimmed) != nil { continue }
                if field.unrecoverable.index(of: trimmed) != nil {
                    fail(index, .unrecoverable, trimmed, "an intact value")
                    continue
                }
                if !field.words.isEmpty || field.numbers != nil {
                    if field.mapping.conversion == .path {
                        convertPath(trimmed, index, body)
                        continue
                    }
                    if let word = field.words.index(of: trimmed) {
                        let value = field.words.value(word)
                        if value.isEmpty { continue }
                        body(index, raw.bytes(of: raw.append(value)))
                        continue
                    }
                    if let number = field.numbers, trimmed.allSatisfy({ $0 &- 0x30 < 10 }) {
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
}

/// Words within a path.
extension Kernel {
    /// Converts a path by the words in it, those nearest to its end first.
    ///
    ///     2026/Front View/IMG_0042.jpg     IMG_0042.jpg says nothing, `Front View` says front
    func convertPath(_ path: UnsafeRawBufferPointer, _ index: Int, _ body: (Int, UnsafeRawBufferPointer) -> Void) {
        var end = path.count
        while end > 0 {
            let start = path[..<end].lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
            switch meaning(of: UnsafeRawBufferPointer(rebasing: path[start..<end])) {
            case .none: end = start - 1
            case .one(let value): return body(index, raw.bytes(of: raw.append(value)))
            case .several: return fail(index, .noKnownWord, path, "\(expected), and for one only")
            }
        }
        if let other = field.otherwise { return body(index, raw.bytes(of: raw.append(other))) }
        switch field.mapping.unmapped {
        case .keep: body(index, path)
        case .value(let value) where value.isEmpty: break
        case .value(let value): body(index, raw.bytes(of: raw.append(Array(value.utf8))))
        case .reject: fail(index, .noKnownWord, path, expected)
        }
    }

    private var expected: String {
        var values: [String] = []
        for entry in field.mapping.map where !values.contains(entry.value) { values.append(entry.value) }
        return "a word for \(values.joined(separator: ", ")) in its name or folder"
    }

    /// What the words of one part of a path mean together.
    private enum Meaning {
        case none
        case one([UInt8])
        case several
    }

    private func meaning(of part: UnsafeRawBufferPointer) -> Meaning {
        var found: [UInt8]?
        var start = 0
        while start < part.count {
            guard Self.isLetter(part[start]) else {
                start += 1
                continue
            }
            var end = start + 1
            while end < part.count, Self.isLetter(part[end]), !Self.begins(part, end) { end += 1 }
            if let word = field.words.index(of: UnsafeRawBufferPointer(rebasing: part[start..<end])) {
                let value = field.words.value(word)
                if let found, found != value { return .several }
                found = value
            }
            start = end
        }
        return found.map { .one($0) } ?? .none
    }

    /// Whether a word begins at a letter within letters: at a capital after a small one, or before one after a capital.
    private static func begins(_ part: UnsafeRawBufferPointer, _ at: Int) -> Bool {
        guard isCapital(part[at]) else { return false }
        guard isCapital(part[at - 1]) else { return true }
        return at + 1 < part.count && isLetter(part[at + 1]) && !isCapital(part[at + 1])
    }

    private static func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

    /// All of a letter beyond ASCII is one.
    private static func isLetter(_ byte: UInt8) -> Bool { isCapital(byte & 0xDF) || byte >= 0x80 }
}

extension Conversion {
    /// The text as it was before it was written; nil where it is the same.
    func unescaped(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        switch self {
        case .escapedText: Self.halved(bytes, 0x5C, 0x6E, into: 0x0A)
        case .quotedText: Self.unquoted(bytes)
        default: nil
        }
    }

    private static func halved(
        _ bytes: UnsafeRawBufferPointer, _ first: UInt8, _ second: UInt8, into byte: UInt8
    ) -> [UInt8]? {
        guard bytes.contains(first) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            let isPair = bytes[at] == first && at + 1 < bytes.count && bytes[at + 1] == second
            text.append(isPair ? byte : bytes[at])
            at += isPair ? 2 : 1
        }
        return text.count == bytes.count ? nil : text
    }

    /// The text of a cell that was quoted once more than CSV asks for: marks at both ends with only doubled ones between them
    /// come off, and doubled ones become one. Marks that are not all doubled are text.
    private static func unquoted(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        if areDoubled(bytes) { return halved(bytes, 0x22, 0x22, into: 0x22) }
        guard bytes.count > 2, bytes.first == 0x22, bytes.last == 0x22 else { return nil }
        let inner = UnsafeRawBufferPointer(rebasing: bytes[1..<(bytes.count - 1)])
        guard areDoubled(inner) else { return nil }
        return halved(inner, 0x22, 0x22, into: 0x22) ?? Array(inner)
    }

    private static func areDoubled(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var run = 0
        for byte in bytes {
            if byte == 0x22 { run += 1 } else if run % 2 == 0 { run = 0 } else { return false }
        }
        return run % 2 == 0
    }
}

extension CellPart {
    /// The part of a text; nil where the text has fewer marks.
    fileprivate func value(in text: UnsafeRawBufferPointer) -> [UInt8]? {
        var rest = text[...]
        var parts: [Slice<UnsafeRawBufferPointer>] = []
        for mark in marks {
            guard let range = rest.firstRange(of: mark) else { return nil }
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        parts.append(rest)
        return Array(parts[place])
    }
}
