internal import Loading
internal import Normalising
internal import Postgres
internal import Records
public import Reporting

extension LedgerReader {
    /// The report of a run, as the ledger has it.
    ///
    /// Files and counts come from the ledger's own rows, which are the truth; a run that was cut off has no more than
    /// they, and shows as failed.
    public func report(of run: String) throws -> RunReport {
        let row = try connection.row(
            """
            select id, job, mode, database, coalesce(status, 'failed') as status,
                extract(epoch from coalesce(finished_at, started_at) - started_at) as seconds,
                (report ->> 'paused_seconds')::double precision as paused
            from scorebook.runs where id = \(bind: run)::uuid
            """)
        guard let row else { throw Failure.unknownRun }
        var report = try RunReport(
            run: row["id"], job: row["job"], mode: RunReport.Mode(rawValue: row["mode"]) ?? .run,
            database: row["database"], status: RunReport.Status(rawValue: row["status"]) ?? .failed,
            seconds: row["seconds"])
        report.pausedSeconds = try row["paused"]
        report.units = try units(of: run)
        for unit in report.units { report.ledger += unit.ledger }
        report.rejects = try firstRejects(of: run)
        report.areRejectsTruncated = try report.rejects.count == RunReport.mostRejects || hasCounted(of: run)
        report.causes = try causes(of: .run(run))
        try addStored(to: &report, run)
        return report
    }

    private func units(of run: String) throws -> [RunReport.Unit] {
        try connection.rows(
            """
            select source, nullif(encode(sha256, 'hex'), '') as sha256, bytes, nullif(format, '') as format, datasets, status,
                code, reason, \(Ledger.columns), settings ->> 'zone' as zone,
                coalesce(settings ->> \(literal: MappingPlan.zoneOrigin), 'settings') as origin
            from scorebook.units where run_id = \(bind: run)::uuid order by id
            """
        ).map { row in
            let ledger = try Ledger(row)
            var status = RunReport.Unit.Status(rawValue: try row["status"]) ?? .failed
            if status == .loaded { status = .loaded(ledger) }
            let code = (try row["code"] as String?).flatMap(RefusalCode.init(rawValue:))
            if status == .refused, code == .crashed { status = .crashed }
            let (zone, origin): (String?, String) = (try row["zone"], try row["origin"])
            return try RunReport.Unit(
                source: row["source"], sha256: row["sha256"], bytes: row["bytes"], format: row["format"],
                datasets: row["datasets"], status: status,
                code: code, reason: row["reason"], ledger: ledger,
                zone: zone.map { RunReport.Unit.Zone(name: $0, origin: origin) })
        }
    }

    private func firstRejects(of run: String) throws -> [RunReport.Reject] {
        try connection.rows(
            """
            select reject.source, reject.record_number, coalesce(reject.line, 0) as line,
                coalesce(reject.byte_offset, 0) as byte_offset, coalesce(defect.found ->> 'column', '') as "column",
                coalesce(defect.found ->> 'field', '') as field, defect.found ->> 'code' as code,
                coalesce(defect.found ->> 'message', '') as message, coalesce(defect.found ->> 'hint', '') as hint
            from scorebook.rejects as reject
            cross join lateral pg_catalog.jsonb_array_elements(reject.defects) with ordinality as defect (found, place)
            where reject.run_id = \(bind: run)::uuid and reject.lines is null
            order by reject.id, defect.place limit \(bind: RunReport.mostRejects)::bigint
            """
        ).map { row in
            let position = try Position(
                record: row["record_number"], line: row["line"], byteOffset: row["byte_offset"])
            return try RunReport.Reject(
                source: row["source"], position: position, byteOffset: position.byteOffset,
                column: row["column"], field: row["field"],
                code: Defect.Code(rawValue: row["code"]) ?? .refusedByServer, message: row["message"],
                hint: row["hint"])
        }
    }

    /// Whether rejects of a run were only counted.
    private func hasCounted(of run: String) throws -> Bool {
        try connection.value(
            """
            select exists (
                select from scorebook.rejects as reject where reject.run_id = \(bind: run)::uuid and reject.lines is not null)
            """) ?? false
    }

    /// Everything that still waits, by file and cause.
    public func openCauses() throws -> [RunReport.Cause] { try causes(of: .open) }

    private func causes(of scope: RejectScope) throws -> [RunReport.Cause] {
        let rows = try connection.rows(
            """
            select cause.*, array(select pg_catalog.lower(line) from unnest(cause.lines) as line limit 20) as first_lines,
                array(select pg_catalog.upper(line) - 1 from unnest(cause.lines) as line limit 20) as last_lines,
                (select pg_catalog.count(*) > 20 from unnest(cause.lines)) as has_more_lines
            from (
                select reject.source, nullif(unit.format, '') as format, coalesce(defect."column", '') as "column",
                    coalesce(defect.field, '') as field, defect.code, reject.run_id::text as run, reject.owner,
                    min(defect.message) as message, coalesce(defect.hint, '') as hint, defect.setting,
                    pg_catalog.sum(reject.count)::bigint as count, min(reject.id) as first_id,
                    pg_catalog.range_agg(\(Self.lines)) as lines
                from scorebook.rejects as reject
                left join scorebook.units as unit on unit.id = reject.unit_id
                cross join lateral pg_catalog.jsonb_to_recordset(reject.defects)
                    as defect (
                        field text, "column" text, code text, expected text, message text, hint text, setting text)
                where \(scope.condition) and reject.replayed_at is null
                group by 1, 2, 3, 4, 5, reject.run_id, reject.owner, defect.expected, defect.hint, defect.setting
                order by first_id limit 1000
            ) as cause
            order by cause.first_id
            """)
        let owners = try Dictionary(
            grouping: rows.map { row -> (run: String, owner: String?) in try (row["run"], row["owner"]) }, by: \.run)
        return try rows.map { row in
            let (count, first, last): (Int, [Int], [Int]) = (
                try row["count"], try row["first_lines"], try row["last_lines"]
            )
            let (setting, run, owner): (String?, String, String?) = try (row["setting"], row["run"], row["owner"])
            // A setting is one person's.
            let isShared = Set(owners[run, default: []].map(\.owner)).count > 1
            return try RunReport.Cause(
                source: row["source"], format: row["format"], column: row["column"], field: row["field"],
                code: row["code"], message: row["message"], hint: row["hint"], count: count,
                lines: zip(first, last).map { $0...$1 }, hasMoreLines: row["has_more_lines"],
                remedy: setting.map {
                    let command = TypedCommand().replay(run, setting: $0, owner: isShared ? owner : nil)
                    return RunReport.Remedy(replay: command, of: try row["source"])
                })
        }
    }

    /// The lines of a reject: one's own, or those of a cause.
    private static let lines: SQL = """
        coalesce(reject.lines, pg_catalog.int8multirange(pg_catalog.int8range(coalesce(reject.line, 0), coalesce(reject.line, 0), '[]')))
        """

    /// What only the stored report knows: tables, warnings, triggers, changes of the sources, conflicts.
    private func addStored(to report: inout RunReport, _ run: String) throws {
        report.tables = try connection.rows(
            """
            select item.key, coalesce(item.value ->> 'inserted', '0') as inserted,
                coalesce(item.value ->> 'updated', '0') as updated, coalesce(item.value ->> 'unchanged', '0') as unchanged,
                coalesce(item.value ->> 'deleted', '0') as deleted
            from scorebook.runs as run, pg_catalog.jsonb_each(run.report -> 'tables') as item
            where run.id = \(bind: run)::uuid
            """
        ).map { row in
            try RunReport.Table(
                row["key"], inserted: row["inserted"], updated: row["updated"], unchanged: row["unchanged"],
                deleted: row["deleted"])
        }
        report.warnings = try counts(run, "warnings")
        report.triggers = try counts(run, "triggers")
        report.sourceChanges = try connection.rows(
            """
            select item ->> 'format' as format, item ->> 'kind' as kind, item ->> 'name' as name, item ->> 'now' as now,
                item ->> 'before' as before
            from scorebook.runs as run, pg_catalog.jsonb_array_elements(run.report -> 'drift') as item
            where run.id = \(bind: run)::uuid
            """
        ).compactMap { row in
            guard let kind = RunReport.SourceChange.Kind(rawValue: try row["kind"]) else { return nil }
            return try RunReport.SourceChange(
                format: row["format"], kind: kind, name: row["name"], now: row["now"], before: row["before"])
        }
        report.conflicts = try connection.rows(
            """
            select item ->> 'table' as table_name, coalesce(item ->> 'kind', '') as kind,
                array(select part.key from pg_catalog.jsonb_each_text(item -> 'key') as part) as names,
                array(select part.value from pg_catalog.jsonb_each_text(item -> 'key') as part) as "values",
                array(select name from pg_catalog.jsonb_array_elements_text(item -> 'columns') as name) as columns
            from scorebook.runs as run, pg_catalog.jsonb_array_elements(run.report -> 'conflicts') as item
            where run.id = \(bind: run)::uuid
            """
        ).map { row in
            let (names, values): ([String], [String]) = (try row["names"], try row["values"])
            return try RunReport.Conflict(
                table: row["table_name"], key: zip(names, values).map { JSONValue.Member($0, .text($1)) },
                kind: RunReport.Conflict.Kind(rawValue: row["kind"]) ?? .edited, columns: row["columns"])
        }
    }

    private func counts(_ run: String, _ name: String) throws -> Counter {
        var counts = Counter()
        let rows = try connection.rows(
            """
            select item.key, item.value
            from scorebook.runs as run, pg_catalog.jsonb_each_text(run.report -> \(bind: name)) as item
            where run.id = \(bind: run)::uuid
            """)
        for row in rows { counts.add(try row["key"], try row["value"]) }
        return counts
    }
}
