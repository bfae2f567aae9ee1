internal import Records

/// Values that stand in definitions themselves: `true`, `62.5`, `2025-06-01`, whatever the format's files look like.
package enum Literal {
    /// Why a text is no value of a type; nil where it is one.
    package static func refusal(of text: String, as type: ValueType) -> String? {
        switch type {
        case .text: text.isEmpty ? "is empty" : nil
        case .json: isJSON(text) ? nil : "is not JSON as in {}, [], 62.5 or \"word\""
        case .list: isList(text) ? nil : "is not a list as in {} or {left,right}"
        case .uuids: text == "{}" ? nil : "is not a list as in {}"
        case .instant: isInstant(text) ? nil : "is not a time with an offset as in 2026-05-31T18:30:00Z"
        case .wallTime: isWallTime(text[...]) ? nil : "is not a date and time as in 2026-05-31T18:30:00"
        case .time: isTime(text[...]) ? nil : "is not a time as in 18:30:00"
        // The least of all is none that files can hold.
        case .integer: Int64(text).map { $0 > .min } ?? false ? nil : "is not a whole number"
        case .decimal, .duration: isDecimal(text) ? nil : "is not a number as in 62.5"
        case .boolean: text == "true" || text == "false" ? nil : "is not true or false"
        case .date: Day(text) != nil ? nil : "is not a date as in 2025-06-01"
        case .uuid: isUUID(text) ? nil : "is not a UUID"
        }
    }

    static func isDecimal(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count) && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
    }

    static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
    }

    /// `18:30:00`
    private static func isTime(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }) else {
            return false
        }
        return parts[0] < "24" && parts[1] < "60" && parts[2] < "60"
    }

    /// `2026-05-31T18:30:00`
    private static func isWallTime(_ text: Substring) -> Bool {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        return parts.count == 2 && Day(String(parts[0])) != nil && isTime(parts[1])
    }

    /// The same with `Z` or `+02:00` behind it.
    private static func isInstant(_ text: String) -> Bool {
        if text.hasSuffix("Z") { return isWallTime(text.dropLast()) }
        let offset = text.suffix(6)
        return offset.utf8.count == 6 && ["+", "-"].contains(offset.first) && offset < "\(offset.prefix(1))14:01"
            && isTime(offset.dropFirst() + ":00") && isWallTime(text.dropLast(6))
    }

    /// An empty object or array, a number, a word of JSON or a text without escapes.
    private static func isJSON(_ text: String) -> Bool {
        if ["{}", "[]", "null", "true", "false"].contains(text) { return true }
        if text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
            return text.dropFirst().dropLast().utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
        }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        return isDecimal(text) && (!digits.hasPrefix("0") || digits == "0" || digits.hasPrefix("0."))
    }

    /// `{}` or plain words in braces.
    private static func isList(_ text: String) -> Bool {
        guard text.hasPrefix("{"), text.hasSuffix("}") else { return false }
        return text == "{}"
            || text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false).allSatisfy { word in
                !word.isEmpty && word.lowercased() != "null"
                    && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension Field {
    /// Why a value that stands in a definition is not one of this field; nil where it is.
    func refusal(of text: String) -> String? {
        if let refusal = Literal.refusal(of: text, as: type) { return refusal }
        if minimum != nil || maximum != nil {
            guard let value = Bound(text)?.value else { return "has more than 18 digits" }
            if let minimum, value < minimum.value { return "is less than \(minimum)" }
            if let maximum, maximum.value < value { return "is more than \(maximum)" }
        }
        if type == .date, let day = Day(text)?.days {
            if let earliest, day < earliest.days { return "is before \(earliest)" }
            if let latest, day > latest.days { return "is after \(latest)" }
        }
        if let lengths, !lengths.contains(text.count) {
            return "must have \(lengths.lowerBound) to \(lengths.upperBound) characters"
        }
        if let pattern, !pattern.matches(text) { return "does not match \(pattern)" }
        if !oneOf.isEmpty, !oneOf.contains(text) { return "is not one of \(oneOf.joined(separator: ", "))" }
        return nil
    }
}
