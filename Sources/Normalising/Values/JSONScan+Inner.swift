internal import Definitions
internal import Records

/// Values within a JSON text that has been checked.
extension JSONScan {
    /// The value to which a path leads: a string's text, a number or word as it stands, an array or object as it stands;
    /// nil where there is none, and for null.
    static func inner(_ bytes: UnsafeRawBufferPointer, _ path: InnerPath) -> [UInt8]? {
        guard let range = JSONScan(bytes).find(path.steps[...], from: 0) else { return nil }
        let span = UnsafeRawBufferPointer(rebasing: bytes[range])
        switch span.first {
        case nil, UInt8(ascii: "n"): return nil
        case 0x22: return unescaped(span)
        default: return Array(span)
        }
    }

    /// Where the value is to which the steps lead from the value at `start`.
    private func find(_ steps: ArraySlice<InnerPath.Step>, from start: Int) -> Range<Int>? {
        var walk = self
        walk.at = start
        walk.skipBlanks()
        guard let step = steps.first else {
            let begin = walk.at
            return walk.value(depth: 0) ? begin..<walk.at : nil
        }
        let rest = steps.dropFirst()
        switch step {
        case .key(let key):
            return member(key, from: walk.at).flatMap { find(rest, from: $0) }
        case .index(let index):
            var number = 0
            return element(from: walk.at) { at in
                defer { number += 1 }
                return number == index ? find(rest, from: at) : nil
            }
        case .any: return element(from: walk.at) { find(rest, from: $0) }
        case .matching(let pairs):
            return element(from: walk.at) { at in
                pairs.allSatisfy { text(of: $0.key, from: at) == $0.word } ? find(rest, from: at) : nil
            }
        }
    }

    /// Where the value of a key of the object at `start` is.
    private func member(_ key: [UInt8], from start: Int) -> Int? {
        var walk = self
        walk.at = start
        guard walk.take(0x7B) else { return nil }
        while true {
            walk.skipBlanks()
            let begin = walk.at
            guard walk.peek == 0x22, walk.string() else { return nil }
            let name = Self.unescaped(UnsafeRawBufferPointer(rebasing: bytes[begin..<walk.at]))
            walk.skipBlanks()
            guard walk.take(0x3A) else { return nil }
            if name == key { return walk.at }
            guard walk.value(depth: 0) else { return nil }
            walk.skipBlanks()
            guard walk.take(0x2C) else { return nil }
        }
    }

    /// What the body finds in the first element of the array at `start` in which it finds something.
    private func element(from start: Int, _ body: (Int) -> Range<Int>?) -> Range<Int>? {
        var walk = self
        walk.at = start
        guard walk.take(0x5B) else { return nil }
        while true {
            walk.skipBlanks()
            if let found = body(walk.at) { return found }
            guard walk.value(depth: 0) else { return nil }
            walk.skipBlanks()
            guard walk.take(0x2C) else { return nil }
        }
    }

    /// The text of a key's value, as it is written.
    private func text(of key: [UInt8], from start: Int) -> [UInt8]? {
        guard let range = find([.key(key)], from: start) else { return nil }
        let span = UnsafeRawBufferPointer(rebasing: bytes[range])
        return span.first == 0x22 ? Self.unescaped(span) : Array(span)
    }
}
