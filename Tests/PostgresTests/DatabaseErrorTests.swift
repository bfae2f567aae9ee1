import Postgres
import Testing

@Suite struct DatabaseErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var sql: String
        var kind: DatabaseError.Kind
        var isTemporary = false
        var testDescription: String { kind.rawValue + " " + sql.prefix(40) }
    }

    /// Every one would like to tell the secret.
    static let cases = [
        Case(sql: "insert into pg_temp.people values (1, 'secret')", kind: .uniqueViolation),
        Case(sql: "insert into pg_temp.people values (null, 'secret')", kind: .notNullViolation),
        Case(sql: "insert into pg_temp.people values (-1, 'secret')", kind: .checkViolation),
        Case(sql: "insert into pg_temp.friends values (77, 'secret')", kind: .foreignKeyViolation),
        Case(sql: "select 'secret'::integer", kind: .invalidData),
        Case(sql: "select 'secret'::uuid", kind: .invalidData),
        Case(sql: "select 'secret'::date", kind: .invalidData),
        Case(sql: "select cast('secret' as boolean)", kind: .invalidData),
        Case(sql: "select jsonb '{secret'", kind: .invalidData),
        Case(sql: "do $$ begin raise exception 'secret'; end $$", kind: .other),
        Case(sql: "do $$ begin raise exception 'secret' using errcode = 'XX000'; end $$", kind: .other),
        Case(sql: "select * from nowhere.at_all", kind: .undefinedObject),
        Case(sql: "set transaction read only; create table public.t (n int)", kind: .readOnly, isTemporary: true),
        Case(sql: "set statement_timeout to '50ms'; select pg_sleep(5)", kind: .statementTimeout, isTemporary: true),
        Case(sql: "do $$ begin raise exception using errcode = '53100'; end $$", kind: .diskFull, isTemporary: true),
        Case(
            sql: "do $$ begin raise exception using errcode = '40001'; end $$", kind: .serialization, isTemporary: true),
        Case(sql: "do $$ begin raise exception using errcode = '40P01'; end $$", kind: .deadlock, isTemporary: true),
        Case(sql: "set role scorebook_test; select * from pg_catalog.pg_authid", kind: .insufficientPrivilege),
    ]

    @Test(arguments: cases) func kindsAndSilence(_ given: Case) throws {
        let connection = try Scratch.connection()
        try connection.run(
            """
            do $$ begin create role scorebook_test; exception when others then null; end $$;
            create temp table people (n int primary key check (n > 0), name text);
            insert into pg_temp.people values (1, 'first');
            create temp table friends (n int references pg_temp.people (n), name text)
            """)
        let error = try #require(#expect(throws: DatabaseError.self) { try connection.run(given.sql) })
        #expect(error.kind == given.kind)
        #expect(error.isTemporary == given.isTemporary)
        #expect(!error.description.contains("secret"))
        #expect(error.sqlstate?.count == 5)
    }

    @Test func aViolationNamesItsPlace() throws {
        let connection = try Scratch.connection()
        try connection.run("create table public.named (n int constraint named_key primary key)")
        let error = #expect(throws: DatabaseError.self) {
            try connection.run("insert into public.named values ($1), ($1)", ["5"])
        }
        #expect(
            error?.description
                == "ERROR: a row with this key exists already, table public.named, constraint named_key (SQLSTATE 23505)"
        )
        #expect(error?.isAboutData == true)
    }

    @Test func aLockThatIsHeldTimesOut() throws {
        let holder = try Scratch.connection()
        let waiter = try Connection.open(
            Scratch.cluster.target(), settings: .init(lockTimeoutSeconds: 1))
        try holder.run("begin; select pg_advisory_xact_lock(42)")
        let error = #expect(throws: DatabaseError.self) { try waiter.run("select pg_advisory_lock(42)") }
        #expect(error?.kind == .lockTimeout)
        #expect(error?.isTemporary == true)
    }

    @Test func aKilledSessionIsNoBadData() throws {
        let victim = try Scratch.connection()
        let killer = try Scratch.connection()
        _ = try killer.rows("select pg_terminate_backend($1::int)", ["\(victim.processIdentifier)"])
        let error = try #require(#expect(throws: DatabaseError.self) { try victim.run("select 1") })
        #expect([.adminShutdown, .connectionLost].contains(error.kind))
        #expect(error.isTemporary)
        #expect(throws: DatabaseError.self) { try victim.run("select 1") }
    }

    @Test func aSessionLostAtCommitIsUnknown() throws {
        let victim = try Scratch.connection()
        let killer = try Scratch.connection()
        let error = #expect(throws: DatabaseError.self) {
            try victim.transaction {
                _ = try victim.rows("select 1")
                _ = try killer.rows("select pg_terminate_backend($1::int, 5000)", ["\(victim.processIdentifier)"])
            }
        }
        #expect(error?.kind == .commitUnknown)
        #expect(error?.isTemporary == true)
    }

    @Test(arguments: [
        "postgresql://someone@db.example.org:6543/postgres", "host=db.example.org port=6543 dbname=postgres",
    ])
    func theTransactionPoolerIsRefused(_ url: String) {
        let error = #expect(throws: DatabaseError.self) { try Connection.open(.url(url)) }
        #expect(error?.kind == .usage)
        #expect(error?.message.contains("transaction pooler") == true)
    }

    @Test func nobodyListensIsUnavailable() {
        let error = #expect(throws: DatabaseError.self) {
            try Connection.open(.url("postgresql://someone:hidden@127.0.0.1:1/postgres"))
        }
        #expect(error?.kind == .unavailable)
        #expect(error?.description.contains("hidden") == false)
    }

    @Test func aUrlThatIsNoneDoesNotShowItsPassword() {
        let error = #expect(throws: DatabaseError.self) {
            try Connection.open(.url("postgresql://a:hid den@h:x y/z?nonsense=1"))
        }
        #expect(error?.kind == .usage)
        #expect(error?.description.contains("hid") == false)
    }

    @Test func aPasswordInAUrlIsSeen() {
        #expect(Target.holdsPassword("postgresql://a:b@host/name"))
        #expect(Target.holdsPassword("host=h password=b"))
        #expect(!Target.holdsPassword("postgresql://a@host/name"))
        #expect(!Target.holdsPassword("service=scorebook"))
    }

    @Test(arguments: [
        ("public.users", "\"public\".\"users\""), ("we\"ird", "\"we\"\"ird\""), ("User", "\"User\""),
    ])
    func identifiersAreQuoted(_ name: String, _ quoted: String) {
        #expect(Identifier(name).quoted == quoted)
    }
}
