internal import CPostgres

/// One session with a PostgreSQL server, used by one thread at a time.
public final class Connection {
    /// `host/name`, without user or password.
    public let description: String
    /// Ends the running statement from another thread.
    public let cancel: Cancel

    let handle: OpaquePointer
    let noticeBox: NoticeBox
    /// When the statements that follow are planned.
    public var planning = Planning.eachTime
    /// Names of plans that the server keeps, by the statement's text.
    var plans: [String: String] = [:]
    var plansMade = 0
    /// Statements that go to the server with the next whose answer is needed.
    var waiting: [QueuedStatement] = []
    /// How often this session has waited for the server's answer.
    public internal(set) var roundTrips = 0

    private init(handle: OpaquePointer, cancel: Cancel, description: String, noticeBox: NoticeBox) {
        self.handle = handle
        self.cancel = cancel
        self.description = description
        self.noticeBox = noticeBox
    }

    deinit { PQfinish(handle) }

    /// Connects, and pins the session's settings with the first statement.
    public static func open(_ target: Target, settings: Settings = Settings()) throws(DatabaseError) -> Connection {
        let parameters = try target.parameters()
        guard let handle = connect(parameters) else {
            throw DatabaseError(.unavailable, "the client library has no memory for a connection")
        }
        guard PQstatus(handle) == CONNECTION_OK, let token = PQgetCancel(handle) else {
            let failure = Connection.openFailure(handle, target: target)
            PQfinish(handle)
            throw failure
        }
        let noticeBox = NoticeBox()
        PQsetNoticeReceiver(handle, receiveNotice, Unmanaged.passUnretained(noticeBox).toOpaque())
        let connection = Connection(
            handle: handle, cancel: Cancel(token), description: describe(handle, target: target), noticeBox: noticeBox)
        try Target.refuseTransactionPooler(port: PQport(handle).map { String(cString: $0) })
        connection.later.run(settings.statement)
        return connection
    }

    /// Notices and warnings of the server since they were last taken: severity and primary text, at most 200.
    public func takeNotices() -> [Notice] {
        defer { noticeBox.notices = [] }
        return noticeBox.notices
    }

    /// `host:port` of the server; `localhost` where it is reached by a socket.
    public var server: String {
        let host = PQhost(handle).map { String(cString: $0) } ?? ""
        let port = PQport(handle).map { String(cString: $0) } ?? ""
        return "\(host.isEmpty || host.hasPrefix("/") ? "localhost" : host):\(port.isEmpty ? "5432" : port)"
    }

    /// The name of the database.
    public var databaseName: String { PQdb(handle).map { String(cString: $0) } ?? "" }

    /// The server's version, as in 150018.
    public var serverVersion: Int { Int(PQserverVersion(handle)) }

    /// The server process, for `pg_terminate_backend` in tests.
    public var processIdentifier: Int { Int(PQbackendPID(handle)) }

    /// Whether the session is still there, as far as the client knows.
    public var isAlive: Bool { PQstatus(handle) == CONNECTION_OK && !isOutOfStep }

    /// Whether the client gave up waiting for an answer: what comes next may be the answer to an earlier statement.
    var isOutOfStep = false
    /// Whether the catalogue is being asked about a missing privilege.
    var isExplaining = false

    /// Whether a transaction is open, failed or not, or waits to be begun.
    public var isInTransaction: Bool {
        if let last = waiting.last(where: { $0.role != .none }) { return last.role == .begin }
        let status = PQtransactionStatus(handle)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR || status == PQTRANS_ACTIVE
    }

    static func connect(_ parameters: [(String, String)]) -> OpaquePointer? {
        withCStrings(parameters.map(\.0)) { keywords in
            withCStrings(parameters.map(\.1)) { values in
                PQconnectdbParams(keywords, values, 1)
            }
        }
    }

    private static func describe(_ handle: OpaquePointer, target: Target) -> String {
        let name = PQdb(handle).map { String(cString: $0) } ?? "?"
        if case .embedded = target { return "embedded/\(name)" }
        let host = PQhost(handle).map { String(cString: $0) } ?? ""
        return "\(host.isEmpty || host.hasPrefix("/") ? "local" : host)/\(name)"
    }

    /// Why no connection came about: libpq's words name host, user and database, never the password.
    private static func openFailure(_ handle: OpaquePointer, target: Target) -> DatabaseError {
        let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        let line = text.split(whereSeparator: \.isNewline).joined(separator: "; ")
        if text.contains("authentication failed") || text.contains("no password supplied") {
            return DatabaseError(.insufficientPrivilege, line)
        }
        if text.contains("does not exist") && !text.contains("No such file") {
            return DatabaseError(.undefinedObject, line)
        }
        if text.contains("certificate") { return DatabaseError(.usage, line) }
        return DatabaseError(.unavailable, line.isEmpty ? "no connection to the database" : line)
    }
}

/// Lends an array of C strings, ended by NULL; nil elements are NULL.
func withCStrings<Result>(
    _ strings: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    var bytes: [UInt8] = []
    // A report may be megabytes long: its copy is no larger than it.
    bytes.reserveCapacity(strings.reduce(1) { $0 + ($1?.utf8.count ?? 0) + 1 })
    var offsets: [Int?] = []
    for string in strings {
        offsets.append(string == nil ? nil : bytes.count)
        if let string { bytes += string.utf8 }
        bytes.append(0)
    }
    bytes.append(0)
    return bytes.withUnsafeBytes { buffer in
        let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
        let pointers: [UnsafePointer<CChar>?] =
            offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } } + [nil]
        return pointers.withUnsafeBufferPointer { list in
            guard let base = list.baseAddress else { preconditionFailure("an array that ends in NULL is not empty") }
            return body(base)
        }
    }
}

extension Connection {
    /// What every session is pinned to, and the timeouts that may be chosen.
    public struct Settings: Sendable {
        public var lockTimeoutSeconds: Int
        public var idleInTransactionSeconds: Int
        /// 0: none, whatever the server's role says.
        public var statementTimeoutSeconds: Int

        public init(
            lockTimeoutSeconds: Int = 30, idleInTransactionSeconds: Int = 600, statementTimeoutSeconds: Int = 0
        ) {
            self.lockTimeoutSeconds = lockTimeoutSeconds
            self.idleInTransactionSeconds = idleInTransactionSeconds
            self.statementTimeoutSeconds = statementTimeoutSeconds
        }

        /// Some of the app's triggers leak a `search_path`; names are qualified everywhere, so that it does not matter,
        /// and `pinSearchPath` sets it again. To compile statements takes longer than to run those of a small file.
        private var all: [(name: String, values: [String])] {
            [
                ("timezone", ["UTC"]), ("datestyle", ["ISO", "YMD"]), ("intervalstyle", ["iso_8601"]),
                ("extra_float_digits", ["1"]), ("client_encoding", ["UTF8"]), ("bytea_output", ["hex"]),
                ("standard_conforming_strings", ["on"]), ("search_path", ["pg_catalog", "pg_temp"]), ("jit", ["off"]),
                ("client_min_messages", ["notice"]), ("lock_timeout", ["\(lockTimeoutSeconds)s"]),
                ("statement_timeout", ["\(statementTimeoutSeconds)s"]),
                ("idle_in_transaction_session_timeout", ["\(idleInTransactionSeconds)s"]),
            ]
        }

        /// One statement that makes them.
        var statement: SQL {
            let calls = all.map { setting -> SQL in
                let value = setting.values.joined(separator: ", ")
                return "pg_catalog.set_config(\(literal: setting.name), \(literal: value), false)"
            }
            return "select \(calls)"
        }

        /// The same for a script.
        public var sql: String {
            all.map { setting in
                let values = setting.values.map { "'\($0)'" }.joined(separator: ", ")
                return "set \(setting.name) to \(values);"
            }.joined(separator: "\n")
        }
    }

    /// Undoes what a trigger left behind (`SET search_path = public`), with the next statement.
    public func pinSearchPath() { later.run("set search_path to pg_catalog, pg_temp") }
}

extension Connection {
    /// Runs the body in one transaction: READ COMMITTED, committed when the body returns, rolled back when it throws.
    ///
    /// BEGIN goes to the server with the first statement, COMMIT with what waits at the end. A connection lost from then
    /// on is `.commitUnknown`: the ledger shows whether it happened, no message can.
    @discardableResult
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try begin()
        let result: Result
        do { result = try body() } catch {
            rollBackQuietly()
            throw (error as? DatabaseError).map(explained) ?? error
        }
        try commit()
        return result
    }

    /// Runs the body in a savepoint of the open transaction; what waits before it goes with its first statement.
    @discardableResult
    public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        let begin = queue("savepoint scorebook_step")
        do {
            let result = try body()
            queue("release savepoint scorebook_step")
            try flush()
            return result
        } catch {
            if let place = waiting.firstIndex(where: { $0 === begin }) {
                waiting.removeSubrange(place...)
                throw error
            }
            waiting = []
            // The body's error says more than a failure to roll back, which a lost connection makes moot.
            _ = try? run("rollback to savepoint scorebook_step; release savepoint scorebook_step")
            throw error
        }
    }

    /// Runs the body in a transaction that is rolled back, also when the body returns.
    public func dryRun<Result>(_ body: () throws -> Result) throws -> Result {
        try begin()
        defer { rollBackQuietly() }
        return try body()
    }

    private func begin() throws(DatabaseError) {
        guard !isInTransaction else {
            throw DatabaseError(.usage, "a transaction is open already; use savepoint")
        }
        queueBegin()
    }

    /// Opens a transaction with the next statement, at READ COMMITTED whatever the session's default is.
    func queueBegin() { queue("begin isolation level read committed read write", role: .begin) }

    private func commit() throws(DatabaseError) {
        let commit = queue("commit", role: .commit)
        do throws(DatabaseError) { try flush() } catch {
            // Nothing was sent only if the client says so before it wrote; be careful and ask the ledger.
            if !isAlive || error.kind == .adminShutdown {
                throw DatabaseError(
                    .commitUnknown, "the connection to \(description) was lost at COMMIT", sqlstate: error.sqlstate)
            }
            rollBackQuietly()
            throw explained(error)
        }
        if case .given(let answer) = commit.state, answer.tag == "COMMIT" { return }
        throw DatabaseError(.other, "the transaction had failed before COMMIT and was rolled back")
    }

    /// Ends the transaction that is open, if there is one; what waits to be sent is not sent.
    public func rollBackQuietly() {
        waiting = []
        guard isAlive else { return }
        drain()
        if isInTransaction { _ = try? run("rollback") }
    }
}
