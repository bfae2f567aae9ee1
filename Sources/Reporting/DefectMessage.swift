public import Records

/// What a person reads about a defect: what was found where what was expected, and what to do next.
///
/// The only place of such wording. It is made of the defect's own words, which never hold a record's value.
public struct DefectMessage: Equatable, Sendable {
    /// `Weight is text of 5 characters, expected a number as in 62.5`
    public var message: String
    /// `Correct the cell in the source and import the file again, or ...`
    public var hint: String
    /// The setting that is the answer, where there is one: `date_order=dmy`.
    public var setting: String?

    public init(_ defect: Defect) {
        message = Self.message(defect)
        hint = Self.hint(defect)
        setting = Self.setting(defect)
    }

    private static func setting(_ defect: Defect) -> String? {
        switch defect.code {
        // A wrong guess would load wrong days: only a day that itself shows the order is an answer.
        case .ambiguousDate: order(defect)
        case .missingUnit where defect.expected.hasPrefix("the setting "):
            defect.expected.split(separator: " ").last.map { "\($0)=\(unit(for: $0))" }
        default: nil
        }
    }

    /// `date_order=mdy`, where the day can be none in the other order.
    private static func order(_ defect: Defect) -> String? {
        let word = defect.expected.split(separator: " ").last.map(String.init) ?? ""
        return word.hasPrefix("date_order=") ? word : nil
    }

    private static func message(_ defect: Defect) -> String {
        let column = defect.column.escapedForTerminal
        let subject =
            !column.isEmpty ? "\"\(column)\"" : defect.field.isEmpty ? "the record" : defect.field.escapedForTerminal
        let found = defect.found.escapedForTerminal
        let kind = found.isEmpty ? "" : " (\(found))"
        let expected = defect.expected.isEmpty ? "" : ", expected \(defect.expected.escapedForTerminal)"
        let place = defect.byteOffset.map { " at byte \($0) of the file" } ?? ""
        func isNot(_ what: String) -> String {
            let details = [found, defect.expected.isEmpty ? "" : "expected \(defect.expected.escapedForTerminal)"]
                .filter { !$0.isEmpty }.joined(separator: ", ")
            return "\(subject) is not \(what)" + (details.isEmpty ? "" : ": \(details)")
        }
        return switch defect.code {
        case .invalidEncoding: "\(subject) has bytes that are not UTF-8\(place)\(kind)"
        case .nulByte: "\(subject) has a zero byte\(place)\(kind)"
        case .cellTooLong: "\(subject) is longer than a cell may be\(kind)\(expected)"
        case .recordTooLong: "the record is longer than a record may be\(kind)\(expected)"
        case .tooFewCells: "the record has too few cells\(kind)\(expected)"
        case .tooManyCells: "the record has too many cells\(kind)\(expected)"
        case .unterminatedQuote:
            "unterminated quoted field\(defect.byteOffset.map { " starting at byte \($0)" } ?? "")\(kind)"
        case .strayQuote: "\(subject) has a quotation mark in the middle of a cell\(place)\(kind)"
        case .headerRepeated: "the header is repeated among the records\(kind)"
        case .otherTable: "it is of another table below in the same file\(kind)"
        case .invalidJSON: "the record is not valid JSON\(place)\(kind)"
        case .duplicateKey: "\(subject) has a duplicate key\(place)\(kind)"
        case .notAnInteger: isNot("a whole number")
        case .notANumber: isNot("a number")
        case .severalNumbers: "\(subject) has several numbers in one cell\(kind)\(expected)"
        case .notABoolean: isNot("a yes/no value")
        case .notADate: isNot("a valid date")
        case .notATime: isNot("a valid date and time")
        case .notADuration: isNot("a duration")
        case .notAUUID: isNot("a UUID")
        case .noSuchLocalTime:
            "\(subject) is a local time that the clock skipped\(kind), when summer time began"
        case .ambiguousDate:
            "\(subject) is an ambiguous date\(kind): nothing says whether the day or the month is first\(expected)"
        case .ambiguousNumber:
            "\(subject) is an ambiguous number\(kind): the separator may be for thousands or decimals\(expected)"
        case .noKnownWord: "cannot tell the \(subject) from the file path\(kind)\(expected)"
        case .unknownWord: isNot("a word that the format knows")
        case .unknownUnit: "\(subject) has an unknown unit\(kind)\(expected)"
        case .missingUnit: "\(subject) has no unit\(kind)\(expected)"
        case .ambiguousUnit: "\(subject) can have two units\(kind)\(expected)"
        case .unrecoverable: "\(subject) was corrupted by its exporter\(kind)\(expected)"
        case .required: "\(subject) is missing\(kind)\(expected)"
        case .outOfRange: "\(subject) is out of range\(kind)\(expected)"
        case .pattern: "\(subject) has the wrong form\(kind)\(expected)"
        case .length: "\(subject) has the wrong length\(kind)\(expected)"
        case .notOneOf: "\(subject) is not an allowed value\(kind)\(expected)"
        case .inTheFuture: "\(subject) is in the future\(kind)\(expected)"
        case .crossField:
            "inconsistent fields, \(subject)\(kind)"
                + (defect.expected.isEmpty ? "" : ": \(defect.expected.escapedForTerminal)")
        case .tooMuchFor: "\(subject) is too large for another field of the record\(kind)\(expected)"
        case .unknownOwner: "the owner is not a user of this database\(kind)"
        case .foreignOwner: "\(subject) belongs to a different owner than this import\(kind)"
        case .conflictingDuplicate: "the file has several records for one \(subject), with different contents\(kind)"
        case .missingReference: "\(subject) refers to a row that does not exist\(kind)\(expected)"
        case .crossRecord:
            "\(subject) contradicts other records or existing rows\(kind)"
                + (defect.expected.isEmpty ? "" : ": \(defect.expected.escapedForTerminal)")
        case .migrationOnly: "\(subject) can only be set by a migration\(kind)"
        case .refusedByServer: "the database refused the row\(kind)"
        }
    }
}

extension DefectMessage {
    private static let remedy = "Correct it in the source, export again and import that file."

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
            "The file is damaged or is not a text file: fetch it again from where it was exported."
        case .cellTooLong:
            "Look for a quotation mark that is never closed; `scorebook peek` shows where the cell begins."
        case .recordTooLong:
            "Look for a missing line break or closing quotation mark; `scorebook peek` shows where the record begins."
        case .tooFewCells:
            "The line was cut or lost a delimiter: compare it with the header and correct it in the source."
        case .tooManyCells:
            "A cell has the delimiter in it without quotation marks: put it in quotes and import again."
        case .unterminatedQuote:
            "Close the quotation mark, or fetch the file again: it may have been cut while it was copied."
        case .strayQuote:
            "Double the quotation mark (\"\") and put the whole cell in quotes."
        case .headerRepeated:
            "Files were joined without removing the header; import them one by one or remove this line."
        case .otherTable:
            "Save that table, from its header on, as a file of its own and import it, too."
        case .invalidJSON:
            "The line was cut or badly written: correct it in the source, or fetch the file again."
        case .duplicateKey:
            "Nothing says which of the values is meant: let the program that writes the file write each key once."
        case .notAnInteger, .notANumber, .notABoolean, .notADuration, .notAUUID:
            remedy
        case .severalNumbers:
            "Write a line for each of them in the source (for sets: a line for each set), and import that file."
        case .notADate where defect.expected.contains("date_order"),
            .notATime where defect.expected.contains("date_order"):
            "If all days of the file are in the other order, import it again with that `date_order`; else correct this one."
        case .notADate, .notATime:
            remedy
        case .noSuchLocalTime:
            "Give the zone where the person was, as in `--set zone=Europe/Vienna`, or correct the time in the source."
        case .ambiguousDate where defect.expected.contains("date_order"):
            order(defect).map { "Import the file again with `--set \($0)`: the other number is no month." }
                ?? "Import the file again with `--set date_order=dmy` (day first) or `--set date_order=mdy` (month first)."
        case .ambiguousDate:
            "Write it as in 2026-05-31 in the source and import that file."
        case .ambiguousNumber:
            "Write the number without a mark for thousands in the source, and import the file again."
        case .unknownWord:
            "\(remedy) If the word is right, `scorebook help bugs` says how to report it."
        case .noKnownWord:
            "Rename the file or its folder, add the word to the manifest, or give the field's setting with `--set`."
        case .unknownUnit:
            "Write a known unit in the source and import the file again."
        case .missingUnit:
            if let setting = defect.expected.split(separator: " ").last, defect.expected.hasPrefix("the setting ") {
                "Import the file again with the unit, as in `--set \(setting)=\(Self.unit(for: setting))`."
            } else {
                "Write the unit beside the number in the source and import the file again."
            }
        case .ambiguousUnit:
            "Add the time of this activity in the source, or write its distance with two decimals, and import again."
        case .unrecoverable:
            "The value cannot be recovered from this file: export it again, in a format that keeps it."
        case .required:
            "Fill it in at the source and export again; without it the record has no meaning here."
        case .outOfRange:
            "Check the value and its unit and correct them in the source. If both are right, the dataset's range is too narrow."
        case .pattern, .length, .notOneOf:
            "\(remedy) `scorebook datasets` shows the rules."
        case .inTheFuture:
            "Check the date and the zone; `--as-of` moves the clock where an old run is repeated."
        case .crossField:
            "Correct one of the two fields in the source, export again and import that file."
        case .tooMuchFor:
            "Check the unit of the first and the value of the second; if the unit comes from a setting, check that."
        case .unknownOwner:
            "Create the user in the app first, or map the old id with `--identities` and a file of both ids."
        case .foreignOwner:
            "Import each person's files with that person's `--owner`; `--owner payload` is for migrations only."
        case .conflictingDuplicate:
            "Keep one of these records in the source and import the file again."
        case .missingReference:
            "Import the rows it points to first; a plan of the whole export shows the order."
        case .crossRecord:
            "Correct the records that belong together in the source, export again and import that file."
        case .migrationOnly:
            "Leave the column out and make the change in the app; `--owner payload` is for migrations only."
        case .refusedByServer:
            "This is a bug in scorebook, not in your file: `scorebook help bugs` says how to report it."
        }
    }
}
