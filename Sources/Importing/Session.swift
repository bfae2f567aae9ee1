internal import Loading
internal import Normalising
internal import Postgres
public import Reporting

/// A command's way to its database: opened, cancelled, and opened again where the connection is lost.
///
/// A connection is lent to a closure, together with the loader that depends on it. After a lost connection the next
/// closure gets others; nothing of the old ones is left to be used by mistake.
public final class Session {
    /// What a command shows and asks while it is at work.
    public struct Hooks: Sendable {
        public var progress: Progress
        public var tick: @Sendable () -> Void
        public var shouldStop: @Sendable () -> Bool
        /// Takes a line on what became of each unit; without values of records.
        public var log: @Sendable (LogLine) -> Void = { _ in }
        /// Takes lines of events, which end anywhere; nil where nobody asked.
        public var event: (@Sendable (UnsafeRawBufferPointer) -> Void)?
        /// Takes a way to end what the database is doing.
        public var cancellable: @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }

        public init(
            progress: Progress, tick: @escaping @Sendable () -> Void, shouldStop: @escaping @Sendable () -> Bool
        ) {
            self.progress = progress
            self.tick = tick
            self.shouldStop = shouldStop
        }
    }

    /// A connection, and what ends with it.
    struct Lease {
        let connection: Connection
        let loader: Loader
    }

    /// What a lost connection means.
    enum Loss {
        /// The next attempt gets another connection.
        case reopens
        /// What was found so far is kept in the session's temporary tables; without it the figures would be wrong. The
        /// text says what to do next.
        case ends(String)
    }

    private let database: DatabaseAccess
    private let hooks: Hooks
    private let asOf: String?
    private let loss: Loss
    private let loader: (Connection) -> Loader
    private var lease: Lease

    /// Opens the database as the low-rights role that loads.
    ///
    /// - Parameters:
    ///   - asOf: what counts as now.
    ///   - loader: makes the loader of each connection.
    init(
        _ database: DatabaseAccess, hooks: Hooks, asOf: String? = nil, loss: Loss = .reopens,
        loader: @escaping (Connection) -> Loader = { Session.loader($0, run: UUIDText.random()) }
    ) throws {
        self.database = database
        self.hooks = hooks
        self.asOf = asOf
        self.loss = loss
        self.loader = loader
        lease = try Self.open(database, hooks, asOf, loader)
    }

    /// A loader for which the app's edits win.
    static func loader(_ connection: Connection, run: String) -> Loader {
        Loader(connection: connection, mode: .run, winner: .app, run: run, wording: RejectText.init)
    }

    private static func open(
        _ database: DatabaseAccess, _ hooks: Hooks, _ asOf: String?, _ loader: (Connection) -> Loader
    ) throws -> Lease {
        let connection = try database.openLoader()
        if let asOf {
            connection.later.run("select pg_catalog.set_config('scorebook.as_of', \(bind: asOf), false)")
        }
        let cancel = connection.cancel
        hooks.cancellable { cancel.request() }
        return Lease(connection: connection, loader: loader(connection))
    }

    /// `host/name`.
    var name: String { lease.connection.description }
    var isAlive: Bool { lease.connection.isAlive }

    func requireSchema() throws { try database.schema.requireCurrent(on: lease.connection) }

    /// Sends what waits, which would be lost with the connection.
    func flush() throws { try lease.connection.flush() }

    /// Lends the connection.
    func lend<Result>(_ work: (Lease) throws -> Result) throws -> Result { try work(lease) }

    /// Lends a second connection, for what is read while the first is busy with COPY.
    func lendReader<Result>(_ work: (Connection) throws -> Result) throws -> Result {
        try work(try database.openLoader())
    }

    /// Lends a connection for a command's last words: where its own is lost, one that is opened for them.
    func lendForEnd(_ work: (Connection) throws -> Void) throws {
        try work(isAlive ? lease.connection : database.openLoader())
    }

    /// Does a unit's work, again where other writers were in its way or the connection was lost.
    ///
    /// - Parameter committed: asked after a lost reply to COMMIT; nil where nothing of the work is kept.
    func retrying<Result>(
        _ work: (Lease) throws -> Result, committed: (Connection) throws -> Result? = { _ in nil }
    ) throws -> Result {
        var attempt = 0
        while true {
            attempt += 1
            do { return try lend(work) } catch {
                if let result = try answer(after: error, committed) { return result }
                guard let policy = RetryPolicy(after: error), attempt < policy.attempts, !hooks.shouldStop() else {
                    throw error
                }
                policy.pause(after: attempt)
                guard !isAlive else { continue }
                if case .ends(let advice) = loss {
                    throw RunEnd.temporary(
                        "\(error.reason); what was found so far is lost with the connection: \(advice)")
                }
                do { try reopen() } catch  where attempt >= 3 { throw RunEnd(error) } catch {}
            }
        }
    }

    /// Asks after a lost reply to COMMIT whether it was done; nil after other errors.
    func answer<Result>(
        after error: any Error, _ question: (Connection) throws -> Result?
    ) throws -> Result? {
        guard (error as? DatabaseError)?.kind == .commitUnknown else { return nil }
        do {
            if case .ends = loss {
                return try question(RetryPolicy.opening.run(while: \.isTemporary) { try database.openLoader() })
            }
            if !isAlive { try reopen() }
            return try question(lease.connection)
        } catch { throw RunEnd(error) }
    }

    private func reopen() throws {
        lease = try RetryPolicy.opening.run(while: \.isTemporary) { try Self.open(database, hooks, asOf, loader) }
    }
}

extension Error {
    fileprivate var isTemporary: Bool { (self as? DatabaseError)?.isTemporary ?? false }

    /// What happened to a unit, in words.
    var reason: String {
        (self as? LoadError)?.message ?? (self as? DatabaseError)?.description ?? "the file cannot be read"
    }
}

extension Phase {
    /// What a loader does, as progress shows it.
    init(_ phase: Loader.Phase) {
        self =
            switch phase {
            case .reading: .reading
            case .comparing: .comparing
            case .writing: .writing
            }
    }
}
