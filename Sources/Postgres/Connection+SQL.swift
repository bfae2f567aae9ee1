internal import CPostgres

/// Statements as values, and what they give by name and type.
extension Connection {
    /// Runs a statement, or several without parameters; returns the number of rows they inserted, updated, deleted or copied.
    @discardableResult
    public func run(_ sql: SQL) throws(DatabaseError) -> Int {
        let (text, parameters) = sql.statement
        return parameters.isEmpty ? try run(text) : try run(text, parameters)
    }

    /// All rows of a statement; for results with a bound.
    public func rows(_ sql: SQL) throws(DatabaseError) -> [Row] {
        let (text, parameters) = sql.statement
        try send(text, parameters)
        var (rows, failure) = ([Row](), DatabaseError?.none)
        while let result = PQgetResult(handle) {
            let found = QueryResult(result)
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK: rows = found.rows
            case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: continue
            default:
                failure = refusal(result)
                drain()
            }
        }
        if let failure { throw explained(failure) }
        try checkAlive()
        return rows
    }

    /// The first row of a statement; nil where it gives none.
    public func row(_ sql: SQL) throws(DatabaseError) -> Row? { try rows(sql).first }

    /// The first column of the first row; nil where it is null or the statement gives no row.
    public func value<Value: SQLValue>(_ sql: SQL, as type: Value.Type = Value.self) throws(DatabaseError) -> Value? {
        try row(sql)?.value(0)
    }

    /// The first column of all rows, but for nulls.
    public func values<Value: SQLValue>(_ sql: SQL, of type: Value.Type = Value.self) throws(DatabaseError) -> [Value] {
        var values: [Value] = []
        for row in try rows(sql) { if let value: Value = try row.value(0) { values.append(value) } }
        return values
    }

    /// Streams a result row by row, in the memory of one row.
    public func each(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        let (text, parameters) = sql.statement
        try each(text, parameters, body)
    }
}
