import Foundation
import Postgres
import Testing

/// Each summary of a season in which everything odd occurs has the rows of a plain query by the same rules: `Cases/Plain/*/*.sql` are
/// pairs of a select of the summary and one of the tables, without what makes it fast.
@Suite struct PlainTests {
    private static let folder = "\(Scratch.root)/Tests/SummarisingTests/Cases/Plain"

    /// The files of all datasets, or of those that are asked for, see `Tests/Proving/sql-mutants`.
    private static let datasets: [String] = {
        let asked = ProcessInfo.processInfo.environment["SCOREBOOK_TEST_PLAIN"]?.split(separator: ",").map(String.init)
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return all.sorted().filter { file in
            let parts = file.components(separatedBy: "/")
            return parts.count == 2 && asked?.contains(parts[0]) ?? true
        }
    }()

    private static let season: Scratch.Database? = try? {
        let database = try Scratch.database()
        let connection = try database.open()
        for n in 1...3 {
            let athlete = Athlete(
                id: "00000000-0000-4000-8000-00000000000\(n)", family: "00000000-0000-4000-8000-0000000000f\(n)")
            try athlete.join(connection, zone: n == 2 ? "Asia/Tokyo" : "America/New_York")
        }
        try connection.run("set statement_timeout = '60s'")
        for file in ["season.sql"] + datasets.filter({ $0.hasSuffix("/season.sql") }) {
            let sql = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            try connection.run("begin;\n\(sql)\ncommit")
        }
        return database
    }()

    @Test(arguments: datasets.filter { !$0.hasSuffix("/season.sql") }) func `A summary has the rows of a plain query`(
        _ file: String
    ) throws {
        let sql = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)
        let pair = sql.components(separatedBy: "\n---\n")
        let connection = try #require(Self.season).open()
        try connection.run(
            """
            set timezone = 'UTC'; set jit = off; set enable_nestloop = off; set statement_timeout = '60s';
            set scorebook.as_of = '2026-06-10T02:30:00Z';
            set request.jwt.claim.sub = '00000000-0000-4000-8000-000000000001'
            """)
        let rows = try connection.rows(
            """
            with found as materialized (\(pair[0])), plain as materialized (\(pair[1])),
                more as (table found except all table plain), less as (table plain except all table found)
            (select 'found', more::text from more order by 2 limit 3) union all
            (select 'plain', less::text from less order by 2 limit 3) union all
            select 'rows', 'none' where not exists (select from found)
            """)
        #expect(rows.isEmpty, "\(rows)")
    }
}
