/// How the records of a source become records of one dataset.
///
/// A format has one or several; a record goes to every one whose `when` it fulfils.
public struct RecordMapping: Sendable {
    public var dataset: String
    /// The tables of which its records give rows; empty: all whose needs they meet.
    public var gives: [String] = []
    /// What an empty cell of text is.
    public enum Empty: String, CaseIterable, Sendable {
        /// No value.
        case missing
        /// In quotes the empty text, else no value.
        case quoted
        /// The empty text: null is written in another way.
        case text
    }
    public var empty = Empty.missing
    /// In which unit a dataset's measures are stored.
    public enum Units: String, CaseIterable, Sendable {
        /// In that of the dataset's list.
        case registered
        /// In the source's: the rows are the app's own.
        case kept
    }
    public var units = Units.registered
    /// What a record must be to be taken; empty: every record is.
    public var when: [Condition]
    /// Column that names whose record it is, where a file holds several people's.
    public var person: PersonRule?
    public var skip: [SkipRule]
    public var fields: [FieldMapping]
    /// Rows that one record becomes; empty where a record is a row.
    public var unpivot: [UnpivotCase]
    /// What becomes of records of one key that say different things.
    public enum Repeats: String, CaseIterable, Sendable {
        /// They are refused together, or numbered as several events where they have no id.
        case differ
        /// The last stands: each is a later look at the same thing.
        case last
        /// They are several events. Equal ones are one, and a later file's are known by what they say: what a correction leaves
        /// is most of it.
        case several
    }
    public var repeats = Repeats.differ
    /// A later table of whose rows another one begins where a row below it comes again: an exercise that is done again, whose
    /// sets are counted from the start.
    public var again: String?
    /// Fields that identify a row in the source (its own id); empty: the dataset's natural key with occurrence numbers.
    public var key: [String]

    public init(
        dataset: String, when: [Condition] = [], person: PersonRule? = nil, skip: [SkipRule] = [],
        fields: [FieldMapping], unpivot: [UnpivotCase] = [], key: [String] = []
    ) {
        self.dataset = dataset
        self.when = when
        self.person = person
        self.skip = skip
        self.fields = fields
        self.unpivot = unpivot
        self.key = key
    }

    /// Every mapping, that of the cases too.
    public var allFields: [FieldMapping] { fields + unpivot.flatMap(\.fields) }

    /// Everybody's names that are asked for.
    public var people: [PersonRule] { ([person] + unpivot.map(\.person)).compactMap { $0 } }

    /// Names of columns that are mentioned.
    var columns: [String] {
        let conditions = when + skip.flatMap(\.when) + unpivot.flatMap { $0.when + $0.unless.flatMap { $0 } }
        let ofFile = [Condition.named, Condition.times]
        var names = conditions.map(\.column).filter { !ofFile.contains($0) } + people.flatMap(\.from)
        for mapping in allFields {
            names +=
                mapping.from + mapping.join + mapping.total + (mapping.whole?.from ?? []) + (mapping.whole?.time ?? [])
                + (mapping.help?.from ?? []) + mapping.reckoning.columns
            for case .column(let name) in mapping.unit { names.append(name) }
            for case .column(let name) in mapping.zone + mapping.dayZone { names.append(name) }
        }
        return names
    }
}

/// A column and the words of which it holds one; an empty word is the empty cell.
public struct Condition: Hashable, Sendable {
    /// The column of conditions on what the name of the file says (`Format.named`).
    public static let named = "@named"
    /// The column of conditions on what the file's rows are, by the times of its fields with a `moment`: `days` or `hours`.
    public static let times = "@times"

    public var column: String
    public var words: [String]

    public init(column: String, words: [String]) {
        self.column = column
        self.words = words
    }
}
