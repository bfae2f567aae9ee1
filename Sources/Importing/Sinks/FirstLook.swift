public import Definitions
internal import Discovering
internal import Reporting

/// Opens and recognises files, reads none of them: before a database is made for them.
final class FirstLook: UnitSink {
    private(set) var isAnyTaken = false

    func take(_ unit: PreparedUnit) throws {
        isAnyTaken = true
        unit.file.forget()
    }
}

extension Import {
    /// A run of files of which none can be taken, to be executed without a database; nil where one may be.
    public static func refusing(_ request: RunRequest, _ pipelines: Pipelines, _ hooks: Session.Hooks) -> Import? {
        // Standard input can be read once only.
        guard request.applies == nil, !request.inputs.contains("-") else { return nil }
        let look = FirstLook()
        let quiet = Session.Hooks(progress: Progress(), tick: {}, shouldStop: hooks.shouldStop)
        func run(_ hooks: Session.Hooks) -> Import {
            Import(
                request: request, pipelines: pipelines, database: nil, hooks: hooks, listing: look, sinks: nil,
                isNew: true)
        }
        guard run(quiet).execute() == .badInput, !look.isAnyTaken else { return nil }
        return run(hooks)
    }
}
