internal import Filing
internal import YAML

/// A rule over many records of a unit, as one SELECT over its staged rows.
///
/// Read from `Pipelines/<dataset>/checks/<name>.sql`. The SELECT gives `record` and `field`; each such record is refused.
/// It reads `pg_temp.staged_<table>`, which has the columns of the target that fields fill, and the targets themselves.
public struct Check: Sendable {
    public var name: String
    public var because: String
    public var sql: String

    public init(name: String, because: String, sql: String) {
        self.name = name
        self.because = because
        self.sql = sql
    }
}

/// The fields of a game's final score and of the rules it was played by.
///
/// A game ends when a side has `target` points and leads by `winBy`, or has `cap` points. A score is impossible where
/// the point before it had ended the game; one that has not ended it is no fault, games are broken off. What a record
/// does not say is not checked.
public struct ScoreRule: Sendable, Equatable {
    public var sides: [String]
    public var target: String?
    public var winBy: String?
    public var cap: String?
    /// Side that won, from 1, or 0 for neither.
    public var winner: String?
    /// Points between winner and loser.
    public var difference: String?

    /// - Parameter fields: the sides, and those of the others that there are, in this order.
    public init(_ fields: [String]) {
        sides = Array(fields.prefix(2))
        (target, winBy, cap) = (fields.at(2), fields.at(3), fields.at(4))
        (winner, difference) = (fields.at(5), fields.at(6))
    }

    /// In the order in which `CrossFieldCheck` asks for them.
    public var fields: [String?] { sides.map { $0 } + [target, winBy, cap, winner, difference] }
}

extension [String] {
    fileprivate func at(_ index: Int) -> String? { indices.contains(index) ? self[index] : nil }
}

/// What `scorebook export` writes of a dataset's rows, to be read again by one of the formats.
///
/// Read from `Pipelines/<dataset>/exports/<name>.sql`: a SELECT whose columns are those of the file, of the rows of `$1`, an
/// owner's id, from day `$2` to day `$3`, both included, and verified where `$4` is true; null means all.
public struct ExportQuery: Sendable {
    public var name: String
    public var sql: String

    public init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}

extension ExportQuery {
    /// The files in the folder `exports` beside the definition.
    static func all(in file: DefinitionFile) -> [ExportQuery] {
        let folder = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let files = (try? FolderListing.visibleNames(in: "\(folder)/exports")) ?? []
        return files.filter { $0.hasSuffix(".sql") }.sorted().compactMap { name in
            let name = String(name.dropLast(4))
            return file.sql("exports/\(name)", at: Mark(line: 1, column: 1)).map { ExportQuery(name: name, sql: $0) }
        }
    }
}

/// What is done in a unit's transaction beside the rows that its records give.
///
/// Read from `Pipelines/<dataset>/steps/<name>.sql`: statements, which go to the server in one request. They read
/// `pg_temp.staged_<table>`; from `before` on `{labelled}` stands for the table's rows with their `label`: `i` those to insert, `u` those to update. `{known}`, behind
/// `with`, stands for the dataset's tables as they will be: `known_<table>`, with `record` null where the unit does not bring
/// the row. A step before names in `pg_temp.rewritten` (`table_name`, `key`) rows of other tables that the step after changes:
/// what was as we wrote it counts as ours still.
public struct Step: Sendable {
    public enum Moment: String, CaseIterable, Sendable {
        /// Once all rows are staged, before any is looked up: it may change them.
        case staged
        /// Before a table's rows are written.
        case before
        /// After them.
        case after
        /// When the unit is told of: a SELECT of `what` and `count`, for the report.
        case told
    }

    public var name: String
    public var moment: Moment
    /// The table whose rows it is about: where the unit brings none, nothing is done.
    public var table: String
    public var sql: String
    /// The text, with what stands for rows apart.
    public var parts: [Part]

    public enum Part: Equatable, Sendable {
        case sql(String)
        case labelled
        case known
    }

    public init(name: String, moment: Moment, table: String, sql: String) {
        self.name = name
        self.moment = moment
        self.table = table
        self.sql = sql
        parts = sql.split(separator: "{labelled}", omittingEmptySubsequences: false).map { part in
            part.split(separator: "{known}", omittingEmptySubsequences: false).map { [Part.sql(String($0))] }
                .joined(separator: [.known])
        }.joined(separator: [.labelled]).map(\.self)
    }
}

/// An entry of `steps`, with the SQL beside the definition.
enum DatasetSQL {
    case check(Check)
    case step(Step)

    static let keys = KeyTable<Void>("step") { keys in
        keys.declare(
            "sql", .identifier, .required,
            about:
                "`steps/NAME.sql`: statements in the file's transaction. `checks/NAME.sql`: a SELECT of `record` and "
                + "`field`.")
        keys.declare(
            "when", .choice(Step.Moment.allCases.map(\.rawValue)),
            about:
                "Before rows are looked up, before or after a table's are written, or when the report is made. A check "
                + "has none.")
        keys.declare(
            "table", .form("^([a-z0-9_]+\\.)?[a-z0-9_]+$", "table"), .beside(["when"]), about: "The table it is about.")
        keys.declare("because", .text, about: "Of a check: why; rejects say so.")
        keys.schemaRule("oneOf", [["required": ["when", "table"]], ["required": ["because"]]])
    }

    init?(_ node: Node, tables: [Table], in file: DefinitionFile) {
        guard let section = Section(node, Self.keys.title, keys: Self.keys.names, in: file),
            let name = section.text("sql", isRequired: true), let mark = section["sql"]?.mark,
            file.name(name, at: mark, "step") != nil
        else { return nil }
        if section["when"] == nil, section["table"] == nil {
            guard let because = section.text("because", isRequired: true),
                let sql = file.sql("checks/\(name)", at: mark)
            else { return nil }
            self = .check(Check(name: name, because: because, sql: sql))
            return
        }
        if let node = section["because"] { file.fault(node.mark, "`because` is for a check, which has no `when`") }
        guard section.required("when") != nil, let moment = section.choice("when", Step.Moment.self),
            let table = section.table("table")
        else { return nil }
        if !tables.contains(where: { $0.name == table }), let mark = section["table"]?.mark {
            file.unknown("table", Section.plain(table), at: mark, among: tables.map(\.plainName))
        }
        guard let sql = file.sql("steps/\(name)", at: mark) else { return nil }
        self = .step(Step(name: name, moment: moment, table: table, sql: sql))
    }
}
