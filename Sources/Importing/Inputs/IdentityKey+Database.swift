internal import Normalising
internal import Postgres

/// The secret of a database.
extension IdentityKey {
    /// The question travels with what is asked next.
    static func asked(of connection: Connection) -> Pending<String?> {
        connection.later.value("select pg_catalog.encode(secret, 'hex') from scorebook.identity_key")
    }

    init(_ answer: Pending<String?>) throws {
        let digits = try answer.get() ?? ""
        let bytes = stride(from: 0, to: digits.utf8.count - 1, by: 2).compactMap { start in
            UInt8(String(digits.dropFirst(start).prefix(2)), radix: 16)
        }
        guard let key = IdentityKey(bytes) else {
            throw RunEnd.configuration(
                "scorebook.identity_key has no secret: restore it from a backup; with another one, loaded files give other rows"
            )
        }
        self = key
    }
}
