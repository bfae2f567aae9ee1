internal import CPostgres
internal import Glibc
internal import Synchronization

/// What stands between a session and the server, as the session's answers show it.
///
/// ```
/// direct        the server process has the number that the connection was given when it was opened
/// session       another number: a pooler answers for the server, and keeps one server process per session
/// transaction   two sessions that are open at once have been served by the same process, or one session by two
/// ```
/// A session that is shared loses staging tables, locks and settings between two transactions, and finds those of others.
public enum Pooler: Sendable {
    case direct
    case session
    case transaction

    /// How long a second session may wait for a server process; a pooler by session may have none left.
    private static let patience = 3
    private static let rounds = 6
    /// What was found, by connection string: it is looked at once per process.
    private static let known = Mutex<[String: Pooler]>([:])

    /// What a session goes through whose server process says that it has this number.
    static func between(_ connection: Connection, process: Int, _ target: Target) throws(DatabaseError) -> Pooler {
        guard process != connection.processIdentifier else { return .direct }
        let parameters = try target.parameters()
        let name = parameters.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
        if let found = known.withLock({ $0[name] }) { return found }
        let found = look(parameters)
        known.withLock { $0[name] = found }
        return found
    }

    /// Two sessions, that ask for their process in turns.
    private static func look(_ parameters: [(String, String)]) -> Pooler {
        let patient = parameters.filter { $0.0 != "connect_timeout" } + [("connect_timeout", "\(patience)")]
        let handles = (0..<2).compactMap { _ in Connection.connect(patient) }
        defer { for handle in handles { PQfinish(handle) } }
        guard handles.count == 2, handles.allSatisfy({ PQstatus($0) == CONNECTION_OK }) else { return .session }
        var processes: [Set<Int>] = [[], []]
        for _ in 0..<rounds {
            for (index, handle) in handles.enumerated() {
                guard let process = process(of: handle) else { return .session }
                processes[index].insert(process)
            }
            if processes.contains(where: { $0.count > 1 }) || !processes[0].isDisjoint(with: processes[1]) {
                return .transaction
            }
        }
        return .session
    }

    /// The process that serves a session; nil where it does not answer in time.
    private static func process(of handle: OpaquePointer) -> Int? {
        guard PQsendQuery(handle, "select pg_catalog.pg_backend_pid()") == 1 else { return nil }
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        end.tv_sec += patience
        while true {
            guard PQconsumeInput(handle) == 1 else { return nil }
            if PQisBusy(handle) == 0 { break }
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            let left = (end.tv_sec - now.tv_sec) * 1000 + (end.tv_nsec - now.tv_nsec) / 1_000_000
            var waiting = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&waiting, 1, Int32(left)) >= 0 || errno == EINTR else { return nil }
        }
        var process: Int?
        while let result = PQgetResult(handle) {
            if PQresultStatus(result) == PGRES_TUPLES_OK, let text = PQgetvalue(result, 0, 0) {
                process = Int(String(cString: text))
            }
            PQclear(result)
        }
        return process
    }
}

extension Connection {
    /// What stands between this session and the server.
    ///
    /// - Parameter process: the answer to `pg_backend_pid()`, where it was asked already.
    public func pooler(of target: Target, process: Int? = nil) throws(DatabaseError) -> Pooler {
        let asked: Int? = if let process { process } else { try value("select pg_catalog.pg_backend_pid()") }
        return try Pooler.between(self, process: asked ?? 0, target)
    }

    /// Refuses a session that is shared by transaction.
    public func refuseTransactionPooler(_ target: Target, process: Int? = nil) throws(DatabaseError) {
        guard try pooler(of: target, process: process) == .transaction else { return }
        throw DatabaseError(
            .usage,
            "\(description) is behind a transaction pooler: it shares sessions, so that staging tables, locks and settings "
                + "would be lost between statements; use the direct connection or the session pooler")
    }

    /// How the session is secured: libpq's `sslmode`, and whether what is sent is encrypted.
    public var security: (mode: String, isEncrypted: Bool) {
        var mode = "prefer"
        if let options = PQconninfo(handle) {
            defer { PQconninfoFree(options) }
            var option = options
            while let keyword = option.pointee.keyword {
                if String(cString: keyword) == "sslmode", let value = option.pointee.val {
                    mode = String(cString: value)
                }
                option += 1
            }
        }
        return (mode, PQsslInUse(handle) == 1)
    }
}
