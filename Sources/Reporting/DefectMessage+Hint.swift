internal import Records

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
            "Correct the records that belong together in the source; the rule stands in the dataset's `checks`."
        case .migrationOnly:
            "Leave the column out and make the change in the app; `--owner payload` is for migrations only."
        case .refusedByServer:
            "This is a defect of scorebook, none of your file: please report it with the code and the run's id."
        }
    }
}
