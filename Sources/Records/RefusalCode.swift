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
    case tooSlow = "E_TOO_SLOW"
    case crashed = "E_CRASHED"
    case photo = "E_PHOTO"
    case manifest = "E_MANIFEST"
    case archive = "E_ARCHIVE"
    case severalPeople = "E_SEVERAL_PEOPLE"
    case unitChanged = "E_UNIT_CHANGED"
    case rowBudget = "E_ROW_BUDGET"
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

extension RefusalCode {
    /// What it means, in a few words: of nothing that stands in the file, so that logs may hold it.
    public var title: String {
        switch self {
        case .unknownFormat: "no format matches the file"
        case .severalFormats: "more than one format fits the file"
        case .otherFormat: "the file is not in the format asked for"
        case .otherTables: "a dump of tables that no format takes"
        case .otherDocument: "not the document that has the records"
        case .otherName: "the file's name does not say what is needed"
        case .notText: "the content is of another kind than the format's"
        case .empty: "the file has no records"
        case .header: "the header cannot be read"
        case .missingColumn: "a required column is missing"
        case .broken: "the document is damaged"
        case .tooLarge: "the file is larger than the limit for its type"
        case .tooSlow: "reading the file takes more processor time than it may"
        case .crashed: "reading the file ends the process"
        case .photo: "the photo cannot be read"
        case .manifest: "the photo manifest is not valid"
        case .archive: "the archive cannot be read"
        case .severalPeople: "the file holds records of several people"
        case .unitChanged: "its numbers are those of stored rows in another unit"
        case .rowBudget: "the file has more new rows than the run may still load"
        case .settingMissing: "a unit, zone, date order or owner is missing"
        case .settingWrong: "a setting has a value that the format cannot use"
        case .settingsFile: "the settings beside the file are faulty"
        case .ownerMissing: "no owner is given for these records"
        case .ownerUnknown: "the owner has no account in this database"
        case .ownerErased: "the owner was erased"
        case .definition: "the definitions have no dataset for this file"
        case .notAFile: "it is not a regular file, or its name is not UTF-8"
        case .permission: "no permission to read the file"
        case .gone: "the file no longer exists"
        case .outage: "a temporary failure of disk, network or database"
        case .leftOut: "an option leaves the file out"
        }
    }
}
