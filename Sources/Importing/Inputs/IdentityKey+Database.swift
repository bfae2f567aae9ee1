internal import Normalising
internal import Postgres
internal import Records

/// The secret of a database.
extension IdentityKey {
    /// The question travels with what is asked next.
    static func asked(of connection: Connection) -> Pending<String?> {
        connection.later.value("select pg_catalog.encode(secret, 'hex') from scorebook.identity_key")
    }

    init(_ answer: Pending<String?>) throws {
        guard let key = IdentityKey(Hex.bytes(try answer.get() ?? "")) else {
            throw RunEnd.configuration(
                "the secret of ids is missing in scorebook.identity_key; restore it from a backup. "
                    + "With another secret, files that are loaded would be loaded again as other rows")
        }
        self = key
    }
}
