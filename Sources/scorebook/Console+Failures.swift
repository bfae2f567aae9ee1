import Command
import Importing
import Migrating
import Postgres
import Reporting
import Summarising

extension Console {
    /// Prints what the database refused and what to do; returns how the command ends.
    func fail(_ error: DatabaseError) -> ExitCode {
        switch error.kind {
        case .undefinedObject:
            complain(
                error.description,
                hint:
                    "Some of scorebook's tables are missing in this database: `scorebook schema status` lists which are "
                    + "missing, `scorebook schema up` makes them.")
            return .configuration
        case .insufficientPrivilege, .usage, .installation:
            complain(error.description, hint: "`scorebook doctor` shows how to correct it.")
            return .configuration
        case .unavailable, .connectionLost:
            complain(error.description, hint: "`scorebook doctor` shows what is wrong with the connection.")
            return .databaseUnavailable
        default:
            complain(error.description, hint: error.isTemporary ? "Run it again." : nil)
            return error.isTemporary ? .temporary : .software
        }
    }

    /// The same with the errors of the stages.
    func fail(_ error: any Error) -> ExitCode {
        if let error = error as? DatabaseError { return fail(error) }
        guard error is SchemaFailure || error is SchemaError || error is SummaryError else {
            complain("internal error without a message: \(type(of: error))")
            return .software
        }
        let lines = "\(error)".split(separator: "\n", maxSplits: 1)
        complain(lines.first.map(String.init) ?? "", hint: lines.dropFirst().first.map(String.init))
        return .configuration
    }

    /// - Parameter hint: what to do about a file that is there.
    func fail(reading error: any Error, at path: String, hint: String? = nil) -> ExitCode {
        switch error as? FileInspection.Failure {
        case .missing(let text):
            complain("\(path): \(text)", hint: "Check the path.")
            return .noInput
        case .bad(let text):
            complain("\(path): \(text)", hint: hint)
            return .badInput
        case nil: return fail(error)
        }
    }
}
