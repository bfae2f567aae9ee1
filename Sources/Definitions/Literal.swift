internal import Glibc

/// Values that stand in definitions themselves: `true`, `62.5`, `2025-06-01`, whatever the format's files look like.
enum Literal {
    /// Why a text is no value of a type; nil where it is one.
    static func refusal(of text: String, as type: ValueType) -> String? {
        switch type {
        case .text, .json, .list, .uuids, .instant, .wallTime, .time: text.isEmpty ? "is empty" : nil
        case .integer: Int64(text) == nil ? "is no whole number" : nil
        case .decimal, .duration: isDecimal(text) ? nil : "is no number as in 62.5"
        case .boolean: text == "true" || text == "false" ? nil : "is neither true nor false"
        case .date: isDate(text) ? nil : "is no date as in 2025-06-01"
        case .uuid: isUUID(text) ? nil : "is no uuid"
        }
    }

    static func isDecimal(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count) && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
    }

    static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }

    static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Whether one decimal is less than another, exactly.
    static func isLess(_ first: String, _ second: String) -> Bool {
        let a = Decimal(first)
        let b = Decimal(second)
        if a.isNegative != b.isNegative { return a.isNegative }
        return a.isNegative ? b.isSmaller(than: a) : a.isSmaller(than: b)
    }

    /// Digits before and after the point, without leading and trailing zeros.
    private struct Decimal {
        var isNegative: Bool
        var whole: Substring
        var fraction: Substring

        init(_ text: String) {
            let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
            let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
            whole = (parts.first ?? "").drop { $0 == "0" }
            fraction = parts.count > 1 ? parts[1] : ""
            while fraction.last == "0" { fraction.removeLast() }
            isNegative = text.hasPrefix("-") && !(whole.isEmpty && fraction.isEmpty)
        }

        func isSmaller(than other: Decimal) -> Bool {
            if whole.count != other.whole.count { return whole.count < other.whole.count }
            return whole == other.whole ? fraction < other.fraction : whole < other.whole
        }
    }

    /// Whether the whole text matches a POSIX extended regular expression; nil where that is none.
    static func matches(_ text: String, pattern: String) -> Bool? {
        var expression = regex_t()
        guard regcomp(&expression, "^(\(pattern))$", REG_EXTENDED | REG_NOSUB) == 0 else { return nil }
        defer { regfree(&expression) }
        return regexec(&expression, text, 0, nil, 0) == 0
    }
}

extension Field {
    /// Why a value that stands in a definition is not one of this field; nil where it is.
    func refusal(of text: String) -> String? {
        if let refusal = Literal.refusal(of: text, as: type) { return refusal }
        if let minimum, Literal.isLess(text, minimum) { return "is less than \(minimum)" }
        if let maximum, Literal.isLess(maximum, text) { return "is more than \(maximum)" }
        if type == .date, let earliest, text < earliest { return "is before \(earliest)" }
        if type == .date, let latest, text > latest { return "is after \(latest)" }
        if let lengths, !lengths.contains(text.count) {
            return "must have \(lengths.lowerBound) to \(lengths.upperBound) characters"
        }
        if let pattern, Literal.matches(text, pattern: pattern) == false { return "does not match \(pattern)" }
        if !oneOf.isEmpty, !oneOf.contains(text) { return "is not one of \(oneOf.joined(separator: ", "))" }
        return nil
    }
}
