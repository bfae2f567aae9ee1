internal import Definitions
public import Normalising
internal import Postgres

/// Batch loads: small units in one transaction.
extension Loader {
    /// Rolls the transaction back.
    private struct BatchFailed: Error {}

    /// Loads small units of one plan and owner in one transaction, with the same statements for all of them. Each unit has its
    /// own row in the ledger, and the result is that of loading them one by one.
    ///
    /// - Returns: nil, with nothing kept, where they must be loaded one by one.
    public func load(
        batch units: [(description: UnitDescription, feed: some RecordFeed)], plan: MappingPlan,
        hooks: UnitHooks = UnitHooks()
    ) throws -> BatchOutcome? {
        let all = tables(of: plan).flatMap(\.tables)
        guard mode == .run, plan.datasets.allSatisfy(\.steps.isEmpty),
            all.allSatisfy({ $0.origins.isEmpty || $0.isIndependent(among: all) })
        else { return nil }
        try prepare(plan)
        do {
            let outcome = try transaction {
                guard let outcome = try loaded(units, plan, hooks) else { throw BatchFailed() }
                return outcome
            }
            refreshStatistics(after: outcome.rows)
            return outcome
        } catch is BatchFailed {
            return nil
        }
    }

    /// Within the transaction; nil where they must be loaded one by one.
    private func loaded(
        _ units: [(description: UnitDescription, feed: some RecordFeed)], _ plan: MappingPlan, _ hooks: UnitHooks
    ) throws -> BatchOutcome? {
        defer { connection.planning = .eachTime }
        tune(forBytes: units.reduce(0) { $0 + $1.description.bytes })
        let ids = try claim(units.map(\.description))
        let (staged, related) = try prepared(plan)
        let claimed = units.indices.filter { ids[$0] != nil }
        let accounts = claimed.map { account(units[$0].description, ids[$0], plan) }
        var group = BatchOutcome(units: units.map { _ in UnitOutcome(status: .alreadyLoaded) })
        let known = units.indices.filter { ids[$0] == nil }
        if !known.isEmpty {
            let open = try UnitLedger(connection: connection).openRejects(of: known.map { units[$0].description.key })
            for (place, open) in zip(known, open) { group.units[place].open = open }
        }
        guard !accounts.isEmpty else { return group }
        let load = UnitLoad(
            loader: self, accounts: accounts, staged: staged, related: related, plan: plan, hooks: hooks)
        guard try load.run(feeds: claimed.map { units[$0].feed }) == .done else { return nil }
        try finish(accounts, at: claimed, rows: load.outcome)
        load.emptyTables()
        try pauseBeforeCommit()
        for (place, account) in zip(claimed, accounts) { group.units[place] = account.outcome }
        group.rows = load.outcome
        return group
    }
}
