internal import CPostgres

extension Connection {
    /// Loads rows by binary COPY; returns the number of rows that the server says it took.
    ///
    /// When the body throws, the COPY is ended as failed and nothing of it stays.
    @discardableResult
    public func copy(
        into table: Identifier, columns: [String], _ body: (inout CopyWriter) throws -> Void
    ) throws -> Int {
        let list = columns.map { Identifier(parts: [$0]).quoted }.joined(separator: ", ")
        try begin("copy \(table.quoted) (\(list)) from stdin (format binary)", expecting: PGRES_COPY_IN)
        var writer = CopyWriter(self)
        do { try body(&writer) } catch {
            PQputCopyEnd(handle, "stopped by scorebook")
            let refused = endOfCopy()
            // What the server refused explains the client's failure to go on sending.
            if let refused, refused.sqlstate != "57014", writer.hasFailed { throw refused }
            throw error
        }
        do {
            writer.buffer.trailer()
            try writer.flush()
            guard PQputCopyEnd(handle, nil) == 1 else { throw clientFailure() }
            roundTrips += 1
            return try finish()
        } catch {
            if PQtransactionStatus(handle) == PQTRANS_ACTIVE, let refused = endOfCopy() { throw refused }
            throw error
        }
    }

    /// Streams a `COPY ... TO STDOUT`; each call lends one row, or one chunk of a binary copy.
    public func copy(
        out sql: String, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try begin(sql, expecting: PGRES_COPY_OUT)
        while true {
            var bytes: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(handle, &bytes, 0)
            guard count > 0 else { break }
            defer { PQfreemem(bytes) }
            do { try body(UnsafeRawBufferPointer(start: bytes, count: Int(count))) } catch {
                cancel.stopQuietly()
                drain()
                throw error
            }
        }
        _ = try finish()
    }

    private func begin(_ sql: String, expecting status: ExecStatusType) throws(DatabaseError) {
        try flush()
        try checkAlive()
        roundTrips += 1
        guard PQsendQuery(handle, sql) == 1 else { throw clientFailure() }
        guard let result = PQgetResult(handle) else { throw clientFailure() }
        defer { PQclear(result) }
        guard PQresultStatus(result) == status else {
            let failure =
                PQresultStatus(result) != PGRES_FATAL_ERROR && isAlive
                ? DatabaseError(.usage, "the statement is not the COPY it should be") : refusal(result)
            drain()
            throw failure
        }
    }

    /// Sends bytes of a running COPY.
    func put(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) {
        guard let base = bytes.bindMemory(to: CChar.self).baseAddress, !bytes.isEmpty else { return }
        guard PQputCopyData(handle, base, Int32(bytes.count)) == 1 else {
            throw endOfCopy() ?? clientFailure()
        }
    }

    /// The server's error after a COPY that broke off, if it gave one.
    private func endOfCopy() -> DatabaseError? {
        var refused: DatabaseError?
        while let result = PQgetResult(handle) {
            defer { PQclear(result) }
            let status = PQresultStatus(result)
            if status == PGRES_COPY_IN { PQputCopyEnd(handle, "stopped by scorebook") }
            if status == PGRES_FATAL_ERROR { refused = refused ?? self.refusal(result) }
            if PQstatus(handle) == CONNECTION_BAD { break }
        }
        return refused
    }
}
