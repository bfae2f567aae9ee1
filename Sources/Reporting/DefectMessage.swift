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

extension DefectMessage {
    private static let remedy = "Correct it in the source, export again and import that file"

    /// A unit that a setting may have, by its name.
    private static func unit(for setting: Substring) -> String {
        if setting.contains("weight") { return "kg" }
        return setting.contains("speed") ? "mph" : setting.contains("fat") ? "%" : "km"
    }

    /// What to do next, one sentence or two.
    static func hint(_ defect: Defect) -> String {
        switch defect.code {
        case .invalidEncoding:
            "Save the file as UTF-8, or as UTF-16 with a byte order mark, and import it again."
        case .nulByte:
            "The file is damaged or no text file: fetch it again from where it was exported."
        case .cellTooLong:
            "Look for a quotation mark that is never closed; `scorebook peek` shows where the cell begins."
        case .recordTooLong:
            "Look for a missing line break or closing quotation mark; `scorebook peek` shows where the record begins."
        case .tooFewCells:
            "The line was cut or lost a delimiter: compare it with the header and correct it in the source."
        case .tooManyCells:
            "A cell holds the delimiter and stands in no quotation marks: put it in quotes and import again."
        case .unterminatedQuote:
            "Close the quotation mark, or fetch the file again: it may have been cut while it was copied."
        case .strayQuote:
            "Double the quotation mark (\"\") and put the whole cell in quotes."
        case .headerRepeated:
            "Files were joined without taking the header away; import them one by one or remove this line."
        case .invalidJSON:
            "The line was cut or badly written: correct it in the source, or fetch the file again."
        case .duplicateKey:
            "Nothing says which of the values is meant: let the program that writes the file write each key once."
        case .notAnInteger, .notANumber, .notABoolean, .notADuration, .notAUUID:
            "\(remedy). If the vendor writes it so now, correct `as:` or `missing:` of this field in the format's file."
        case .notADate, .notATime:
            "\(remedy). If the vendor writes it so now, correct `pattern:` of this field in the format's file."
        case .noSuchLocalTime:
            "Give the zone where the person was, with `--set zone=Area/City`, or correct the time in the source."
        case .ambiguousDate where defect.expected.contains("date_order"):
            "Import the file again with `--set date_order=mdy` or `--set date_order=dmy`."
        case .ambiguousDate:
            "Say the order in the format's file: `pattern:` of this field, as in `MM/dd/yyyy` or `dd/MM/yyyy`."
        case .ambiguousNumber:
            "Write the number without a mark for thousands in the source, and import the file again."
        case .unknownWord:
            "Add the word to `map:` of this field in the format's file, or correct it in the source."
        case .noKnownWord:
            "Rename the file or its folder, say it in the manifest beside it, or once for all by the field's setting."
        case .unknownUnit:
            "Write a known unit in the source and import the file again."
        case .missingUnit:
            if let setting = defect.expected.split(separator: " ").last, defect.expected.hasPrefix("the setting ") {
                "Import the file again with `--set \(setting)=UNIT`, as in `--set \(setting)=\(Self.unit(for: setting))`."
            } else {
                "Write the unit beside the number in the source and import the file again."
            }
        case .ambiguousUnit:
            "Add the time of this activity in the source, or write its distance with two decimals, and import again."
        case .unrecoverable:
            "The value cannot be had back from this file: export it again, in a format that keeps it."
        case .required:
            "Fill it in at the source and export again; without it the record has no meaning here."
        case .outOfRange:
            "Check the value and its unit; if it is right, widen the range of this field in the dataset's file."
        case .pattern, .length, .notOneOf:
            "\(remedy); the rule stands at this field in the dataset's file."
        case .inTheFuture:
            "Check the date and the zone; `--as-of TIME` moves the clock where an old run is repeated."
        case .crossField:
            "Correct one of the two fields in the source; the rule stands in the dataset's file."
        case .tooMuchFor:
            "Check the unit of the first and the value of the second; if the unit comes from a setting, check that."
        case .unknownOwner:
            "Create the user in the app first, or map the old id with `--identities FILE`."
        case .foreignOwner:
            "Import each person's files under that person's `--owner`; `--owner payload` is for migrations only."
        case .conflictingDuplicate:
            "Keep one of these records in the source and import the file again."
        case .missingReference:
            "Import the rows it points to first; a plan of the whole export shows the order."
        case .crossRecord:
            "Correct the records that belong together in the source; the rule stands in the dataset's `steps`."
        case .migrationOnly:
            "Leave the column out and make the change in the app; `--owner payload` is for migrations only."
        case .refusedByServer:
            "This is a defect of scorebook, none of your file: please report it with the code and the run's id."
        }
    }
}
