internal import Definitions
internal import Normalising
internal import Records

/// The rules of one field, made ready to run over a column.
struct FieldCheck: Sendable {
    let field: Field
    let position: Int
    private let minimum: Decimal?
    private let maximum: Decimal?
    private let usual: (least: Decimal, most: Decimal)?
    private let earliest: Int64?
    private let latest: Int64?
    private let words: [[UInt8]]

    init(field: Field, position: Int, now: Int64) {
        self.field = field
        self.position = position
        minimum = field.minimum?.value
        maximum = field.maximum?.value
        usual = field.usual.map { ($0.least.value, $0.most.value) }
        // Dates and instants are compared in their own unit: days, microseconds.
        let day: Int64 = field.type == .date ? 1 : 86_400_000_000
        earliest = field.earliest.map { Int64($0.days) * day }
        var latest = field.latest.map { Int64($0.days) * day + day - 1 }
        if field.future == .refuse {
            // The day may have begun in the athlete's zone, at most 14 hours before it does in Greenwich; a clock may be
            // ten minutes fast.
            let ahead: Int64 = field.type == .date ? 14 * 3_600_000_000 : 600_000_000
            let limit = now + ahead
            let bound = field.type == .date ? Int64((Double(limit) / 86_400_000_000).rounded(.down)) : limit
            latest = min(latest ?? .max, bound)
            isFutureBound = latest == bound
        } else {
            isFutureBound = false
        }
        self.latest = latest
        words = field.oneOf.map { Array($0.utf8) }
    }

    private let isFutureBound: Bool

    func run(_ column: Column, _ batch: MappedBatch, _ mask: UnsafeMutablePointer<UInt8>) {
        switch field.type {
        case .decimal, .duration:
            if minimum != nil || maximum != nil { numbers(column, batch, mask) }
            if let usual { warn(column, usual, batch, mask) }
        case .integer:
            if minimum != nil || maximum != nil { integers(column, batch, mask) }
            if let usual { warn(column, usual, batch, mask) }
        case .date, .instant, .wallTime: if earliest != nil || latest != nil { times(column, batch, mask) }
        case .text, .json, .list, .uuids: texts(column, batch, mask)
        case .boolean, .time, .uuid: break
        }
    }

    private func numbers(_ column: Column, _ batch: MappedBatch, _ mask: UnsafeMutablePointer<UInt8>) {
        for index in 0..<batch.count where column.valid[index] == 1 && mask[index] == 1 {
            let value = column.decimal(index)
            let isIn =
                if value.isLong {
                    isInRange(column.text(index, in: batch.raw), value)
                } else {
                    minimum.map { !(value < $0) } ?? true && maximum.map { !($0 < value) } ?? true
                }
            if !isIn { reject(batch, index, .outOfRange, "number outside the range", range) }
        }
    }

    /// What no record of the sport has reached is most likely another unit, and loads all the same.
    private func warn(
        _ column: Column, _ usual: (least: Decimal, most: Decimal), _ batch: MappedBatch,
        _ mask: UnsafeMutablePointer<UInt8>
    ) {
        var count = 0
        for index in 0..<batch.count where column.valid[index] == 1 && mask[index] == 1 && batch.isKept(index) {
            let value = column.number(index)
            if value.isLong || value < usual.least || usual.most < value { count += 1 }
        }
        guard count > 0, let ends = field.usual else { return }
        batch.warn("\(field.name): outside the usual \(ends.least) to \(ends.most), loaded anyway", count)
    }

    /// A number of more than 18 digits, by its first 18: what is cut off counts as a little more.
    private func isInRange(_ digits: UnsafeRawBufferPointer, _ value: Decimal) -> Bool {
        let scale = value.scale - (digits.count - 18)
        // A whole part of more than 18 digits is beyond every bound that a definition can hold.
        guard scale >= 0 else { return value.isNegative ? minimum == nil : maximum == nil }
        let head = digits.prefix(18).reduce(UInt64(0)) { $0 * 10 + UInt64($1 &- 0x30) }
        let isCut = digits.dropFirst(18).contains { $0 != 0x30 }
        let least = Decimal(digits: head, scale: scale, isNegative: value.isNegative)
        if let minimum, least < minimum || (isCut && value.isNegative && !(minimum < least)) { return false }
        if let maximum, maximum < least || (isCut && !value.isNegative && !(least < maximum)) { return false }
        return true
    }

    private func integers(_ column: Column, _ batch: MappedBatch, _ mask: UnsafeMutablePointer<UInt8>) {
        for index in 0..<batch.count where column.valid[index] == 1 && mask[index] == 1 {
            let value = column.number(index)
            if minimum.map({ value < $0 }) ?? false || maximum.map({ $0 < value }) ?? false {
                reject(batch, index, .outOfRange, "number outside the range", range)
            }
        }
    }

    private var range: String {
        switch (field.minimum, field.maximum) {
        case (let low?, let high?): "\(low) to \(high)"
        case (let low?, nil): "at least \(low)"
        case (nil, let high?): "at most \(high)"
        case (nil, nil): "a value"
        }
    }

    private func times(_ column: Column, _ batch: MappedBatch, _ mask: UnsafeMutablePointer<UInt8>) {
        let low = earliest ?? .min
        let high = latest ?? .max
        for index in 0..<batch.count where column.valid[index] == 1 && mask[index] == 1 {
            let value = column.integer(index)
            if value < low {
                reject(
                    batch, index, .outOfRange, "a day before the earliest", "not before \(field.earliest?.text ?? "")")
            } else if value > high {
                if isFutureBound {
                    reject(batch, index, .inTheFuture, "a day in the future", "today or earlier")
                } else {
                    reject(batch, index, .outOfRange, "a day after the latest", "not after \(field.latest?.text ?? "")")
                }
            }
        }
    }

    private func texts(_ column: Column, _ batch: MappedBatch, _ mask: UnsafeMutablePointer<UInt8>) {
        guard field.lengths != nil || field.pattern != nil || !words.isEmpty else { return }
        let raw = batch.raw
        for index in 0..<batch.count where column.valid[index] == 1 && mask[index] == 1 {
            let bytes = column.text(index, in: raw)
            if let lengths = field.lengths, bytes.count > lengths.upperBound || bytes.count < lengths.lowerBound * 4 {
                var characters = 0
                for at in 0..<bytes.count where bytes[at] & 0xC0 != 0x80 { characters &+= 1 }
                if !lengths.contains(characters) {
                    reject(
                        batch, index, .length, "text of \(characters) characters",
                        "\(lengths.lowerBound) to \(lengths.upperBound) characters")
                }
            }
            if let pattern = field.pattern, !pattern.matches(bytes) {
                reject(batch, index, .pattern, "text that does not match", "text that matches \(pattern)")
            }
            if !words.isEmpty, !words.contains(where: { bytes.elementsEqual($0) }) {
                reject(
                    batch, index, .notOneOf, "not in the list", "one of \(field.oneOf.joined(separator: ", "))")
            }
        }
    }

    private func reject(
        _ batch: MappedBatch, _ index: Int, _ code: Defect.Code, _ found: String, _ expected: String
    ) {
        batch.reject(index, Defect(field: field.name, code: code, found: found, expected: expected))
    }
}
