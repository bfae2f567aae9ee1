import Proving
import Records
import Reporting
import Testing

/// Games with their players and rallies: what the server is asked about many records.
@Suite struct GamesTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    private static let game = """
        id,completed_at,my_score,opponent_score,scoring,target,team_size,partner,opponent,opponent_2
        g-0042,2026-05-09T10:00:00-07:00,5,1,side_out,5,doubles,Ines,Bo,Cam

        """
    private static let rallies = try? String(decoding: Ground.bytes("\(Ground.samples)/rally-log.csv"), as: UTF8.self)

    private func rejects(_ report: RunReport) -> Set<String> {
        Set(report.rejects.map { "\($0.position.record) \($0.field) \($0.code.rawValue)" })
    }

    @Test func `Rallies played again give the game's servers and score`() throws {
        let text = try #require(Self.rallies)
        let report = scratch.run(try scratch.file("game.csv", Self.game), try scratch.file("rally-log.csv", text))
            .report
        #expect(report.ledger.rejected == 0)
        #expect(
            try scratch.rows(
                """
                select count(*), count(*) filter (where rally.winning_side = 1), sum(rally.shots)
                from public.pickleball_rallies as rally
                join public.pickleball_games as game on game.id = rally.game_id
                where game.source_key = 'g-0042' and rally.serving_side = 1
                """) == [["8", "5", "55"]])
    }

    /// What is changed in the rallies, and what of the first rejects must be there.
    static let faults: [(String, String, String)] = [
        ("g-0042;9;us;2", "g-0042;9;us;1", "9 server_number cross_record"),
        ("g-0042;6;us;1", "g-0042;6;them;1", "6 serving_side cross_record"),
        ("g-0042;1;us;2", "g-0042;1;us;1", "1 server_number cross_record"),
        ("winner;1;0", "winner;0;1", "1 side1_score cross_record"),
        ("g-0042;13;us;1;us;4;error;5;1", "g-0042;13;us;1;them;4;error;;", "13 side1_score cross_record"),
        ("g-0042;7;us;1;us;11;error;3;1\n", "", "7 rally_no cross_record"),
        ("g-0042;13;", "g-0042;12;", "13 rally_no cross_record"),
        (
            "g-0042;13;us;1;us;4;error;5;1\n", "g-0042;13;us;1;us;4;error;5;1\ng-0042;14;us;1;us;1;;;\n",
            "14 rally_no cross_record"
        ),
    ]

    @Test(arguments: faults)
    func `A rally that cannot have been refuses its game's`(_ old: String, _ new: String, _ reject: String) throws {
        let text = try #require(Self.rallies)
        #expect(text.contains(old))
        let path = try scratch.file("rally-log.csv", text.replacing(old, with: new))
        let plan = scratch.plan(path).report
        #expect(rejects(plan).contains(reject), "\(rejects(plan).sorted())")
        let report = scratch.run(path).report
        #expect(plan.rejects == report.rejects)
        #expect(report.ledger.rejected == report.ledger.read)
        #expect(try scratch.value("select count(*) from public.pickleball_rallies") == "0")
        #expect(report.rejects.allSatisfy { $0.code == .crossRecord })
    }

    @Test func `A rally of no game is refused before the server does`() throws {
        let text = try #require(Self.rallies).replacing("g-0042", with: "g-0043")
        let report = scratch.run(try scratch.file("rally-log.csv", text)).report
        #expect(report.ledger.rejected == report.ledger.read)
        #expect(report.rejects.allSatisfy { $0.code == .missingReference && $0.field == "game_id" })
    }

    @Test func `Validate says which checks it left out`() throws {
        let report = Attempt(.validate, ["\(Ground.samples)/rally-log.csv"]).execute().report
        #expect(report.unchecked.contains { $0.hasPrefix("rallies played again") })
        let other = Attempt(.validate, ["\(Ground.samples)/metric-log.csv"]).execute().report
        #expect(!other.unchecked.contains { $0.hasPrefix("rallies played again") })
    }

    /// Four rallies in which each of four servers lost the serve, and nothing was scored.
    private static let extra = [";us;1;them;", ";us;2;them;", ";them;1;us;", ";them;2;us;"]

    @Test func `Rallies that a later log no longer has go, those of other games stay`() throws {
        let text = try #require(Self.rallies)
        let lines = text.split(separator: "\n").map(String.init)
        let longer =
            lines.prefix(12) + Self.extra.enumerated().map { "g-0042;\(12 + $0)\($1)2;fault;3;1" }
            + lines.suffix(2).map {
                $0.replacing(";12;", with: ";16;").replacing(";13;us;1;us;4", with: ";17;us;1;us;4")
            }
        let other = Self.game.replacing("g-0042", with: "g-0050").replacing("-05-09", with: "-05-10")
        let others = try scratch.file("other.csv", text.replacing("g-0042", with: "g-0050"))
        _ = scratch.run(try scratch.file("game.csv", Self.game), try scratch.file("another.csv", other), others)
        let first = scratch.run(try scratch.file("first.csv", longer.joined(separator: "\n") + "\n")).report
        #expect(first.ledger.rejected == 0 && first.ledger.inserted == 17, "\(first.ledger.line) \(rejects(first))")
        let later = try scratch.file("rally-log.csv", text)
        let planned = scratch.plan(later).report
        let report = scratch.run(later).report
        #expect(report.tables.map(\.deleted).reduce(0, +) == 4 && planned.tables == report.tables, "\(report.tables)")
        #expect(report.ledger.rejected == 0 && report.ledger.balances && report.conflicts.isEmpty)
        let count = """
            select game.source_key, count(*), max(rally.rally_no), max(rally.side1_score)
            from public.pickleball_rallies as rally
            join public.pickleball_games as game on game.id = rally.game_id
            where game.source_key in ('g-0042', 'g-0050') group by 1 order by 1
            """
        #expect(try scratch.rows(count) == [["g-0042", "13", "13", "5"], ["g-0050", "13", "13", "5"]])
        #expect(try scratch.wrongSummaries() == [])
        let undone = try Program.run(
            ["rollback", report.run], environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        #expect(undone.code == 0, "\(undone.output) \(undone.complaints)")
        #expect(try scratch.rows(count) == [["g-0042", "17", "17", "5"], ["g-0050", "13", "13", "5"]])
    }

    @Test func `A corrected game is corrected, and its players are the same`() throws {
        _ = scratch.run(try scratch.file("game.csv", Self.game.replacing("g-0042", with: "g-1")))
        let before = try scratch.rows("select id::text from public.pickleball_game_players order by 1")
        let later = Self.game.replacing("g-0042", with: "g-1").replacing("10:00:00", with: "10:05:00").replacing(
            ",5,1,", with: ",5,2,")
        let report = scratch.run(try scratch.file("later.csv", later)).report
        #expect(report.ledger.updated == 1)
        #expect(try scratch.rows("select id::text from public.pickleball_game_players order by 1") == before)
        #expect(
            try scratch.rows(
                "select side2_score, my_difference, winning_side from public.pickleball_games where source_key = 'g-1'")
                == [["2", "3", "1"]])
    }

    @Test func `A game whose opponent is corrected has no one else`() throws {
        _ = scratch.run(try scratch.file("game.csv", Self.game))
        let corrected = try scratch.file("corrected.csv", Self.game.replacing("Bo,", with: "Bea,"))
        let planned = scratch.plan(corrected).report
        let report = scratch.run(corrected).report
        let players = report.tables.first { $0.name == "public.pickleball_game_players" }
        #expect(players?.deleted == 1 && players?.inserted == 1 && planned.tables == report.tables, "\(report.tables)")
        #expect(
            try scratch.rows(
                """
                select player.name
                from public.pickleball_game_players as seat
                join public.pickleball_players as player on player.id = seat.player_id
                join public.pickleball_games as game on game.id = seat.game_id and game.source_key = 'g-0042'
                where not player.is_self
                order by 1
                """) == [["Bea"], ["Cam"], ["Ines"]])
        #expect(try scratch.wrongSummaries() == [])
    }

    @Test func `Equal games without ids are several, each with its players`() throws {
        let text = "date,my_score,opponent_score,opponent\n2026-05-01,11,4,Bo\n2026-05-01,11,4,Bo\n"
        let report = scratch.run(try scratch.file("log.csv", text)).report
        #expect(report.ledger.inserted == 2)
        #expect(
            try scratch.rows(
                """
                select count(distinct player.game_id), count(*), count(distinct player.player_id)
                from public.pickleball_game_players as player
                join public.pickleball_games as game on game.id = player.game_id and game.played_on = '2026-05-01'
                """) == [["2", "4", "2"]])
    }

    @Test func `Of looks at a match the last stands, and single points are rallies`() throws {
        let report = scratch.run("\(Ground.samples)/live-scores.jsonl").report
        #expect(report.ledger.duplicate == 4 && report.ledger.skipped == 4)
        #expect(
            try scratch.rows(
                """
                select game_no, my_side, side1_score, side2_score, is_completed from public.pickleball_games
                where source = 'live-scores' order by game_no
                """) == [["1", "2", "6", "11", "t"], ["2", "2", "9", "11", "t"]])
        #expect(
            try scratch.rows(
                """
                select game.game_no, rally.rally_no, rally.winning_side, rally.serving_side
                from public.pickleball_rallies as rally
                join public.pickleball_games as game on game.id = rally.game_id
                where game.source = 'live-scores' order by 1, 2
                """) == [["1", "1", "1", nil], ["1", "2", "2", nil], ["1", "17", "2", nil], ["2", "1", "2", nil]])
    }

    @Test func `Other people's matches leave nothing behind`() throws {
        _ = scratch.run("\(Ground.samples)/dupr.csv")
        let dump = try scratch.dump()
        // Of matches that Maya played the names of those beside and against her are kept, nobody's id.
        #expect(dump.contains("Ines Park") && !dump.contains("IP2222"))
        #expect(!dump.contains("Singles 2"))
    }

    @Test func `Only the owner sees games, and nobody but the loader writes them`() throws {
        for table in ["players", "teams", "games", "game_players", "rallies"] {
            let name = "public.pickleball_\(table)"
            #expect(
                try scratch.rows(
                    """
                    select relation.relrowsecurity, pg_catalog.has_table_privilege('anon', relation.oid, 'select'),
                        pg_catalog.has_table_privilege('authenticated', relation.oid, 'select'),
                        pg_catalog.has_table_privilege('authenticated', relation.oid, 'insert, update, delete')
                    from pg_catalog.pg_class as relation where relation.oid = '\(name)'::regclass
                    """) == [["t", "f", "t", "f"]], "\(name)")
        }
    }
}
