public import Records

/// What a person reads about a defect: what was found where what was expected, and what to do next.
///
/// The only place of such wording. It is made of the defect's own words, which never hold a record's value.
public struct DefectMessage: Equatable, Sendable {
    /// `Weight is text of 5 characters, expected a number as in 62.5`
    public var message: String
    /// `Correct the cell in the source and import the file again, or ...`
    public var hint: String

    public init(_ defect: Defect) {
        message = Self.message(defect)
        hint = Self.hint(defect)
    }

    private static func message(_ defect: Defect) -> String {
        let subject = defect.field.isEmpty ? "the record" : defect.field.escapedForTerminal
        let found = defect.found.escapedForTerminal
        let kind = found.isEmpty ? "" : " (\(found))"
        let expected = defect.expected.isEmpty ? "" : ", expected \(defect.expected.escapedForTerminal)"
        let place = defect.byteOffset.map { " at byte \($0) of the file" } ?? ""
        func isNot(_ what: String) -> String {
            let wanted = defect.expected.isEmpty ? what : defect.expected.escapedForTerminal
            return "\(subject) is \(found.isEmpty ? "something else" : found), expected \(wanted)"
        }
        return switch defect.code {
        case .invalidEncoding: "\(subject) holds bytes that are no UTF-8\(place)\(kind)"
        case .nulByte: "\(subject) holds a zero byte\(place)\(kind)"
        case .cellTooLong: "\(subject) is longer than a cell may be\(kind)\(expected)"
        case .recordTooLong: "the record is longer than a record may be\(kind)\(expected)"
        case .tooFewCells: "the record has too few cells\(kind)\(expected)"
        case .tooManyCells: "the record has too many cells\(kind)\(expected)"
        case .unterminatedQuote: "a quotation mark opens\(place) and is never closed\(kind)"
        case .strayQuote: "\(subject) has a quotation mark in the middle of a cell\(place)\(kind)"
        case .headerRepeated: "the header stands here again, among the records\(kind)"
        case .invalidJSON: "the record is no JSON\(place)\(kind)"
        case .duplicateKey: "\(subject) has a key twice\(place)\(kind)"
        case .notAnInteger: isNot("a whole number as in 12")
        case .notANumber: isNot("a number as in 62.5")
        case .notABoolean: isNot("yes or no, true or false, 1 or 0")
        case .notADate: isNot("a date as in 2026-05-31")
        case .notATime: isNot("a date and time as in 2026-05-31T18:30:00Z")
        case .notADuration: isNot("a duration as in 1:02:30 or 95 s")
        case .notAUUID: isNot("a UUID of 32 hexadecimal digits in five groups")
        case .noSuchLocalTime:
            "\(subject) is a local time that the clock skipped there\(kind), when summer time began"
        case .ambiguousDate:
            "\(subject) has day and month in numbers\(kind), and nothing says which comes first\(expected)"
        case .ambiguousNumber:
            "\(subject) can be read as two numbers\(kind): the mark may part thousands or decimals\(expected)"
        case .noKnownWord: "\(subject) is said by no word of the path\(kind)\(expected)"
        case .unknownWord: isNot("one of the words that the format knows")
        case .unknownUnit: "\(subject) has a unit that is not known\(kind)\(expected)"
        case .missingUnit: "\(subject) has no unit\(kind)\(expected)"
        case .ambiguousUnit: "\(subject) can be of two units\(kind)\(expected)"
        case .unrecoverable: "\(subject) was damaged when the file was written\(kind)\(expected)"
        case .required: "\(subject) is missing\(kind)\(expected)"
        case .outOfRange: "\(subject) is out of range\(kind)\(expected)"
        case .pattern: "\(subject) is not written as it must be\(kind)\(expected)"
        case .length: "\(subject) has the wrong length\(kind)\(expected)"
        case .notOneOf: "\(subject) is none of the values allowed\(kind)\(expected)"
        case .inTheFuture: "\(subject) lies in the future\(kind)\(expected)"
        case .crossField:
            "\(subject) contradicts another field of the record\(kind)"
                + (defect.expected.isEmpty ? "" : ": \(defect.expected.escapedForTerminal)")
        case .tooMuchFor: "\(subject) is too much for another field of the record\(kind)\(expected)"
        case .unknownOwner: "the owner is not a user of this database\(kind)"
        case .foreignOwner: "\(subject) names another owner than the job's\(kind)"
        case .conflictingDuplicate: "the file has several records for one \(subject), with different contents\(kind)"
        case .missingReference: "\(subject) points to a row that is not there\(kind)\(expected)"
        case .crossRecord:
            "\(subject) contradicts other records of the file or rows that are there\(kind)"
                + (defect.expected.isEmpty ? "" : ": \(defect.expected.escapedForTerminal)")
        case .migrationOnly: "\(subject) can only be set by a migration\(kind)"
        case .refusedByServer: "the database refused the row\(kind)"
        }
    }
}
