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
    private let hooks: Run.Hooks

    /// - Parameter run: the run's id, its first digits, or `latest`.
    public init(run: String, pipelines: Pipelines, database: DatabaseAccess, hooks: Run.Hooks) {
        given = run
        self.pipelines = pipelines
        self.database = database
        self.hooks = hooks
    }

    /// Does it all; the report is complete afterwards.
    public func execute() -> RunEnd {
        do { return try verify() } catch {
            dropFigures()
            return RunEnd(error)
        }
    }

    /// What was compared before a comparison failed is no comparison.
    private func dropFigures() {
        let (run, database) = (report.run, report.database)
        report = VerifyReport()
        (report.run, report.database) = (run, database)
    }

    private func verify() throws -> RunEnd {
        let connection = try database.openLoader()
        let ledger = UnitLedger(connection: connection)
        let known = try KnownRun.find(given, on: connection)
        report.run = known.id
        report.database = connection.description
        let units = try ledger.loadedUnits(of: known.id)
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
        request.verifies = Set(units.map(\.sha256))
        let run = Run(request: request, pipelines: pipelines, database: database, hooks: hooks)
        run.compares { [self] key, comparison in
            report.seen.insert(Hex.text(key.sha256))
            report.add(comparison)
        }
        let end = run.execute()
        guard end == .done || end == .overLimit || end == .badInput else {
            dropFigures()
            return end
        }
        for unit in units where !report.seen.contains(unit.sha256) { report.unreadable.append(unit.source) }
        let names = Set(report.tables.map(\.table))
        let tables = pipelines.datasets.flatMap(\.tables).filter { names.contains($0.name) }
        if let loader = run.loader {
            let extra = try loader.extraRows(in: tables, since: known.id)
            report.add(extra: extra)
        }
        return report.isEqual ? .done : .overLimit
    }
}

extension Run {
    /// Has every unit compared with the target instead of planned.
    func compares(_ hear: @escaping (UnitKey, UnitComparison) -> Void) { comparison = hear }
}
