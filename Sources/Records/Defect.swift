/// One thing that is wrong with one record.
///
/// A defect names the field and the kind of what was found, never the value: values are children's health data.
public struct Defect: Hashable, Sendable {
    /// Stable code, as it stands in `scorebook.rejects.code` and in reports.
    public enum Code: String, CaseIterable, Sendable {
        // What Reading sees.
        case invalidEncoding = "invalid_encoding"
        case nulByte = "nul_byte"
        case cellTooLong = "cell_too_long"
        case recordTooLong = "record_too_long"
        case tooFewCells = "too_few_cells"
        case tooManyCells = "too_many_cells"
        case unterminatedQuote = "unterminated_quote"
        case strayQuote = "stray_quote"
        case headerRepeated = "header_repeated"
        case otherTable = "other_table"
        case invalidJSON = "invalid_json"
        case duplicateKey = "duplicate_key"
        // What Normalising sees.
        case notAnInteger = "not_an_integer"
        case notANumber = "not_a_number"
        case severalNumbers = "several_numbers"
        case notABoolean = "not_a_boolean"
        case notADate = "not_a_date"
        case notATime = "not_a_time"
        case notADuration = "not_a_duration"
        case notAUUID = "not_a_uuid"
        case noSuchLocalTime = "no_such_local_time"
        case ambiguousDate = "ambiguous_date"
        case ambiguousNumber = "ambiguous_number"
        case unknownWord = "unknown_word"
        case noKnownWord = "no_known_word"
        case unknownUnit = "unknown_unit"
        case missingUnit = "missing_unit"
        case ambiguousUnit = "ambiguous_unit"
        case unrecoverable = "unrecoverable"
        // What Validating sees.
        case required
        case outOfRange = "out_of_range"
        case pattern
        case length
        case notOneOf = "not_one_of"
        case inTheFuture = "in_the_future"
        case crossField = "cross_field"
        case tooMuchFor = "too_much_for"
        // What Loading sees.
        case unknownOwner = "unknown_owner"
        case foreignOwner = "foreign_owner"
        case conflictingDuplicate = "conflicting_duplicate"
        case missingReference = "missing_reference"
        case crossRecord = "cross_record"
        case migrationOnly = "migration_only"
        case refusedByServer = "refused_by_server"

        /// Those that Reading finds: the cells of such a record cannot be trusted.
        public static let ofReading: [Code] = [
            .invalidEncoding, .nulByte, .cellTooLong, .recordTooLong, .tooFewCells, .tooManyCells, .unterminatedQuote,
            .strayQuote, .headerRepeated, .otherTable, .invalidJSON, .duplicateKey,
        ]
    }

    /// The field of the dataset, or the column of the source where no field is concerned; empty for the whole record.
    public var field: String
    /// The file's own column that the field is read from; empty where it is not known.
    public var column = ""
    public var code: Code
    /// What was found, described without its value: `text of 5 characters`, `number with a decimal comma`.
    public var found: String
    /// What would have been right: `a number as in 62.5`.
    public var expected: String
    /// Where in the source the defect starts, if closer than the record.
    public var byteOffset: Int?

    public init(
        field: String, column: String = "", code: Code, found: String = "", expected: String = "",
        byteOffset: Int? = nil
    ) {
        self.field = field
        self.column = column
        self.code = code
        self.found = found
        self.expected = expected
        self.byteOffset = byteOffset
    }
}
