internal import Loading
internal import Postgres
internal import Reporting

/// The row of a run in `scorebook.runs`.
struct RunRow {
    let id: String
    let job: String?
    let mode: RunReport.Mode

    func begin(on connection: Connection) throws(RunFailure) {
        try Attempt.database { () throws(DatabaseError) in
            try connection.run(
                "insert into scorebook.runs (id, job, mode, database) values ($1::uuid, $2, $3, $4)",
                [id, job, mode.rawValue, connection.description])
        }
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

/// From the errors of stages to what they mean for a run.
enum Attempt {
    @discardableResult
    static func database<Result>(_ body: () throws(DatabaseError) -> Result) throws(RunFailure) -> Result {
        do throws(DatabaseError) { return try body() } catch { throw RunFailure(error) }
    }

    @discardableResult
    static func load<Result>(_ body: () throws(LoadError) -> Result) throws(RunFailure) -> Result {
        do throws(LoadError) { return try body() } catch { throw RunFailure(loading: error) }
    }
}

extension RunFailure {
    init(loading error: LoadError) {
        switch error {
        case .database(let failure): self.init(failure)
        case .interrupted: self.init(.interrupted)
        case .sourceChanged, .spool, .outage, .disturbed: self.init(.temporary(error.message))
        case .countMismatch, .unbalanced: self.init(.ourBug(error.message))
        case .noKeysView: self.init(.configuration(error.message))
        case .source, .notAsReviewed: self.init(.unsatisfied(error.message))
        }
    }
}

extension KnownRun {
    /// The one run that is meant: by its id, the beginning of it, or `latest`.
    static func find(_ given: String, on connection: Connection) throws(RunFailure) -> KnownRun {
        let id: String
        do throws(LedgerReader.Failure) { id = try LedgerReader(connection).run(named: given) } catch {
            if case .database(let failure) = error { throw RunFailure(failure) }
            throw RunFailure(.unknownRun(error))
        }
        let found = try Attempt.database { () throws(DatabaseError) in
            try UnitLedger(connection: connection).runs(beginning: id)
        }
        guard let run = found.first else { throw RunFailure(.unknownRun(.unknownRun)) }
        return run
    }
}
