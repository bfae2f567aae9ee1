public import Postgres

/// The accounts of a database that scorebook made; on the web app's people sign up in the app.
public struct Accounts {
    /// A person whose records can be imported.
    public struct Account: Sendable {
        public let id: String
        public let email: String?
        public let zone: String
    }

    private let connection: Connection

    /// - Parameter connection: as administrator.
    public init(_ connection: Connection) { self.connection = connection }

    public func all() throws -> [Account] { try accounts(where: "true") }

    /// Tests if an account has this address.
    public func know(_ email: String) throws -> Bool { try !accounts(where: OwnerResolver.isMeant(email)).isEmpty }

    /// Adds an account; one with this email keeps all but its zone.
    public func add(_ email: String, zone: String?) throws -> Account? {
        try connection.transaction {
            try connection.run(
                """
                with account as (
                    insert into auth.users (id, email)
                    select pg_catalog.gen_random_uuid(), pg_catalog.lower(\(bind: email))
                    where not exists (
                        select from public.users as person where \(OwnerResolver.isMeant(email))
                    )
                    on conflict (email) do update set email_confirmed_at = pg_catalog.now()
                    returning id, email
                )
                insert into public.users (id, email, role) select id, email, 'player' from account
                on conflict (id) do nothing
                """)
            if let zone {
                try connection.run(
                    """
                    insert into scorebook.user_zones (user_id, zone)
                    select person.id, \(bind: zone) from public.users as person where \(OwnerResolver.isMeant(email))
                    on conflict (user_id) do update set zone = excluded.zone
                    """)
            }
            return try accounts(where: OwnerResolver.isMeant(email)).first
        }
    }

    private func accounts(where condition: SQL) throws -> [Account] {
        try connection.rows(
            """
            select person.id, person.email, coalesce(own.zone, person.timezone) as zone
            from public.users as person
            left join scorebook.user_zones as own on own.user_id = person.id
            where \(condition)
            order by person.email
            """
        ).map { Account(id: try $0["id"], email: try $0["email"], zone: try $0["zone"]) }
    }
}
