internal import Definitions

/// What a file does not say of itself, and the setting that says it.
public struct MissingSetting: Error, Equatable, Sendable {
    /// What a setting is needed for.
    public enum Need: String, Sendable {
        case unit
        case zone
        case person
        case value
        /// Whose records they are: the option `--owner`.
        case owner
    }

    public var setting: String
    /// Our name of what is not known.
    public var field: String
    /// Columns of the file whose values mean nothing without it; of a value, those that the file does not have.
    public var columns: [String]
    public var why: Need
    /// Values that it may have, the likeliest first.
    public var examples: [String]

    public init(_ setting: String, field: String, columns: [String], why: Need, examples: [String]) {
        self.setting = setting
        self.field = field
        self.columns = columns
        self.why = why
        self.examples = examples
    }

    /// Whose records they are.
    public static let owner = MissingSetting(
        "owner", field: "owner", columns: [], why: .owner, examples: ["anna@example.org"])

    /// Whether the first example may be right: a unit, or the athlete's zone. That of an exporter's clock only its files show.
    public var hasUsualValues: Bool { why == .unit || why == .zone && setting == "zone" }

    /// Its option.
    public var option: String { why == .owner ? "--owner" : "--set \(setting)" }

    /// Its option, and in words what goes into it: `--set session (source key)`.
    public var words: String { "\(option) (\(content))" }

    /// A value that shows how others are written; any text needs none.
    private var example: String? { examples.first { $0 != ValueType.text.example } }

    /// What goes into it.
    public var content: String {
        switch why {
        case .owner: "an email, a user id, or payload if each row names its owner"
        case .person: "the owner's name as the file spells it"
        case .value: field.replacing("_", with: " ") + (example.map { ", as in \($0)" } ?? "")
        case .unit, .zone: "as in \(example ?? "")"
        }
    }

    /// Its line of `settings.yaml`: `weight_unit: kg  # or lb`. What only the reader knows is left empty.
    public var settingsLine: String {
        guard hasUsualValues else { return "\(setting):  # \(content)" }
        let others = why == .unit ? examples.dropFirst().joined(separator: ", ") : ""
        return "\(setting): \(examples.first ?? "")" + (others.isEmpty ? "" : "  # or \(others)")
    }

    /// Where settings of a file are given.
    public enum Place: Sendable {
        /// On the command line.
        case options
        /// In the file `settings.yaml` of the owner's folder.
        case folder
    }
}

extension MissingSetting {
    /// What the file does not say.
    fileprivate var problem: String {
        let names = columns.map(MappingError.shown).joined(separator: " or ")
        return switch why {
        case .unit: "this file does not say the unit of \(names)"
        case .zone: "\(names) has no time zone"
        case .person: "the file has records of several people, named in \(names)"
        case .value: "no column has the \(field.replacing("_", with: " "))"
        case .owner: "no owner given"
        }
    }

    fileprivate func advice(_ place: Place) -> String {
        let others = why == .unit ? examples.dropFirst().joined(separator: ", ") : ""
        let example = example ?? ""
        guard hasUsualValues else {
            let again =
                why == .person ? ", several spellings separated by ;, and import the file once per person" : ""
            return (place == .options ? words : "`\(setting)` (\(content))") + again
        }
        return (place == .options ? "\(option)=\(example)" : "`\(setting): \(example)`")
            + (others.isEmpty ? "" : " (or \(others))")
    }
}

extension Conversion {
    /// Units as people use them, for examples.
    var usualUnits: [String] {
        let units: [Unit] =
            switch kind {
            case .mass: [.kilogram, .pound]
            case .length: [.metre, .kilometre, .mile, .foot, .inch, .centimetre]
            case .speed: [.mileAnHour, .kilometreAnHour, .metreASecond]
            default: Array(self.units.prefix(4))
            }
        return units.map { $0.words.first ?? $0.symbol }
    }
}

extension [MissingSetting] {
    /// What is missing, and what to add; with names of columns and settings, no values.
    public func message(_ place: MissingSetting.Place) -> String {
        let advice = map { $0.advice(place) }.joined(separator: " and ")
        let add = place == .options ? "add \(advice)" : "add \(advice) to settings.yaml in the owner's folder"
        return map(\.problem).joined(separator: "; ") + "; " + add
    }
}
