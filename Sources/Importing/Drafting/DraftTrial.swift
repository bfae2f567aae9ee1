public import Definitions
internal import Records
internal import Reporting

/// What a drafted definition makes of the file that it was drafted from, as `check` and `validate` find it.
public struct DraftTrial: Sendable {
    /// Faults of the definition; empty where it loads.
    public var faults: [Fault]
    /// Records that were read, are valid, were rejected and passed over.
    public var read = 0
    public var valid = 0
    public var rejected = 0
    public var skipped = 0
    /// Why the whole file was refused.
    public var refusal: String?
    /// The first defect and how often it is there, without values: `Weight: not a number`.
    public var causes: [(column: String, count: Int)] = []

    /// Reads the whole file, without a database.
    ///
    /// - Parameters:
    ///   - path: where the definition is to lie, for the messages of faults.
    ///   - base: the definitions that it lies over.
    public init(_ draft: FormatDraft, at path: String, of file: String, over base: Pipelines) {
        // What was written before under this name is written again.
        var base = base
        base.formats.removeAll { $0.name == draft.name }
        let (pipelines, faults) = base.adding(Array(draft.text.utf8), at: path)
        self.faults = faults
        guard faults.isEmpty else { return }
        var request = RunRequest(mode: .validate, inputs: [file])
        request.format = draft.name
        // Everybody's records are looked at.
        request.settings = draft.settings.filter { $0.name != draft.personSetting }.map {
            (name: $0.name, value: $0.value)
        }
        request.recordText = .redacted
        let hooks = Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false })
        let run = Import(request: request, pipelines: pipelines, database: nil, hooks: hooks)
        let end = run.execute()
        let ledger = run.report.ledger
        read = ledger.read
        rejected = ledger.rejected
        skipped = ledger.skipped
        valid = read - rejected - skipped
        refusal = run.report.units.first { $0.status == .refused || $0.status == .failed }?.reason
        if refusal == nil, run.report.units.isEmpty { refusal = "\(end)" }
        // A record that breaks two rules of a column is one record.
        for cause in run.report.causes {
            guard let place = causes.firstIndex(where: { $0.column == cause.column }) else {
                causes.append((column: cause.column, count: cause.count))
                continue
            }
            causes[place].count = max(causes[place].count, cause.count)
        }
    }
}
