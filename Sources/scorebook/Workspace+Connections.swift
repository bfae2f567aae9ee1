import Command
import Definitions
import Importing
import Postgres
import Reporting

extension Workspace {
    /// Who asks the database.
    enum Access {
        /// The low-rights role that loads.
        case loader
        /// Who may change the schema.
        case administrator
    }

    /// Lends a connection to the database; where there is none says why, and what to do.
    func withDatabase(
        _ access: Access, _ console: Console, _ body: (Connection, DatabaseAccess) throws -> ExitCode
    ) -> ExitCode {
        let database = database(job: nil)
        do {
            if database.isEmbedded {
                guard try !EmbeddedCluster(home: home.folder).isAbsent else {
                    console.complain(
                        "no database here yet",
                        hint: "`scorebook run` or `scorebook db start` creates scorebook's own in "
                            + "\(home.folder); to use another, set DATABASE_URL or --database.")
                    return .databaseUnavailable
                }
            }
            let connection =
                switch access {
                case .loader: try database.openLoader()
                case .administrator: try database.openAdministrator()
                }
            return try body(connection, database)
        } catch { return console.fail(error) }
    }

    /// The same for questions to the ledger.
    func withLedger(
        _ console: Console, _ body: (LedgerReader) throws -> ExitCode
    ) -> ExitCode {
        withDatabase(.loader, console) { connection, _ in
            do {
                return try body(LedgerReader(connection))
            } catch let error as LedgerReader.Failure {
                console.complain(error.message, hint: error.hint)
                return .usage
            }
        }
    }

    /// The same for what one person may see: whom `--owner` or the configuration names.
    func withPerson(_ console: Console, _ body: (PersonalView) throws -> ExitCode) -> ExitCode {
        guard let owner = options.owner ?? configuration.owner, owner != "payload" else {
            console.complain("no owner given", hint: "Give --owner with an email or a user id.")
            return .usage
        }
        return withDatabase(.administrator, console) { connection, _ in
            guard let person = try PersonalView(connection, of: owner) else {
                console.complain(
                    "the owner has no account in this database",
                    hint: "Give --owner with the email or user id of an account.")
                return .noInput
            }
            return try body(person)
        }
    }

    /// Whether `--from` is not after `--to`; says so where it is.
    func hasSoundRange(_ console: Console) -> Bool {
        guard let from = options.from, let to = options.to, to.text < from.text else { return true }
        console.complain("the range ends before it starts", hint: "Give --to a day that is not before --from.")
        return false
    }
}
