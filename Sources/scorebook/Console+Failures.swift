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
            guard error.isTemporary else { return fail(unexpected: error.description) }
            complain(error.description, hint: "Run it again.")
            return .temporary
        }
    }

    /// A defect of the program's own.
    func fail(unexpected why: String) -> ExitCode {
        complain(
            why,
            hint: "This is a bug in scorebook. Report it in the project's issue tracker with the command line, "
                + "`scorebook version` and the output of `scorebook doctor`, without records of a real person.")
        return .software
    }

    /// The same with the errors of the stages.
    func fail(_ error: any Error) -> ExitCode {
        if let error = error as? DatabaseError { return fail(error) }
        if case .unsatisfied(let why)? = error as? RunEnd {
            complain(why)
            return .unsatisfied
        }
        guard error is SchemaFailure || error is SchemaError || error is SummaryError else {
            return fail(unexpected: "internal error without a message: \(type(of: error))")
        }
        let lines = "\(error)".split(separator: "\n", maxSplits: 1)
        complain(lines.first.map(String.init) ?? "", hint: lines.dropFirst().first.map(String.init))
        return .configuration
    }

    /// What is wrong with a command line.
    func fail(_ fault: RequestBuilder.Fault) -> ExitCode {
        complain(fault.message, hint: fault.hint)
        return fault.code
    }

    /// - Parameter hint: what to do about a file that is there.
    func fail(reading error: any Error, at path: String, hint: String? = nil) -> ExitCode {
        switch error as? FileInspection.Failure {
        case .missing(let text):
            complain("\(path): \(text)", hint: NearbyPath.hint(for: path))
            return .noInput
        case .bad(let text):
            complain("\(path): \(text)", hint: hint)
            return .badInput
        case nil: return fail(error)
        }
    }
}
