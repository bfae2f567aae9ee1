public import Definitions
internal import Loading
internal import Postgres
internal import Records
internal import Reporting

/// Compares what a run has loaded with its sources: a table at a time, both ways.
///
/// The sources are read again, from where the run had them or from where it has put them, and mapped as they were then;
/// nothing is written.
public final class VerifyRun {
    public private(set) var report = VerifyReport()
    private let given: String
    private let pipelines: Pipelines
    private let database: DatabaseAccess
    private let hooks: Session.Hooks

    /// - Parameter run: the run's id, its first digits, or `latest`.
    public init(run: String, pipelines: Pipelines, database: DatabaseAccess, hooks: Session.Hooks) {
        given = run
        self.pipelines = pipelines
        self.database = database
        self.hooks = hooks
    }

    /// Does it all; the report is complete afterwards.
    public func execute() -> RunEnd {
        do { return try verify() } catch { return RunEnd(error) }
    }

    private func verify() throws -> RunEnd {
        let (units, request) = try Session(database, hooks: hooks).lend { try asked($0.connection) }
        let contents = Set(units.map(\.sha256))
        let tables = pipelines.datasets.flatMap(\.tables)
        var sink: Verification?
        let reading = Import(request: request, pipelines: pipelines, database: database, hooks: hooks) {
            [report] session, journal in
            let made = Verification(contents, for: report, among: tables, session, journal)
            sink = made
            return made
        }
        let end = reading.execute()
        // What was compared before a comparison failed is no comparison.
        guard let sink, [.done, .overLimit, .badInput].contains(end) else { return end }
        report = sink.report
        report.unreadable = units.filter { !sink.seen.contains($0.sha256) }.map(\.source)
        return report.isEqual ? .done : .overLimit
    }

    /// What the run has loaded, and the request to read it again.
    private func asked(_ connection: Connection) throws -> (units: [LoadedUnit], request: RunRequest) {
        let known = try KnownRun.find(given, on: connection)
        report.run = known.id
        report.database = connection.description
        let units = try UnitLedger(connection: connection).loadedUnits(of: known.id)
        guard !units.isEmpty else { throw RunEnd.unsatisfied("the run \(known.id) has loaded nothing") }
        let text = try connection.value("select options::text from scorebook.runs where id = $1::uuid", [known.id])
        let asked: PlanFile
        do { asked = try PlanFile.read(Array((text ?? "").utf8)) } catch {
            throw RunEnd.unsatisfied("the ledger does not tell what the run \(known.id) was asked for")
        }
        var request = RunRequest(applying: asked, pipelines: pipelines)
        request.mode = .plan
        request.applies = nil
        request.asOf = nil
        // Files that were loaded may lie in the archive by now.
        request.inputs = request.inputs.isEmpty ? [request.job?.inbox].compactMap { $0 } : request.inputs
        request.inputs += [request.job?.archive].compactMap { $0 }
        return (units, request)
    }
}
