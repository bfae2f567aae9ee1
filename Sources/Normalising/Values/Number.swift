internal import Definitions
internal import Records

/// Numbers as files write them, byte by byte.
enum Number {
    enum Failure: Error {
        case notANumber
        /// A comma or point that could group thousands or end the whole part.
        case ambiguous
        case tooLarge
    }

    /// Parses a decimal: sign, digits with at most one decimal mark, exponent.
    ///
    /// `longDigits` is called with the digits of a number of more than 18 digits and says where it kept them.
    @inline(__always)
    static func decimal(
        _ bytes: UnsafeRawBufferPointer, mark: UInt8, grouping: Bool,
        longDigits: ([UInt8]) -> Cell
    ) throws(Failure) -> Decimal {
        if let value = short(bytes, mark: mark) { return value }
        return try slow(bytes, mark: mark, grouping: grouping, longDigits: longDigits)
    }

    /// A number of at most 18 digits without anything that is rare; nil for all others.
    @inline(__always)
    static func short(_ bytes: UnsafeRawBufferPointer, mark: UInt8) -> Decimal? {
        var index = 0
        let end = bytes.count
        var isNegative = false
        if end > 0, bytes[0] == 0x2D || bytes[0] == 0x2B {
            isNegative = bytes[0] == 0x2D
            index = 1
        }
        var digits: UInt64 = 0
        var count = 0
        var scale = 0
        var marks = 0
        let start = index
        while index < end {
            let byte = bytes[index]
            let digit = byte &- 0x30
            if digit < 10 {
                if count == 18 { break }
                digits = digits &* 10 &+ UInt64(digit)
                // Zeros in front are no digits that count.
                if digits != 0 { count &+= 1 }
                scale &+= marks
            } else if byte == mark, marks == 0 {
                marks = 1
            } else {
                break
            }
            index &+= 1
        }
        guard index == end, index - marks > start, end <= 400 else { return nil }
        return Decimal(digits: digits, scale: scale, isNegative: isNegative)
    }

    /// The same with everything that is rare: thousands, exponents, more than 18 digits.
    private static func slow(
        _ bytes: UnsafeRawBufferPointer, mark: UInt8, grouping: Bool, longDigits: ([UInt8]) -> Cell
    ) throws(Failure) -> Decimal {
        var digits: [UInt8] = []
        var scale = 0
        var hasMark = false
        var hasDigit = false
        var isNegative = false
        var exponent = 0
        let group: UInt8 = mark == 0x2E ? 0x2C : 0x2E
        var groupDigits = -1
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x2D where index == 0: isNegative = true
            case 0x2B where index == 0: break
            case 0x30...0x39:
                hasDigit = true
                if !(digits.isEmpty && byte == 0x30) { digits.append(byte) }
                if hasMark { scale += 1 } else if groupDigits >= 0 { groupDigits += 1 }
            case mark:
                if hasMark { throw .notANumber }
                if groupDigits >= 0, groupDigits != 3 { throw .notANumber }
                hasMark = true
            case group:
                if !looksNumeric(bytes) { throw .notANumber }
                guard grouping else {
                    guard isDecimal(bytes, group) else { throw .ambiguous }
                    hasMark = true
                    break
                }
                if hasMark || !hasDigit || (groupDigits >= 0 && groupDigits != 3) { throw .notANumber }
                // A first group of more than three digits, or a zero, was no group: 0,234 has a decimal comma.
                if groupDigits < 0, !(1...3).contains(digits.count) { throw .ambiguous }
                groupDigits = 0
            case 0x65, 0x45:
                guard hasDigit, let power = smallInteger(bytes, from: index + 1) else { throw .notANumber }
                exponent = power
                index = bytes.count
            default:
                throw .notANumber
            }
            index += 1
        }
        guard hasDigit else { throw .notANumber }
        if groupDigits >= 0, groupDigits != 3 { throw .notANumber }
        scale -= exponent
        if scale < 0 {
            guard -scale <= 1000 else { throw .tooLarge }
            if !digits.isEmpty { digits += [UInt8](repeating: 0x30, count: -scale) }
            scale = 0
        }
        // PostgreSQL's numeric holds 131,072 digits before the point and 16,383 after it; no measurement comes near it.
        guard digits.count <= 1000, scale <= 1000 else { throw .tooLarge }
        if digits.count <= 18 {
            let value = digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 - 0x30) }
            return Decimal(digits: value, scale: scale, isNegative: isNegative)
        }
        let cell = longDigits(digits)
        return Decimal(
            digits: UInt64(cell.offset) | UInt64(cell.length) << 32, scale: scale, isNegative: isNegative, isLong: true)
    }

    /// Whether a mark that is not the field's parts decimals all the same, as a spreadsheet of another country writes
    /// them: it is the only one, and no group of thousands stands behind it.
    private static func isDecimal(_ bytes: UnsafeRawBufferPointer, _ mark: UInt8) -> Bool {
        let marks = bytes.indices.filter { bytes[$0] == 0x2C || bytes[$0] == 0x2E }
        guard marks.count == 1, let place = marks.first, bytes[place] == mark else { return false }
        let whole = bytes[..<place].drop { $0 == 0x2D || $0 == 0x2B }
        return bytes.count - place - 1 != 3 || whole.count > 3 || whole.isEmpty || whole.first == 0x30
    }

    private static func looksNumeric(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2C || $0 == 0x2E || $0 == 0x2D || $0 == 0x2B }
    }

    private static func smallInteger(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var index = start
        var sign = 1
        if index < bytes.count, bytes[index] == 0x2D || bytes[index] == 0x2B {
            sign = bytes[index] == 0x2D ? -1 : 1
            index += 1
        }
        guard index < bytes.count, bytes.count - index <= 6 else { return nil }
        var value = 0
        while index < bytes.count {
            let digit = Int(bytes[index]) - 0x30
            guard (0...9).contains(digit) else { return nil }
            value = value * 10 + digit
            index += 1
        }
        return sign * value
    }

    /// Which mark parts the decimals of a number, by the number itself.
    ///
    /// Where thousands may be grouped, a single mark before three digits decides nothing: `1,500`.
    static func mark(of bytes: UnsafeRawBufferPointer, grouping: Bool) throws(Failure) -> UInt8 {
        let point: UInt8 = 0x2E
        let comma: UInt8 = 0x2C
        guard let last = bytes.lastIndex(where: { $0 == point || $0 == comma }) else { return point }
        let mark = bytes[last]
        guard grouping else { return mark }
        let other = mark == point ? comma : point
        if bytes.contains(other) { return mark }
        if bytes[..<last].contains(mark) { return other }
        guard bytes.count - last - 1 == 3, last <= 4, bytes[0] != 0x30 else { return mark }
        throw .ambiguous
    }

    /// A whole number with grouped thousands (`4,224`, `1.234.567`); nil where none are grouped.
    static func grouped(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int64? {
        guard let mark = bytes.first(where: { $0 == 0x2C || $0 == 0x2E }) else { return nil }
        var value: Int64 = 0
        var digits = 0
        var groups = 0
        for byte in bytes {
            if byte == mark {
                guard groups == 0 ? (1...3).contains(digits) : digits == 3 else { return nil }
                groups += 1
                digits = 0
            } else {
                guard byte &- 0x30 < 10 else { return nil }
                digits += 1
                let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
                let (sum, carry) = tenfold.addingReportingOverflow(Int64(byte &- 0x30))
                if overflow || carry { throw .tooLarge }
                value = sum
            }
        }
        return digits == 3 ? value : nil
    }

    /// Whether a cell that is no number holds several: `12, 10, 9`, `5x5`, `8/8`, `8-10`, `60; 62.5`.
    ///
    /// `1,234` and `12,5` may be one number: commas without a blank part three numbers and more. A number of four digits is a year.
    static func areSeveral(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= 100, let text = String(validating: bytes, as: UTF8.self) else { return false }
        let isOfNumber = { (character: Character) in character.isASCII && character.isNumber || character == "." }
        let numbers = text.split { !isOfNumber($0) }
        let marks = text.split(omittingEmptySubsequences: false, whereSeparator: isOfNumber)
            .map { $0.filter { $0 != " " } }
        let between = marks.dropFirst().dropLast().filter { !$0.isEmpty }
        guard numbers.count > 1, between.count == numbers.count - 1, marks.first == "", marks.last == "" else {
            return false
        }
        let areShort = numbers.allSatisfy { number in
            (1...3).contains(number.prefix { $0 != "." }.count) && number.count { $0 == "." } < 2 && number.last != "."
        }
        return areShort
            && between.allSatisfy { mark in
                switch mark {
                case "x", "X", "×", "*", "/", ";", "+": true
                case ",": numbers.count > 2 || text.contains(", ")
                case "-", "–": numbers.count == 2
                default: false
                }
            }
    }

    /// A 64-bit integer; `10.0` only where `allowsFraction` and the fraction is zero.
    @inline(__always)
    static func integer(_ bytes: UnsafeRawBufferPointer, allowsFraction: Bool) throws(Failure) -> Int64 {
        var index = 0
        var isNegative = false
        if bytes.count > 0, bytes[0] == 0x2D || bytes[0] == 0x2B {
            isNegative = bytes[0] == 0x2D
            index = 1
        }
        let start = index
        var value: UInt64 = 0
        while index < bytes.count {
            let digit = bytes[index] &- 0x30
            if digit > 9 { break }
            let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tenfold.addingReportingOverflow(UInt64(digit))
            if overflow || carry { throw .tooLarge }
            value = sum
            index &+= 1
        }
        guard index > start else { throw .notANumber }
        if index < bytes.count {
            // A comma with three digits behind it may group thousands.
            let isMark = bytes[index] == 0x2E || bytes[index] == 0x2C && bytes.count - index - 1 != 3
            guard allowsFraction, isMark else { throw .notANumber }
            for rest in bytes[(index + 1)...] where rest != 0x30 { throw .notANumber }
        }
        guard value <= UInt64(Int64.max) else { throw .tooLarge }
        return isNegative ? -Int64(value) : Int64(value)
    }
}

/// How a field's numbers are written: small enough to be at hand beside each cell, where the field itself would be
/// counted in and out.
struct NumberStyle: Sendable {
    let marks: CompiledField.Marks
    let allowsGrouping: Bool

    /// A number with the decimal mark of the field.
    @inline(__always)
    func number(
        _ bytes: UnsafeRawBufferPointer, longDigits: ([UInt8]) -> Cell
    ) throws(Number.Failure) -> Decimal {
        let mark: UInt8
        switch marks {
        case .fixed(let fixed): mark = fixed
        case .either: mark = try Number.mark(of: bytes, grouping: allowsGrouping)
        case .none:
            if let value = try Number.grouped(bytes) { return Decimal(whole: value) }
            mark = 0x2E
        }
        return try Number.decimal(bytes, mark: mark, grouping: allowsGrouping, longDigits: longDigits)
    }
}

extension Kernel {
    var style: NumberStyle {
        NumberStyle(marks: field.marks, allowsGrouping: field.mapping.number.isGrouped)
    }
}
