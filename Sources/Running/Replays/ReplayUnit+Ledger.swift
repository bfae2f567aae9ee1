internal import Discovering
internal import Loading
internal import Mapping
internal import Postgres
internal import Reading
internal import Records

/// A replay's unit in the ledger.
extension ReplayUnit {
    var ownership: Ownership {
        guard let id = UUIDText.parse(ownerScope) else { return .payload }
        return .one(high: id.high, low: id.low)
    }

    /// The replayed rejects stand for the content; with the definitions they make the ledger's key.
    func key(_ definitions: String) -> UnitKey {
        var content = Digest()
        content.add("scorebook replay")
        content.add(String(id))
        for reject in rejects { content.add(String(reject)) }
        let sha256 = content.finish()
        var key = Digest()
        key.add(ownerScope)
        sha256.withUnsafeBytes { key.add($0) }
        key.add(definitions)
        for (name, value) in settings {
            key.add(name)
            key.add(value)
        }
        return UnitKey(ownerScope: ownerScope, sha256: sha256, ledgerKey: key.finish())
    }

    /// In the replay's transaction: what loaded is marked, what is rejected again gets its new defects.
    ///
    /// The replay's own rejects are taken away again: each record waits once. `replayed_at` is the moment at which the
    /// replay's unit started, by which a rollback finds what waits again.
    func settle(as unit: Int64, _ outcome: UnitOutcome, _ connection: Connection) throws {
        let list = "{" + rejects.map { String($0) }.joined(separator: ",") + "}"
        let again = try connection.rows(
            """
            with fresh as (
                delete from scorebook.rejects where unit_id = $1::bigint
                returning record_number, field, code, message, hint, defects
            )
            update scorebook.rejects as reject set field = fresh.field, code = fresh.code, message = fresh.message,
                hint = fresh.hint, defects = fresh.defects
            from fresh join unnest($2::bigint[]) with ordinality as asked (id, place)
                on asked.place = fresh.record_number
            where reject.id = asked.id
            returning reject.id
            """, [String(unit), list]
        ).compactMap { $0[0] }
        try connection.run(
            """
            update scorebook.rejects as reject
            set replayed_at = (select unit.started_at from scorebook.units as unit where unit.id = $1::bigint)
            where reject.id = any ($2::bigint[]) and reject.id <> all ($3::bigint[])
            """, [String(unit), list, "{" + again.joined(separator: ",") + "}"])
        guard outcome.ledger.rejected == outcome.ledger.read else { return }
        // Nothing came of it, so it is not in the way of the next attempt.
        try connection.run(
            "update scorebook.units set status = 'refused', reason = 'all rejected again' where id = $1::bigint",
            [String(unit)])
    }
}
