internal import Definitions
public import Normalising
internal import Postgres

/// Small units in one transaction.
extension Loader {
    /// Takes the transaction back.
    private struct TakenBack: Error {}

    /// Loads small units of one plan and owner in one transaction, the same statements for all of them: each is in the
    /// ledger by itself, and fares as if it had come after those before it.
    ///
    /// - Returns: nil, with nothing kept, where they have to be loaded one after the other.
    public func load(
        together units: [(description: UnitDescription, feed: some RecordFeed)], plan: MappingPlan
    ) throws -> GroupOutcome? {
        let all = tables(of: plan).flatMap(\.tables)
        guard mode == .run, plan.datasets.allSatisfy(\.steps.isEmpty),
            all.allSatisfy({ $0.origins.isEmpty || $0.standsAlone(among: all) })
        else { return nil }
        try prepare(plan)
        do {
            let outcome = try connection.transaction {
                guard let outcome = try loaded(units, plan) else { throw TakenBack() }
                return outcome
            }
            refreshStatistics(after: outcome.rows)
            return outcome
        } catch is TakenBack {
            return nil
        }
    }

    /// Within the transaction; nil where they have to go apart.
    private func loaded(
        _ units: [(description: UnitDescription, feed: some RecordFeed)], _ plan: MappingPlan
    ) throws -> GroupOutcome? {
        defer { connection.planning = .eachTime }
        tune(forBytes: units.reduce(0) { $0 + $1.description.bytes })
        let ids = try claim(units.map(\.description))
        let (staged, related) = try prepared(plan)
        let claimed = units.indices.filter { ids[$0] != nil }
        let accounts = claimed.map { account(units[$0].description, ids[$0], plan) }
        var group = GroupOutcome(units: units.map { _ in UnitOutcome(status: .alreadyLoaded) })
        guard !accounts.isEmpty else { return group }
        let load = UnitLoad(
            loader: self, accounts: accounts, staged: staged, related: related, plan: plan, hooks: UnitHooks())
        guard try load.run(feeds: claimed.map { units[$0].feed }) == .ended else { return nil }
        try finish(accounts)
        load.emptyTables()
        for (place, account) in zip(claimed, accounts) { group.units[place] = account.outcome }
        group.rows = load.outcome
        return group
    }
}
