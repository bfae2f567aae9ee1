public import Records

/// Why a file cannot be mapped at all.
public enum MappingError: Error, Equatable, Sendable {
    /// A dataset that the format feeds is not defined.
    case missingDataset(String)
    /// A required field has none of its columns in the header.
    case missingColumn(field: String, columns: [String])
    /// A column has another unit in its name than the one that the format reads: its values would be lost.
    case otherUnit(column: String, expected: String)
    /// Units, zones, names or values that the file does not say; settings would give them.
    case missingSettings([MissingSetting])
    /// The rules of a time zone are there and the system does not give them.
    case zoneUnread(name: String)
    /// A setting's value is not of its kind.
    case badSetting(setting: String, expected: String)
    /// The days of the file are in another order than the setting says.
    case contradictedOrder(shown: DateOrder, byAll: Bool)
}

extension MappingError {
    /// The refusal that it is.
    public var code: RefusalCode {
        switch self {
        case .missingDataset: .definition
        case .missingColumn, .otherUnit: .missingColumn
        case .missingSettings(let missing): missing == [.owner] ? .ownerMissing : .settingMissing
        case .zoneUnread: .outage
        case .badSetting, .contradictedOrder: .settingWrong
        }
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
        case .otherUnit(let column, let expected):
            "\(Self.shown(column: column)) is in another unit than \(Self.shown(column: expected)), which is read: export it in "
                + "that unit, or convert the column and rename it"
        case .missingSettings(let missing): missing.message(.options)
        case .zoneUnread(let name): "the rules of the time zone \(name) cannot be read now"
        case .badSetting(let setting, let expected):
            "the setting \(setting) is not \(expected)"
        case .contradictedOrder(let shown, let byAll):
            "days of this file exist only with date_order=\(shown.rawValue): "
                + (byAll ? "import it without the setting, or with that" : "import it with that, or correct these days")
        }
    }
}
