internal import CPostgres

/// Statements that wait for the first answer that is needed: they go to the server together, in one round trip.
///
/// ```swift
/// connection.later.run("set local work_mem = '32MB'")
/// let known = connection.later.value("select exists (select from \(table))", as: Bool.self)
/// let others = connection.later.rows("select key from \(others)")
/// if try known.get() == true { ... }  // all three are sent, and all three are answered
/// ```
///
/// What is run without waiting takes along what waits. The first statement that fails ends those after it; its error is
/// thrown where the answers are read. Outside a transaction each statement is a transaction of its own.
public struct Later {
    let connection: Connection

    /// A transaction of statements of which no answer is needed before its end.
    public func transaction(_ statements: [SQL]) {
        connection.queueBegin()
        for statement in statements { run(statement) }
        connection.queue("commit", role: .commit)
    }

    /// The number of rows that the statement touches.
    @discardableResult
    public func run(_ sql: SQL) -> Pending<Int> {
        add(sql) { (answer) throws(DatabaseError) in answer.touchedRows }
    }

    public func rows(_ sql: SQL) -> Pending<[Row]> { add(sql) { (answer) throws(DatabaseError) in answer.rows } }

    /// The row of a statement that always gives one.
    public func only(_ sql: SQL) -> Pending<Row> {
        add(sql) { (answer) throws(DatabaseError) in
            guard let row = answer.rows.first else { throw DatabaseError(.usage, "a statement gave no row") }
            return row
        }
    }

    /// The first column of the first row; nil where it is null or the statement gives no row.
    public func value<Value: SQLValue>(_ sql: SQL, as type: Value.Type = Value.self) -> Pending<Value?> {
        add(sql) { (answer) throws(DatabaseError) in
            guard let row = answer.rows.first else { return nil }
            return try row.value(0)
        }
    }

    /// The first column of all rows, but for nulls.
    public func values<Value: SQLValue>(_ sql: SQL, of type: Value.Type = Value.self) -> Pending<[Value]> {
        add(sql) { (answer) throws(DatabaseError) in
            var values: [Value] = []
            for row in answer.rows { if let value: Value? = try row.value(0), let value { values.append(value) } }
            return values
        }
    }

    private func add<Value>(
        _ sql: SQL, _ read: @escaping (Answer) throws(DatabaseError) -> Value
    ) -> Pending<Value> {
        let (text, parameters) = sql.statement
        return Pending(connection: connection, statement: connection.queue(text, .texts(parameters)), read: read)
    }
}

/// The answer to a statement that may not have been sent yet.
public struct Pending<Value> {
    let connection: Connection
    let statement: QueuedStatement
    let read: (Answer) throws(DatabaseError) -> Value

    /// Whether the server has run the statement; nothing is sent for the question.
    public var isDone: Bool { if case .given = statement.state { true } else { false } }

    /// The answer; sends what waits, where this statement is among it.
    public func get() throws(DatabaseError) -> Value {
        if case .waiting = statement.state { try connection.flush() }
        switch statement.state {
        case .given(let answer): return try read(answer)
        case .failed(let error): throw error
        case .waiting: throw DatabaseError(.usage, "a statement was withdrawn before it was sent")
        }
    }
}

/// What the server has sent for one statement.
struct Answer {
    fileprivate(set) var results: [QueryResult] = []

    var rows: [Row] { results.flatMap(\.rows) }
    var touchedRows: Int { results.reduce(0) { $0 + $1.touchedRows } }
    var tag: String { results.last?.tag ?? "" }
}

/// A statement that waits to be sent, or its answer.
final class QueuedStatement {
    /// What it does to the transaction.
    enum Role {
        case none
        case begin
        case commit
    }

    enum State {
        case waiting
        case given(Answer)
        case failed(DatabaseError)
    }

    let text: String
    let parameters: Parameters
    let role: Role
    let planning: Connection.Planning
    var state = State.waiting

    init(_ text: String, _ parameters: Parameters, _ role: Role, _ planning: Connection.Planning) {
        self.text = text
        self.parameters = parameters
        self.role = role
        self.planning = planning
    }

    func failIfWaiting(_ error: DatabaseError) {
        if case .waiting = state { state = .failed(error) }
    }
}

extension Connection {
    /// Statements that go to the server with the first whose answer is needed.
    public var later: Later { Later(connection: self) }

    @discardableResult
    func queue(
        _ text: String, _ parameters: Parameters = .texts([]), role: QueuedStatement.Role = .none,
        planning: Planning? = nil
    ) -> QueuedStatement {
        let statement = QueuedStatement(text, parameters, role, planning ?? self.planning)
        waiting.append(statement)
        return statement
    }

    /// Sends what waits and reads all answers, in one round trip; throws the first error.
    public func flush() throws(DatabaseError) {
        let statements = waiting
        guard !statements.isEmpty else { return }
        waiting = []
        do throws(DatabaseError) { try exchange(statements) } catch {
            for statement in statements { statement.failIfWaiting(error) }
            throw explained(error)
        }
    }

    /// What the server answers to, in order.
    private enum Part {
        case plan(of: String)
        case statement(QueuedStatement)
        case end
    }

    private func exchange(_ statements: [QueuedStatement]) throws(DatabaseError) {
        try checkAlive()
        guard PQtransactionStatus(handle) != PQTRANS_ACTIVE else { throw Self.isBusy }
        roundTrips += 1
        guard PQenterPipelineMode(handle) == 1 else { throw clientFailure() }
        var failure: DatabaseError?
        for part in try send(statements) {
            let state = try answer(to: part)
            if case .failed(let error) = state { failure = failure ?? error }
            switch part {
            case .plan(let text): if case .given = state {} else { plans[text] = nil }
            case .statement(let statement):
                statement.state = state
                if let failure { statement.failIfWaiting(failure) }
            case .end: break
            }
            guard isAlive else { throw failure ?? clientFailure() }
        }
        guard PQexitPipelineMode(handle) == 1 else { throw clientFailure() }
        if let failure { throw failure }
    }

    /// Sends statements, before each the plan of it that the server is to keep, where it has none yet.
    private func send(_ statements: [QueuedStatement]) throws(DatabaseError) -> [Part] {
        var parts: [Part] = []
        var isInBlock = PQtransactionStatus(handle) != PQTRANS_IDLE
        for (place, statement) in statements.enumerated() {
            let text = statement.text
            if statement.planning == .once, let name = newPlan(of: text) {
                guard PQsendPrepare(handle, name, text, 0, nil) == 1 else { throw clientFailure() }
                plans[text] = name
                parts.append(.plan(of: text))
            }
            try put(text, statement.parameters, plan: statement.planning == .once ? plans[text] : nil)
            parts.append(.statement(statement))
            if statement.role != .none { isInBlock = statement.role == .begin }
            // Up to here what follows an error is passed over.
            if !isInBlock || place == statements.count - 1 {
                guard PQpipelineSync(handle) == 1 else { throw clientFailure() }
                parts.append(.end)
            }
        }
        return parts
    }

    /// Reads what the server answers to one part; `.waiting` where it passed over it after an error, and at an end.
    private func answer(to part: Part) throws(DatabaseError) -> QueuedStatement.State {
        var answer = Answer()
        var failure: DatabaseError?
        while let handle = PQgetResult(handle) {
            let result = QueryResult(handle)
            switch PQresultStatus(handle) {
            case PGRES_PIPELINE_SYNC: return .waiting
            // libpq leaves the first statement after one that was read row by row in that mode.
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY: answer.results.append(result)
            case PGRES_PIPELINE_ABORTED: break
            case PGRES_COPY_IN, PGRES_COPY_OUT:
                isOutOfStep = true
                throw DatabaseError(.usage, "COPY is run by copy(into:) and copy(out:)")
            default: failure = failure ?? refusal(handle)
            }
        }
        if let failure { return .failed(failure) }
        return answer.results.isEmpty ? .waiting : .given(answer)
    }
}
