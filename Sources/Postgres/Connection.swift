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

    private init(handle: OpaquePointer, cancel: Cancel, description: String, noticeBox: NoticeBox) {
        self.handle = handle
        self.cancel = cancel
        self.description = description
        self.noticeBox = noticeBox
    }

    deinit { PQfinish(handle) }

    /// Connects and pins the session's settings.
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
        try connection.run(settings.sql)
        return connection
    }

    /// Notices and warnings of the server since they were last taken: severity and primary text, at most 200.
    public func takeNotices() -> [Notice] {
        defer { noticeBox.notices = [] }
        return noticeBox.notices
    }

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

    /// Whether a transaction is open, failed or not.
    public var isInTransaction: Bool {
        let status = PQtransactionStatus(handle)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR || status == PQTRANS_ACTIVE
    }

    private static func connect(_ parameters: [(String, String)]) -> OpaquePointer? {
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
    var bytes: [CChar] = []
    var offsets: [Int?] = []
    for string in strings {
        offsets.append(string == nil ? nil : bytes.count)
        if let string { bytes.append(contentsOf: string.utf8CString) }
    }
    bytes.append(0)
    return bytes.withUnsafeBufferPointer { buffer in
        let pointers: [UnsafePointer<CChar>?] =
            offsets.map { offset in offset.flatMap { buffer.baseAddress?.advanced(by: $0) } } + [nil]
        return pointers.withUnsafeBufferPointer { list in
            guard let base = list.baseAddress else { preconditionFailure("an array that ends in NULL is not empty") }
            return body(base)
        }
    }
}
