import Records
import Reporting
import Testing

@Suite struct DefectMessageTests {
    @Test(arguments: Defect.Code.allCases)
    func everyCodeSaysWhatIsWrongAndWhatToDo(code: Defect.Code) {
        let bare = DefectMessage(Defect(field: "", code: code))
        let full = DefectMessage(
            Defect(field: "Weight", code: code, found: "text of 5 characters", expected: "a number", byteOffset: 7))
        for wording in [bare, full] {
            #expect(wording.message.count >= 15)
            #expect(!wording.message.contains("  ") && !wording.message.contains(" ,"))
            #expect(!wording.message.hasSuffix(".") && !wording.message.hasSuffix(" "))
            #expect(wording.hint.hasSuffix("."))
        }
        #expect(bare.hint == full.hint)
        let isAboutOneField =
            ![
                .headerRepeated, .otherTable, .unterminatedQuote, .invalidJSON, .tooFewCells, .tooManyCells,
                .recordTooLong,
            ].contains(code) && ![.unknownOwner, .refusedByServer].contains(code)
        #expect(full.message.contains("Weight") == isAboutOneField)
    }

    /// What a user can do comes before what the author of the format can.
    @Test(arguments: Defect.Code.allCases)
    func theFirstStepIsTheUsers(code: Defect.Code) {
        let hint = DefectMessage(Defect(field: "Weight", code: code)).hint
        let first = hint.split(separator: ". ")[0]
        for word in ["`as:`", "`missing:`", "`map:`", "`pattern:`", "definition", "author"] {
            #expect(!first.contains(word), "\(hint)")
        }
    }

    @Test(arguments: [
        (Defect(field: "d", code: .ambiguousDate, expected: "the setting date_order (mdy or dmy)"), nil),
        (Defect(field: "d", code: .ambiguousDate, expected: "the setting date_order=mdy"), "date_order=mdy"),
        (Defect(field: "w", code: .missingUnit, expected: "the setting weight_unit"), "weight_unit=kg"),
        (Defect(field: "w", code: .notANumber), nil),
    ])
    func aSettingIsNamedWhereItIsTheAnswer(defect: Defect, setting: String?) {
        #expect(DefectMessage(defect).setting == setting)
    }

    @Test func codesCanBeToldApart() {
        let messages = Defect.Code.allCases.map { DefectMessage(Defect(field: "x", code: $0)).message }
        #expect(Set(messages).count == messages.count)
    }

    @Test(arguments: [
        (
            Defect(field: "Weight", code: .notANumber, found: "text of 5 characters", expected: "a number as in 62.5"),
            "Weight is not a number: text of 5 characters, expected a number as in 62.5"
        ),
        (Defect(field: "Weight", code: .notANumber), "Weight is not a number"),
        (
            Defect(field: "started_at", column: "start_time", code: .ambiguousDate),
            "\"start_time\" is an ambiguous date: nothing says whether the day or the month is first"
        ),
        (
            Defect(field: "started_at", code: .crossField, found: "started_at after ended_at", expected: "it is over"),
            "inconsistent fields, started_at (started_at after ended_at): it is over"
        ),
        (Defect(field: "value", code: .required), "value is missing"),
        (
            Defect(field: "notes", code: .invalidEncoding, byteOffset: 81),
            "notes has bytes that are not UTF-8 at byte 81 of the file"
        ),
        (
            Defect(field: "", code: .tooFewCells, found: "3 cells", expected: "5"),
            "the record has too few cells (3 cells), expected 5"
        ),
        (Defect(field: "a\u{1B}[2Jb", code: .required), "a\\e[2Jb is missing"),
    ])
    func wording(defect: Defect, message: String) { #expect(DefectMessage(defect).message == message) }
}
