internal import Definitions
internal import Records

/// Converts one column of a batch: no allocation per cell, a defect where a cell cannot be converted.
struct Kernel {
    let field: CompiledField
    let formatMissing: WordTable
    let raw: RawBatch
    let batch: MappedBatch
    /// 1 for the records to convert.
    let mask: UnsafeMutablePointer<UInt8>
    let last: LastValues
    /// Whether an empty cell can be the empty text.
    let empty: RecordMapping.Empty

    /// Whether an empty cell is a value: where the format says so, a text; of CSV only in quotes.
    func takesEmpty(_ cell: Cell) -> Bool {
        switch empty {
        case .missing: false
        case .quoted: cell.isQuoted && [.text, .list, .uuids].contains(field.mapping.conversion) && field.words.isEmpty
        case .text: [.text, .list, .uuids].contains(field.mapping.conversion) && field.words.isEmpty
        }
    }

    func fill(_ column: Column) {
        guard let source = field.column else {
            if let constant = field.constant ?? field.defaultValue { fillConstant(column, constant) }
            return
        }
        var joined: UnsafeMutablePointer<Cell>?
        defer { joined?.deallocate() }
        if !field.joined.isEmpty, field.mapping.conversion.joinsText { joined = join(source) }
        if let path = field.mapping.inside { joined = inner(source, path) }
        if let part = field.mapping.part { joined = parts(source, part) }
        if let power = field.power { joined = raise(source, to: power) }
        let cells = joined ?? raw.column(source)
        switch field.mapping.conversion {
        case .text, .escapedText, .quotedText, .path: text(column, cells)
        case .json: json(column, cells)
        case .list: list(column, cells)
        case .uuids: ids(column, cells)
        case .key: key(column, cells)
        case .name: name(column, cells)
        case .integer, .count: integer(column, cells)
        case .sum, .oneMore, .unchanged:
            integer(column, cells)
            compute(column)
        case .decimal: decimal(column, cells)
        case .share: share(column, cells)
        case .mass, .length, .speed, .percent, .energy, .rate, .quantity: measure(column, cells)
        case .unit: unit(column, cells)
        case .boolean: boolean(column, cells)
        case .date: date(column, cells)
        case .instant: instant(column, cells)
        case .localTime, .localEnd, .minuteEnd: localTime(column, cells)
        case .clock: clock(column, cells)
        case .zone: zone(column, cells)
        case .wallTime: wallTime(column, cells)
        case .localDate: localDate(column, cells)
        case .time: time(column, cells)
        case .duration: duration(column, cells)
        case .uuid: uuid(column, cells)
        }
        for next in field.next { fillEmpty(column, by: next) }
        if let value = field.defaultValue { fillMissing(column, value) }
    }

    /// Fills records without a value from another column.
    private func fillEmpty(_ column: Column, by next: CompiledField) {
        let count = raw.count
        let open = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, count))
        defer { open.deallocate() }
        var isOpen = false
        for index in 0..<count {
            open[index] = mask[index] == 1 && column.valid[index] == 0 && batch.isKept(index) ? 1 : 0
            if open[index] == 1 { isOpen = true }
        }
        guard isOpen else { return }
        let other = Column(field: column.field, type: column.type, capacity: max(1, count))
        Kernel(
            field: next, formatMissing: formatMissing, raw: raw, batch: batch, mask: open, last: last, empty: empty
        ).fill(other)
        for index in 0..<count where open[index] == 1 && other.valid[index] == 1 {
            column.low[index] = other.low[index]
            column.high[index] = other.high[index]
            column.valid[index] = 1
        }
    }

    func fail(_ index: Int, _ code: Defect.Code, _ bytes: UnsafeRawBufferPointer, _ expected: String) {
        // The field that has the converted value reports the defect.
        if field.mapping.isOriginal { return }
        if code == .unrecoverable, field.losses == .field {
            return batch.warn("\(field.name): corrupted by its exporter, left empty", 1)
        }
        let areSeveral = (code == .notAnInteger || code == .notANumber) && Number.areSeveral(bytes)
        batch.reject(
            index,
            Defect(
                field: field.name, column: field.source, code: areSeveral ? .severalNumbers : code,
                found: ValueDescription.of(bytes), expected: areSeveral ? "one" : expected))
    }
}

/// What other cells of a record show about a number: whether it is in another unit, and whether the weight assists.
extension Kernel {
    /// The unit of a number in a file with several units.
    enum OverrideDecision {
        /// That of the other records; it is written with decimals.
        case usual
        /// This unit; it is a whole number, whose thousands may be grouped.
        case whole(Unit)
        /// Either of them.
        case unclear
    }

    /// Metres a second below which a whole number may be of the records' own unit, and above which it cannot.
    ///
    /// Between them are motor sports in whole kilometres and swims that were mostly rest, which cannot be distinguished.
    private static let speeds = (possible: 20.0, impossible: 50.0)

    /// Decides by the words of the record, else by its speed: 950 in 40 minutes are metres, since kilometres would be 1,425 km/h.
    func decision(on number: UnsafeRawBufferPointer, _ unit: Unit, _ rule: CompiledOverride, _ index: Int)
        -> OverrideDecision
    {
        let cell = raw.column(rule.column)[index]
        let other = rule.unit(for: unit)
        if !cell.isAbsent, rule.words.index(of: Blank.trimmed(raw.bytes(of: cell))) != nil { return .whole(other) }
        guard let time = rule.time, other != unit, let value = Self.whole(number) else { return .usual }
        let duration = raw.column(time)[index]
        guard !duration.isAbsent,
            let seconds = Duration.parse(
                Blank.trimmed(raw.bytes(of: duration)), unit: .second, style: style,
                longDigits: { _ in Cell(offset: 0, length: 0) }),
            !seconds.isLong, seconds.digits > 0
        else { return .unclear }
        let speed = Double(value) * unit.size / seconds.approximation
        if speed < Self.speeds.possible { return .whole(unit) }
        guard speed > Self.speeds.impossible else { return .unclear }
        if !field.mapping.isOriginal {
            batch.warn(
                "\(field.name): whole numbers of an unknown activity, read as \(other.symbol) because of their speed", 1
            )
        }
        return .whole(other)
    }

    /// A number without decimals, its thousands grouped or not; nil for others, and for none.
    private static func whole(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        if let value = try? Number.grouped(bytes) { return value > 0 ? value : nil }
        guard !bytes.isEmpty, bytes.count <= 15, bytes.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        let value = bytes.reduce(Int64(0)) { $0 * 10 + Int64($1 &- 0x30) }
        return value > 0 ? value : nil
    }

    /// Whether the weight assists instead of loading; a field that keeps the source's number keeps its sign.
    func isAssisted(_ index: Int) -> Bool {
        guard let helper = field.helper, !field.mapping.isOriginal else { return false }
        let cell = raw.column(helper.column)[index]
        guard !cell.isAbsent else { return false }
        let name = raw.bytes(of: cell)
        return helper.words.contains { WordTable.holds(name, word: $0) }
    }
}

extension Decimal {
    /// The negated number, where that is asked for.
    func negated(if isAssisted: Bool) -> Decimal {
        guard isAssisted, !isNegative, digits != 0 || isLong else { return self }
        return Decimal(digits: digits, scale: scale, isNegative: true, isLong: isLong)
    }

    /// The nearest double; for short numbers only.
    package var approximation: Double {
        var value = Double(digits)
        for _ in 0..<scale { value /= 10 }
        return isNegative ? -value : value
    }
}

extension Unit {
    /// How many of its kind's first unit it is: metres, kilograms.
    var size: Double { Double(factor.numerator) / Double(factor.denominator) }
}

/// Describes a cell without its value, for messages.
enum ValueDescription {
    static func of(_ bytes: UnsafeRawBufferPointer) -> String {
        let isNumeric = bytes.allSatisfy {
            ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E || $0 == 0x2C || $0 == 0x2D || $0 == 0x2B
        }
        let characters = bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        let unit = characters == 1 ? "character" : "characters"
        return (isNumeric ? "number of " : "text of ") + "\(characters) \(unit)"
    }
}
