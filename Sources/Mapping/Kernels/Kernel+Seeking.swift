internal import Definitions
internal import Records

/// Words within a path.
extension Kernel {
    /// Hands on what the words of a path mean, those nearest to its end first.
    ///
    ///     2026/Front View/IMG_0042.jpg     IMG_0042.jpg says nothing, `Front View` says front
    func seek(in path: UnsafeRawBufferPointer, _ index: Int, _ body: (Int, UnsafeRawBufferPointer) -> Void) {
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
