internal import Definitions
internal import Normalising
internal import Records

/// A value as a person reads it: ISO 8601 for times, quotes around text.
enum ValueText {
    private static let microsPerDay: Int64 = 86_400_000_000

    /// - Parameter index: of a record that has a value.
    static func of(_ column: Column, _ index: Int, in batch: RawBatch) -> String {
        switch column.type {
        case .text, .list, .uuids, .json:
            JSONText.quoted(String(decoding: column.text(index, in: batch), as: UTF8.self))
        case .integer: "\(column.integer(index))"
        case .boolean: column.low[index] == 0 ? "false" : "true"
        case .date: date(column.integer(index))
        case .instant: moment(column.integer(index)) + "Z"
        case .wallTime: moment(column.integer(index))
        case .time: time(column.integer(index))
        case .uuid: UUIDText.text(high: column.high[index], low: column.low[index])
        case .decimal, .duration: decimal(column, index, in: batch)
        }
    }

    private static func date(_ days: Int64) -> String {
        let (year, month, day) = Civil.date(days: Int(days))
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    private static func moment(_ micros: Int64) -> String {
        let days = (micros - (micros < 0 ? microsPerDay - 1 : 0)) / microsPerDay
        return date(days) + "T" + time(micros - days * microsPerDay)
    }

    private static func time(_ micros: Int64) -> String {
        let seconds = Int(micros / 1_000_000)
        let clock = "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
        let rest = Int(micros % 1_000_000)
        return rest == 0 ? clock : clock + "." + padded(rest, 6)
    }

    private static func decimal(_ column: Column, _ index: Int, in batch: RawBatch) -> String {
        let value = column.decimal(index)
        var digits =
            value.isLong ? String(decoding: column.text(index, in: batch), as: UTF8.self) : "\(value.digits)"
        if value.scale > 0 {
            digits = String(repeating: "0", count: max(0, value.scale + 1 - digits.count)) + digits
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -value.scale))
        }
        return value.isNegative ? "-" + digits : digits
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
