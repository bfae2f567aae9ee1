internal import Definitions

/// A height as people write it in feet and inches: `5' 10''`, `5'10.5"`.
enum FeetAndInches {
    /// The number of inches as text; nil where the text is written otherwise.
    static func inches(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        let apostrophe = UInt8(ascii: "'")
        guard let mark = bytes.firstIndex(of: apostrophe), (1...2).contains(mark) else { return nil }
        var rest = bytes[(mark + 1)...]
        if rest.suffix(2).elementsEqual([apostrophe, apostrophe]) {
            rest = rest.dropLast(2)
        } else if rest.last == UInt8(ascii: "\"") {
            rest = rest.dropLast()
        }
        let text = Blank.trimmed(UnsafeRawBufferPointer(rebasing: rest))
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let feet = whole(bytes[..<mark]), let first = parts.first else { return nil }
        guard let inches = first.isEmpty && parts.count == 1 ? 0 : whole(first), inches < 12 else { return nil }
        var number = Array(String(feet * 12 + inches).utf8)
        if let decimals = parts.dropFirst().first {
            guard whole(decimals) != nil else { return nil }
            number += [UInt8(ascii: ".")] + decimals
        }
        return number
    }

    private static func whole(_ bytes: some Collection<UInt8>) -> Int? {
        guard (1...4).contains(bytes.count), bytes.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }
}
