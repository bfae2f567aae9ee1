internal import CPostgres

extension Connection {
    /// Runs one or several statements; returns the number of rows they inserted, updated, deleted or copied.
    ///
    /// Without a transaction around them several statements are one transaction.
    @discardableResult
    public func run(_ sql: String) throws(DatabaseError) -> Int {
        if try plan(of: sql) != nil { return try run(sql, []) }
        try checkAlive()
        guard PQsendQuery(handle, sql) == 1 else { throw clientFailure() }
        return try finish()
    }

    /// Runs one statement with parameters; returns the number of rows it touched.
    @discardableResult
    public func run(_ sql: String, _ parameters: [String?]) throws(DatabaseError) -> Int {
        try send(sql, parameters)
        return try finish()
    }

    /// All rows of a statement, as text; for results with a bound.
    public func rows(_ sql: String, _ parameters: [String?] = []) throws(DatabaseError) -> [[String?]] {
        var all: [[String?]] = []
        try sendForRows(sql, parameters)
        while let row = try nextRow() { all.append(row.texts) }
        return all
    }

    /// The first column of the only row; nil where it is null or there is no row.
    public func value(_ sql: String, _ parameters: [String?] = []) throws(DatabaseError) -> String? {
        try rows(sql, parameters).first?.first ?? nil
    }

    /// Streams a result row by row, in the memory of one row.
    public func each(
        _ sql: String, _ parameters: [String?] = [], _ body: (Row) throws -> Void
    ) throws {
        try sendForRows(sql, parameters)
        while let row = try nextRow() {
            do { try body(row) } catch {
                cancel.stopQuietly()
                drain()
                throw error
            }
        }
    }

    private func sendForRows(_ sql: String, _ parameters: [String?]) throws(DatabaseError) {
        try send(sql, parameters)
        guard PQsetSingleRowMode(handle) == 1 else { throw clientFailure() }
    }

    /// The next row of what was sent; nil after the last.
    private func nextRow() throws(DatabaseError) -> Row? {
        while let result = PQgetResult(handle) {
            let found = QueryResult(result)
            switch PQresultStatus(result) {
            case PGRES_SINGLE_TUPLE: return Row(found, 0)
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: continue
            default:
                let failure = refusal(result)
                drain()
                throw explained(failure)
            }
        }
        try checkAlive()
        return nil
    }

    func send(_ sql: String, _ parameters: [String?]) throws(DatabaseError) {
        try checkAlive()
        let plan = try plan(of: sql)
        let count = Int32(parameters.count)
        let sent = withCStrings(parameters) { values in
            if let plan {
                PQsendQueryPrepared(handle, plan, count, values, nil, nil, 0)
            } else {
                PQsendQueryParams(handle, sql, count, nil, values, nil, nil, 0)
            }
        }
        guard sent == 1 else { throw clientFailure() }
    }

    /// Reads all results of what was sent; throws the first error.
    func finish() throws(DatabaseError) -> Int {
        var count = 0
        var failure: DatabaseError?
        while let result = PQgetResult(handle) {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
                count += Connection.touchedRows(result)
            case PGRES_COPY_IN:
                PQputCopyEnd(handle, "COPY has a call of its own")
                failure = failure ?? DatabaseError(.usage, "COPY is run by copy(into:) and copy(out:)")
            case PGRES_COPY_OUT:
                var bytes: UnsafeMutablePointer<CChar>?
                while PQgetCopyData(handle, &bytes, 0) > 0 { PQfreemem(bytes) }
                failure = failure ?? DatabaseError(.usage, "COPY is run by copy(into:) and copy(out:)")
            default:
                failure = failure ?? refusal(result)
            }
            if PQstatus(handle) == CONNECTION_BAD { break }
        }
        if let failure { throw explained(failure) }
        try checkAlive()
        return count
    }

    /// Reads what is left of a statement, so that the next one may be sent.
    func drain() {
        while let result = PQgetResult(handle) {
            let status = PQresultStatus(result)
            PQclear(result)
            if PQstatus(handle) == CONNECTION_BAD { break }
            if status == PGRES_COPY_IN { PQputCopyEnd(handle, "stopped") }
            if status == PGRES_COPY_OUT {
                var bytes: UnsafeMutablePointer<CChar>?
                while PQgetCopyData(handle, &bytes, 0) > 0 { PQfreemem(bytes) }
            }
        }
    }

    private static func touchedRows(_ result: OpaquePointer) -> Int {
        guard let tag = PQcmdStatus(result) else { return 0 }
        let words = String(cString: tag).split(separator: " ")
        guard let verb = words.first, ["INSERT", "UPDATE", "DELETE", "MERGE", "COPY"].contains(verb) else { return 0 }
        return words.last.flatMap { Int($0) } ?? 0
    }
}

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

/// Plans that the server keeps for statements that come again and again.
///
/// To read and plan a statement over three rows takes longer than to run it. For much data a new plan is better,
/// with what the server then knows of its tables.
extension Connection {
    /// Whether statements are planned each time.
    public enum Planning: Sendable {
        case eachTime
        /// Once a session, whatever the parameters.
        case once
    }

    /// So many at most: statements that hold a number of their own do not come again.
    private static let mostPlans = 500

    /// The name under which the server keeps the statement's plan; nil where it does not.
    func plan(of sql: String) throws(DatabaseError) -> String? {
        guard planning == .once, Self.isPlanned(sql) else { return nil }
        if let name = plans[sql] { return name }
        guard plans.count < Self.mostPlans else { return nil }
        let name = "scorebook_\(plans.count)"
        guard PQsendPrepare(handle, name, sql, 0, nil) == 1 else { throw clientFailure() }
        _ = try finish()
        plans[sql] = name
        return name
    }

    /// Whether it is one statement of those that have plans.
    private static func isPlanned(_ sql: String) -> Bool {
        let start = sql.utf8.prefix(6)
        return !sql.utf8.contains(UInt8(ascii: ";"))
            && ["select", "insert", "update", "delete", "with "].contains { start.starts(with: $0.utf8) }
    }
}
