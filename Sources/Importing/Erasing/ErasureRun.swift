public import Definitions
internal import Filing
internal import Glibc
internal import Loading
internal import Normalising
internal import Postgres
public import Reporting

/// Removes a person from everywhere: first the database, in one transaction with a tombstone and the list of files, then
/// the files. Where it is interrupted, another run completes it.
public final class ErasureRun {
    public enum Task: Sendable {
        case erase
        /// Count, and remove nothing.
        case describe
        /// Search for what is left.
        case verify
        /// Allow imports again.
        case lift
    }

    public private(set) var receipt = ErasureReceipt()
    private let given: String
    private let alias: String?
    private let task: Task
    private let pipelines: Pipelines
    private let database: DatabaseAccess
    private let photoFolder: String
    private let inProgress: String

    /// - Parameters:
    ///   - given: an email or a user id; an id where the account is already deleted.
    ///   - alias: another name of the person's folders.
    public init(
        _ given: String, alias: String?, task: Task, pipelines: Pipelines, database: DatabaseAccess,
        photoFolder: String = ".scorebook/photos", inProgress: String = ".scorebook/in-progress"
    ) {
        self.given = given
        self.alias = alias
        self.task = task
        self.pipelines = pipelines
        self.database = database
        self.photoFolder = photoFolder
        self.inProgress = inProgress
    }

    /// Does it all; the receipt is complete afterwards.
    ///
    /// - Parameter hooks: asked between files whether to stop.
    public func execute(hooks: Session.Hooks) -> RunEnd {
        if task == .erase { hooks.progress.begin(.removing) }
        do { return try Session(database, hooks: hooks).lend { try execute($0.connection, hooks.shouldStop) } } catch {
            return RunEnd(error)
        }
    }

    private func execute(_ connection: Connection, _ shouldStop: () -> Bool) throws -> RunEnd {
        let person = try person(connection)
        let erasure = Erasure(connection: connection, datasets: pipelines.datasetsInOrder)
        receipt.owner =
            try connection.value(
                "select pg_catalog.encode(\(ErasedOwner.hash(of: "\(bind: person.id)::uuid")), 'hex')") ?? ""
        switch task {
        case .lift: return try lift(erasure, person)
        case .verify: return try verify(erasure, person, connection)
        case .describe, .erase: return try erase(erasure, person, connection, shouldStop)
        }
    }

    private func person(_ connection: Connection) throws -> Erasure.Person {
        if let account = try OwnerResolver.account(of: given, on: connection) {
            if account.mail == nil, alias == nil {
                receipt.notes.append(
                    "the account has no confirmed address here; give its email as --alias to find its folders")
            }
            return Erasure.Person(id: account.id, mail: account.mail ?? alias)
        }
        let id = UUIDText.parse(given).map { UUIDText.text(high: $0.high, low: $0.low) }
        guard let id else {
            throw RunEnd.unsatisfied(
                "no account has this email; if it is already deleted, give the user id as --owner, and the email as "
                    + "--alias")
        }
        if alias == nil {
            receipt.notes.append("the account is deleted; give its email as --alias to find its folders")
        }
        return Erasure.Person(id: id, mail: alias)
    }

    private func files(
        of person: Erasure.Person, _ erasure: Erasure, _ connection: Connection
    ) throws -> PersonalFiles {
        let written = try WrittenFolder.all(on: connection)
        let addresses = try erasure.addresses(of: person)
        let names = addresses.own + [alias].compactMap(\.self)
        if addresses.shared > 0 {
            receipt.notes.append(
                "folders by an address that another account has or had were not searched; look there yourself, or give "
                    + "--alias")
        }
        do {
            let files = try PersonalFiles(
                of: person, names: names, jobs: pipelines.jobs, photoFolder: photoFolder, inProgress: inProgress,
                written: written)
            receipt.notes += files.notes
            return files
        } catch let error as FileError {
            throw RunEnd.cannotWrite("the folders of jobs cannot be read (\(error.reason))")
        }
    }

    private func erase(
        _ erasure: Erasure, _ person: Erasure.Person, _ connection: Connection, _ shouldStop: () -> Bool
    ) throws -> RunEnd {
        let files = try files(of: person, erasure, connection)
        let outcome = try erasure.erase(person, files: files.paths, isDescribed: task == .describe)
        receipt.rows = outcome.removed
        receipt.left = outcome.left
        guard task == .erase else {
            receipt.files = outcome.waiting.count
            return .done
        }
        receipt.outcome = .filesLeft
        // The list of an earlier attempt is in the database, where others can write: it may name any file.
        let found = Set(files.paths)
        let isOfPerson = outcome.waiting.map { found.contains($0) || files.mayRemove($0) }
        let others = isOfPerson.count { !$0 }
        if others > 0 {
            receipt.notes.append(
                "\(others.of("file")) of an earlier attempt stay: no folder of the person holds them; give --alias, or look "
                    + "for them in scorebook.erasures")
        }
        for (path, isOfPerson) in zip(outcome.waiting, isOfPerson) where isOfPerson {
            guard !shouldStop() else { throw RunEnd.interrupted }
            let error = files.remove(path)
            guard error == 0 else {
                throw RunEnd.cannotWrite(
                    "not all files could be removed (\(String(cString: strerror(error)))); the database is done, run "
                        + "it again for the files")
            }
            receipt.files += 1
        }
        guard others == 0 else { return .overLimit }
        try erasure.finish(person, files: outcome.waiting.count)
        receipt.outcome = .erased
        return .done
    }

    private func verify(_ erasure: Erasure, _ person: Erasure.Person, _ connection: Connection) throws -> RunEnd {
        receipt.rows = try erasure.traces(of: person)
        receipt.files = try files(of: person, erasure, connection).paths.count
        let isNone = receipt.rows.isEmpty && receipt.files == 0
        receipt.outcome = isNone ? .nothingLeft : .somethingLeft
        return isNone ? .done : .overLimit
    }

    private func lift(_ erasure: Erasure, _ person: Erasure.Person) throws -> RunEnd {
        let isLifted = try erasure.lift(person)
        guard isLifted else { throw RunEnd.unsatisfied("this person was not erased, or it is already lifted") }
        receipt.outcome = .lifted
        return .done
    }
}

/// What an erasure did: counts only, nothing of the person.
public struct ErasureReceipt: Sendable {
    public enum Outcome: String, Sendable {
        case described
        case erased
        /// The database is done, files are still there: run it again.
        case filesLeft = "files_left"
        case nothingLeft = "nothing_left"
        case somethingLeft = "something_left"
        case lifted
    }

    public var outcome = Outcome.described
    /// SHA-256 of the user id.
    public var owner = ""
    /// Rows by table.
    public var rows: [(table: String, rows: Int)] = []
    /// Rows that stay because other people's rows refer to them.
    public var left: [(table: String, rows: Int)] = []
    public var files = 0
    public var notes: [String] = []

    public var json: JSONValue {
        [
            "schema": .text("scorebook.erasure/1"), "outcome": .text(outcome.rawValue), "owner_sha256": .text(owner),
            "rows": .object(rows.map { JSONValue.Member($0.table, .integer($0.rows)) }),
            "left": .object(left.map { JSONValue.Member($0.table, .integer($0.rows)) }),
            "files": .integer(files), "notes": .array(notes.map(JSONValue.text)),
        ]
    }

    public var listing: Listing {
        let counted =
            rows.map { ($0.table, $0.rows, "rows") } + left.map { ($0.table, $0.rows, "left: others refer to them") }
        return Listing(
            [.init("what"), .init("count", nil, .right), .init("of")],
            rows: (counted + (files > 0 ? [("files", files, "files")] : [])).map {
                [.text($0), .integer($1), .text($2)]
            },
            whenEmpty: "no data of the person was found")
    }
}
