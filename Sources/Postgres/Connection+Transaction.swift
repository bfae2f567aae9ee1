internal import CPostgres

extension Connection {
    /// Runs the body in one transaction: READ COMMITTED, committed when the body returns, rolled back when it throws.
    ///
    /// A connection lost during COMMIT is `.commitUnknown`: the ledger tells whether it happened, no message can.
    @discardableResult
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        guard !isInTransaction else {
            throw DatabaseError(.usage, "a transaction is open already; use savepoint")
        }
        try run("begin isolation level read committed read write")
        let result: Result
        do { result = try body() } catch {
            rollBackQuietly()
            throw (error as? DatabaseError).map(explained) ?? error
        }
        try commit()
        return result
    }

    /// Runs the body in a savepoint of the open transaction.
    @discardableResult
    public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        try run("savepoint scorebook_step")
        let result: Result
        do { result = try body() } catch {
            // The body's error says more than a failure to roll back, which a lost connection makes moot.
            _ = try? run("rollback to savepoint scorebook_step; release savepoint scorebook_step")
            throw error
        }
        try run("release savepoint scorebook_step")
        return result
    }

    private func commit() throws(DatabaseError) {
        guard PQsendQuery(handle, "commit") == 1 else {
            // Nothing was sent only if the client says so before it wrote; be careful and ask the ledger.
            throw DatabaseError(.commitUnknown, "the connection to \(description) was lost at COMMIT")
        }
        var failure: DatabaseError?
        var tag = ""
        while let result = PQgetResult(handle) {
            defer { PQclear(result) }
            if PQresultStatus(result) == PGRES_COMMAND_OK {
                tag = PQcmdStatus(result).map { String(cString: $0) } ?? ""
            } else {
                failure = refusal(result)
            }
            if PQstatus(handle) == CONNECTION_BAD { break }
        }
        if tag == "COMMIT" { return }
        if !isAlive || failure?.kind == .adminShutdown {
            throw DatabaseError(
                .commitUnknown, "the connection to \(description) was lost at COMMIT", sqlstate: failure?.sqlstate)
        }
        if let failure {
            rollBackQuietly()
            throw failure
        }
        throw DatabaseError(.other, "the transaction had failed before COMMIT and was rolled back")
    }

    private func rollBackQuietly() {
        guard isAlive else { return }
        drain()
        if isInTransaction { _ = try? run("rollback") }
    }
}
