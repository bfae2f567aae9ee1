/// Calendar arithmetic on the proleptic Gregorian calendar, days since 1970-01-01.
///
/// Formulas: Howard Hinnant, "chrono-compatible low-level date algorithms" (days_from_civil, civil_from_days).
public enum Civil {
    /// Days since 1970-01-01 of a date that exists; nil for 30 February and the like.
    @inlinable @inline(__always)
    public static func days(year: Int, month: Int, day: Int) -> Int? {
        guard month >= 1, month <= 12, day >= 1, day <= length(month: month, year: year), year >= 1, year <= 9999
        else { return nil }
        return unchecked(year: year, month: month, day: day)
    }

    /// Days since 1970-01-01 of a date that is known to exist.
    @inlinable @inline(__always)
    public static func unchecked(year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Days of a month.
    @inlinable @inline(__always)
    public static func length(month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Year, month and day of a day number.
    @inlinable
    public static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let z = days + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}
