internal import CPostgres

/// Plans that the server keeps for statements that come again and again.
///
/// To read and plan a statement over three rows takes longer than to run it. For much data a plan is better made anew,
/// with what the server then knows of its tables.
extension Connection {
    /// Whether statements are planned each time.
    public enum Planning: Sendable {
        case eachTime
        /// Once a session, whatever the parameters.
        case once
    }

    /// So many at most: statements that hold a number of their own do not come again.
    private static let mostPlans = 500

    /// The name under which the server keeps the statement's plan; nil where it does not.
    func plan(of sql: String) throws(DatabaseError) -> String? {
        guard planning == .once, Self.isPlanned(sql) else { return nil }
        if let name = plans[sql] { return name }
        guard plans.count < Self.mostPlans else { return nil }
        let name = "scorebook_\(plans.count)"
        guard PQsendPrepare(handle, name, sql, 0, nil) == 1 else { throw clientFailure() }
        _ = try finish()
        plans[sql] = name
        return name
    }

    /// Whether it is one statement of those that have plans.
    private static func isPlanned(_ sql: String) -> Bool {
        let start = sql.utf8.prefix(6)
        return !sql.utf8.contains(UInt8(ascii: ";"))
            && ["select", "insert", "update", "delete", "with "].contains { start.starts(with: $0.utf8) }
    }
}
