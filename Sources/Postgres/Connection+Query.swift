internal import CPostgres

extension Connection {
    /// Runs a statement, or several without parameters; returns the number of rows they inserted, updated, deleted or copied.
    ///
    /// Without a transaction around them several statements are one transaction.
    @discardableResult
    public func run(_ sql: SQL) throws(DatabaseError) -> Int {
        let (text, parameters) = sql.statement
        return parameters.isEmpty ? try run(text) : try later.run(sql).get()
    }

    /// All rows of a statement; for results with a bound.
    public func rows(_ sql: SQL) throws(DatabaseError) -> [Row] { try later.rows(sql).get() }

    /// The first row of a statement; nil where it gives none.
    public func row(_ sql: SQL) throws(DatabaseError) -> Row? { try rows(sql).first }

    /// The row of a statement that always gives one.
    public func only(_ sql: SQL) throws(DatabaseError) -> Row { try later.only(sql).get() }

    /// The first column of the first row; nil where it is null or the statement gives no row.
    public func value<Value: SQLValue>(_ sql: SQL, as type: Value.Type = Value.self) throws(DatabaseError) -> Value? {
        try later.value(sql).get()
    }

    /// The first column of all rows, but for nulls.
    public func values<Value: SQLValue>(_ sql: SQL, of type: Value.Type = Value.self) throws(DatabaseError) -> [Value] {
        try later.values(sql).get()
    }

    /// The name, where the database has such a table or view; else nil.
    public func existing(_ name: Identifier) throws(DatabaseError) -> Identifier? {
        try value("select pg_catalog.to_regclass(\(bind: name.quoted)) is not null") == true ? name : nil
    }

    /// Streams a result row by row, in the memory of one row.
    public func each(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        let (text, parameters) = sql.statement
        try eachOf(text, parameters, body)
    }

    func eachOf(_ text: String, _ parameters: [String?], _ body: (Row) throws -> Void) throws {
        try flush()
        try checkAlive()
        roundTrips += 1
        try put(text, .texts(parameters), plan: nil)
        guard PQsetSingleRowMode(handle) == 1 else { throw clientFailure() }
        while let result = try nextResult() {
            for row in result.rows {
                do { try body(row) } catch {
                    cancel.stopQuietly()
                    drain()
                    throw error
                }
            }
        }
    }

    /// What comes next of what was sent; nil after the last.
    private func nextResult() throws(DatabaseError) -> QueryResult? {
        guard let handle = PQgetResult(handle) else {
            try checkAlive()
            return nil
        }
        let result = QueryResult(handle)
        switch PQresultStatus(handle) {
        case PGRES_SINGLE_TUPLE, PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return result
        default:
            let failure = refusal(handle)
            drain()
            throw explained(failure)
        }
    }

    /// Sends statements without parameters.
    func begin(_ text: String) throws(DatabaseError) {
        try flush()
        try checkAlive()
        roundTrips += 1
        guard PQsendQuery(handle, text) == 1 else { throw clientFailure() }
    }

    /// Sends a statement; the server has its plan where that has a name.
    func put(_ text: String, _ parameters: Parameters, plan: String?) throws(DatabaseError) {
        let count = Int32(parameters.count)
        let sent = parameters.lend { values, lengths, formats in
            if let plan {
                PQsendQueryPrepared(handle, plan, count, values, lengths, formats, 0)
            } else {
                PQsendQueryParams(handle, text, count, nil, values, lengths, formats, 0)
            }
        }
        guard sent == 1 else { throw clientFailure() }
    }

    /// Reads all results of what was sent; throws the first error.
    func finish() throws(DatabaseError) -> Int {
        var count = 0
        var failure: DatabaseError?
        while let result = PQgetResult(handle) {
            let kept = QueryResult(result)
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: count += kept.touchedRows
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
}

/// A column of what a statement would give.
public struct ResultColumn: Sendable {
    public var name: String
    /// The type's number in `pg_type`.
    public var type: UInt32

    /// 16 is `bool`, by the catalogue that no server changes.
    public var isBoolean: Bool { type == 16 }
}

extension Connection {
    /// The columns of a statement's result, without running it.
    public func columns(of sql: String) throws(DatabaseError) -> [ResultColumn] {
        try flush()
        roundTrips += 2
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
            ResultColumn(
                name: PQfname(result, index).map { String(cString: $0) } ?? "", type: PQftype(result, index))
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

    /// The name of a plan that the server is to make for a statement; nil where it has one, or is to have none.
    func newPlan(of text: String) -> String? {
        guard plans[text] == nil, plansMade < Self.mostPlans, Self.isPlanned(text) else { return nil }
        plansMade += 1
        return "scorebook_\(plansMade)"
    }

    /// Whether it is one statement of those that have plans.
    private static func isPlanned(_ sql: String) -> Bool {
        let start = sql.utf8.prefix(6)
        return !sql.utf8.contains(UInt8(ascii: ";"))
            && ["select", "insert", "update", "delete", "with "].contains { start.starts(with: $0.utf8) }
    }
}

/// Statements as text that numbers its parameters itself, as a test or a person types it.
///
/// Literals are values of `SQL` wherever they can be.
extension Connection {
    /// Runs one or several statements; returns the number of rows they touched.
    @_disfavoredOverload
    @discardableResult
    public func run(_ text: String) throws(DatabaseError) -> Int {
        // Several at once are none that could wait.
        let isOne = !text.utf8.contains(UInt8(ascii: ";")) && !text.hasPrefix("copy")
        if isOne, planning == .once || !waiting.isEmpty { return try run(text, []) }
        try begin(text)
        return try finish()
    }

    /// Runs one statement with parameters; returns the number of rows it touched.
    @discardableResult
    public func run(_ text: String, _ parameters: [String?]) throws(DatabaseError) -> Int {
        try answer(to: text, parameters).touchedRows
    }

    private func answer(to text: String, _ parameters: [String?]) throws(DatabaseError) -> Answer {
        try Pending(connection: self, statement: queue(text, .texts(parameters))) { $0 }.get()
    }

    /// All rows of a statement, as text.
    @_disfavoredOverload
    public func rows(_ text: String, _ parameters: [String?] = []) throws(DatabaseError) -> [[String?]] {
        try answer(to: text, parameters).rows.map(\.texts)
    }

    /// The first column of the only row; nil where it is null or there is no row.
    @_disfavoredOverload
    public func value(_ text: String, _ parameters: [String?] = []) throws(DatabaseError) -> String? {
        try answer(to: text, parameters).rows.first?[0]
    }

    /// Streams a result row by row, in the memory of one row.
    @_disfavoredOverload
    public func each(_ text: String, _ parameters: [String?] = [], _ body: (Row) throws -> Void) throws {
        try eachOf(text, parameters, body)
    }
}
