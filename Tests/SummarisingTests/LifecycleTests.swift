import Foundation
import Postgres
import Summarising
import Testing

/// Making, rebuilding, comparing, and taking away.
@Suite struct LifecycleTests {
    private let summaries: Summaries

    init() throws { summaries = try Summaries.load(Scratch.pipelines) }

    @Test func upTellsWhatItPutsOnTheAppsTablesAndIsDoneOnce() throws {
        let connection = try Scratch.database("bare").open()
        #expect(try summaries.status(connection).allSatisfy { $0.state == .absent })
        let told = try summaries.announcements(connection)
        #expect(
            Set(told.map(\.table)) == [
                "public.coaches", "public.family_members", "public.interactions", "public.performance_metrics",
                "public.schools", "public.users",
            ])
        #expect(try summaries.up(connection) == told)
        #expect(try summaries.status(connection).allSatisfy { $0.state == .current })
        #expect(try summaries.up(connection).isEmpty)
        #expect(try summaries.announcements(connection).isEmpty)
    }

    @Test func rowsThatWereThereAreSummedUp() throws {
        let connection = try Scratch.database("bare").open()
        let athlete = Athlete()
        try athlete.join(connection)
        for day in 1...4 { try athlete.insert(connection, "era", "\(day)", "2026-05-0\(day)") }
        try summaries.up(connection)
        #expect(try connection.value("select record_count from public.metric_trends") == "4")
    }

    @Test func aChangedDefinitionIsMadeAnewWithAllThatReadsIt() throws {
        let connection = try Scratch.database().open()
        var changed = summaries
        let at = try #require(changed.all.firstIndex { $0.name == "metric_history" })
        changed.all[at].body += "\nwhere true"
        #expect(
            try changed.status(connection).filter { $0.state == .changed }.map(\.summary.name) == ["metric_history"])
        try changed.up(connection)
        #expect(try changed.status(connection).allSatisfy { $0.state == .current })
        #expect(try connection.value("select count(*) from public.top_metrics") == "0")
    }

    /// What read another once, and does no more, goes first all the same.
    @Test func definitionsThatPartedAreMadeAnew() throws {
        let connection = try Scratch.database().open()
        var changed = summaries
        let reader = try #require(changed.all.firstIndex { $0.name == "upcoming_events" })
        changed.all[reader].body = changed.all[reader].body.replacingOccurrences(
            of: "public.local_days as d",
            with: "(select id as user_id, current_date as local_today from public.users) as d")
        let read = try #require(changed.all.firstIndex { $0.name == "local_days" })
        changed.all[read].body += "\nwhere true"
        changed.all.insert(changed.all.remove(at: reader), at: read)
        try changed.up(connection)
        #expect(try changed.status(connection).allSatisfy { $0.state == .current })
    }

    @Test func whatIsNotOursIsLeftAlone() throws {
        let connection = try Scratch.database("bare").open()
        try connection.run("create table public.metric_trends (id integer)")
        let error = #expect(throws: SummaryError.self) { try summaries.up(connection) }
        #expect(error == .foreignObject(name: "public.metric_trends"))
        try summaries.drop(connection)
        #expect(try connection.value("select count(*) from public.metric_trends") == "0")
        #expect(try summaries.status(connection).filter { $0.state == .absent }.count == summaries.all.count - 1)
    }

    @Test func withoutTriggersTheSameNamesAreViews() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection)
        for day in 1...4 { try athlete.insert(connection, "era", "\(day)", "2026-05-0\(day)") }
        let sql = "select * from public.metric_trends where user_id = $1"
        var stored: [[String?]] = []
        try asApp(connection, athlete) { stored = try connection.rows(sql, [athlete.id]) }
        #expect(try summaries.up(connection, mode: .withoutAppTriggers).isEmpty)
        #expect(try connection.value(triggers) == "0")
        var seen: [[String?]] = []
        try asApp(connection, athlete) { seen = try connection.rows(sql, [athlete.id]) }
        #expect(seen == stored)
        #expect(stored.count == 1)
        // What our own tables alone touch stays a table.
        #expect(try summaries.verify(connection).map(\.summary) == ["photo_days", "sleep_nights"])
        #expect(try summaries.status(connection).allSatisfy { $0.state == .current }, "what was said holds")
        try summaries.up(connection)
        #expect(try connection.value(triggers) == "0")
        try summaries.up(connection, mode: .appTriggers)
        #expect(try summaries.verify(connection).map(\.summary) == summaries.stored.map(\.name))
        try expectNoDifference(connection)
    }

    @Test(arguments: ["player", "parent"]) func everyNameReadsAlikeInBothModes(_ role: String) throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        let parent = Athlete(family: athlete.family)
        let other = Athlete()
        for one in [athlete, other] { try one.join(connection) }
        try parent.join(connection, role: "parent")
        try athlete.recruit(connection, parent: parent)
        try other.recruit(connection)
        for day in 1...4 { try athlete.insert(connection, "era", "\(day)", "2026-05-0\(day)") }
        let names = summaries.all.filter { $0.kind != .function && $0.schema == .public }.map(\.qualifiedName)
        func read() throws -> [String: [String]] {
            var seen: [String: [String]] = [:]
            try connection.run("begin; set local scorebook.as_of = '2026-05-20T12:00:00Z'")
            try (role == "player" ? athlete : parent).become(connection)
            for name in names {
                seen[name] = try connection.rows("select to_jsonb(t)::text from \(name) as t order by 1").map {
                    text($0[0])
                }
            }
            try connection.run("commit")
            return seen
        }
        let stored = try read()
        try summaries.up(connection, mode: .withoutAppTriggers)
        let seen = try read()
        for name in names { #expect(seen[name] == stored[name], "\(name)") }
        #expect(stored["public.school_contact"]?.count == 2)
        // The athlete's and the parent's own.
        #expect(stored["public.dashboard_summary"]?.count == 2)
    }

    @Test func verifyCountsAndRebuildMends() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection)
        for type in ["era", "whip", "velocity"] {
            for day in 1...4 { try athlete.insert(connection, type, "\(day)", "2026-05-0\(day)") }
        }
        try connection.run("delete from public.metric_trends where metric_type = 'era'")
        try connection.run("update public.metric_trends set record_count = 9 where metric_type = 'whip'")
        let differences = try summaries.verify(connection).filter { !$0.isNone }
        #expect(differences == [.init(summary: "metric_trends", missing: 2, extra: 1)])
        #expect(try summaries.rebuild(connection, ["metric_trends"]).map(\.rows) == [3])
        try expectNoDifference(connection)
        let error = #expect(throws: SummaryError.self) { try summaries.rebuild(connection, ["metric_trend"]) }
        #expect(error == .unknown(name: "metric_trend", suggestion: "metric_trends"))
    }

    @Test func dropTakesTriggersAndFunctionsAway() throws {
        let connection = try Scratch.database().open()
        try summaries.drop(connection)
        #expect(try summaries.status(connection).allSatisfy { $0.state == .absent })
        #expect(try connection.value(triggers) == "0")
        try summaries.up(connection)
        #expect(try summaries.status(connection).allSatisfy { $0.state == .current })
    }

    /// As on Supabase: the one who migrates owns the app's tables and may make roles, and is no superuser.
    @Test func upNeedsNoSuperuser() throws {
        let administrator = try Scratch.database("bare").open()
        #expect(try administrator.value("select rolsuper from pg_catalog.pg_roles where rolname = current_user") == "f")
        try summaries.up(administrator)
        #expect(try summaries.status(administrator).allSatisfy { $0.state == .current })
        let athlete = Athlete()
        try athlete.join(administrator)
        try asApp(administrator, athlete) {
            for day in 1...3 { try athlete.insert(administrator, "era", "\(day)", "2026-05-0\(day)") }
            #expect(try administrator.value("select record_count from public.metric_trends") == "3")
        }
    }

    private let triggers =
        "select count(*) from pg_catalog.pg_trigger where tgname like 'scorebook%' and tgrelid = 'public.performance_metrics'::regclass"
}
