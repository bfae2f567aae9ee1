internal import Discovering
internal import Loading

/// Where prepared units go: checked (`Validation`), compared (`Plan`, `Verification`) or written (`Load`).
///
/// A sink pulls a unit's records by `unit.records()`, again for each attempt, and enters what came of them in the journal.
protocol UnitSink: AnyObject {
    /// Units as they stand in a plan that is saved.
    var planned: [PlanFile.Unit] { get }

    func take(_ unit: PreparedUnit) throws
    /// Completes units that wait; comes before anything else is reported.
    func flush() throws
    /// A file or an entry is refused and in the journal.
    func refused(_ candidate: Candidate, _ refusal: Refusal) throws
    /// All entries of an archive are done.
    ///
    /// - Parameter reasons: of entries that were refused.
    func complete(_ archive: Candidate, _ file: SourceFile, refused reasons: [String])
    /// All inputs are done.
    func finish() throws
    /// The run failed.
    func abandon()
    /// The end of the run is known.
    func close(_ end: RunEnd)
}

extension UnitSink {
    var planned: [PlanFile.Unit] { [] }

    func flush() throws {}
    func refused(_ candidate: Candidate, _ refusal: Refusal) throws {}
    func complete(_ archive: Candidate, _ file: SourceFile, refused reasons: [String]) {}
    func finish() throws {}
    func abandon() {}
    func close(_ end: RunEnd) {}
}
