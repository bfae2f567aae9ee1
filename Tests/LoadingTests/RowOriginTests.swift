import Postgres
import Proving
import Records
import Reporting
import Testing

/// The app asks where a row of its user comes from, and learns nothing of the rows of others.
@Suite struct RowOriginTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    private static let header = "date,metric,value,unit,id\n"

    /// The answer as the app gets it for a user: file, format and record, the last file first.
    private func origin(
        of row: String, in table: String = "performance_metrics", for user: String?
    ) throws -> [[String?]] {
        let connection = try scratch.openPlatform()
        return try connection.transaction {
            try connection.run("set local role authenticated")
            let claims = user.map { "{\"sub\":\"\($0)\",\"role\":\"authenticated\"}" } ?? ""
            _ = try connection.rows(
                "select pg_catalog.set_config('request.jwt.claims', $1, true)", [claims] as [String?])
            return try connection.rows(
                "select file, format, record from public.row_origin($1, $2::uuid)", [table, row] as [String?])
        }
    }

    private func metric() throws -> String {
        try #require(
            try scratch.value(
                "select id from public.performance_metrics where user_id = $1 and value between 71 and 79",
                [Ground.maya]))
    }

    @Test func `The file, the day and the record of one's own row`() throws {
        let first = try scratch.file(
            "2026/first.csv", Self.header + "2026-05-01,pop_time,2.1,sec,a\n2026-05-02,velocity,71,mph,b\n")
        #expect(scratch.run(first).report.ledger.inserted == 2)
        let id = try metric()
        #expect(try origin(of: id, for: Ground.maya) == [["first.csv", "metric-log", "2"]])
        #expect(try origin(of: id, in: "public.performance_metrics", for: Ground.maya).count == 1)
        let second = try scratch.file("second.csv", Self.header + "2026-05-02,velocity,72,mph,b\n")
        #expect(scratch.run(second).report.ledger.updated == 1)
        #expect(
            try origin(of: id, for: Ground.maya)
                == [["second.csv", "metric-log", "1"], ["first.csv", "metric-log", "2"]])
        let days = try scratch.openPlatform().transaction {
            let connection = try scratch.openPlatform()
            try connection.run("select pg_catalog.set_config('request.jwt.claim.sub', '\(Ground.maya)', false)")
            return try connection.rows(
                """
                select distinct imported_on = (imported_at at time zone person.timezone)::date
                    and imported_at between pg_catalog.now() - interval '1 hour' and pg_catalog.now()
                from public.row_origin('performance_metrics', $1::uuid)
                join public.users as person on person.id = '\(Ground.maya)'
                """, [id] as [String?])
        }
        #expect(days == [["t"]])
    }

    @Test func `Rows of others, rows of the app and undone rows have no answer`() throws {
        let path = try scratch.file("own.csv", Self.header + "2026-05-02,velocity,73,mph,c\n")
        let run = scratch.run(path).report
        #expect(run.ledger.inserted == 1)
        let id = try metric()
        #expect(try origin(of: id, for: Ground.maya).count == 1)
        // Leo is of the same family and reads the row itself; nobody is who has no token.
        for user in [Ground.leo, nil] { #expect(try origin(of: id, for: user) == []) }
        #expect(try origin(of: id, in: "workouts", for: Ground.maya) == [])
        #expect(try origin(of: "5f0c0000-0000-4000-8000-00000000c001", in: "schools", for: Ground.maya) == [])
        _ = try scratch.rows("update scorebook.units set status = 'rolled_back' where run_id = $1", [run.run])
        #expect(try origin(of: id, for: Ground.maya) == [])
    }

    @Test func `Rows of large files and of files with ids of their own are found`() throws {
        let many = (1...1_500).map { "2026-04-0\($0 % 9 + 1),exit_velo,\(60 + $0 % 40).\($0),mph,m\($0)" }
        let path = try scratch.file("many.csv", Self.header + many.joined(separator: "\n") + "\n")
        #expect(scratch.run(path).report.ledger.inserted == 1_500)
        let own = "7f0c0000-0000-4000-8000-0000000000aa"
        let rows = try scratch.file(
            "rows.csv",
            "id,user_id,metric_type,value,unit,recorded_date\n\(own),\(Ground.maya),pop_time,2,sec,2026-05-01\n")
        #expect(scratch.run(rows).report.ledger.inserted == 1)
        let ids = try scratch.rows(
            "select id from public.performance_metrics where user_id = $1 and metric_type = 'exit_velo' limit 3",
            [Ground.maya])
        for id in ids { #expect(try origin(of: id[0] ?? "", for: Ground.maya).first?[0] == "many.csv") }
        #expect(try origin(of: own, for: Ground.maya) == [["rows.csv", "performance-metrics-rows", "1"]])
        // However they are found, others get no answer.
        for user in [Ground.leo, nil] {
            for id in ids.compactMap(\.[0]) + [own] { #expect(try origin(of: id, for: user) == []) }
        }
    }

    @Test func `The app gets the answer alone, and nothing of the ledger`() throws {
        let connection = try scratch.openPlatform()
        let rights: [[String?]] = try connection.rows(
            """
            select role, pg_catalog.has_function_privilege(role, 'public.row_origin(text, uuid)', 'execute'),
                (
                    select pg_catalog.count(*) from unnest(array[
                        'scorebook.lineage_blocks', 'scorebook.lineage_shapes', 'scorebook.lineage', 'scorebook.units',
                        'scorebook.runs'
                    ]) as private (name)
                    where pg_catalog.has_table_privilege(role, private.name, 'select, insert, update, delete')
                )
            from unnest(array['anon', 'authenticated']) as role order by role
            """)
        #expect(rights == [["anon", "f", "0"], ["authenticated", "t", "0"]])
        // What runs with its owner's rights is in no schema of an API nor of the ledger, and its owner is none of the app's roles.
        let definition: [[String?]] = try connection.rows(
            """
            select oid::regprocedure::text, prosecdef, proconfig::text, pg_catalog.pg_get_userbyid(proowner) = 'scorebook_owner'
            from pg_catalog.pg_proc where proname = 'row_origin' order by 2
            """)
        let settings = "{\"search_path=pg_catalog, pg_temp\",jit=off}"
        #expect(
            definition == [
                ["public.row_origin(text,uuid)", "f", settings, "f"],
                ["summary.row_origin(text,uuid)", "t", settings, "t"],
            ])
    }
}
