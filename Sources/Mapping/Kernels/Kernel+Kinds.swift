internal import Definitions
internal import Records

/// What other cells of a record say of a number: whether it is of another unit, and whether it is help.
extension Kernel {
    /// Of which unit a number of a file of several is.
    enum WholeKind {
        /// Of the other records' unit, written with its decimals.
        case usual
        /// A whole number, whose thousands may be grouped, of this unit.
        case whole(Unit)
        /// Of either.
        case unclear
    }

    /// Metres a second below which a whole number may be of the records' own unit, and above which it cannot.
    ///
    /// Between them lie motor sports in whole kilometres and swims that were mostly rest: nothing tells them apart.
    private static let speeds = (possible: 20.0, impossible: 50.0)

    /// The words of the record tell, else its speed: 950 in 40 minutes are metres, since kilometres would be 1,425 km/h.
    func kind(of number: UnsafeRawBufferPointer, _ unit: Unit, _ whole: CompiledWhole, _ index: Int) -> WholeKind {
        let cell = raw.column(whole.column)[index]
        let other = whole.unit(for: unit)
        if !cell.isAbsent, whole.words.index(of: Blank.trimmed(raw.bytes(of: cell))) != nil { return .whole(other) }
        guard let time = whole.time, other != unit, let value = Self.whole(number) else { return .usual }
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
                "\(field.name): whole numbers of an unknown activity, taken for \(other.symbol) by their speed", 1)
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

    /// Whether the record's number is help; what the source writes keeps its sign.
    func isHelp(_ index: Int) -> Bool {
        guard let help = field.help, !field.mapping.isOriginal else { return false }
        let cell = raw.column(help.column)[index]
        guard !cell.isAbsent else { return false }
        let text = Blank.trimmed(raw.bytes(of: cell))
        return help.ends.contains { end in
            text.count >= end.count
                && WordTable.equal(end, UnsafeRawBufferPointer(rebasing: text[(text.count - end.count)...]))
        }
    }
}

extension Decimal {
    /// The same number below zero where it is help.
    func below(zero isHelp: Bool) -> Decimal {
        guard isHelp, !isNegative, digits != 0 || isLong else { return self }
        return Decimal(digits: digits, scale: scale, isNegative: true, isLong: isLong)
    }

    /// The number as far as a double holds it; of short ones only.
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
