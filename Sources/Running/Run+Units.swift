internal import Definitions
internal import Discovering
internal import Glibc
internal import Loading
internal import Mapping
internal import Postgres
internal import Records
internal import Reporting
internal import Validating

/// One unit after another.
extension Run {
    var now: Int64 { request.applies?.now ?? request.asOf?.micros ?? started }

    func load(_ candidate: Candidate, _ unit: PreparedUnit) throws {
        defer { unit.file.forget() }
        if let verifies = request.verifies, !verifies.contains(Hex.text(unit.key.sha256)) { return }
        if request.mode == .validate { return try validate(candidate, unit) }
        let photo = request.mode == .run ? unit.photo : nil
        if photo != nil, try !canKeep(candidate, unit) { return }
        let description = unit.description(named: shown(candidate))
        var attempt = 0
        while true {
            attempt += 1
            let outcome: UnitOutcome?
            do { outcome = try loadOnce(candidate, unit, photo, description) } catch {
                if try settled(candidate, unit, error) { return }
                guard attempt < (error.isOfOthers ? Patience.attempts : 4), try prepareRetry(error, attempt) else {
                    try fail(candidate, unit, error)
                    return
                }
                continue
            }
            if let photo, let outcome { try look(at: photo, outcome) }
            return
        }
    }

    private func loadOnce(
        _ candidate: Candidate, _ unit: PreparedUnit, _ photo: PhotoUnit?, _ description: UnitDescription
    ) throws -> UnitOutcome? {
        guard let loader else { return nil }
        var hooks = UnitHooks()
        hooks.beforeCommit = photos.flatMap { photo?.keeper(in: $0.store) }
        hooks.review = review(of: unit)
        if let comparison { hooks.comparison = { comparison(unit.key, $0) } }
        let outcome = try loader.load(description, plan: unit.plan, feed: feed(of: unit), hooks: hooks)
        if let photo, outcome.status == .alreadyLoaded { try restore(photo) }
        add(outcome, candidate, unit)
        keepPlan(candidate, unit, outcome)
        if outcome.status != .planned { archive(candidate, unit) }
        return outcome
    }

    func feed(of unit: PreparedUnit) -> FileFeed {
        FileFeed(unit: unit, now: now, progress: hooks.progress, recordText: request.recordText) { [hooks] in
            hooks.tick()
            return hooks.shouldStop()
        }
    }

    /// After a lost COMMIT reply the ledger is asked.
    func settled(_ candidate: Candidate, _ unit: PreparedUnit, _ error: any Error) throws -> Bool {
        guard let error = error as? DatabaseError, error.kind == .commitUnknown, let database else { return false }
        let connection: Connection?
        if needsItsSession {
            connection = try Self.patiently { try database.openLoader() }
        } else {
            try reconnect(database)
            connection = self.connection
        }
        // What another run has loaded says nothing of this one's COMMIT.
        guard let connection, let found = try UnitLedger(connection: connection).isLoaded(unit.key),
            found.run == report.run
        else { return false }
        var outcome = UnitOutcome(status: .loaded)
        outcome.ledger = found.ledger
        add(outcome, candidate, unit)
        archive(candidate, unit)
        return true
    }

    /// Waits a little, longer each time, and opens the connection anew where it is gone.
    private func prepareRetry(_ error: any Error, _ attempt: Int) throws -> Bool {
        if !error.isOfOthers {
            guard let failure = error as? DatabaseError,
                [.connectionLost, .adminShutdown, .commitUnknown].contains(failure.kind)
            else { return false }
        }
        guard !hooks.shouldStop() else { return false }
        usleep(Patience.pause(after: attempt))
        if connection?.isAlive != true, let database {
            if needsItsSession { throw sessionLost(error) }
            do { try reconnect(database) } catch {
                if attempt < 3 { return true }
                throw error
            }
        }
        return connection?.isAlive == true
    }

    /// Whether what earlier units would bring or were compared with is kept in the session, so that with another one the
    /// figures would be wrong.
    private var needsItsSession: Bool { request.mode == .plan || request.applies != nil }

    private func sessionLost(_ error: any Error) -> RunEnd {
        let rest = request.applies == nil ? "start again" : "what is loaded stays; make a new plan of the rest"
        return .temporary("\(error.reason); what was found so far is lost with the connection: \(rest)")
    }

    private func reconnect(_ database: DatabaseAccess) throws {
        try Self.patiently { try connect(database) }
    }

    /// Tries for some twelve seconds, a little later each time.
    private static func patiently<Result>(
        _ body: () throws -> Result
    ) throws -> Result {
        for attempt in 0..<5 {
            do { return try body() } catch let error as DatabaseError where error.isTemporary {
                usleep(UInt32(200_000 << attempt))
            }
        }
        return try body()
    }

    private func fail(_ candidate: Candidate, _ unit: PreparedUnit, _ error: any Error) throws {
        if error.isOfOthers { return postpone(candidate, unit, error.reason) }
        switch error as? LoadError {
        case .outage(let reason): return postpone(candidate, unit, reason)
        // What is wrong in a file that somebody writes to says nothing of what it will hold. A plan holds for all files.
        case .source where !unit.file.isUnchanged, .sourceChanged:
            if request.applies == nil { return postpone(candidate, unit, LoadError.sourceChanged.message) }
        default: break
        }
        report.units.append(
            RunReport.Unit(
                source: shown(candidate), sha256: Hex.text(unit.key.sha256), bytes: unit.file.bytes,
                format: unit.match.format.name, datasets: unit.match.format.datasets, status: .failed,
                reason: error.reason))
        if case .source = error as? LoadError {
            refusedFiles += 1
            logRefusal(unit.key.sha256)
            let refusal = Refusal(
                reason: error.reason, sha256: unit.key.sha256, bytes: unit.file.bytes, format: unit.match.format.name)
            report.units[report.units.count - 1].status = .refused
            keepPlan(candidate, refusal)
            try remember(candidate, refusal)
            quarantine(candidate, refusal)
            return
        }
        hooks.log(LogLine(.error, "unit failed", .run(report.run), .sha256(Hex.text(unit.key.sha256))))
        if let connection, connection.isAlive {
            try? UnitLedger(connection: connection).record(
                unit.description(named: shown(candidate)), run: report.run, status: "failed", reason: error.reason)
        }
        throw error
    }

    func add(_ outcome: UnitOutcome, _ candidate: Candidate, _ unit: PreparedUnit) {
        let status: RunReport.Unit.Status =
            switch outcome.status {
            case .alreadyLoaded: .alreadyLoaded
            case .loaded: outcome.ledger.hasNoneAccepted ? .rejected : .loaded
            case .planned: outcome.ledger.hasNoneAccepted ? .rejected : .planned
            }
        let name = shown(candidate)
        report.units.append(
            RunReport.Unit(
                source: name, sha256: Hex.text(unit.key.sha256), bytes: unit.file.bytes,
                format: unit.match.format.name, datasets: unit.match.format.datasets, status: status,
                reason: outcome.ledger.reason(for: outcome.cause, format: unit.match.format.name),
                ledger: outcome.ledger, zone: zone(of: unit, outcome.status)))
        report.ledger += outcome.ledger
        let ledger = outcome.ledger
        hooks.log(
            LogLine(
                .info,
                outcome.status == .alreadyLoaded
                    ? "unit was loaded before" : outcome.status == .planned ? "unit planned" : "unit loaded",
                .run(report.run), .sha256(Hex.text(unit.key.sha256)), .definition(.format, unit.match.format.name),
                .count("read", ledger.read), .count("inserted", ledger.inserted), .count("updated", ledger.updated),
                .count("unchanged", ledger.unchanged), .count("duplicate", ledger.duplicate),
                .count("rejected", ledger.rejected), .count("skipped", ledger.skipped)))
        report.add(outcome.rejects, source: name)
        report.add(skipped: outcome.skipped)
        report.warnings.add(outcome.warnings)
        add(outcome.rows, unit)
    }

    /// The zone that a unit's wall times were read in; one that nobody chose is a warning.
    private func zone(of unit: PreparedUnit, _ status: UnitOutcome.Status) -> RunReport.Unit.Zone? {
        guard let zone = unit.zone else { return nil }
        if zone.origin == OwnerZone.Origin.appDefault.rawValue, status != .alreadyLoaded {
            report.warnings.add(
                "times taken as \(zone.name), the account's default, which nobody chose; give --set zone=Area/City", 1)
        }
        return RunReport.Unit.Zone(name: zone.name, origin: zone.origin)
    }

    /// Adds what came of the rows of a unit, or of several like it.
    func add(_ rows: RowsOutcome, _ unit: PreparedUnit) {
        report.add(rows, of: unit.plan.datasets.flatMap(\.tables), isRedacted: request.recordText == .redacted)
    }

    /// Up to and with Validating, no database.
    private func validate(_ candidate: Candidate, _ unit: PreparedUnit) throws {
        let feed = FileFeed(unit: unit, now: now, progress: hooks.progress) { [hooks] in
            hooks.tick()
            return hooks.shouldStop()
        }
        var ledger = Ledger()
        var rejects: [Reject] = []
        var cause = SingleCause()
        do {
            while let batch = try feed.next() {
                ledger.read += batch.raw.recordCount
                let skipped = batch.skipped
                ledger.skipped += skipped.values.reduce(0, +)
                report.add(skipped: skipped)
                report.warnings.add(batch.warnings)
                let rejected = batch.rejected
                ledger.rejected += rejected.count
                for (index, defects) in rejected { cause.add(defects, of: batch.raw, index, unit.plan) }
                for (index, defects) in rejected.prefix(RunReport.mostRejects - rejects.count) {
                    rejects.append(
                        Reject(position: batch.raw.position(at: index), defects: defects, raw: [], cells: []))
                }
            }
        } catch {
            try fail(candidate, unit, error)
            return
        }
        for check in unit.plan.datasets.flatMap(\.checks) where !report.unchecked.contains(check.because) {
            report.unchecked.append(check.because)
        }
        ledger.valid = ledger.read - ledger.rejected - ledger.skipped
        report.units.append(
            RunReport.Unit(
                source: shown(candidate), sha256: feed.sha256.map(Hex.text), bytes: unit.file.bytes,
                format: unit.match.format.name, datasets: unit.match.format.datasets,
                status: ledger.hasNoneAccepted ? .invalid : .valid,
                reason: ledger.reason(for: cause, format: unit.match.format.name), ledger: ledger))
        report.ledger += ledger
        report.add(rejects, source: shown(candidate))
    }
}

extension Error {
    /// What happened to a unit, in words.
    fileprivate var reason: String {
        (self as? LoadError)?.message ?? (self as? DatabaseError)?.description ?? "it cannot be read"
    }
}
