internal import Loading
internal import Normalising
internal import Postgres
internal import Reporting

/// Finds owners by email or id, and their clocks.
final class OwnerResolver {
    /// Whose records, and how the ledger calls that.
    struct Owner {
        var ownership: Ownership
        var scope: String
        /// The day on which this person was erased; nil otherwise.
        var erased: String?

        /// Each row names its own.
        static let payload = Owner(ownership: .payload, scope: "payload")
        /// Not given: to check files none is needed.
        static let unknown = Owner(ownership: .unresolved, scope: "")

        var isUnknown: Bool { scope.isEmpty }
    }

    /// Whether the database is still to be made, as scorebook's own.
    private let isNew: Bool
    /// Asks the database; nil where none takes part.
    private let rows: ((SQL) throws -> [Row])?
    /// Old ids and emails of `--identities`, by what they were.
    private let identities: [String: String]
    private var known: [String: Owner] = [:]
    private var zones: [String: OwnerZone?] = [:]
    /// Travels with what is asked first.
    private let key: Pending<String?>?

    init(_ session: Session?, identities: [String: String], isNew: Bool = false) throws {
        self.isNew = isNew
        // A database that is not made yet has no rows.
        rows =
            isNew ? { _ in [] } : session.map { session in { sql in try session.lend { try $0.connection.rows(sql) } } }
        self.identities = identities
        key = try session?.lend { IdentityKey.asked(of: $0.connection) }
    }

    /// What ids of rows are hashed with in this database.
    func identityKey() throws -> IdentityKey { try key.map(IdentityKey.init) ?? .none }

    /// Old ids of `--identities`, with the ids of this database.
    func accounts() throws -> [UUIDText.Halves: UUIDText.Halves] {
        var accounts: [UUIDText.Halves: UUIDText.Halves] = [:]
        for (old, new) in identities {
            guard let id = UUIDText.parse(old), case .one(let high, let low)? = try find(new)?.ownership else {
                continue
            }
            accounts[.init(high: id.high, low: id.low)] = .init(high: high, low: low)
        }
        return accounts
    }

    /// Whether accounts are scorebook's to add: it made the app's tables of this database.
    func areOurs() throws -> Bool {
        guard !isNew, let rows else { return isNew }
        let found = try rows("select from scorebook.schema_migrations where file like 'app/%' limit 1")
        return !found.isEmpty
    }

    /// The owner behind an email or an id; nil where the database has no user of that name.
    func find(_ given: String) throws -> Owner? {
        let name = identities[given.lowercased()] ?? given
        if let owner = known[name] { return owner }
        guard let rows else {
            guard let id = UUIDText.parse(name) else { return Owner(ownership: .unresolved, scope: name) }
            return Owner(ownership: .one(high: id.high, low: id.low), scope: name.lowercased())
        }
        let found = try rows(
            """
            select person.id, (
                    select erasure.started_at::date from scorebook.erasures as erasure
                    where erasure.owner_sha256 = \(ErasedOwner.hash(of: "person.id")) and erasure.lifted_at is null
                ) as erased, \(Self.clock)
            from public.users as person
            left join scorebook.user_zones as own on own.user_id = person.id
            where \(Self.isMeant(name))
            """)
        guard found.count == 1 else { return nil }
        let text: String = try found[0]["id"]
        guard let id = UUIDText.parse(text) else { return nil }
        let owner = Owner(ownership: .one(high: id.high, low: id.low), scope: text, erased: try found[0]["erased"])
        known[name] = owner
        zones[text] = try OwnerZone(found[0])
        return owner
    }

    /// Why `find` knows no owner of this name.
    func whyUnknown(_ given: String) throws -> String {
        let name = identities[given.lowercased()] ?? given
        if UUIDText.parse(name) == nil, !isNew, let rows {
            let state = try rows(
                """
                select scorebook.knows_addresses() as is_open,
                    (select count(*) > 1 from public.users as person where \(Self.isMeant(name))) as is_ambiguous
                """)
            if try state.first?["is_ambiguous"] == true { return Self.ambiguous }
            if try state.first?["is_open"] == false {
                return "this database shows no addresses of accounts (`scorebook doctor` says why): give the user id"
            }
        }
        return "the owner has no account in this database: "
            + (try areOurs()
                ? "`scorebook user add` makes one"
                : "the person signs up in the app first, or give --identities with a file of ids")
    }

    private static let ambiguous = "several accounts of this database have this address: give the user id"

    /// The account of an email or an id, erased or not, with its confirmed address.
    static func account(of given: String, on connection: Connection) throws -> (id: String, mail: String?)? {
        let found = try connection.rows(
            """
            select person.id, account.address
            from public.users as person
            left join lateral scorebook.find_accounts(person.id::text) as account on true
            where \(isMeant(given))
            """)
        guard found.count < 2 else { throw RunEnd.unsatisfied(ambiguous) }
        return try found.first.map { (id: try $0["id"], mail: try $0["address"]) }
    }

    /// Whether `person` has this id, or has confirmed this email. The email in `public.users` is the user's own text.
    static func isMeant(_ name: String) -> SQL {
        guard let id = UUIDText.parse(name) else {
            return "person.id in (select account.id from scorebook.find_accounts(\(bind: name)) as account)"
        }
        return "person.id = \(bind: UUIDText.text(high: id.high, low: id.low))::uuid"
    }

    /// The columns of `OwnerZone`.
    private static let clock: SQL = "own.zone as chosen, person.timezone"

    /// The owner's time zone as the database has it: ours, which knows all zones, before the app's.
    func zone(of owner: Ownership) throws -> OwnerZone? {
        guard case .one(let high, let low) = owner, let rows else { return nil }
        let id = UUIDText.text(high: high, low: low)
        if let zone = zones[id] { return zone }
        let found = try rows(
            """
            select \(Self.clock)
            from public.users as person
            left join scorebook.user_zones as own on own.user_id = person.id
            where person.id = \(bind: id)::uuid
            """)
        let zone = try found.first.flatMap(OwnerZone.init)
        zones[id] = zone
        return zone
    }
}

/// A time zone of an owner, and who says so.
struct OwnerZone: Sendable {
    var name: String
    var origin: Origin

    /// From a row of the owner; nil where none is known.
    fileprivate init?(_ row: Row) throws {
        if let name: String = try row["chosen"] {
            self.init(name: name, origin: .chosen)
        } else if let name: String = try row["timezone"] {
            self.init(name: name, origin: name == Self.appDefault ? .appDefault : .account)
        } else {
            return nil
        }
    }

    private init(name: String, origin: Origin) { (self.name, self.origin) = (name, origin) }

    /// What the app gives to all who have not chosen one.
    static let appDefault = "America/New_York"

    enum Origin: Sendable {
        /// `scorebook.user_zones`.
        case chosen
        /// Chosen in the app.
        case account
        /// No person has chosen it.
        case appDefault

        var text: String {
            switch self {
            case .chosen: "scorebook.user_zones"
            case .account: "the account"
            case .appDefault: RunReport.Unit.Zone.accountDefault
            }
        }
    }
}
