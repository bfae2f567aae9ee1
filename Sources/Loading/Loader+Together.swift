internal import Definitions
public import Mapping
internal import Postgres

/// Small units in one transaction.
extension Loader {
    /// What takes the transaction back.
    private enum TakenBack: DatabaseFailure {
        case apart
        case failed(LoadError)

        init(_ error: DatabaseError) { self = .failed(LoadError(error)) }
    }

    /// Loads small units of one plan and owner in one transaction, the same statements for all of them: each is in the
    /// ledger by itself, and fares as if it had come after those before it.
    ///
    /// - Returns: nil, with nothing kept, where they have to be loaded one after the other.
    public func load(
        together units: [(description: UnitDescription, feed: some RecordFeed)], plan: MappingPlan
    ) throws(LoadError) -> GroupOutcome? {
        let (staged, related) = try prepared(plan)
        let all = related.values.flatMap { $0 }
        guard mode == .run, plan.datasets.allSatisfy(\.steps.isEmpty),
            staged.allSatisfy({ $0.standsAlone(among: all) })
        else { return nil }
        do throws(TakenBack) {
            let outcome = try connection.transaction { () throws(TakenBack) -> GroupOutcome in
                let outcome: GroupOutcome?
                do throws(LoadError) { outcome = try loaded(units, plan, staged, related) } catch {
                    throw .failed(error)
                }
                guard let outcome else { throw .apart }
                return outcome
            }
            refreshStatistics(after: outcome.rows)
            return outcome
        } catch {
            guard case .failed(let failure) = error else { return nil }
            throw failure
        }
    }

    /// Within the transaction; nil where they have to go apart.
    private func loaded(
        _ units: [(description: UnitDescription, feed: some RecordFeed)], _ plan: MappingPlan,
        _ staged: [StagedTable], _ related: [String: [StagedTable]]
    ) throws(LoadError) -> GroupOutcome? {
        defer { connection.planning = .eachTime }
        try tune(forBytes: units.reduce(0) { $0 + $1.description.bytes })
        let ids = try claim(units.map(\.description))
        let claimed = units.indices.filter { ids[$0] != nil }
        let accounts = claimed.map { account(units[$0].description, ids[$0], plan) }
        var group = GroupOutcome(units: units.map { _ in UnitOutcome(status: .alreadyLoaded) })
        guard !accounts.isEmpty else { return group }
        let load = UnitLoad(
            loader: self, accounts: accounts, staged: staged, related: related, plan: plan, hooks: UnitHooks())
        guard try load.run(feeds: claimed.map { units[$0].feed }) == .ended else { return nil }
        try finish(accounts)
        try load.emptyTables()
        for (place, account) in zip(claimed, accounts) { group.units[place] = account.outcome }
        group.rows = load.outcome
        return group
    }
}
