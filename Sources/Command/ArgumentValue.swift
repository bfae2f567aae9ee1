public import Records
public import Reporting

/// A type that an option's value is read into.
public protocol ArgumentValue: Sendable {
    /// What is right, for messages: `a whole number as in 4`.
    static var expected: String { get }
    /// All values, where there are few.
    static var choices: [String] { get }
    init(argument: String) throws(ValueFault)
}

/// Why a value is not taken.
public enum ValueFault: Error, Equatable, Sendable {
    case notUnderstood
    /// Understood, but not allowed on a command line.
    case passwordInURL
}

extension ArgumentValue {
    public static var choices: [String] { [] }
}

extension String: ArgumentValue {
    public static var expected: String { "some text" }
    public init(argument: String) throws(ValueFault) {
        guard !argument.isEmpty else { throw .notUnderstood }
        self = argument
    }
}

extension RejectLimit: ArgumentValue {
    public static var expected: String { "a number of records or a share of them, as in 10 or 2.5%" }
    public init(argument: String) throws(ValueFault) {
        guard let limit = RejectLimit(argument) else { throw .notUnderstood }
        self = limit
    }
}

extension Pace: ArgumentValue {
    public static var expected: String { "a share of time from 1% to 100%, as in 25%" }
    public init(argument: String) throws(ValueFault) {
        guard let pace = Pace(argument) else { throw .notUnderstood }
        self = pace
    }
}

/// `--group 64MB`: a number of bytes.
public struct ByteCount: ArgumentValue, Equatable {
    public var count: Int

    public static var expected: String { "a number of bytes, as in 500kB, 64MB or 1GB" }
    public init(argument: String) throws(ValueFault) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        let units = ["": 1, "B": 1, "kB": 1 << 10, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30]
        guard let number = Int(digits), number > 0, number < 1 << 30,
            let unit = units[argument.dropFirst(digits.count).trimmingPrefix(" ").description]
        else { throw .notUnderstood }
        count = number * unit
    }
}

/// An enumeration whose raw values are the words of the command line.
public protocol ChoiceArgument: ArgumentValue, CaseIterable, RawRepresentable where RawValue == String {}

extension ChoiceArgument {
    public static var choices: [String] { allCases.map(\.rawValue) }
    public static var expected: String { "one of " + choices.joined(separator: ", ") }
    public init(argument: String) throws(ValueFault) {
        guard let value = Self(rawValue: argument) else { throw .notUnderstood }
        self = value
    }
}

extension OutputForm: ChoiceArgument {}

/// `quarantine --code`: why files were refused.
extension RefusalCode: ArgumentValue {
    public static var choices: [String] { allCases.map(\.rawValue) }
    public static var expected: String { "a code as in E_UNKNOWN_FORMAT; `scorebook help refusals` lists them" }
    public init(argument: String) throws(ValueFault) {
        guard let code = RefusalCode(rawValue: argument.uppercased()) else { throw .notUnderstood }
        self = code
    }
}

/// `--report KIND=FILE`: a report for another program, beside the command's own.
public struct ReportTarget: ArgumentValue, Equatable {
    public enum Kind: String, CaseIterable, Sendable { case junit, frictionless }

    public var kind: Kind
    public var path: String

    public static var expected: String { "junit=FILE or frictionless=FILE" }
    public init(argument: String) throws(ValueFault) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { throw .notUnderstood }
        (self.kind, path) = (kind, parts[1])
    }
}
extension LogLine.Form: ChoiceArgument {}
extension Terminal.Colours: ChoiceArgument {}

/// `--reader`: how `peek` reads a file whose name does not say it.
public enum ReaderName: String, ChoiceArgument {
    case csv, json, jsonl, xml, sql, fit, track, jpeg
}

/// `export --preset`: the timeline's ranges, up to today.
public enum RangePreset: String, ChoiceArgument {
    case last30Days = "last_30_days"
    case last3Months = "last_3_months"
    case last6Months = "last_6_months"
    case last12Months = "last_12_months"
    case allTime = "all_time"
}

/// `export --from`, `--to`: a day.
public struct CalendarDay: ArgumentValue, Equatable {
    /// `yyyy-MM-dd`
    public var text: String

    public static var expected: String { "a day as in 2026-05-31" }
    public init(argument: String) throws(ValueFault) {
        guard argument.utf8.count == 10 else { throw .notUnderstood }
        text = try PointInTime(argument: argument).text
    }
}

/// `--unit COLUMN=UNIT`: the unit of a column.
public struct ColumnUnit: ArgumentValue, Equatable {
    public var column: String
    public var unit: String

    public static var expected: String { "COLUMN=UNIT as in 'Bat speed=mph'" }
    public init(argument: String) throws(ValueFault) {
        // A unit has no equals sign, a column may.
        guard let equals = argument.lastIndex(of: "="), equals != argument.startIndex,
            equals != argument.index(before: argument.endIndex)
        else { throw .notUnderstood }
        column = String(argument[..<equals])
        unit = String(argument[argument.index(after: equals)...])
    }
}

/// `--set K=V`: a setting for the files of this run.
public struct Setting: ArgumentValue, Equatable {
    public var name: String
    public var value: String

    public static var expected: String { "NAME=VALUE as in weight_unit=kg" }
    public init(argument: String) throws(ValueFault) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { throw .notUnderstood }
        name = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
    }
}

/// `--diffs N|all`: how many diffs a table a plan shows.
public enum DiffCount: ArgumentValue, Equatable {
    case first(Int)
    case all

    public static var expected: String { "a number or all" }
    public init(argument: String) throws(ValueFault) {
        self = argument == "all" ? .all : .first(try RecordCount(argument: argument).count)
    }
}

/// A number of records, zero allowed.
public struct RecordCount: ArgumentValue, Equatable {
    public var count: Int

    public static var expected: String { "a whole number as in 20" }
    public init(argument: String) throws(ValueFault) {
        guard argument.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(argument) else {
            throw .notUnderstood
        }
        self.count = count
    }
}

/// `--jobs N`: how many photos are decoded at once.
public struct WorkerCount: ArgumentValue, Equatable {
    public var count: Int

    public static var expected: String { "a whole number from 1 to 64" }
    public init(argument: String) throws(ValueFault) {
        count = try RecordCount(argument: argument).count
        guard (1...64).contains(count) else { throw .notUnderstood }
    }
}

/// `--max-age D`: a length of time.
public struct Age: ArgumentValue, Equatable {
    public var seconds: Int

    public static var expected: String { "a number with s, min, h or d, as in 36h" }
    public init(argument: String) throws(ValueFault) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        let units = ["s": 1, "min": 60, "m": 60, "h": 3600, "d": 86_400]
        guard let count = Int(digits), let unit = units[String(argument.dropFirst(digits.count))] else {
            throw .notUnderstood
        }
        let (seconds, isTooLong) = count.multipliedReportingOverflow(by: unit)
        guard !isTooLong else { throw .notUnderstood }
        self.seconds = seconds
    }
}

/// `runs --since DAY|AGE`: from a day on, in UTC, or as long ago as this.
public enum Since: ArgumentValue, Equatable {
    case day(CalendarDay)
    case age(Age)

    public static var expected: String { "a day as in 2026-05-31, or an age as in 7d" }
    public init(argument: String) throws(ValueFault) {
        self = argument.contains("-") ? .day(try CalendarDay(argument: argument)) : .age(try Age(argument: argument))
    }
}

/// `runs --status STATUS`: how runs ended.
public enum RunStatus: String, ChoiceArgument {
    case succeeded, warned, refused, failed, unfinished
    case nothingToDo = "nothing_to_do"
    case limitExceeded = "limit_exceeded"
    case rolledBack = "rolled_back"
}

/// `--database URL|embedded`: which database.
public enum DatabaseAddress: ArgumentValue, Equatable {
    /// Scorebook's own cluster.
    case embedded
    /// A libpq URL or key words, without a password.
    case connection(String)

    public static var expected: String { "embedded, or a URL as in postgresql://loader@db.example.org/app" }

    /// Refuses a password: every user of the machine can see a command line.
    public init(argument: String) throws(ValueFault) {
        if argument == "embedded" {
            self = .embedded
            return
        }
        let isURL = argument.hasPrefix("postgresql://") || argument.hasPrefix("postgres://")
        guard isURL ? !Self.urlHasPassword(argument) : !Self.wordsHavePassword(argument) else {
            throw .passwordInURL
        }
        guard isURL || argument.contains("=") else { throw .notUnderstood }
        self = .connection(argument)
    }

    /// `postgresql://user:secret@host/db?password=secret`
    ///
    /// Everything up to the last `@` counts as credentials: a password may hold an `@` or `/` that was not
    /// to encode.
    private static func urlHasPassword(_ url: String) -> Bool {
        guard let scheme = url.firstRange(of: "://") else { return false }
        let rest = url[scheme.upperBound...]
        let query = rest.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let asksForPassword = query.split(whereSeparator: { $0 == "&" || $0 == "?" }).contains { pair in
            let key = pair.prefix { $0 != "=" }.lowercased()
            // A key may be percent-encoded; none of ours needs to be.
            return key == "password" || key == "sslpassword" || key.contains("%")
        }
        guard let at = rest.lastIndex(of: "@") else { return asksForPassword }
        return rest[..<at].contains(":") || asksForPassword
    }

    /// `host=db password=secret`, blanks around the equals sign allowed.
    private static func wordsHavePassword(_ words: String) -> Bool {
        words.lowercased().contains("password")
    }
}
