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
        let head = try query(
            """
            select id, job, mode, database, status,
                extract(epoch from coalesce(finished_at, started_at) - started_at)::text
            from scorebook.runs where id = $1::uuid
            """, [run])
        guard let row = head.first else { throw Failure.unknownRun }
        var report = RunReport(
            run: row[0] ?? run, job: row[1], mode: row[2].flatMap(RunReport.Mode.init) ?? .run, database: row[3],
            status: row[4].flatMap(RunReport.Status.init) ?? .failed, seconds: row[5].flatMap { Double($0) } ?? 0)
        report.units = try units(of: run)
        for unit in report.units { report.ledger += unit.ledger }
        report.rejects = try firstRejects(of: run)
        try addStored(to: &report, run)
        return report
    }

    private func units(of run: String) throws -> [RunReport.Unit] {
        try query(
            """
            select source, encode(sha256, 'hex'), bytes, format, pg_catalog.array_to_string(datasets, ','), status,
                reason, read, inserted, updated, unchanged, duplicate, rejected, skipped, settings ->> 'zone',
                coalesce(settings ->> '\(MappingPlan.zoneOrigin)', 'settings')
            from scorebook.units where run_id = $1::uuid order by id
            """, [run]
        ).map { row in
            func count(_ column: Int) -> Int { row[column].flatMap { Int($0) } ?? 0 }
            var ledger = Ledger()
            ledger.read = count(7)
            ledger.inserted = count(8)
            ledger.updated = count(9)
            ledger.unchanged = count(10)
            ledger.duplicate = count(11)
            ledger.rejected = count(12)
            ledger.skipped = count(13)
            var status = row[5].flatMap(RunReport.Unit.Status.init) ?? .failed
            if status == .loaded, ledger.hasNoneAccepted { status = .rejected }
            return RunReport.Unit(
                source: row[0] ?? "", sha256: row[1], bytes: count(2), format: row[3].flatMap { $0.isEmpty ? nil : $0 },
                datasets: (row[4] ?? "").split(separator: ",").map(String.init),
                status: status, reason: row[6], ledger: ledger,
                zone: row[14].map { RunReport.Unit.Zone(name: $0, origin: row[15] ?? "") })
        }
    }

    private func firstRejects(of run: String) throws -> [RunReport.Reject] {
        try query(
            """
            select source, record_number, line, byte_offset, field, code, message, hint
            from scorebook.rejects where run_id = $1::uuid order by id limit $2::bigint
            """, [run, "\(RunReport.mostRejects)"]
        ).map { row in
            func number(_ column: Int) -> Int { row[column].flatMap { Int($0) } ?? 0 }
            let position = Position(record: number(1), line: number(2), byteOffset: number(3))
            return RunReport.Reject(
                source: row[0] ?? "", position: position, byteOffset: number(3), field: row[4] ?? "",
                code: row[5].flatMap(Defect.Code.init) ?? .refusedByServer, message: row[6] ?? "", hint: row[7] ?? "")
        }
    }

    /// What only the stored report knows: tables, warnings, triggers, conflicts.
    private func addStored(to report: inout RunReport, _ run: String) throws {
        let tables = try query(
            """
            select item.key, item.value ->> 'inserted', item.value ->> 'updated', item.value ->> 'unchanged',
                item.value ->> 'deleted'
            from scorebook.runs as run, pg_catalog.jsonb_each(run.report -> 'tables') as item
            where run.id = $1::uuid
            """, [run])
        report.tables = tables.map { row in
            func count(_ column: Int) -> Int { row[column].flatMap { Int($0) } ?? 0 }
            return RunReport.Table(
                row[0] ?? "", inserted: count(1), updated: count(2), unchanged: count(3), deleted: count(4))
        }
        report.warnings = try counts(run, "warnings")
        report.triggers = try counts(run, "triggers")
        report.conflicts = try query(
            """
            select item ->> 'table',
                (select pg_catalog.string_agg(part.key || '=' || part.value, chr(31))
                 from pg_catalog.jsonb_each_text(item -> 'key') as part),
                (select pg_catalog.string_agg(name, chr(31))
                 from pg_catalog.jsonb_array_elements_text(item -> 'columns') as name), item ->> 'kind'
            from scorebook.runs as run, pg_catalog.jsonb_array_elements(run.report -> 'conflicts') as item
            where run.id = $1::uuid
            """, [run]
        ).map { row in
            let key = (row[1] ?? "").split(separator: "\u{1F}").map { part in
                let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return JSONValue.Member(String(pair[0]), .text(pair.count == 2 ? String(pair[1]) : ""))
            }
            let columns = (row[2] ?? "").split(separator: "\u{1F}").map(String.init)
            let kind = row[3].flatMap { RunReport.Conflict.Kind(rawValue: $0) } ?? .edited
            return RunReport.Conflict(table: row[0] ?? "", key: key, kind: kind, columns: columns)
        }
    }

    private func counts(_ run: String, _ name: String) throws -> Tally {
        var counts = Tally()
        let rows = try query(
            """
            select item.key, item.value
            from scorebook.runs as run, pg_catalog.jsonb_each_text(run.report -> $2) as item
            where run.id = $1::uuid
            """, [run, name]
        )
        for row in rows { counts.add(row[0] ?? "", row[1].flatMap { Int($0) } ?? 0) }
        return counts
    }
}
