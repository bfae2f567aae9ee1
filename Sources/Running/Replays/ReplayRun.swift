public import Definitions
internal import Discovering
internal import Loading
internal import Mapping
internal import Postgres
internal import Records
public import Reporting

/// Loads rejects that today's definitions accept: each unit's as a unit of its own.
///
/// A reject that loads, or that is no longer data, is marked as replayed; one that is rejected again keeps waiting, with
/// its defects as they are found now. Records that were broken as text are not tried: correct the file and import it.
public final class ReplayRun {
    public private(set) var report: RunReport
    private let given: String?
    private let pipelines: Pipelines
    private let database: DatabaseAccess
    private let hooks: Run.Hooks
    private let now: Int64

    /// - Parameter run: the run's id, its first digits, or `latest`; nil for the last that has rejects to replay.
    public init(run: String?, now: Int64? = nil, pipelines: Pipelines, database: DatabaseAccess, hooks: Run.Hooks) {
        given = run
        self.pipelines = pipelines
        self.database = database
        self.hooks = hooks
        self.now = now ?? Clock.wall
        report = RunReport(run: UUIDText.random(), job: nil, mode: .replay, database: nil)
    }

    /// Does it all; the report is complete afterwards.
    public func execute() -> RunEnd {
        let started = Clock.monotonic
        var end = RunEnd.done
        do { end = try replay() } catch {
            end = RunEnd(error)
            report.status = end.isRefusal ? .refused : .failed
        }
        report.seconds = Clock.monotonic - started
        return end
    }

    private func replay() throws -> RunEnd {
        let connection = try database.openForWriting()
        let reading = try database.openLoader()
        report.database = connection.description
        let cancel = connection.cancel
        hooks.cancellable { cancel.request() }
        let run: String?
        if let given {
            run = try KnownRun.find(given, on: connection).id
        } else {
            run = try ReplayUnit.lastRun(connection)
        }
        guard let run else {
            report.status = .nothingToDo
            return .done
        }
        report.job = run
        let units = try ReplayUnit.waiting(connection, run: run)
        let broken = units.reduce(0) { $0 + $1.broken }
        if broken > 0 {
            report.warnings.add("records broken as text are not replayed: correct the file and import it", broken)
        }
        guard units.contains(where: { !$0.rejects.isEmpty }) else {
            report.status = .nothingToDo
            return .done
        }
        let row = RunRow(id: report.run, job: nil, mode: .replay)
        try row.begin(on: connection)
        defer { row.end(report, on: connection) }
        report.status = .failed
        let loader = Loader(
            connection: connection, mode: .run, winner: .app, run: report.run, wording: RejectWording.text)
        for unit in units where !unit.rejects.isEmpty {
            guard !hooks.shouldStop() else { throw RunEnd.interrupted }
            try replay(unit, loader, reading)
            hooks.tick()
        }
        return judge()
    }

    private func judge() -> RunEnd {
        report.limit = RejectLimit("0")
        let isRefused = report.units.contains { $0.status == .refused }
        report.status = report.ledger.rejected > 0 || isRefused ? .limitExceeded : .succeeded
        return report.status == .succeeded ? .done : .overLimit
    }

    private func replay(_ unit: ReplayUnit, _ loader: Loader, _ reading: Connection) throws {
        guard let format = pipelines.format(named: unit.format), let datasets = pipelines.datasets(of: format)
        else { return refuse(unit, "the format \(unit.format) is not defined any more") }
        if case .csv(let csv) = format.reader, csv.shape.explode != nil {
            return refuse(unit, "a record gives several rows, of which a reject keeps one: import the file again")
        }
        guard !format.isPhoto else { return refuse(unit, "a photo is needed to import it: give its file again") }
        let plan: MappingPlan
        do {
            plan = try MappingPlan(
                format: format, datasets: datasets, header: header(of: unit, format),
                settings: Dictionary(unit.settings.map { ($0.name, $0.value) }) { first, _ in first },
                ownership: unit.ownership)
        } catch let error as MappingError { return refuse(unit, error.message) }
        let description = UnitDescription(
            key: unit.key(format.canonicalText(with: datasets)), source: unit.source, bytes: 0, format: format.name,
            datasets: format.datasets, settings: unit.settings + [(ReplayUnit.origin, String(unit.id))])
        var hooks = UnitHooks()
        hooks.beforeCommit = { id, outcome, connection in
            try unit.settle(as: id, outcome, connection)
        }
        let outcome = try Patience.undisturbed {
            let feed = ReplayFeed(
                unit: unit, plan: plan, now: now, connection: reading, shouldStop: self.hooks.shouldStop)
            return try loader.load(description, plan: plan, feed: feed, hooks: hooks)
        }
        add(outcome, unit, description, plan)
    }

    /// The columns that rejects have; where records name their own, what a definition asks for today may be absent.
    private func header(of unit: ReplayUnit, _ format: Format) -> [String] {
        guard !format.reader.hasHeader else { return unit.header }
        return unit.header + format.columns.filter { !unit.header.contains($0) }
    }

    private func refuse(_ unit: ReplayUnit, _ reason: String) {
        report.units.append(
            RunReport.Unit(source: unit.source, format: unit.format, status: .refused, reason: reason))
    }

    private func add(_ outcome: UnitOutcome, _ unit: ReplayUnit, _ description: UnitDescription, _ plan: MappingPlan) {
        let isAgain = outcome.ledger.read > 0 && outcome.ledger.rejected == outcome.ledger.read
        report.units.append(
            RunReport.Unit(
                source: unit.source, sha256: Hex.text(description.key.sha256), format: unit.format,
                datasets: description.datasets,
                status: isAgain ? .refused : outcome.status == .alreadyLoaded ? .alreadyLoaded : .loaded,
                reason: isAgain ? "all rejected again" : nil, ledger: outcome.ledger))
        report.ledger += outcome.ledger
        report.add(outcome.rejects, source: unit.source)
        report.warnings.add(outcome.warnings)
        report.add(outcome.rows, of: plan.datasets.flatMap(\.tables))
    }
}
