import Seeding

/// What is done to a sample's bytes, the same for one seed.
struct Mutation {
    private var random: Seeded

    init(seed: UInt64) { random = Seeded(seed) }

    /// Cells that are rare in files and hard on parsers.
    private static let words = [
        "", " ", "-", "+", ".", "0", "-0", "00", "1e9", "1e999", "1e-999", "NaN", "Infinity", "null", "NULL", "\\N",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "0.000000000000000001", "1,234.5",
        "1.234,5", "1,500", "9999-12-31", "0001-01-01", "0000-00-00", "2026-02-30", "31/12/2026",
        "2026-03-29T02:30:00", "24:00:00", "-99:99:99", "1h 2m 3s", "80.0 kg", "kg", "%", "[]", "{}", "[[", "{\"a\":",
        "\"\"", "\"", "''", "(", "\u{FEFF}", "\u{0}", "\u{2028}", "é", "🏐", "UTC+99:99", "Europe/London",
        "5f0c0000-0000-4000-8000-000000000001", "true", "yes",
    ]

    mutating func applied(to sample: Sample) -> [UInt8] {
        var bytes = sample.bytes
        if !sample.records.isEmpty, random.next(3) == 0 { bytes = multiplied(sample) }
        for _ in 0..<random.next(6) { change(&bytes) }
        if random.next(8) == 0 { bytes.removeLast(random.next(bytes.count + 1)) }
        return bytes
    }

    /// The sample with thousands of records, so that batches are full and their bytes, too.
    private mutating func multiplied(_ sample: Sample) -> [UInt8] {
        let place = random.next(sample.records.count)
        let range = sample.records[place]
        let record = Array(sample.bytes[range])
        let separator = sample.separator(after: place)
        // Few are large: they take as long as a hundred others.
        let room = 1 << (17 + min(random.next(5), random.next(5)))
        let numbers = Self.numbers(in: record)
        let share = random.next(4)
        var copies: [UInt8] = []
        copies.reserveCapacity(room + 4096)
        while copies.count < room {
            copies += separator
            guard share > 0, !numbers.isEmpty, random.next(4) < share else {
                copies += record
                continue
            }
            let number = numbers[random.next(numbers.count)]
            copies += record[..<number.lowerBound]
            copies += digits()
            copies += record[number.upperBound...]
        }
        var bytes = sample.bytes
        bytes.insert(contentsOf: copies, at: range.upperBound)
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let at = random.next(bytes.count)
        switch random.next(7) {
        case 0: bytes[at] ^= UInt8(1 << random.next(8))
        case 1: bytes[at] = UInt8(random.next(256))
        case 2: bytes.remove(at: at)
        case 3: bytes.insert(contentsOf: Array(bytes[at..<min(bytes.count, at + 1 + random.next(64))]), at: at)
        case 4:
            guard let number = Self.number(in: bytes, from: at) else { return }
            bytes.replaceSubrange(number, with: digits())
        default:
            guard let cell = cell(in: bytes, from: at) else { return }
            bytes.replaceSubrange(cell, with: Array(Self.words[random.next(Self.words.count)].utf8))
        }
    }

    /// A number of many digits, now and then with all that numbers may have.
    private mutating func digits() -> [UInt8] {
        var number: [UInt8] = random.next(2) == 0 ? [0x2D] : []
        let count = random.next(8) == 0 ? 900 + random.next(200) : 17 + random.next(100)
        for _ in 0..<count { number.append(0x31 + UInt8(random.next(9))) }
        if random.next(3) == 0 { number.insert(0x2E, at: number.count - random.next(number.count - 1)) }
        return number
    }

    private static func numbers(in record: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var at = 0
        while let number = number(in: record, from: at) {
            found.append(number)
            at = number.upperBound
        }
        return found
    }

    /// The next run of digits.
    private static func number(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        guard let first = bytes[start...].firstIndex(where: { $0 &- 0x30 < 10 }) else { return nil }
        return first..<(bytes[first...].firstIndex { $0 &- 0x30 >= 10 } ?? bytes.count)
    }

    /// What stands between two of the characters that part cells, whatever the file is.
    private func cell(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        func parts(_ byte: UInt8) -> Bool { [0x2C, 0x3B, 0x09, 0x0A, 0x22, 0x3A, 0x3E, 0x3C, 0x27].contains(byte) }
        guard let before = bytes[start...].firstIndex(where: parts) else { return nil }
        let end = bytes[(before + 1)...].firstIndex(where: parts) ?? bytes.count
        return before + 1..<end
    }
}
