internal import Discovering
internal import Loading
internal import Reporting

/// Where prepared units go: checked (`Validation`), compared (`Plan`, `Verification`) or written (`Load`).
///
/// A sink pulls a unit's records by `unit.records()`, again for each attempt, and enters what came of them in the journal.
protocol UnitSink: AnyObject {
    /// Units as they stand in a plan that is saved.
    var planned: [PlanFile.Unit] { get }

    func take(_ unit: PreparedUnit) throws
    /// Units that wait for others like them.
    var waitingCount: Int { get }
    var waitingPaths: [String] { get }
    /// Completes units that wait; comes before anything else is reported.
    func flush() throws
    /// A file or an entry is refused and in the journal.
    func refused(_ candidate: Candidate, _ refusal: Refusal) throws
    /// A file or an entry waits for the next run and is in the journal.
    func postponed(_ candidate: Candidate, _ refusal: Refusal)
    /// All entries of an archive are done; what became of each.
    func complete(_ archive: Candidate, _ file: SourceFile, entries: ArraySlice<RunReport.Unit>) throws
    /// All inputs are done.
    func finish() throws
    /// The run failed.
    func abandon()
    /// The end of the run is known.
    func close(_ end: RunEnd)
}

extension UnitSink {
    var planned: [PlanFile.Unit] { [] }
    var waitingCount: Int { 0 }
    var waitingPaths: [String] { [] }

    func flush() throws {}
    func refused(_ candidate: Candidate, _ refusal: Refusal) throws {}
    func postponed(_ candidate: Candidate, _ refusal: Refusal) {}
    func complete(_ archive: Candidate, _ file: SourceFile, entries: ArraySlice<RunReport.Unit>) {}
    func finish() throws {}
    func abandon() {}
    func close(_ end: RunEnd) {}
}
