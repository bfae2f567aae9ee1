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

    func load(_ candidate: Candidate, _ unit: PreparedUnit) throws(RunFailure) {
        if let verifies = request.verifies, !verifies.contains(Hex.text(unit.key.sha256)) { return }
        if request.mode == .validate { return try validate(candidate, unit) }
        let photo = request.mode == .run ? unit.photo : nil
        if photo != nil, try !canKeep(candidate, unit) { return }
        let description = unit.description(named: shown(candidate))
        var attempt = 0
        while true {
            attempt += 1
            let outcome: UnitOutcome?
            do throws(LoadError) { outcome = try loadOnce(candidate, unit, photo, description) } catch {
                if try settled(candidate, unit, error) { return }
                guard attempt < 4, try prepareRetry(error, attempt) else {
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
    ) throws(LoadError) -> UnitOutcome? {
        guard let loader else { return nil }
        loader.beforeCommit = photos.flatMap { photo?.keeper(in: $0.store) }
        let outcome = try loader.load(description, plan: unit.plan, feed: feed(of: unit))
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
    func settled(_ candidate: Candidate, _ unit: PreparedUnit, _ error: LoadError) throws(RunFailure) -> Bool {
        guard case .database(let failure) = error, failure.kind == .commitUnknown, let database else { return false }
        do throws(DatabaseError) {
            try reconnect(database)
            guard let connection, let found = try UnitLedger(connection: connection).isLoaded(unit.key) else {
                return false
            }
            var outcome = UnitOutcome(status: .loaded)
            outcome.ledger = found.ledger
            add(outcome, candidate, unit)
            archive(candidate, unit)
            return true
        } catch { throw RunFailure(error) }
    }

    /// Waits a little, longer each time, and opens the connection anew where it is gone.
    private func prepareRetry(_ error: LoadError, _ attempt: Int) throws(RunFailure) -> Bool {
        guard case .database(let failure) = error else { return false }
        switch failure.kind {
        case .deadlock, .serialization, .connectionLost, .adminShutdown, .commitUnknown: break
        default: return false
        }
        guard !hooks.shouldStop() else { return false }
        usleep(UInt32(100_000 << attempt))
        if connection?.isAlive != true, let database {
            do throws(DatabaseError) { try reconnect(database) } catch {
                if attempt < 3 { return true }
                throw RunFailure(error)
            }
        }
        return connection?.isAlive == true
    }

    private func reconnect(_ database: DatabaseAccess) throws(DatabaseError) {
        var last: DatabaseError?
        for attempt in 0..<6 {
            do throws(DatabaseError) {
                try connect(database)
                return
            } catch {
                last = error
                usleep(UInt32(200_000 << attempt))
            }
        }
        if let last { throw last }
    }

    private func fail(_ candidate: Candidate, _ unit: PreparedUnit, _ error: LoadError) throws(RunFailure) {
        if case .outage(let reason) = error { return postpone(candidate, unit, reason) }
        report.units.append(
            RunReport.Unit(
                source: shown(candidate), sha256: Hex.text(unit.key.sha256), bytes: unit.file.bytes,
                format: unit.match.format.name, datasets: unit.match.format.datasets, status: .failed,
                reason: error.message))
        if case .source = error {
            refusedFiles += 1
            logRefusal(unit.key.sha256)
            let refusal = Refusal(
                reason: error.message, sha256: unit.key.sha256, bytes: unit.file.bytes, format: unit.match.format.name)
            report.units[report.units.count - 1].status = .refused
            try remember(candidate, refusal)
            quarantine(candidate, refusal)
            return
        }
        hooks.log(LogLine(.error, "unit failed", .run(report.run), .sha256(Hex.text(unit.key.sha256))))
        if let connection, connection.isAlive {
            try? UnitLedger(connection: connection).record(
                unit.description(named: shown(candidate)), run: report.run, status: "failed", reason: error.message)
        }
        throw RunFailure(loading: error)
    }

    func add(_ outcome: UnitOutcome, _ candidate: Candidate, _ unit: PreparedUnit) {
        let status: RunReport.Unit.Status =
            switch outcome.status {
            case .loaded: .loaded
            case .alreadyLoaded: .alreadyLoaded
            case .planned: .planned
            }
        let name = shown(candidate)
        report.units.append(
            RunReport.Unit(
                source: name, sha256: Hex.text(unit.key.sha256), bytes: unit.file.bytes,
                format: unit.match.format.name, datasets: unit.match.format.datasets, status: status, reason: nil,
                ledger: outcome.ledger))
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
        for (table, counts) in outcome.tables { addTable(table, counts) }
        addRejects(outcome.rejects, source: name)
        addSkipped(outcome.skipped)
        for (text, count) in outcome.warnings { Run.add(text, count, to: &report.warnings) }
        for (name, count) in outcome.triggers { Run.add(name, count, to: &report.triggers) }
        let tables = unit.plan.datasets.flatMap(\.tables)
        func key(of table: String) -> String { tables.first { $0.name == table }?.key ?? "id" }
        report.conflicts += outcome.conflicts.map { conflict in
            RunReport.Conflict(
                table: conflict.table, key: [.init(key(of: conflict.table), .text(conflict.key))],
                columns: conflict.kind == .deleted ? [] : conflict.columns)
        }
        let isRedacted = request.recordText == .redacted
        report.diffs += outcome.differences.map { difference in
            RunReport.Diff(
                table: difference.table, key: [.init(key(of: difference.table), .text(difference.key))],
                change: difference.change == .insert ? .insert : .update,
                columns: difference.columns.map { column in
                    isRedacted
                        ? .init(column.name, old: .null, new: .null)
                        : .init(column.name, old: .optional(column.old), new: .optional(column.new))
                })
        }
    }

    private func addTable(_ name: String, _ counts: UnitOutcome.TableCounts) {
        let index =
            report.tables.firstIndex { $0.name == name }
            ?? {
                report.tables.append(RunReport.Table(name))
                return report.tables.count - 1
            }()
        report.tables[index].inserted += counts.inserted
        report.tables[index].updated += counts.updated
        report.tables[index].unchanged += counts.unchanged
    }

    /// Why records were passed over: a name that fits nobody skips them all, and nothing else would tell.
    func addSkipped(_ skipped: [String: Int]) {
        for (reason, count) in skipped.sorted(by: { $0.key < $1.key }) {
            Run.add("skipped: \(reason)", count, to: &report.warnings)
        }
    }

    func addRejects(_ rejects: [Reject], source: String) {
        for reject in rejects {
            for defect in reject.defects where report.rejects.count < RunReport.mostRejects {
                report.rejects.append(RunReport.Reject(source: source, position: reject.position, defect: defect))
            }
        }
    }

    static func add(_ name: String, _ count: Int, to counts: inout [RunReport.Count]) {
        if let index = counts.firstIndex(where: { $0.name == name }) {
            counts[index].count += count
        } else {
            counts.append(RunReport.Count(name, count))
        }
    }

    /// Up to and with Validating, no database.
    private func validate(_ candidate: Candidate, _ unit: PreparedUnit) throws(RunFailure) {
        let feed = FileFeed(unit: unit, now: now, progress: hooks.progress) { [hooks] in
            hooks.tick()
            return hooks.shouldStop()
        }
        var ledger = Ledger()
        var rejects: [Reject] = []
        do throws(LoadError) {
            while let batch = try feed.next() {
                ledger.read += batch.raw.recordCount
                let skipped = batch.skipped
                ledger.skipped += skipped.values.reduce(0, +)
                addSkipped(skipped)
                for (text, count) in batch.warnings { Run.add(text, count, to: &report.warnings) }
                let rejected = batch.rejected
                ledger.rejected += rejected.count
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
                format: unit.match.format.name, datasets: unit.match.format.datasets, status: .valid, ledger: ledger))
        report.ledger += ledger
        addRejects(rejects, source: shown(candidate))
    }
}
