internal import Definitions
internal import Discovering
internal import Loading
internal import Postgres
internal import Records
internal import Reporting

/// The run's own row, and what is remembered of refused files.
extension Run {
    func beginRun() throws {
        guard let connection else { return }
        try connection.run(
            """
            insert into scorebook.runs (id, job, mode, database, options)
            values ($1::uuid, $2, $3, $4, $5::jsonb)
            """,
            [
                report.run, request.job?.name, request.mode.rawValue, connection.description,
                planFile(diffs: false).json.line,
            ])
    }

    func endRun(_ last: Connection) {
        // The ledger holds the truth; a run whose end could not be written shows as unfinished.
        guard let connection = last.isAlive ? last : try? database?.openLoader() else { return }
        _ = try? connection.run(
            """
            update scorebook.runs set status = $2, report = $3::jsonb, finished_at = pg_catalog.clock_timestamp()
            where id = $1::uuid
            """, [report.run, report.status.rawValue, report.json.line])
    }

    /// Removes what is older than its retention, for some seconds; the next run goes on. Under another time than the clock's
    /// nothing is removed.
    private static let secondsOfPurging = 5.0

    func purge(_ connection: Connection) {
        guard request.asOf == nil, end == .done || end == .overLimit, !hooks.shouldStop() else { return }
        do {
            let purged = try Retention(pipelines).purge(
                on: connection, within: Self.secondsOfPurging, shouldStop: hooks.shouldStop)
            if !purged.isNone { report.purged = purged }
        } catch {
            let reason = (error as? DatabaseError)?.description ?? "no reason given"
            report.warnings.add("what is older than its retention could not be removed (\(reason))", 1)
        }
    }

    /// A refused file stands in the ledger, too, and blocks no retry.
    func remember(_ candidate: Candidate, _ refusal: Refusal) throws {
        guard let connection, request.mode == .run, let sha256 = refusal.sha256 else { return }
        let unit = UnitDescription(
            key: UnitKey(ownerScope: request.whose ?? "", sha256: sha256, ledgerKey: sha256),
            source: shown(candidate), bytes: refusal.bytes, format: refusal.format ?? "", datasets: [], settings: [])
        try UnitLedger(connection: connection).record(
            unit, run: report.run, status: "refused", reason: refusal.reason)
    }
}

/// The words of rejects as they are stored.
enum RejectWording {
    static func text(_ reject: Reject) -> RejectText {
        let first = reject.defects.first.map { DefectMessage($0) }
        let defects = reject.defects.map { defect in
            let wording = DefectMessage(defect)
            return "{\"field\": \(JSONText.quoted(defect.field)), \"code\": \(JSONText.quoted(defect.code.rawValue)), "
                + "\"message\": \(JSONText.quoted(wording.message)), \"hint\": \(JSONText.quoted(wording.hint))}"
        }
        let cells = reject.cells.map { cell in
            "\(JSONText.quoted(cell.name)): \(cell.value.map(JSONText.quoted) ?? "null")"
        }
        return RejectText(
            message: first?.message ?? "", hint: first?.hint ?? "",
            defects: "[" + defects.joined(separator: ", ") + "]", cells: "{" + cells.joined(separator: ", ") + "}")
    }
}
