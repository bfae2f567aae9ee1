import Postgres
import Testing

@Suite struct TargetTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var url: String
        var mode: String?
        var testDescription: String { url }
    }

    static let cases = [
        Case(url: "postgresql://someone@db.example.org/postgres", mode: "verify-full"),
        Case(url: "postgresql://someone@192.0.2.7:5432/postgres", mode: "verify-full"),
        Case(url: "host=a,localhost dbname=x", mode: "verify-full"),
        Case(url: "postgresql://someone@localhost/postgres", mode: nil),
        Case(url: "postgresql://someone@127.0.0.1/postgres", mode: nil),
        Case(url: "postgresql:///postgres?host=/run/postgresql", mode: nil),
        Case(url: "postgresql://someone@db.example.org/postgres?sslmode=require", mode: nil),
    ]

    /// nil: the URL's own word, or libpq's default, stands.
    @Test(arguments: cases) func theServerIsVerifiedUnlessItIsLocal(_ given: Case) throws {
        let parameters = try Target.url(given.url).parameters()
        #expect(parameters.last { $0.0 == "sslmode" }?.1 == given.mode)
        #expect(parameters.contains { $0 == ("dbname", given.url) })
        #expect(parameters.contains { $0 == ("connect_timeout", "10") })
        #expect(parameters.contains { $0.0 == "tcp_user_timeout" })
        #expect(parameters.last { $0.0 == "application_name" }?.1 == "scorebook")
    }
}
