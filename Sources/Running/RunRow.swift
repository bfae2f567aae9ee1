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
        case .source, .notAsReviewed: self.init(.unsatisfied(error.message))
        }
    }
}

extension KnownRun {
    /// The one run whose id begins so.
    static func find(_ given: String, in ledger: UnitLedger) throws(RunFailure) -> KnownRun {
        let found = try Attempt.database { () throws(DatabaseError) in try ledger.runs(beginning: given) }
        guard let run = found.first else {
            throw RunFailure(.unsatisfied("there is no run '\(given)'; `scorebook runs` lists them"))
        }
        guard found.count == 1 else {
            throw RunFailure(.unsatisfied("several runs begin with '\(given)'; give more of its digits"))
        }
        return run
    }
}
