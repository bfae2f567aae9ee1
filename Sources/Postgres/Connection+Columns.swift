internal import CPostgres

/// A column of what a statement would give.
public struct ResultColumn: Sendable {
    public var name: String
    public var isBoolean: Bool
}

extension Connection {
    /// The columns of a statement's result, without running it.
    public func columns(of sql: String) throws(DatabaseError) -> [ResultColumn] {
        guard PQsendPrepare(handle, "", sql, 0, nil) == 1 else { throw clientFailure() }
        _ = try finish()
        guard PQsendDescribePrepared(handle, "") == 1 else { throw clientFailure() }
        guard let result = PQgetResult(handle) else { throw clientFailure() }
        defer {
            PQclear(result)
            drain()
        }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw refusal(result) }
        return (0..<PQnfields(result)).map { index in
            // 16 is `bool`, by the catalogue that no server changes.
            ResultColumn(
                name: PQfname(result, index).map { String(cString: $0) } ?? "", isBoolean: PQftype(result, index) == 16)
        }
    }
}
