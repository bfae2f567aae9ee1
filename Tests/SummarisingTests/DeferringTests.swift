import Postgres
import Testing

/// Summaries are recomputed by one call, at the latest at COMMIT.
@Suite struct DeferringTests {
    @Test(arguments: [true, false]) func whatIsDeferredIsDoneBeforeOthersSeeIt(_ isAsked: Bool) throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection)
        let count = "select count(*) from public.metric_trends"
        try connection.run("begin")
        for (type, value) in [("velocity", "80"), ("velocity", "90"), ("era", "2"), ("era", "3")] {
            try athlete.insert(connection, type, value, "2026-05-01")
        }
        #expect(try connection.value(count) == "0")
        if isAsked {
            #expect(try connection.value("select summary.recompute_deferred()") == "2")
            #expect(try connection.value(count) == "2")
            try connection.run("delete from public.performance_metrics where metric_type = 'era'")
        }
        try connection.run("commit")
        #expect(try connection.value(count) == (isAsked ? "1" : "2"))
        #expect(try connection.value("select count(*) from summary.deferred") == "0")
        #expect(try connection.value("select count(*) from summary.metric_trends_touched") == "0")
        try expectNoDifference(connection)
    }

    @Test func twoDeferringLoadsOfTwoOwnersDoNotWaitForEachOther() throws {
        let database = try Scratch.database()
        let sessions = try [database.open(), database.open()]
        let athletes = [Athlete(), Athlete()]
        for athlete in athletes { try athlete.join(sessions[0]) }
        for (session, athlete) in zip(sessions, athletes) {
            try session.run("begin; set local lock_timeout = '3s'")
            for day in 1...3 { try athlete.insert(session, "era", "\(day)", "2026-05-0\(day)") }
        }
        for session in sessions.reversed() { try session.run("commit") }
        #expect(try sessions[0].value("select count(*) from public.metric_trends") == "2")
        try expectNoDifference(sessions[0])
    }

    @Test func aRollbackForgets() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection)
        try connection.run("begin")
        try athlete.insert(connection, "era", "2", "2026-05-01")
        try connection.run("savepoint s")
        try athlete.insert(connection, "era", "3", "2026-05-01")
        try connection.run("rollback to s; commit")
        #expect(try connection.value("select count(*) from public.metric_trends") == "0")
        try expectNoDifference(connection)
    }

    @Test func theLoaderLoadsAndRecomputes() throws {
        let database = try Scratch.database()
        let administrator = try database.open()
        let athlete = Athlete()
        try athlete.join(administrator)
        let loader = try database.open(user: EmbeddedCluster.loader)
        try loader.run("begin")
        try loader.run("select pg_catalog.set_config('scorebook.owners', $1, true)", [athlete.id])
        try loader.run("select scorebook.lock_owners(array[$1::uuid])", [athlete.id])
        for day in 1...3 { try athlete.insert(loader, "era", "\(day)", "2026-05-0\(day)") }
        #expect(try loader.value("select summary.recompute_deferred()") == "1")
        #expect(try loader.value("select count(*) from public.metric_trends") == "1")
        #expect(try loader.value("select count(*) from public.metric_history") == "3")
        try loader.run("commit")
        try expectNoDifference(loader)
    }
}
