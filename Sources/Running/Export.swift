internal import Definitions
internal import Mapping
public import Postgres
internal import Records
internal import Reporting
internal import Summarising

/// A person's rows as a file: metrics, the timeline, or any summary by its name.
///
/// `metrics` has the columns of format supabase-rows and `timeline` those of webapp-timeline, so that both import again
/// and change nothing. In these two a cell stands as it is, even where a spreadsheet would take it for a formula:
/// an apostrophe in front would be imported. They count such cells instead; summaries, which nobody imports, are made
/// harmless.
public struct Export {
    public enum Form: String, Sendable { case csv, json }

    /// Why nothing is written.
    public enum Failure: DatabaseFailure {
        case unknownName(known: [String])
        case unknownOwner
        case unreadable(String)
        case database(DatabaseError)

        public init(_ error: DatabaseError) { self = .database(error) }
    }

    /// What was written.
    public struct Outcome: Sendable {
        public var rows = 0
        /// Cells that a spreadsheet would take for formulas.
        public var formulas = 0
    }

    private let connection: Connection
    private let pipelines: String

    public init(_ connection: Connection, pipelines: String) {
        self.connection = connection
        self.pipelines = pipelines
    }

    /// Writes the rows, newest first, piece by piece.
    public func write(
        _ name: String, of owner: String, as form: Form, to sink: (String) -> Void
    ) throws(Failure) -> Outcome {
        let (select, columns) = try select(for: name, form)
        let id = try find(owner)
        return try connection.transaction { () throws(Failure) in
            try become(id)
            let parameters = name == "metrics" || name == "timeline" ? [id] : []
            switch form {
            case .json: return try writeJSON(select, parameters, sink)
            case .csv: return try writeCSV(select, columns, parameters, style(of: name), sink)
            }
        }
    }

    private func find(_ owner: String) throws(Failure) -> String {
        do throws(DatabaseError) {
            let directory = OwnerDirectory(connection: connection, identities: [:])
            guard owner != "payload", let found = try directory.find(owner),
                case .one(let high, let low) = found.ownership
            else { throw DatabaseError(.usage, "") }
            return UUIDText.text(high: high, low: low)
        } catch {
            if error.kind == .usage, error.message.isEmpty { throw .unknownOwner }
            throw .database(error)
        }
    }

    /// Sees what the person sees in the app, where this role may; else what the loader may see of that person.
    private func become(_ id: String) throws(Failure) {
        do throws(DatabaseError) {
            _ = try connection.rows(
                """
                select pg_catalog.set_config('scorebook.owners', $1, true),
                    pg_catalog.set_config('request.jwt.claim.sub', $1, true),
                    pg_catalog.set_config('request.jwt.claims', $2, true)
                """, [id, "{\"sub\":\"\(id)\",\"role\":\"authenticated\"}"])
            let may = try connection.value(
                """
                select pg_catalog.pg_has_role(current_user, oid, 'member')::text
                from pg_catalog.pg_roles where rolname = 'authenticated'
                """)
            if may == "true" { try connection.run("set local role authenticated") }
        } catch { throw .database(error) }
    }

    private enum Style { case rows, timeline, spreadsheet }

    private func style(of name: String) -> Style {
        switch name {
        case "metrics": .rows
        case "timeline": .timeline
        default: .spreadsheet
        }
    }

    /// The query, and the names of its columns.
    private func select(for name: String, _ form: Form) throws(Failure) -> (sql: String, columns: [String]) {
        // PostgreSQL's own text of a boolean is `t`; files say `true`.
        let asText = form == .csv ? "::text" : ""
        if name == "metrics" { return (Self.metrics(asText), Self.metricsColumns) }
        if name == "timeline" { return (Self.timeline, Self.timelineColumns) }
        let summaries: Summaries
        do throws(SummaryError) { summaries = try Summaries.load(pipelines) } catch { throw .unreadable("\(error)") }
        let known = summaries.all.filter { $0.kind != .function && $0.schema == .public }
        guard let summary = known.first(where: { $0.name == name }) else {
            throw .unknownName(known: ["metrics", "timeline"] + known.map(\.name))
        }
        let columns = try attributes(of: summary.qualifiedName)
        let list = columns.map { column in
            let name = Identifier(parts: [column.name]).quoted
            return column.isBoolean ? "\(name)\(asText) as \(name)" : name
        }
        let sql = "select \(list.joined(separator: ", ")) from \(Identifier(summary.qualifiedName).quoted)"
        return (sql, columns.map(\.name))
    }

    private func attributes(of table: String) throws(Failure) -> [(name: String, isBoolean: Bool)] {
        do throws(DatabaseError) {
            return try connection.rows(
                """
                select attname, atttypid = 'pg_catalog.bool'::pg_catalog.regtype
                from pg_catalog.pg_attribute
                where attrelid = $1::pg_catalog.regclass and attnum > 0 and not attisdropped
                order by attnum
                """, [table]
            ).map { ($0[0] ?? "", $0[1] == "t") }
        } catch { throw .database(error) }
    }

    private static let metricsColumns = [
        "id", "user_id", "recorded_date", "metric_type", "value", "unit", "event_id", "notes", "verified", "created_at",
        "family_unit_id", "display_value", "source", "is_primary",
    ]

    private static let timelineColumns = [
        "Date", "Metric Type", "Value", "Unit", "Event ID", "Verified", "Notes", "Display Value", "ID",
    ]

    private static func metrics(_ asText: String) -> String {
        """
        select metric.id, metric.user_id, metric.recorded_date, metric.metric_type, metric.value, metric.unit,
            metric.event_id, metric.notes, metric.verified\(asText) as verified, metric.created_at,
            metric.family_unit_id, metric.display_value, metric.source, metric.is_primary\(asText) as is_primary
        from public.performance_metrics as metric
        where metric.user_id = $1::uuid
        order by metric.recorded_date desc, metric.created_at desc nulls last, metric.id desc
        """
    }

    private static let timeline = """
        select metric.recorded_date as "Date", metric.metric_type as "Metric Type", metric.value as "Value",
            metric.unit as "Unit", metric.event_id as "Event ID",
            case when metric.verified then 'Yes' else 'No' end as "Verified", metric.notes as "Notes",
            metric.display_value as "Display Value", metric.id as "ID"
        from public.performance_metrics as metric
        where metric.user_id = $1::uuid
        order by metric.recorded_date desc, metric.created_at desc nulls last, metric.id desc
        """

    private func writeJSON(
        _ select: String, _ parameters: [String?], _ sink: (String) -> Void
    ) throws(Failure) -> Outcome {
        var outcome = Outcome()
        do throws(DatabaseError) {
            let sql = "select pg_catalog.row_to_json(chosen)::text from (\(select)) as chosen"
            try connection.each(sql, parameters) { row throws(DatabaseError) in
                sink((outcome.rows == 0 ? "[\n" : ",\n") + (row[0] ?? "null"))
                outcome.rows += 1
            }
        } catch { throw .database(error) }
        sink(outcome.rows == 0 ? "[]\n" : "\n]\n")
        return outcome
    }

    private func writeCSV(
        _ select: String, _ columns: [String], _ parameters: [String?], _ style: Style, _ sink: (String) -> Void
    ) throws(Failure) -> Outcome {
        var outcome = Outcome()
        do throws(DatabaseError) {
            sink(line(columns, style, isHeader: true))
            try connection.each(select, parameters) { row throws(DatabaseError) in
                let texts = row.texts
                if style != .spreadsheet { outcome.formulas += texts.count { Self.isFormula($0) } }
                sink(line(texts, style, isHeader: false))
                outcome.rows += 1
            }
        } catch { throw .database(error) }
        return outcome
    }

    private func line(_ cells: [String?], _ style: Style, isHeader: Bool) -> String {
        switch style {
        case .rows:
            return cells.map { isHeader ? $0 ?? "" : $0.map(Self.quoted) ?? "" }.joined(separator: ",") + "\n"
        case .timeline: return cells.map { $0.map(Self.asInTheApp) ?? "" }.joined(separator: ",") + "\n"
        case .spreadsheet:
            return CSVText.line(cells.map { $0.map(JSONValue.number) ?? .null })
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

    /// The app's timeline export writes inner quotes as they are: one that would end the cell gets a blank behind it.
    private static func asInTheApp(_ text: String) -> String {
        var cell = "\""
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if last == "\"", scalar == "," || scalar == "\n" || scalar == "\r" { cell += " " }
            cell.unicodeScalars.append(scalar)
            last = scalar
        }
        return cell + (last == "\"" ? " \"" : "\"")
    }

    private static func isFormula(_ text: String?) -> Bool {
        guard let text, let first = text.unicodeScalars.first else { return false }
        return "=+-@\t\r".unicodeScalars.contains(first)
            && !text.dropFirst().utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E }
    }
}
