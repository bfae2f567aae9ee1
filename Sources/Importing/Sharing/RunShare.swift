internal import Discovering
internal import Filing
internal import Loading
internal import Postgres
internal import Records
internal import Reporting

/// One process's share of a run that several load: its lines, what became of them, and what it leaves for the run's end.
///
/// ```
/// line -> taken -> transaction: rows, ledger, part -> settled -> answer
///                                (settles a file)     (archives, what is not loaded)
/// ```
final class RunShare {
    let run: String
    private let slots: LoadingSlots
    private let request: RunRequest
    private let hooks: Session.Hooks
    private let answer: (String) throws -> Void
    private let stall: Stall?
    private let attempt: String
    private let attemptNumber: String
    private var lines: [Int: Line] = [:]
    /// Units of the transaction under way.
    private var current: [PreparedUnit] = []

    /// A line that was taken and is not answered to its end.
    private struct Line {
        var line: UnitLine
        var answers: [UnitAnswer] = []
        /// Units that stand in no row of the ledger, for the report.
        var others: [JSONValue] = []
        var outcome: RunPart.Outcome?
        var sha256: [UInt8] = []
        var identity = ""
        var refusal: Refusal?
        /// Whether its content was loaded before.
        var isKnown = false
        /// Whether its own transaction has settled it.
        var isSettled = false
        var isArchive = false
        /// Whether nothing more comes of it.
        var isEnded = false
        var started = Clock.monotonic
    }

    init(
        _ run: String, _ request: RunRequest, slots: Int, attempt: (name: String, number: String), stall: Stall?,
        hooks: Session.Hooks, answer: @escaping (String) throws -> Void
    ) {
        self.run = run
        self.request = request
        self.hooks = hooks
        self.stall = stall
        self.answer = answer
        (self.attempt, attemptNumber) = attempt
        self.slots = LoadingSlots(slots, hooks: hooks)
    }

    /// What a session of the share is bound by: a process that is frozen gives its locks back.
    func prepare(_ connection: Connection) {
        connection.later.run("set idle_in_transaction_session_timeout = '60s'")
        connection.later.run("set tcp_user_timeout = '60s'")
    }

    /// What the loader does beside loading.
    var shared: SharedRun {
        SharedRun { [slots] in
            try slots.take(on: $0)
        } waitForPlace: { [slots] in
            try slots.wait(on: $0)
        } parts: { [weak self] outcomes, rows in
            self?.parts(outcomes, rows) ?? []
        } beforeCommit: { [weak self] in
            guard let self else { return }
            pause(.beforeCommit, current.compactMap(\.candidate.line))
        }
    }

    /// New rows that all processes have loaded of the run; no other counts or writes until the transaction ends.
    func newRows(_ connection: Connection) throws -> Int {
        try connection.value("select scorebook.new_rows(\(bind: run)::uuid)") ?? 0
    }

    /// Notes which units the next transaction is about.
    func begin(_ units: [PreparedUnit]) { current = units }

    private func pause(_ place: Stall.Place, _ lines: [Int]) {
        stall?.wait(at: place, lines: lines, attempt: attemptNumber, shouldStop: hooks.shouldStop)
    }

    /// What the transaction of units leaves: figures of the report that the ledger does not have.
    private func parts(_ outcomes: [(place: Int, outcome: UnitOutcome)], _ rows: RowsOutcome) -> [RunPart] {
        var parts: [RunPart] = []
        for (place, outcome) in outcomes where current.indices.contains(place) {
            let unit = current[place]
            guard let line = unit.candidate.line else { continue }
            let journal = Journal(
                .run, request: request,
                hooks: Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false }))
            var counted = outcome
            counted.rows = RowsOutcome()
            journal.add(counted, of: unit)
            // Which unit of a batch wrote a row is not counted.
            if parts.isEmpty { journal.add(rows, of: unit) }
            parts.append(
                RunPart(
                    line: line, settles: !unit.candidate.isEntry, outcome: .done, sha256: unit.key.sha256,
                    identity: unit.candidate.identity?.text ?? "", report: figures(of: journal.report, line)))
        }
        return parts
    }
}

/// What becomes of the lines.
extension RunShare {
    /// What a report has beyond the rows of the ledger, as a part of the run keeps it.
    private func figures(of report: RunReport, _ number: Int) -> String {
        guard case .object(let members) = report.json else { return "{}" }
        let wanted = members.filter { ["tables", "warnings", "conflicts", "triggers"].contains($0.key) }
        return JSONValue.object([.init("name", .optional(lines[number]?.line.name))] + wanted).stored
    }

    func take(_ line: UnitLine) { lines[line.number] = Line(line: line) }

    /// Answers a line that is to be given again: nothing has come of it yet.
    func delay(_ line: UnitLine) throws {
        lines[line.number] = nil
        let unit = RunReport.Unit(source: line.source, status: .failed)
        let late = UnitAnswer(line: line, unit: unit, key: nil, seconds: 0, attempt: attempt, isLate: true)
        try answer(late.json.line + "\n")
    }

    /// Notes what the journal says of a file or of an entry.
    func note(_ unit: RunReport.Unit, key: [UInt8]?, of candidate: Candidate, isCommitted: Bool = false) {
        // Taken out while it is changed: an archive of thousands of entries would be copied for each.
        guard let number = candidate.line, var line = lines.removeValue(forKey: number) else { return }
        let key = key.map(Hex.text)
        line.answers.append(
            UnitAnswer(
                line: line.line, unit: unit, key: key, seconds: Clock.monotonic - line.started, attempt: attempt))
        line.isArchive = line.isArchive || candidate.isEntry
        let isLoaded = [.loaded, .loadedWithRejects, .rejected].contains(unit.status)
        if !isLoaded, case .object(let members) = unit.json {
            line.others.append(.object(members + [.init("key", .optional(key))]))
        }
        if !candidate.isEntry {
            line.isEnded = true
            line.isSettled = isLoaded
            line.identity = candidate.identity?.text ?? ""
            if unit.status == .alreadyLoaded { (line.outcome, line.isKnown) = (.done, true) }
            if unit.status == .failed { line.outcome = .failed }
            if unit.status == .alreadyLoaded, let sha256 = unit.sha256 { line.sha256 = Hex.bytes(sha256) }
        } else if unit.status == .failed {
            line.outcome = .failed
        }
        lines[number] = line
    }

    /// Notes that a refused file is in the ledger, and that it goes to quarantine where its content is known.
    func refuse(_ candidate: Candidate, _ refusal: Refusal) {
        guard let number = candidate.line, var line = lines.removeValue(forKey: number) else { return }
        // The last one, in most cases.
        while let place = line.others.lastIndex(where: {
            $0["source"] == .text(candidate.name) && ["refused", "crashed"].contains($0["status"])
        }) {
            line.others.remove(at: place)
            if candidate.isEntry { break }
        }
        if !candidate.isEntry, let sha256 = refusal.sha256 {
            (line.outcome, line.sha256, line.refusal) = (.refused, sha256, refusal)
            line.identity = candidate.identity?.text ?? line.identity
        }
        lines[number] = line
    }

    /// Notes that all entries of an archive are done.
    ///
    /// - Parameters:
    ///   - refusal: of its entries together; nil where none is refused.
    ///   - content: whether all entries were loaded before.
    func complete(_ archive: Candidate, _ sha256: [UInt8], _ refusal: Refusal?, _ content: JobFolders.Content) {
        guard let number = archive.line, lines[number]?.outcome != .failed else { return }
        lines[number]?.outcome = refusal == nil ? .done : .refused
        lines[number]?.refusal = refusal
        lines[number]?.isKnown = content == .known
        lines[number]?.sha256 = sha256
        lines[number]?.identity = archive.identity?.text ?? ""
    }

    /// Notes that a line was looked at; a small file may still wait for its transaction.
    func end(_ candidate: Candidate, isWaiting: Bool) {
        guard let number = candidate.line, !isWaiting, let line = lines[number], !line.isEnded else { return }
        if !line.isArchive {
            note(
                RunReport.Unit(
                    source: candidate.name, status: .ignored, reason: "another run has taken it"),
                key: nil, of: candidate)
        }
        lines[number]?.isEnded = true
    }

    /// Keeps what is settled and not kept by a transaction of its own, and answers.
    func settle(_ session: Session) throws {
        let ready = lines.values.filter { $0.isEnded || !$0.answers.isEmpty }.sorted { $0.line.number < $1.line.number }
        guard !ready.isEmpty else { return }
        let parts = ready.filter { $0.isEnded && !$0.isSettled }.map { line in
            var members: [JSONValue.Member] = [
                .init("name", .text(line.line.name)), .init("units", .array(line.others)),
            ]
            if line.isKnown { members.append(.init("known", .boolean(true))) }
            if let refusal = line.refusal {
                members += [
                    .init("refusal", .text(refusal.reason)), .init("code", .text(refusal.code.rawValue)),
                    .init("settings", .array(refusal.settings.map { .text($0) })),
                ]
            }
            return RunPart(
                line: line.line.number, settles: true, outcome: line.outcome ?? .left, sha256: line.sha256,
                identity: line.identity, report: JSONValue.object(members).stored)
        }
        if !parts.isEmpty {
            let isOpen = try session.retrying { try UnitLedger(connection: $0.connection).keep(parts, of: run) }
            guard isOpen else { throw LoadError.runIsClosed }
        }
        pause(.afterCommit, ready.map(\.line.number))
        for line in ready {
            for unit in line.answers { try answer(unit.json.line + "\n") }
            if line.isEnded { lines[line.line.number] = nil } else { lines[line.line.number]?.answers = [] }
        }
    }
}

extension JSONValue {
    /// As PostgreSQL's `jsonb` takes it, which refuses U+0000.
    fileprivate var stored: String { line.replacing("\\u0000", with: "\u{FFFD}") }
}
