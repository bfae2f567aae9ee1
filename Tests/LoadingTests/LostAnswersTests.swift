import Proving
import Testing

/// The server has done what was sent together, and its answer is lost with the connection.
@Suite struct LostAnswersTests {
    struct Loss: CustomTestStringConvertible, Sendable {
        var name: String
        /// Text of a statement among those sent together.
        var statement: String
        var files = 1
        var testDescription: String { name }
    }

    static let losses = [
        Loss(name: "claim", statement: "pg_advisory_xact_lock"),
        Loss(name: "locks", statement: "scorebook.lock_owners"),
        Loss(name: "rows", statement: "savepoint scorebook_step"),
        Loss(name: "COMMIT of files together", statement: "insert into scorebook.units", files: 3),
        Loss(name: "COMMIT of one file", statement: "insert into scorebook.units"),
    ]

    private static func text(_ file: Int) -> String {
        Log.withIDs((0..<5).map { "f\(file)r\($0),2026-05-0\($0 + 1),velocity,7\($0),mph" })
    }

    @Test(arguments: losses)
    func `Each file is loaded once`(_ loss: Loss) throws {
        let scratch = try Scratch(.used)
        let inputs = try (0..<loss.files).flatMap { ["--input", try scratch.file("\($0).csv", Self.text($0))] }
        let relay = try Relay(to: scratch.socket, losing: loss.statement)
        defer { relay.close() }
        let result = try Program.run(
            ["run"] + inputs + ["--owner", Ground.maya, "-o", "json"],
            environment: ["DATABASE_URL": scratch.url(host: relay.host)])
        #expect(relay.hasLost)
        #expect(result.code == 0, "\(result.complaints)")
        #expect(result.statuses == Array(repeating: "loaded", count: loss.files))
        #expect(result.ledger["inserted"] == 5 * loss.files)
        #expect(
            try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)")
                == "\(5 * loss.files)")
        #expect(try scratch.value("select count(*) from scorebook.units where status = 'loaded'") == "\(loss.files)")
        #expect(try scratch.wrongSummaries() == [])
    }

    @Test func `A run without its row in the ledger ends, and loads nothing`() throws {
        let scratch = try Scratch(.used)
        let file = try scratch.file("0.csv", Self.text(0))
        let relay = try Relay(to: scratch.socket, losing: "insert into scorebook.runs")
        defer { relay.close() }
        let words = ["run", "--input", file, "--owner", Ground.maya, "-o", "json"]
        let result = try Program.run(words, environment: ["DATABASE_URL": scratch.url(host: relay.host)])
        #expect(relay.hasLost)
        #expect(result.code == 75, "\(result.complaints)")
        #expect(try scratch.value("select count(*) from scorebook.units") == "0")
    }
}
