import Foundation
import Glibc
import Postgres
import Testing

@Suite struct ConnectionTests {
    @Test func pinsTheSession() throws {
        let connection = try Scratch.connection()
        let settings = [
            ("TimeZone", "UTC"), ("DateStyle", "ISO, YMD"), ("search_path", "pg_catalog, pg_temp"), ("jit", "off"),
            ("client_encoding", "UTF8"),
            ("lock_timeout", "30s"), ("standard_conforming_strings", "on"), ("application_name", "scorebook"),
            ("idle_in_transaction_session_timeout", "10min"),
        ]
        for (name, value) in settings {
            #expect(try connection.value("select current_setting($1)", [name]) == value, "\(name)")
        }
        #expect(connection.description == "embedded/scorebook")
    }

    @Test func runCountsRowsOfSeveralStatements() throws {
        let connection = try Scratch.connection()
        let count = try connection.run(
            """
            create temp table numbers (n int);
            insert into pg_temp.numbers select generate_series(1, 10);
            update pg_temp.numbers set n = n + 1 where n > 5;
            select * from pg_temp.numbers;
            delete from pg_temp.numbers where n = 1
            """)
        #expect(count == 16)
        #expect(try connection.run("insert into pg_temp.numbers values ($1), ($2)", ["1", nil]) == 2)
        #expect(try connection.rows("select count(*), $1::text", [nil]) == [["1", nil]])
    }

    @Test func streamsAResultWithoutABound() throws {
        let connection = try Scratch.connection()
        var sum = 0
        try connection.each("select generate_series(1, 200000)") { row throws(DatabaseError) in
            sum += row[0].flatMap { Int($0) } ?? 0
        }
        #expect(sum == 20_000_100_000)
    }

    @Test func aBodyThatThrowsLeavesTheConnectionUsable() throws {
        let connection = try Scratch.connection()
        #expect(throws: DatabaseError.self) {
            try connection.each("select generate_series(1, 100000000)") { _ throws(DatabaseError) in
                throw DatabaseError(.other, "enough")
            }
        }
        #expect(try connection.value("select 1") == "1")
    }

    @Test func aTransactionStaysOrGoesWhole() throws {
        let connection = try Scratch.connection()
        try connection.run("create temp table kept (n int)")
        try connection.transaction {
            try connection.run("insert into pg_temp.kept values (1)")
        }
        #expect(throws: DatabaseError.self) {
            try connection.transaction {
                try connection.run("insert into pg_temp.kept values (2)")
                try connection.run("select 1 / 0")
            }
        }
        #expect(try connection.rows("select n from pg_temp.kept") == [["1"]])
        #expect(!connection.isInTransaction)
    }

    @Test func aSavepointTakesBackItsPart() throws {
        let connection = try Scratch.connection()
        try connection.run("create temp table kept (n int)")
        try connection.transaction {
            try connection.run("insert into pg_temp.kept values (1)")
            do {
                try connection.savepoint {
                    try connection.run("insert into pg_temp.kept values (2); select 1 / 0")
                }
            } catch let error as DatabaseError { #expect(error.sqlstate == "22012") }
            try connection.run("insert into pg_temp.kept values (3)")
        }
        #expect(try connection.rows("select n from pg_temp.kept order by n") == [["1"], ["3"]])
    }

    @Test func copyEndsAsFailedWhenTheBodyThrows() throws {
        let connection = try Scratch.connection()
        try connection.run("create temp table target (n int)")
        let error = #expect(throws: DatabaseError.self) {
            try connection.copy(into: Identifier("pg_temp.target"), columns: ["n"]) { writer throws(DatabaseError) in
                for number in 0..<200_000 {
                    writer.buffer.beginRow(fields: 1)
                    writer.buffer.int32(Int32(number))
                    try writer.endRow()
                }
                throw DatabaseError(.other, "stopped by the test")
            }
        }
        #expect(error?.message == "stopped by the test")
        #expect(try connection.value("select count(*) from pg_temp.target") == "0")
    }

    @Test func copyTellsWhatTheServerRefuses() throws {
        let connection = try Scratch.connection()
        try connection.run("create temp table target (n int constraint small check (n < 10))")
        let error = #expect(throws: DatabaseError.self) {
            try connection.copy(into: Identifier("pg_temp.target"), columns: ["n"]) { writer throws(DatabaseError) in
                for number in 0..<3_000_000 {
                    writer.buffer.beginRow(fields: 1)
                    writer.buffer.int32(Int32(number))
                    try writer.endRow()
                }
            }
        }
        #expect(error?.kind == .checkViolation)
        #expect(error?.constraint == "small")
        #expect(try connection.value("select count(*) from pg_temp.target") == "0")
        #expect(throws: DatabaseError.self) {
            try connection.copy(into: Identifier("pg_temp.nowhere"), columns: ["n"]) { _ throws(DatabaseError) in }
        }
        #expect(try connection.value("select 1") == "1")
    }

    @Test func copyOutStreams() throws {
        let connection = try Scratch.connection()
        var lines = 0
        var bytes = 0
        try connection.copy(out: "copy (select generate_series(1, 50000)) to stdout") { chunk throws(DatabaseError) in
            lines += 1
            bytes += chunk.count
        }
        #expect(lines == 50000)
        #expect(bytes == 288_894)
    }

    @Test func cancelReachesARunningStatement() throws {
        let connection = try Scratch.connection()
        let cancel = connection.cancel
        // A thread of its own: where other tests block the pool, a task would begin when the statement has ended.
        Thread.detachNewThread {
            usleep(300_000)
            cancel.request()
        }
        let error = #expect(throws: DatabaseError.self) { try connection.run("select pg_sleep(30)") }
        #expect(error?.kind == .cancelled)
        #expect(error?.isTemporary == false)
    }

    @Test func noticesAreKeptAndNotPrinted() throws {
        let connection = try Scratch.connection()
        try connection.run("do $$ begin raise notice 'a word'; raise warning 'two'; end $$")
        #expect(connection.takeNotices().map(\.message) == ["a word", "two"])
        #expect(connection.takeNotices().isEmpty)
    }

    @Test func copyInsideRunIsRefused() throws {
        let connection = try Scratch.connection()
        for sql in ["create temp table t (n int); copy pg_temp.t from stdin", "copy (select 1) to stdout"] {
            let error = #expect(throws: DatabaseError.self) { try connection.run(sql) }
            #expect(error?.kind == .usage)
            #expect(try connection.value("select 1") == "1")
        }
    }
}
