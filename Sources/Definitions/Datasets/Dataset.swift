internal import YAML

/// A dataset: its tables, the fields of the records that formats map to them, and the rules of both.
///
/// Read from `Pipelines/<name>/dataset.yaml`.
public struct Dataset: Sendable {
    public var name: String
    public var title: String
    public var path: String
    /// What a record may have: the tables' columns, and values that are no column of one table.
    public var fields: [Field]
    public var rules: [CrossFieldRule]
    /// Field whose value is the user id of the owner that the source names; nil: the one named as the first table's owner.
    public var owner: String?
    /// What an empty text is where files list the tables' rows.
    public enum EmptyText: String, CaseIterable, Sendable {
        /// No value.
        case missing
        /// A value of its own, beside null.
        case kept = "text"
    }
    public var emptyText = EmptyText.missing
    /// Fields that identify a row in the source, for formats that map them and say no key; empty: none does.
    var key: [String] = []
    /// Rules over many records, asked of the server.
    public var checks: [Check] = []
    /// What is done in a unit's transaction beside its rows.
    public var steps: [Step] = []
    public var measures: Measures?
    /// Fields of numbers, with those of their units.
    var units: [(value: String, unit: String)] = []
    /// In foreign-key order.
    public var tables: [Table]
    public var exports: [ExportQuery] = []
    /// As it was read; nil where it was made otherwise.
    var definition: Node?
    /// What formats may call the fields.
    package var names = FieldNames()

    package init(
        name: String, title: String, path: String, fields: [Field], rules: [CrossFieldRule], tables: [Table]
    ) {
        (self.name, self.title, self.path) = (name, title, path)
        (self.fields, self.rules, self.tables) = (fields, rules, tables)
    }

    /// Name of the field that holds the owner's user id.
    public var ownerField: String { owner ?? tables.first?.owner ?? "" }
}

/// A field of a dataset's record, with the rules a value must keep.
public struct Field: Sendable {
    /// Of a column its own name, with its table's where several tables have one: `reps`, `workout_sets.notes`.
    public var name: String
    public var type: ValueType
    public var about = ""
    /// Its mapping in formats that have none.
    var mapping: Node?
    /// The field of the number that each of its words names.
    var number: String?
    public var isRequired = false
    /// Least and greatest value, inclusive.
    public var minimum: Bound?
    public var maximum: Bound?
    /// Least and greatest value of the usual; what lies beyond loads with a warning.
    public var usual: (least: Bound, most: Bound)?
    /// Earliest and latest day, inclusive; for dates and instants.
    public var earliest: Day?
    public var latest: Day?
    /// Least and greatest number of characters.
    public var lengths: ClosedRange<Int>?
    public var pattern: Pattern?
    public var oneOf: [String] = []
    /// Whether a date or instant after "now" is refused; a date may be one day ahead, since zones are.
    public enum Future: String, CaseIterable, Sendable { case allow, refuse }
    public var future = Future.allow
    /// Values that are taken; records of others are passed over.
    public var wanted: Wanted?
    /// Whether it is the id of an account, which `--identities` may map to another: the key of the table of owners.
    public var isAccount = false
    /// Table and column of known values (`scorebook.metric_types.key`); an unknown one loads with a warning.
    public var known: ColumnReference?
    /// The exercise, and words in its name by which a weight helps instead of loading: it counts below zero.
    public var assistedBy: FieldCondition?
    /// Units in which people measure it; a setting that says a file's unit is one of them. Empty: any of its kind.
    public var units: [Unit] = []

    package init(name: String, type: ValueType) { (self.name, self.type) = (name, type) }

    /// The column's name without its table's.
    public var plainName: String { name.split(separator: ".").last.map(String.init) ?? name }
}

/// Which of a field's values are taken: those that a setting names, separated by `;`, else these.
public struct Wanted: Hashable, Sendable {
    public var setting: String
    public var usual: [String]

    package init(setting: String, usual: [String]) { (self.setting, self.usual) = (setting, usual) }
}

/// A column by its table's qualified name.
public struct ColumnReference: Hashable, Sendable {
    public var table: String
    public var column: String

}

/// A rule over several fields of one record.
public enum CrossFieldRule: Sendable {
    /// At least one of the fields has a value.
    case anyOf([String], because: String)
    /// `first <= second` where both have a value.
    case ordered(first: String, second: String, because: String)
    /// `over / by <= most` where both have a value and `by` is above zero; `where` limits it to some records, `unless`
    /// takes some out.
    case ratio(RatioRule, because: String)
    /// A score that a game of these rules can have reached.
    case score(ScoreRule, because: String)
}

/// A quotient that is not above a bound, as a speed is.
public struct RatioRule: Sendable {
    public var over: String
    public var by: String
    public var most: Double
    public var condition: FieldCondition?
    public var exception: FieldCondition?
}

/// A field of text and the words of which it has one.
public struct FieldCondition: Hashable, Sendable {
    public var field: String
    public var words: [String]

    package init(field: String, words: [String]) { (self.field, self.words) = (field, words) }
}

/// A table that a dataset's records become rows of.
public struct Table: Sendable {
    /// Qualified name.
    public var name: String
    /// Primary key column, a uuid.
    public var key: String
    /// Column that holds the owner's user id; the key itself where the row is the owner.
    public var owner: String
    /// Table and column that knows all owners (`public.users.id`); nil: owners are not checked.
    public var owners: ColumnReference?
    /// Columns by which files are known that list the table's rows; empty: there are none.
    public var recognise: [String] = []
    /// Name of the table with this one's columns in its files, which the app's table no longer has.
    public var listedWith: String?
    /// Fields of the natural key, and those among whose equals occurrences are numbered.
    public var identity: [String]
    /// How many rows records of equal natural keys give.
    public enum Rows: String, CaseIterable, Sendable {
        /// One each: equal ones are several events, and are numbered.
        case perRecord = "per_record"
        /// One together: the first value that a record gives stands.
        case perKey = "per_key"
    }
    public var rows = Rows.perRecord
    /// The column by whose values a row gathers the records of its identity: its other columns that are no part of the identity
    /// are lists, a value of each record, in this order. What stands for one value of it comes from one file, the latest.
    ///
    ///     17:00:05  61            identity    times                  counts
    ///     17:00:10  62     =>     one day     {17:00:05,17:00:10}    {61,62}
    public var series: String?
    /// Field that holds the source's own id of this table's row.
    public var id: String
    /// How far the source's own id of a record (a format's `key`) identifies this table's row.
    public enum SourceKey: String, CaseIterable, Sendable {
        /// By itself: the record is the row. So it is in the dataset's first table, where nothing else is said.
        case alone
        /// Together with the identity. So it is in later tables, where nothing else is said.
        case withIdentity = "with_identity"
        /// Not at all: what many records name (a player, a team) is identified by its natural key.
        case ignored
    }
    public var sourceKey: SourceKey?
    /// How new rows of one day follow each other: the app and the summaries order them by `created_at`.
    ///
    /// A row whose source has none gets the source's clock, or else the time of its import. Microseconds for its place in
    /// the file are added, counted from the end in a file that begins with the newest.
    public struct Order: Sendable {
        public static let column = "created_at"
        /// Fields that show whether a file begins with the newest; of each record the first that has a value.
        public var by: [String]
        /// Field of the source's clock.
        public var clock: String?
    }
    public var order: Order?
    /// The table before this one to whose rows the rows of this belong, and the column that holds their ids.
    ///
    /// The identity begins with that of the parent. A file gives a parent's row with all of its rows here: those that a
    /// later file of the format no longer has are removed, with before-images.
    public struct Parent: Sendable, Equatable {
        public var table: String
        public var column: String
    }
    public var parent: Parent?
    /// Whether the identity finds a row among those of its parent's row only; the source's key then finds that row.
    public var isWithinParent = false
    /// Fields that a record must have which gives a row here.
    public var required: [String] = []
    /// Fields without which a record gives no row here; of several in one entry any one will do.
    public var needs: [[String]] = []
    /// Columns that Scorebook itself fills after the load: their changes do not count as changes by the app.
    public var maintained: [String] = []
    public var columns: [TableColumn]

    public init(
        name: String, key: String, owner: String, owners: ColumnReference?, identity: [String], columns: [TableColumn]
    ) {
        self.name = name
        self.key = key
        self.owner = owner
        self.owners = owners
        self.identity = identity
        self.columns = columns
        id = key
    }

    /// Field of the moment near which a row with rows below it is found again that a later file gives under another natural key:
    /// a workout that was renamed or moved.
    public var moment: String? {
        guard rows == .perKey, let field = order?.by.first, identity.contains(field) else { return nil }
        return field
    }

    /// Its name as definitions write it: without the schema `public`.
    public var plainName: String { Section.plain(name) }
}

/// A column of a target table and where its value comes from.
public struct TableColumn: Sendable {
    public enum Source: Sendable, Equatable {
        /// A field of the record.
        case field(String)
        /// The id of the row that the same record gives in another table of the dataset, which stands before this one;
        /// in a column that is not required none where it gives no row there.
        case row(of: String)
        /// 1, 2, 3 ... in the order of records, among the rows of one parent; where a format maps the field, what that
        /// says.
        case counted(unless: String)
        /// One column of the row of `table` whose columns equal these fields or, for `$owner`, the row's owner.
        case lookup(table: String, match: [Match], take: String)
    }
    public struct Match: Sendable, Equatable {
        public var column: String
        /// A field of the record, or nil for a constant.
        public var field: String?
        public var constant: String?

    }
    /// Who may change the value once the row exists.
    public enum Write: String, CaseIterable, Sendable {
        /// A later export changes it.
        case source
        /// Set on insert, then it is the app's.
        case keep
        /// Likewise, and the app's triggers write it whenever they like: it is not compared.
        case app
    }
    /// What becomes of a foreign key that leads nowhere.
    public enum Missing: String, CaseIterable, Sendable {
        case reject, null
        /// Of an array of ids, those that lead somewhere are kept.
        case drop
    }
    /// In how many of an owner's rows a boolean may be true.
    public enum Truth: Sendable {
        case anyRow
        /// In one at most, as a partial unique index demands: the app's choice stands, else the first of a file.
        case oneRow
    }

    public var name: String
    /// PostgreSQL's name of the type, as `format_type` gives it.
    public var type: String
    public var source: Source
    /// What is looked up where the record gives no row.
    public var fallback: Source?
    public var write = Write.source
    public var references: ColumnReference?
    public var onMissing = Missing.reject
    /// Table after whose rows this column is written, by an UPDATE; nil: with the row.
    public var after: String?
    /// Written where the source gives no value, for columns that take no null or have a default.
    public var whenNull: String?
    public var truth = Truth.anyRow
    /// Whether it holds a value of each record that its row gathers, see `Table.series`.
    public var isList = false
    /// Whose files may set the column.
    public enum Setter: String, CaseIterable, Sendable {
        case anyone
        /// Files under `--owner payload` alone: roles, consent.
        case migration
    }
    public var setBy = Setter.anyone
    /// What is said of new rows for which a lookup finds nothing.
    public var warning: String?
    /// What a file that lists the table's rows needs beside the column's name: keys of a field's mapping.
    var read: Node?
}
