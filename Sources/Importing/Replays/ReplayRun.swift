public import Definitions
internal import Discovering
internal import Loading
internal import Normalising
internal import Postgres
internal import Records
public import Reporting

/// Loads rejects that today's definitions accept: each unit's as a unit of its own.
///
/// A reject that loads, or that is no longer data, is marked as replayed; one that is rejected again keeps waiting, with
/// its defects as they are found now. What the ledger has only counted is read again from the file. Records that were broken as text are not tried: correct the file and import it.
public final class ReplayRun {
    public var report: RunReport { journal.report }
    private let given: String?
    private let sources: [String]
    private let owner: String?
    private let pipelines: Pipelines
    private let database: DatabaseAccess
    private let journal: Journal
    private let now: Int64

    private let settings: [(name: String, value: String)]
    private let typed: TypedCommand
    /// Whether the rejects are of files of several people.
    private var isOfSeveral = false

    /// - Parameters:
    ///   - run: the run's id, its first digits, or `latest`; nil for the last that has rejects to replay.
    ///   - sources: only rejects of these files, as reports name them; none: of all.
    ///   - owner: only those of this person's files, by id or address.
    ///   - settings: those that replace the settings of the import.
    ///   - typed: the command line, for commands to copy.
    public init(
        run: String?, sources: [String] = [], owner: String? = nil, settings: [(name: String, value: String)] = [],
        now: Int64? = nil,
        pipelines: Pipelines,
        database: DatabaseAccess, hooks: Session.Hooks, typed: TypedCommand = TypedCommand()
    ) {
        given = run
        self.sources = sources
        self.owner = owner
        self.settings = settings
        self.typed = typed
        self.pipelines = pipelines
        self.database = database
        self.now = now ?? Clock.wall
        journal = Journal(.replay, hooks: hooks)
    }

    /// Does it all; the report is complete afterwards.
    public func execute() -> RunEnd { journal.conduct(replay) }

    private func replay() throws -> RunEnd {
        let session = try Session(database, hooks: journal.hooks) { [run = report.run] in
            Session.loader($0, run: run)
        }
        journal.report.database = session.name
        let (units, files) = try session.lend { try waiting($0.connection) }
        let broken = units.reduce(0) { $0 + $1.broken }
        if broken > 0 {
            journal.report.warnings.add(
                "records with broken text are not replayed: correct the file and import it", broken)
        }
        guard units.contains(where: \.isReplayed) else {
            journal.report.status = .nothingToDo
            return .done
        }
        try journal.begin(in: session)
        try session.flush()
        try session.lendReader { reading in
            let identity = try IdentityKey(IdentityKey.asked(of: reading))
            for unit in units.map({ $0.with(settings) }) where unit.isReplayed {
                guard !journal.hooks.shouldStop() else { throw RunEnd.interrupted }
                try session.lend { loading in
                    if !unit.rejects.isEmpty {
                        let records = StoredRejects(ids: unit.rejects, connection: reading)
                        try replay(unit, .whole, records, unit.header, identity, loading.loader, reading)
                    }
                    if unit.hasCounted { try reread(unit, files, identity, loading.loader, reading) }
                }
                journal.hooks.tick()
            }
        }
        return judge()
    }

    /// Replays the rejects of a unit that the ledger keeps without text.
    private func reread(
        _ unit: ReplayUnit, _ files: FilesOfRun?, _ identity: IdentityKey, _ loader: Loader, _ reading: Connection
    ) throws {
        let counted = unit.counted
        if let lines = counted.lostLines {
            refuse(
                unit,
                "\(counted.lost.grouped) of the records that begin on the lines \(lines.lowerBound.grouped) to "
                    + "\(lines.upperBound.grouped) are not replayed, since only their number is kept: import the file again"
            )
        }
        guard !counted.ranges.isEmpty else { return }
        guard let file = files?.file(of: unit.source, unit.sha256, bytes: unit.bytes) else {
            let count = counted.count - counted.broken - counted.lost
            return refuse(
                unit,
                "\(count.grouped) records are not replayed, since their text is in the file, and that is not where it "
                    + "was: import it again (lines: `scorebook rejects \(journal.report.job?.prefix(8) ?? "") -o jsonl`)"
            )
        }
        let match: Recogniser.Match
        do { match = try FilesOfRun.match(file, unit.format, pipelines.catalogue) } catch {
            return refuse(unit, Refusal(error).reason)
        }
        let records = RereadRejects(of: counted, in: file, match)
        do { try replay(unit, .counted, records, records.header(), identity, loader, reading) } catch {
            guard case .source(_, let reason) = error as? LoadError else { throw error }
            refuse(unit, reason)
        }
    }

    /// The units of the run that is meant, and where its files are; none where there is no such run.
    private func waiting(_ connection: Connection) throws -> ([ReplayUnit], FilesOfRun?) {
        let named = try given.map { try KnownRun.find($0, latest: .rejecting, on: connection).id }
        let run = try named ?? ReplayUnit.lastRun(connection)
        guard let run else { return ([], nil) }
        journal.report.job = run
        var units = try ReplayUnit.waiting(connection, run: run)
        if let owner {
            guard let account = try OwnerResolver.account(of: owner, on: connection) else {
                throw RunEnd.unsatisfied("--owner: no account has this id or address")
            }
            units.removeAll { $0.ownerScope != account.id }
        }
        if let unknown = sources.first(where: { source in !units.contains { $0.source == source } }) {
            throw RunEnd.unsatisfied(
                "no record of \(unknown) waits in the run \(run.prefix(8)); `scorebook rejects` names the files")
        }
        if !sources.isEmpty { units.removeAll { !sources.contains($0.source) } }
        // A setting is one person's: files of others may contradict it.
        if !settings.isEmpty, Set(units.map(\.ownerScope)).count > 1 {
            throw RunEnd.unsatisfied(
                "the rejects are of files of several people: add --owner with the id or address of one")
        }
        isOfSeveral = Set(units.map(\.ownerScope)).count > 1
        guard units.contains(where: \.hasCounted) else { return (units, nil) }
        // An erasure may have removed what the run was asked for, and with it where its files are.
        return (units, (try? RunRequest(again: run, pipelines, on: connection)).map(FilesOfRun.init))
    }

    private func judge() -> RunEnd {
        journal.report.limit = .records(0)
        let isRefused = report.units.contains { $0.status == .refused }
        journal.report.status = report.ledger.rejected > 0 || isRefused ? .limitExceeded : .succeeded
        return report.status == .succeeded ? .done : .overLimit
    }

    private func replay(
        _ unit: ReplayUnit, _ part: ReplayUnit.Part, _ records: any ReplayedRecords, _ header: [String],
        _ identity: IdentityKey, _ loader: Loader, _ reading: Connection
    ) throws {
        guard let format = pipelines.format(named: unit.format), let datasets = pipelines.datasets(of: format)
        else { return refuse(unit, "the format \(unit.format) is not defined any more") }
        if let fault = format.replayFault { return refuse(unit, fault) }
        let plan: MappingPlan
        do {
            plan = try MappingPlan(
                format: format, datasets: datasets, header: with(columnsOf: format, header),
                settings: Dictionary(unit.settings.map { ($0.name, $0.value) }) { first, _ in first },
                ownership: unit.ownership, identity: identity)
        } catch let error as MappingError { return refuse(unit, error.message) }
        var description = UnitDescription(
            key: unit.key(format.canonicalText(with: datasets), part), source: unit.source, bytes: records.bytes,
            format: format.name,
            datasets: format.datasets, settings: unit.settings + [(ReplayUnit.origin, String(unit.id))])
        description.keeping = part == .whole ? .whole : .places
        var hooks = UnitHooks()
        hooks.beforeCommit = { id, outcome, connection in
            try unit.finish(part, as: id, outcome, connection)
        }
        let outcome = try RetryPolicy.contention.run(while: \.isOfOthers) {
            let feed = ReplayFeed(
                unit: unit, records, plan: plan, now: now, connection: reading, shouldStop: journal.hooks.shouldStop)
            return try loader.load(description, plan: plan, feed: feed, hooks: hooks)
        }
        add(outcome, unit, description, plan)
    }

    /// The columns that rejects have; where records name their own, what a definition asks for today may be absent.
    private func with(columnsOf format: Format, _ header: [String]) -> [String] {
        guard !format.reader.hasHeader else { return header }
        return header + format.columns.filter { !header.contains($0) }
    }

    private func refuse(_ unit: ReplayUnit, _ reason: String) {
        journal.report.units.append(
            RunReport.Unit(source: unit.source, format: unit.format, status: .refused, reason: reason))
    }

    private func add(_ outcome: UnitOutcome, _ unit: ReplayUnit, _ description: UnitDescription, _ plan: MappingPlan) {
        journal.report.units.append(
            RunReport.Unit(
                source: unit.source, sha256: Hex.text(description.key.sha256), format: unit.format,
                datasets: description.datasets,
                status: outcome.status == .alreadyLoaded ? .alreadyLoaded : .loaded(outcome.ledger),
                ledger: outcome.ledger))
        let run = journal.report.job
        journal.report.add(outcome, source: unit.source, format: unit.format) { setting in
            run.map {
                let whose = isOfSeveral && UUIDText.parse(unit.ownerScope) != nil ? unit.ownerScope : owner
                return RunReport.Remedy(replay: typed.replay($0, setting: setting, owner: whose), of: unit.source)
            }
        }
        journal.report.add(outcome.rows, of: plan.datasets.flatMap(\.tables))
    }
}

extension Format {
    /// Why its rejects cannot be replayed; nil where they can.
    var replayFault: String? {
        if case .csv(let csv) = reader, csv.shape.explode != nil {
            return "a record gives several rows, of which a reject keeps one: import the file again"
        }
        return isWholeFile ? "a photo cannot be replayed: import its file again" : nil
    }
}
