/// Why a file cannot be mapped at all.
public enum MappingError: Error, Equatable, Sendable {
    /// A dataset that the format feeds is not defined.
    case missingDataset(String)
    /// A required field has none of its columns in the header.
    case missingColumn(field: String, columns: [String])
    /// A unit, zone, date order or name stands nowhere; `setting` would give it.
    case missingSetting(setting: String, field: String, columns: [String], why: Need)
    /// The rules of a time zone are there and the system does not give them.
    case zoneUnread(name: String)
    /// A setting's value is not of its kind.
    case badSetting(setting: String, expected: String)

    /// What a setting is needed for.
    public enum Need: String, Sendable {
        case unit
        case zone
        case person
        case value
    }
}

extension MappingError {
    /// Whether the system failed, which says nothing of the file.
    public var isOutage: Bool {
        if case .zoneUnread = self { return true }
        return false
    }

    /// A column as a message names it.
    static func shown(column: String) -> String {
        column.hasPrefix("#") ? "column \(column.dropFirst())" : "\"\(column)\""
    }

    /// What is wrong and what to do, in one sentence each; holds names of columns and settings, no values.
    public var message: String {
        switch self {
        case .missingDataset(let name):
            "the dataset \(name) is not defined"
        case .missingColumn(let field, let columns):
            "no column for \(field): expected one of \(columns.map { "\"\($0)\"" }.joined(separator: ", "))"
        case .missingSetting(let setting, let field, let columns, let why):
            switch why {
            case .unit:
                "the unit of \(field) stands neither in the header nor in the cells; give --set \(setting)=UNIT"
            case .zone:
                "\(field) is wall time without a zone; give --set \(setting)=Area/City"
            case .person:
                "the file holds several people's records, named in "
                    + columns.map(Self.shown).joined(separator: " or ")
                    + "; give --set \(setting)=NAME, the owner's name as it is written there (other spellings of it behind a ;), "
                    + "and import the file once for each person"
            case .value:
                "no column holds \(field); give --set \(setting)=VALUE"
            }
        case .zoneUnread(let name): "the rules of the time zone \(name) cannot be read now"
        case .badSetting(let setting, let expected):
            "the setting \(setting) is not \(expected)"
        }
    }
}
