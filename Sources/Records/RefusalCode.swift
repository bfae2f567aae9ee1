/// Why a file is not imported, as a word that programs and `scorebook help` know.
public enum RefusalCode: String, CaseIterable, Sendable {
    // What the file is.
    case unknownFormat = "E_UNKNOWN_FORMAT"
    case severalFormats = "E_SEVERAL_FORMATS"
    case otherFormat = "E_OTHER_FORMAT"
    case otherTables = "E_OTHER_TABLES"
    case otherDocument = "E_OTHER_DOCUMENT"
    case otherName = "E_OTHER_NAME"
    case notText = "E_NOT_TEXT"
    // What is wrong in it.
    case empty = "E_EMPTY"
    case header = "E_HEADER"
    case missingColumn = "E_MISSING_COLUMN"
    case broken = "E_BROKEN"
    case tooLarge = "E_TOO_LARGE"
    case photo = "E_PHOTO"
    case manifest = "E_MANIFEST"
    case archive = "E_ARCHIVE"
    case severalPeople = "E_SEVERAL_PEOPLE"
    // What is not said beside it.
    case settingMissing = "E_SETTING_MISSING"
    case settingWrong = "E_SETTING_WRONG"
    case settingsFile = "E_SETTINGS_FILE"
    case ownerMissing = "E_OWNER_MISSING"
    case ownerUnknown = "E_OWNER_UNKNOWN"
    case ownerErased = "E_OWNER_ERASED"
    case definition = "E_DEFINITION"
    // What is in the way of reading it.
    case notAFile = "E_NOT_A_FILE"
    case permission = "E_PERMISSION"
    case gone = "E_GONE"
    case outage = "E_OUTAGE"
    case leftOut = "E_LEFT_OUT"
}
