/// Goes over a short text of ASCII from left to right.
struct TextScanner {
    private let bytes: ArraySlice<UInt8>
    private(set) var at: Int

    init(_ bytes: some Collection<UInt8>) {
        self.bytes = ArraySlice(Array(bytes))
        at = 0
    }

    init(_ bytes: ArraySlice<UInt8>, at: Int) {
        self.bytes = bytes
        self.at = at
    }

    var next: UInt8? { peek(0) }
    var isAtEnd: Bool { at >= bytes.endIndex }

    func peek(_ ahead: Int) -> UInt8? {
        let index = at + ahead
        return index >= bytes.startIndex && index < bytes.endIndex ? bytes[index] : nil
    }

    /// How many digits stand here, at most `limit` of them.
    func digits(upTo limit: Int) -> Int {
        var count = 0
        while count < limit, let byte = peek(count), (0x30...0x39).contains(byte) { count += 1 }
        return count
    }

    /// The number that `count` digits make; nil, and nothing taken, where fewer stand here.
    mutating func number(_ count: Int) -> Int? {
        guard count > 0, digits(upTo: count) == count else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value * 10 + Int(bytes[at] - 0x30)
            at += 1
        }
        return value
    }

    /// A number of one or two digits; a blank may stand for the first one.
    mutating func shortNumber() -> Int? {
        if next == 0x20 { at += 1 }
        return number(digits(upTo: 2))
    }

    /// Takes the next byte where it is one of these.
    mutating func take(oneOf text: StaticString) -> Bool {
        guard let next, text.withUTF8Buffer({ $0.contains(next) }) else { return false }
        at += 1
        return true
    }

    /// Takes these bytes where they stand here.
    mutating func take(_ text: StaticString) -> Bool {
        for index in 0..<text.utf8CodeUnitCount where peek(index) != text.utf8Start[index] { return false }
        at += text.utf8CodeUnitCount
        return true
    }

    mutating func skipBlanks() {
        while next == 0x20 { at += 1 }
    }

    /// A fraction of a second as its digits say: `5` is half a second. Further digits than nine are left out.
    mutating func nanoseconds() -> Int? {
        let count = digits(upTo: 32)
        guard count > 0 else { return nil }
        var value = 0
        for index in 0..<9 {
            value *= 10
            if index < count, let digit = peek(index) { value += Int(digit - 0x30) }
        }
        at += count
        return value
    }
}
