import Foundation
import Postgres
import Testing

/// Statements that wait go to the server together, and fare as if each had been sent alone.
@Suite struct PipelineTests {
    let connection: Connection

    init() throws {
        connection = try Scratch.connection()
        try connection.run("create temp table numbers (n int constraint small check (n < 100))")
    }

    private func numbers() throws -> [Int] { try connection.values("select n from pg_temp.numbers order by n") }

    @Test func whatWaitsIsOneRoundTrip() throws {
        let before = connection.roundTrips
        let inserted = connection.later.run("insert into pg_temp.numbers values (\(bind: 1)), (2)")
        let sum: Pending<Int?> = connection.later.value("select sum(n) from pg_temp.numbers")
        let rows = connection.later.rows("select n as number from pg_temp.numbers order by n")
        #expect(connection.roundTrips == before)
        #expect(try rows.get().map { try $0["number"] as Int } == [1, 2])
        #expect(try inserted.get() == 2)
        #expect(try sum.get() == 3)
        #expect(connection.roundTrips == before + 1)
    }

    @Test func whatIsRunTakesAlongWhatWaits() throws {
        let before = connection.roundTrips
        connection.later.run("insert into pg_temp.numbers values (1)")
        #expect(try connection.run("delete from pg_temp.numbers") == 1)
        #expect(connection.roundTrips == before + 1)
        connection.later.run("insert into pg_temp.numbers values (5)")
        try connection.run("update pg_temp.numbers set n = 6; update pg_temp.numbers set n = n + 1")
        #expect(try numbers() == [7])
        connection.later.run("insert into pg_temp.numbers values (8)")
        var seen: [String?] = []
        try connection.each("select n from pg_temp.numbers order by n") { row in seen.append(row[0]) }
        #expect(seen == ["7", "8"])
        #expect(try connection.rows("select n from pg_temp.numbers order by n") == [["7"], ["8"]])
    }

    @Test func aTransactionIsOneRoundTripWhereNothingIsAsked() throws {
        let before = connection.roundTrips
        try connection.transaction {
            #expect(connection.isInTransaction)
            connection.later.run("insert into pg_temp.numbers values (1)")
        }
        #expect(!connection.isInTransaction)
        #expect(connection.roundTrips == before + 1)
        #expect(try numbers() == [1])
    }

    @Test func aDryRunLeavesNothingBehind() throws {
        let seen = try connection.dryRun {
            try connection.run("insert into pg_temp.numbers values (1)")
            connection.later.run("insert into pg_temp.numbers values (2)")
            return try numbers()
        }
        #expect(seen == [1, 2])
        #expect(throws: DatabaseError.self) {
            try connection.dryRun { try connection.run("insert into pg_temp.numbers values (3), (100)") }
        }
        let before = connection.roundTrips
        try connection.dryRun { connection.later.run("insert into pg_temp.numbers values (4)") }
        #expect(connection.roundTrips == before)
        #expect(!connection.isInTransaction)
        #expect(try numbers() == [])
    }

    @Test func withinATransactionTheFirstErrorEndsTheOthers() throws {
        let error = #expect(throws: DatabaseError.self) {
            try connection.transaction {
                connection.later.run("insert into pg_temp.numbers values (1)")
                let refused = connection.later.run("insert into pg_temp.numbers values (100)")
                connection.later.run("insert into pg_temp.nowhere values (1)")
                _ = try refused.get()
            }
        }
        #expect(error?.constraint == "small")
        #expect(try numbers() == [])
    }

    @Test func outsideATransactionEachIsItsOwn() throws {
        connection.later.run("insert into pg_temp.numbers values (1)")
        let refused = connection.later.run("insert into pg_temp.numbers values (100)")
        let last = connection.later.run("insert into pg_temp.numbers values (2)")
        let error = #expect(throws: DatabaseError.self) { try last.get() }
        #expect(error?.kind == .checkViolation)
        #expect(throws: DatabaseError.self) { try refused.get() }
        #expect(try last.get() == 1)
        #expect(try numbers() == [1, 2])
    }

    @Test func anErrorThatShowsAtCommitRollsBack() throws {
        let error = #expect(throws: DatabaseError.self) {
            try connection.transaction {
                connection.later.run("insert into pg_temp.numbers values (1)")
                connection.later.run("insert into pg_temp.numbers values (100)")
            }
        }
        #expect(error?.kind == .checkViolation)
        #expect(!connection.isInTransaction)
        #expect(try numbers() == [])
    }

    @Test func aConnectionLostWithWhatGoesBesideCommitLeavesItUnknown() throws {
        let connection = try Scratch.connection()
        let error = #expect(throws: DatabaseError.self) {
            try connection.transaction {
                connection.later.run("select pg_catalog.pg_terminate_backend(pg_catalog.pg_backend_pid())")
            }
        }
        #expect(error?.kind == .commitUnknown)
        #expect(!connection.isAlive)
        let waiting = connection.later.run("select 1")
        let lost = #expect(throws: DatabaseError.self) { try waiting.get() }
        #expect(lost?.kind == .connectionLost)
    }

    @Test func aSavepointTakesBackWhatWaitsInIt() throws {
        struct Enough: Error {}
        try connection.transaction {
            connection.later.run("insert into pg_temp.numbers values (1)")
            #expect(throws: Enough.self) {
                try connection.savepoint {
                    connection.later.run("insert into pg_temp.numbers values (2)")
                    throw Enough()
                }
            }
            #expect(throws: Enough.self) {
                try connection.savepoint {
                    try connection.run("insert into pg_temp.numbers values (3)")
                    connection.later.run("insert into pg_temp.numbers values (4)")
                    throw Enough()
                }
            }
            let error = #expect(throws: DatabaseError.self) {
                try connection.savepoint { connection.later.run("insert into pg_temp.numbers values (100)") }
            }
            #expect(error?.kind == .checkViolation)
            try connection.savepoint { connection.later.run("insert into pg_temp.numbers values (5)") }
        }
        #expect(try numbers() == [1, 5])
    }

    @Test func aBodyThatThrowsBeforeAnythingIsSentBeginsNothing() throws {
        let before = connection.roundTrips
        #expect(throws: CocoaError.self) {
            try connection.transaction {
                connection.later.run("insert into pg_temp.numbers values (1)")
                throw CocoaError(.userCancelled)
            }
        }
        #expect(!connection.isInTransaction)
        #expect(connection.roundTrips == before)
        #expect(try numbers() == [])
    }

    @Test func aPlanThatWasNotMadeIsMadeLater() throws {
        connection.planning = .once
        let sql: SQL = "select \(bind: 3)::integer as n"
        #expect(throws: DatabaseError.self) {
            try connection.transaction {
                connection.later.run("insert into pg_temp.numbers values (100)")
                _ = try connection.value(sql, as: Int.self)
            }
        }
        #expect(try connection.value(sql, as: Int.self) == 3)
        #expect(try connection.value(sql, as: Int.self) == 3)
        connection.planning = .eachTime
        let plans: SQL = "select count(*) from pg_catalog.pg_prepared_statements where statement like 'select $1%'"
        #expect(try connection.value(plans, as: Int.self) == 1)
    }

    @Test func cancelReachesWhatIsSentTogether() throws {
        let cancel = connection.cancel
        Thread.detachNewThread {
            usleep(300_000)
            cancel.request()
        }
        let error = #expect(throws: DatabaseError.self) {
            try connection.transaction {
                connection.later.run("insert into pg_temp.numbers values (1)")
                connection.later.run("select pg_catalog.pg_sleep(30)")
            }
        }
        #expect(error?.kind == .cancelled)
        #expect(try numbers() == [])
    }

    @Test func copyIsNoneOfThem() throws {
        connection.later.run("insert into pg_temp.numbers values (1)")
        let copied = try connection.copy(into: Identifier("pg_temp.numbers"), columns: ["n"]) { writer in
            writer.buffer.beginRow(fields: 1)
            writer.buffer.int32(2)
            try writer.endRow()
        }
        #expect(copied == 1)
        #expect(try numbers() == [1, 2])
    }
}
