internal import CPostgres

extension Connection {
    /// The error that a result carries.
    func refusal(_ result: OpaquePointer) -> DatabaseError {
        guard let fields = ServerFields(result) else { return clientFailure() }
        let error = DatabaseError(server: fields, wasCancelled: cancel.wasRequested)
        return error
    }

    /// An error that the client library noticed itself: no SQLSTATE, so it is the connection or the call.
    ///
    /// Its text is replaced where it is not about the connection: it might quote a parameter.
    func clientFailure() -> DatabaseError {
        if PQstatus(handle) == CONNECTION_BAD {
            return DatabaseError(.connectionLost, "the connection to \(description) was lost")
        }
        let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        if text.contains("another command is already in progress") {
            return DatabaseError(.usage, "a statement was sent while the result of another was being read")
        }
        isOutOfStep = true
        if text.contains("out of memory") { return DatabaseError(.outOfMemory, "the client library is out of memory") }
        return DatabaseError(.connectionLost, "the connection to \(description) gave no answer, and is given up")
    }

    func checkAlive() throws(DatabaseError) {
        guard isAlive else { throw clientFailure() }
    }
}
