import Command
import Postgres
import Reporting
import Running

extension Console {
    /// Tells what the database refused and what to do; how the command ends.
    func fail(_ error: DatabaseError) -> ExitCode {
        switch error.kind {
        case .undefinedObject:
            complain(
                error.description,
                hint: "This database has not all of scorebook's tables: `scorebook schema status` tells which are "
                    + "missing, `scorebook schema up` makes them.")
            return .configuration
        case .insufficientPrivilege, .usage, .installation:
            complain(error.description, hint: "`scorebook doctor` shows how to correct it.")
            return .configuration
        case .unavailable, .connectionLost:
            complain(error.description, hint: "`scorebook doctor` tells what is wrong with the connection.")
            return .databaseUnavailable
        default:
            complain(error.description, hint: error.isTemporary ? "Run it again." : nil)
            return error.isTemporary ? .temporary : .software
        }
    }

    func fail(_ failure: SchemaFailure) -> ExitCode {
        if let cause = failure.cause { return fail(cause) }
        let lines = failure.description.split(separator: "\n", maxSplits: 1)
        complain(lines.first.map(String.init) ?? "", hint: lines.dropFirst().first.map(String.init))
        return .configuration
    }

    /// - Parameter hint: what to do about a file that is there.
    func fail(_ failure: FileInspection.Failure, at path: String, hint: String? = nil) -> ExitCode {
        switch failure {
        case .missing(let text):
            complain("\(path): \(text)", hint: "Check the path.")
            return .noInput
        case .bad(let text):
            complain("\(path): \(text)", hint: hint)
            return .badInput
        }
    }
}
