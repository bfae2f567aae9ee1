internal import Loading
internal import Postgres
internal import Reporting

/// The row of a run in `scorebook.runs`.
struct RunRow {
    let id: String
    let job: String?
    let mode: RunReport.Mode

    func begin(on connection: Connection) throws {
        try connection.run(
            "insert into scorebook.runs (id, job, mode, database) values ($1::uuid, $2, $3, $4)",
            [id, job, mode.rawValue, connection.description])
    }

    /// The ledger holds the truth; a run whose end cannot be written shows as unfinished.
    func end(_ report: RunReport, on connection: Connection) {
        guard connection.isAlive else { return }
        _ = try? connection.run(
            """
            update scorebook.runs set status = $2, report = $3::jsonb, finished_at = pg_catalog.clock_timestamp()
            where id = $1::uuid
            """, [id, report.status.rawValue, report.json.line])
    }
}

extension KnownRun {
    /// The one run that is meant: by its id, the beginning of it, or `latest`.
    static func find(_ given: String, on connection: Connection) throws -> KnownRun {
        let id: String
        do { id = try LedgerReader(connection).run(named: given) } catch let error as LedgerReader.Failure {
            throw RunEnd.unknownRun(error)
        }
        let found = try UnitLedger(connection: connection).runs(beginning: id)
        guard let run = found.first else { throw RunEnd.unknownRun(.unknownRun) }
        return run
    }
}
