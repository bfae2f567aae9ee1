internal import Definitions
public import Postgres
internal import Reporting
internal import Summarising

/// A person's rows as a file: what a dataset exports, or any summary by its name.
///
/// A dataset's exports import again and change nothing. In these a cell stays as it is, even where a spreadsheet would
/// take it for a formula: an apostrophe in front would be imported. They count such cells instead; summaries, which are
/// not imported, are made harmless.
public struct Export {
    public enum Form: String, Sendable { case csv, json }

    /// Which of the rows: days with both ends included, nil where an end is open.
    public struct Choice: Sendable {
        /// One of the timeline's ranges (`public.range_presets`), as of today where the person lives.
        public var preset: String?
        public var from: String?
        public var to: String?
        public var verifiedOnly = false

        public init() {}

        var isEverything: Bool { preset == nil && from == nil && to == nil && !verifiedOnly }
    }

    /// Why nothing is written.
    public enum Failure: Error {
        case unknownName(known: [String])
        case unknownOwner
        /// A summary without a day, or without `verified`.
        case notChosen(column: String)
        case unreadable(String)
    }

    /// What was written.
    public struct Outcome: Sendable {
        public var rows = 0
        /// Cells that a spreadsheet would take for formulas.
        public var formulas = 0
    }

    private let connection: Connection
    private let pipelines: [String]

    public init(_ connection: Connection, pipelines: [String]) {
        self.connection = connection
        self.pipelines = pipelines
    }

    /// Writes the rows, newest first, piece by piece.
    public func write(
        _ name: String, of owner: String, as form: Form, choosing choice: Choice = Choice(),
        to sink: (String) -> Void
    ) throws -> Outcome {
        let named = try query(named: name)
        guard let person = try PersonalView(connection, of: owner) else { throw Failure.unknownOwner }
        return try person.read {
            let query = try chosen(named, choice, of: person.id)
            switch form {
            case .json: return try writeJSON(query, sink)
            case .csv: return try writeCSV(query, sink)
            }
        }
    }

    /// The query's rows of the chosen days.
    private func chosen(_ query: Query, _ choice: Choice, of id: String) throws -> Query {
        var days = [choice.from, choice.to]
        if let preset = choice.preset {
            days =
                try connection.rows(
                    """
                    select p.start_date, p.end_date from public.local_days as d
                    cross join lateral public.range_presets(d.local_today) as p
                    where d.user_id = $1::uuid and p.range_preset = $2
                    """, [id, preset]
                ).first ?? days
        }
        var chosen = query
        switch query.style {
        case .again:
            chosen.parameters = [id] + days + [choice.verifiedOnly ? "true" : "false"]
        case .spreadsheet:
            if choice.isEverything { return query }
            let names = try connection.columns(of: query.sql).map(\.name)
            var conditions: [String] = []
            if days != [nil, nil] {
                guard let day = Self.days.first(where: names.contains) else { throw Failure.notChosen(column: "day") }
                chosen.parameters = days
                conditions = [
                    "($1::date is null or rows.\(day) >= $1::date)",
                    "($2::date is null or rows.\(day) <= $2::date)",
                ]
            }
            if choice.verifiedOnly {
                guard names.contains("verified") else { throw Failure.notChosen(column: "verified") }
                conditions.append("rows.verified")
            }
            chosen.sql = "select rows.* from (\(query.sql)) as rows where \(conditions.joined(separator: " and "))"
        }
        return chosen
    }

    /// The day of a summary's row, by its name.
    private static let days = ["recorded_date", "day", "local_day", "taken_on"]

    /// How cells are written: as a format reads them again, or harmless in a spreadsheet.
    private enum Style {
        case again
        case spreadsheet
    }

    private struct Query {
        var sql: String
        var parameters: [String?] = []
        var style = Style.spreadsheet
    }

    /// The query that a dataset exports under a name, or a summary's.
    private func query(named name: String) throws -> Query {
        let exports = Pipelines.load(pipelines).0.datasets.flatMap(\.exports)
        if let export = exports.first(where: { $0.name == name }) {
            return Query(sql: export.sql, style: .again)
        }
        let summaries: Summaries
        do { summaries = try Summaries.load(Pipelines.base(of: pipelines)) } catch {
            throw Failure.unreadable("\(error)")
        }
        let known = summaries.all.filter { $0.kind != .function && $0.schema == .public }
        guard let summary = known.first(where: { $0.name == name }) else {
            throw Failure.unknownName(known: exports.map(\.name) + known.map(\.name))
        }
        return Query(sql: "select * from \(Identifier(summary.qualifiedName).quoted)")
    }

    /// The columns of what `write` gives as CSV, with what a dataset says of those of its table.
    public func package(_ name: String) throws -> DataPackage {
        let columns = try connection.columns(of: try query(named: name).sql)
        let numbers = columns.map { Int($0.type) }
        let types: [String] = try connection.values(
            """
            select pg_catalog.format_type(listed.type::oid, null)
            from unnest(\(bind: numbers)::bigint[]) with ordinality as listed (type, place) order by listed.place
            """)
        let dataset = Pipelines.load(pipelines).0.datasets.first { $0.exports.contains { $0.name == name } }
        let contract = dataset.flatMap { dataset in dataset.tables.first.map { TableContract($0, of: dataset) } }
        let fields = zip(columns, types).map { column, type in
            let about = contract?.columns.first { $0.name == column.name }?.about ?? ""
            var field = TableSchema.Field(column.name, sql: type, about: about)
            // As the server writes them: 2026-03-14 08:15:00+00, {a,b}.
            if field.type == "datetime" { field.format = "any" }
            if field.type == "array" { field.type = "string" }
            return field
        }
        return DataPackage(
            name: "scorebook-\(name.replacing("_", with: "-"))", title: "\(name) of one person", created: nil,
            resources: [
                .init(name: name, path: "\(name).csv", title: name, schema: TableSchema(fields: fields))
            ])
    }

    private func writeJSON(_ query: Query, _ sink: (String) -> Void) throws -> Outcome {
        var outcome = Outcome()
        let sql = "select pg_catalog.row_to_json(chosen)::text from (\(query.sql)) as chosen"
        try connection.each(sql, query.parameters) { row in
            sink((outcome.rows == 0 ? "[\n" : ",\n") + (row[0] ?? "null"))
            outcome.rows += 1
        }
        sink(outcome.rows == 0 ? "[]\n" : "\n]\n")
        return outcome
    }

    private func writeCSV(_ query: Query, _ sink: (String) -> Void) throws -> Outcome {
        var outcome = Outcome()
        let columns = try connection.columns(of: query.sql)
        // PostgreSQL's own text of a boolean is `t`; files say `true`.
        let list = columns.map { column in
            let name = Identifier(parts: [column.name]).quoted
            return column.isBoolean ? "\(name)::text as \(name)" : name
        }
        sink(line(columns.map(\.name), query.style, isHeader: true))
        let sql = "select \(list.joined(separator: ", ")) from (\(query.sql)) as chosen"
        try connection.each(sql, query.parameters) { row in
            let texts = row.texts
            if case .again = query.style { outcome.formulas += texts.count { Self.isFormula($0) } }
            sink(line(texts, query.style, isHeader: false))
            outcome.rows += 1
        }
        return outcome
    }

    private func line(_ cells: [String?], _ style: Style, isHeader: Bool) -> String {
        switch style {
        case .again:
            return cells.map { isHeader ? $0 ?? "" : $0.map(Self.quoted) ?? "" }.joined(separator: ",") + "\r\n"
        case .spreadsheet:
            return CSVText.line(cells.map { $0.map(JSONValue.number) ?? .null }).dropLast() + "\r\n"
        }
    }

    private static func quoted(_ text: String) -> String {
        var cell = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { cell += "\"" }
            cell.unicodeScalars.append(scalar)
        }
        return cell + "\""
    }

    private static func isFormula(_ text: String?) -> Bool {
        guard let text, let first = text.unicodeScalars.first else { return false }
        return "=+-@\t\r".unicodeScalars.contains(first)
            && !text.dropFirst().utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E }
    }
}
