internal import Discovering
internal import Loading
internal import Reporting

/// Small files that come one after another and are of one kind are loaded together.
///
/// A transaction costs more than the few rows of such a file: two dozen statements and a wait for the disk.
extension Run {
    /// Files that wait to be loaded together.
    struct Waiting {
        var units: [(candidate: Candidate, unit: PreparedUnit)] = []
        /// How often units of a kind had to be loaded one after the other all the same.
        var apart: [Int: Int] = [:]

        /// Bytes of a file that may wait.
        static let largest = 1 << 16
        /// Each waits with its file open.
        static let most = 128
        /// After as many attempts units of a kind no longer wait.
        static let attempts = 2
    }

    /// Loads a unit, or lets it wait for others like it.
    func schedule(_ candidate: Candidate, _ unit: PreparedUnit) throws {
        guard mayWait(unit) else {
            try loadWaiting()
            return try load(candidate, unit)
        }
        if let first = waiting.units.first?.unit, first.kind != unit.kind { try loadWaiting() }
        waiting.units.append((candidate, unit))
        if waiting.units.count == Waiting.most { try loadWaiting() }
    }

    private func mayWait(_ unit: PreparedUnit) -> Bool {
        request.mode == .run && request.verifies == nil && request.applies == nil && !request.stopsAtFirstReject
            && unit.photo == nil && unit.file.bytes <= Waiting.largest
            && waiting.apart[unit.kind, default: 0] < Waiting.attempts
    }

    /// Loads what waits; must come before anything else is reported or loaded.
    func loadWaiting() throws {
        let units = waiting.units
        waiting.units = []
        defer { for entry in units { entry.unit.file.forget() } }
        guard units.count > 1 else {
            for (candidate, unit) in units { try load(candidate, unit) }
            return
        }
        var failure: (any Error)?
        do {
            if try loadTogether(units) { return }
            waiting.apart[units[0].unit.kind, default: 0] += 1
        } catch {
            if error as? LoadError == .interrupted { throw error }
            failure = error
        }
        // Whatever it was, it is met again, and told with the file that it is about.
        for (candidate, unit) in units {
            if let failure, try settled(candidate, unit, failure) { continue }
            try load(candidate, unit)
        }
    }

    /// Whether they could be.
    private func loadTogether(_ units: [(candidate: Candidate, unit: PreparedUnit)]) throws -> Bool {
        guard let loader else { return true }
        let group = try loader.load(
            together: units.map { ($0.unit.description(named: shown($0.candidate)), feed(of: $0.unit)) },
            plan: units[0].unit.plan)
        guard let group else { return false }
        for ((candidate, unit), outcome) in zip(units, group.units) {
            add(outcome, candidate, unit)
            archive(candidate, unit)
        }
        add(group.rows, units[0].unit)
        return true
    }
}
