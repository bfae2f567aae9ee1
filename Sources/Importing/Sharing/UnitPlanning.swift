public import Definitions
internal import Discovering
public import Filing
internal import Loading
internal import Normalising
internal import Postgres
internal import Records
internal import Reporting

/// `plan-units`: lists the files of a run for processes that load them, by families, and begins the run.
///
/// It opens no file, but where the order of a job asks for it, and hashes none.
public final class UnitPlanning {
    /// How the lines are made.
    public struct Options: Sendable {
        /// Bytes of small families that are put together.
        public var group = 64 << 20
        /// How many sessions load at the same time; nil: as the server's connections allow.
        public var slots: Int?
        /// A run whose lines are to be listed that are not settled.
        public var resumes: String?
        public var photos = ""
        /// Whether a run is begun for these lines.
        public var isWorthIt: @Sendable ([UnitLine]) -> Bool = { _ in true }

        public init() {}
    }

    public private(set) var lines: [UnitLine] = []
    public private(set) var run = ""
    /// Which files processes were loading when they ended: they are tried by themselves.
    public var inProgress: FilesInProgress?
    private let request: RunRequest
    private let pipelines: Pipelines
    private let database: DatabaseAccess
    private let options: Options
    private let hooks: Session.Hooks

    public init(
        _ request: RunRequest, _ options: Options, pipelines: Pipelines, database: DatabaseAccess, hooks: Session.Hooks
    ) {
        self.request = request
        self.options = options
        self.pipelines = pipelines
        self.database = database
        self.hooks = hooks
    }

    /// Lists the files, and begins the run where none goes on.
    public func execute() -> RunEnd {
        do {
            try plan()
            return .done
        } catch { return RunEnd(error) }
    }

    private func plan() throws {
        if request.stopsAtFirstReject {
            throw RunEnd.configuration("--fail-fast does not work with several processes; omit it")
        }
        if request.inputs.contains("-") {
            throw RunEnd.configuration("standard input cannot be given to several processes; put it into a file first")
        }
        if request.inputs.isEmpty, let fault = request.job?.misplacedFolder { throw RunEnd.configuration(fault) }
        let session = try Session(database, hooks: hooks)
        try session.requireSchema()
        let finding = Import(request: request, pipelines: pipelines, database: nil, hooks: hooks)
        let discovery = finding.discover()
        let missing = discovery.refused.filter { $0.error == .missing }
        if !missing.isEmpty, discovery.candidates.isEmpty {
            throw RunEnd.noInput("no such file or folder: \(missing.map(\.candidate.path).joined(separator: ", "))")
        }
        let owners = try OwnerResolver(session, identities: request.identities)
        let inputs = try InputFiles(
            request, pipelines, owners, .first,
            FileFeed.Options(now: Clock.wall, recordText: request.recordText, hooks: hooks), inProgress)
        var candidates = try inputs.inOrder(discovery.candidates)
        var first = 1
        var slots = options.slots ?? 0
        if let resumes = options.resumes {
            let (record, settled) = try session.lend { try known(resumes, on: $0.connection) }
            candidates.removeAll { settled.contains(Self.name(of: $0, request)) }
            (run, first, slots) = (record.id, record.lines + 1, record.slots)
        } else if slots == 0 {
            slots = try session.lend { try Self.usualSlots(on: $0.connection) }
        }
        lines = try session.lend { lease in
            try list(candidates, owners, slots: slots, from: first, on: lease.connection)
        }
        guard options.resumes == nil else {
            return try session.lend { try goOn(upTo: first + lines.count - 1, on: $0.connection) }
        }
        guard options.isWorthIt(lines) else { return }
        try begin(session, discovery, slots: slots)
    }

    /// The number of sessions where none is given: at most half of the server's connections.
    private static func usualSlots(on connection: Connection) throws -> Int {
        let most: Int = try connection.value("select pg_catalog.current_setting('max_connections')::integer") ?? 16
        return min(max(1, most / 2), 8)
    }

    /// How a file is told from others of its run.
    private static func name(of candidate: Candidate, _ request: RunRequest) -> String {
        "\(request.whose == "folder" ? candidate.ownerFolder ?? "" : "")/\(candidate.name)"
    }

    private func list(
        _ candidates: [Candidate], _ owners: OwnerResolver, slots: Int, from first: Int, on connection: Connection
    ) throws -> [UnitLine] {
        let identities = candidates.map { try? FileIdentity(path: $0.path) }
        let groups = FamilyGroups(
            families: try families(of: candidates, owners, on: connection),
            bytes: identities.map { $0?.size ?? 0 }, most: options.group, slots: slots)
        let read = FolderSettings(pipelines)
        let here = AbsolutePath.here
        var settings: [String: [(name: String, value: String)]?] = [:]
        let isFolder = request.whose == "folder"
        return candidates.indices.sorted { (groups.groups[$0], $0) < (groups.groups[$1], $1) }.map { place in
            let candidate = candidates[place]
            let path = candidate.path.hasPrefix("/") ? candidate.path : "\(here ?? ".")/\(candidate.path)"
            // Of a folder whose settings cannot be read the loading process says why.
            let folder = String(candidate.path.dropLast(candidate.name.count))
            if settings[folder] == nil { settings[folder] = .some(try? read.settings(beside: candidate)) }
            let identity = identities[place]
            var line = UnitLine(
                run: run, job: request.job?.name, group: groups.groups[place], number: first + place, path: path,
                source: candidate.name, owner: isFolder ? candidate.ownerFolder : nil, bytes: identity?.size ?? 0,
                etag: identity.map { "mtime:\($0.modified)" }, settings: settings[folder] ?? nil)
            line.isGiven = candidate.origin == .given
            line.trial = inProgress?.suspicion(of: path).map { $0 == 1 ? .alone : .single }
            return line
        }
    }

    /// Whose family each file is, by any name.
    private func families(
        of candidates: [Candidate], _ owners: OwnerResolver, on connection: Connection
    ) throws -> [String] {
        // Rows name their owners themselves, and files refer to those before them.
        guard request.whose == "folder" else { return candidates.map { _ in "" } }
        var ids: [String: String] = [:]
        for name in Set(candidates.compactMap(\.ownerFolder)) where name != "payload" {
            if let owner = try owners.find(name), case .one = owner.ownership { ids[name] = owner.scope }
        }
        let families = try FamilyGroups.families(of: Array(Set(ids.values)), on: connection)
        return candidates.map { candidate in
            let name = candidate.ownerFolder ?? ""
            return ids[name].flatMap { families[$0] } ?? "/\(name)"
        }
    }
}

/// The run's row.
extension UnitPlanning {
    private func begin(_ session: Session, _ discovery: Discovery, slots: Int) throws {
        let journal = Journal(.run, request: request, hooks: hooks)
        run = journal.report.run
        for index in lines.indices { lines[index].run = run }
        let asked = PlanFile(of: request, database: session.name, now: request.asOf?.micros ?? Clock.wall)
        let photos = request.setting("photos") ?? options.photos
        try journal.begin(
            in: session, job: request.job?.name,
            options: SharedRunRecord.options(
                asked, definitions: pipelines.mark, slots: slots, photos: AbsolutePath.planned(photos),
                isRedacted: request.recordText == .redacted, pace: request.pace, lines: lines.count))
        // Those who load know the folder by that it is there.
        if lines.contains(where: \.mayHoldPhotos) {
            do { try PrivateFolder.make(AbsolutePath.planned(photos)) } catch {
                throw RunEnd.configuration("the folder of photos \(photos) cannot be made: \(error.reason)")
            }
        }
        journal.tellStart()
        JobSignals(request, journal)?.begin()
        // What is no file to be loaded is in the run's report all the same.
        try session.lend { [run] in
            let ledger = UnitLedger(connection: $0.connection)
            try $0.connection.flush()
            for (candidate, error) in discovery.refused {
                let refusal = Refusal(error)
                guard refusal.cause != .outage else {
                    journal.postpone(candidate, refusal)
                    continue
                }
                journal.refuse(candidate, refusal)
                try ledger.record([UnloadedUnit(candidate, refusal, in: run)], run: run, status: "refused")
            }
            for entry in discovery.ignored where entry.reason != "settings" {
                journal.ignore(entry.candidate, entry.reason)
            }
            // The ledger has what is refused.
            let others = journal.report.units.filter { $0.status != .refused }
            guard !others.isEmpty else { return }
            let units = JSONValue.object([.init("units", .array(others.map(\.json)))])
            _ = try ledger.keep([RunPart(line: 0, settles: false, outcome: .left, report: units.line)], of: run)
        }
    }

    /// A run that goes on, and the names of its files that are settled.
    private func known(_ given: String, on connection: Connection) throws -> (SharedRunRecord, Set<String>) {
        let id: String
        do { id = try LedgerReader(connection).run(named: given) } catch let error as LedgerReader.Failure {
            throw RunEnd.unknownRun(error)
        }
        let record = try SharedRunRecord(of: id, on: connection)
        guard !record.isClosed else { throw RunEnd.configuration(LoadError.runIsClosed.message) }
        try record.check(pipelines)
        guard record.asked.job == request.job?.name else {
            throw RunEnd.configuration(
                "the run \(id.prefix(8)) belongs to another job; give the job or paths that it was planned with")
        }
        let names: [String] = try connection.values(
            """
            select report ->> 'name' from scorebook.run_parts
            where run_id = \(bind: id)::uuid and settles and outcome <> 'failed' and report ? 'name'
            """)
        return (record, Set(names))
    }

    private func goOn(upTo last: Int, on connection: Connection) throws {
        try connection.run(
            """
            update scorebook.runs
            set options = pg_catalog.jsonb_set(options, '{shared,lines}', pg_catalog.to_jsonb(\(bind: last)::integer))
            where id = \(bind: run)::uuid
            """)
    }
}
