import Definitions
import Loading
import Postgres
import Proving
import Records
import Reporting
import Testing

/// A file of one owner names no row of other people, whatever table it is for and wherever the owner comes from.
@Suite struct ForeignRowsTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch(.used)
        try scratch.open().run(Self.strangers)
    }

    private static func id(_ letters: String) -> String { "7f0c0000-0000-4000-8000-00000000\(letters)" }
    private static let mine = id("0001")
    private static let (user, family, school, coach, event) = (
        id("a001"), id("f001"), id("c001"), id("d001"), id("e001")
    )
    private static let (suggestion, game, player, team) = (id("5001"), id("b101"), id("b201"), id("b301"))

    /// A family that Maya has nothing to do with.
    private static let strangers = """
        insert into auth.users (id, email) values ('\(user)', 'kai.moss@example.org');
        insert into public.users (id, email, role) values ('\(user)', 'kai.moss@example.org', 'player')
        on conflict (id) do nothing;
        insert into public.family_units (id, family_name) values ('\(family)', 'Moss');
        insert into public.family_members (family_unit_id, user_id, role) values ('\(family)', '\(user)', 'player');
        insert into public.schools (id, user_id, name, family_unit_id) values ('\(school)', '\(user)', 'Elm', '\(family)');
        insert into public.coaches (id, school_id, role, first_name, last_name, user_id, family_unit_id)
        values ('\(coach)', '\(school)', 'head', 'Kim', 'Lund', '\(user)', '\(family)');
        insert into public.events (id, type, name, start_date, user_id, family_unit_id)
        values ('\(event)', 'camp', 'Camp', '2026-01-02', '\(user)', '\(family)');
        insert into public.suggestion (id, athlete_id, rule_type, urgency, message)
        values ('\(suggestion)', '\(user)', 'video', 'low', 'Add a film');
        insert into public.pickleball_games (id, user_id, source, scoring_type, team_size)
        values ('\(game)', '\(user)', 'app', 'rally', 1);
        insert into public.pickleball_players (id, user_id, name) values ('\(player)', '\(user)', 'Kai');
        insert into public.pickleball_teams (id, user_id, team_name) values ('\(team)', '\(user)', 'Kitchen');
        """

    /// A row of Maya's but for one column.
    struct Case: CustomTestStringConvertible, Sendable {
        var file: String
        var columns: String
        var values: String
        var field: String
        var foreign: String
        var testDescription: String { "\(file), \(field)" }

        init(_ file: String, _ columns: String, _ values: String, _ field: String, _ foreign: String) {
            (self.file, self.columns, self.values) = (file, columns, values)
            (self.field, self.foreign) = (field, foreign)
        }

        var text: String { "id,\(columns),\(field)\n\(mine),\(values),\(foreign)\n" }
    }

    static let cases: [Case] = {
        let (maya, own) = (Ground.maya, "5f0c0000-0000-4000-8000-00000000")
        let schools = ("schools", "user_id,name,division,conference,status", "\(maya),Oak,D3,,researching")
        let coaches = (
            "coaches", "user_id,role,first_name,last_name", "\(maya),head,Kim,Lund"
        )
        let events = ("events", "user_id,type,name,start_date", "\(maya),camp,Camp,2026-01-02")
        let interactions = (
            "interactions", "logged_by,type,direction,occurred_at", "\(maya),email,outbound,2026-01-02 10:00:00+00"
        )
        let offers = ("offers", "user_id,offer_type,offer_date", "\(maya),partial,2026-01-02")
        let documents = ("documents", "user_id,type,title,file_url", "\(maya),transcript,T,documents/t.pdf")
        let players = ("game_players", "user_id,side", "\(maya),1")
        func with(_ table: (String, String, String), _ column: String, _ value: String) -> (String, String, String) {
            (table.0, "\(table.1),\(column)", "\(table.2),\(value)")
        }
        func all(_ table: (String, String, String), _ columns: [(String, String)]) -> [Case] {
            columns.map { Case(table.0, table.1, table.2, $0.0, $0.1) }
        }
        let atSchool = { with($0, "school_id", "\(own)c001") }
        let ofUser = { with($0, "uploaded_by", maya) }
        return all(schools, [("family_unit_id", family), ("created_by", user), ("updated_by", user)])
            + all(coaches, [("school_id", school)]) + all(atSchool(coaches), [("family_unit_id", family)])
            + all(
                events,
                [
                    ("school_id", school), ("family_unit_id", family), ("coaches_present", "\"{\(coach)}\""),
                    ("created_by", user),
                ])
            + all(interactions, [("school_id", school)])
            + all(atSchool(interactions), [("coach_id", coach), ("event_id", event), ("family_unit_id", family)])
            + all(offers, [("school_id", school)])
            + all(atSchool(offers), [("coach_id", coach), ("family_unit_id", family)])
            + all(documents, [("uploaded_by", user)])
            + all(
                ofUser(documents),
                [("school_id", school), ("shared_with_schools", "\"{\(school)}\""), ("family_unit_id", family)])
            + all(
                ("family_members", "user_id,role,added_at", "\(maya),parent,2026-01-02 10:00:00+00"),
                [("family_unit_id", family)])
            + all(
                ("player_profiles", "user_id,hash_slug,is_published", "\(maya),abc123,false"),
                [("family_unit_id", family)])
            + all(
                ("video_links", "user_id,platform,url", "\(maya),youtube,https://video.example/9"),
                [("family_unit_id", family)])
            + all(
                ("suggestions", "athlete_id,rule_type,urgency,message", "\(maya),video,low,Add"),
                [("related_school_id", school), ("previous_suggestion_id", suggestion)])
            + all(
                (
                    "status_history", "previous_status,new_status,changed_by,changed_at",
                    "researching,contacted,\(maya),2026-01-02 10:00:00+00"
                ),
                [("school_id", school)])
            + all(
                (
                    "parent_view_log", "parent_user_id,viewed_item_type,viewed_at",
                    "\(maya),dashboard,2026-01-02 10:00:00+00"
                ),
                [("athlete_id", user)])
            + all(
                ("metrics", "user_id,recorded_date,metric_type,value,unit", "\(maya),2026-01-02,velocity,70,mph"),
                [("event_id", event)])
            + all(with(players, "player_id", "\(own)b202"), [("game_id", game)])
            + all(with(players, "game_id", "\(own)b101"), [("player_id", player)])
            + all(with(with(players, "game_id", "\(own)b101"), "player_id", "\(own)b202"), [("team_id", team)])
            + all(("rallies", "user_id,rally_no,serving_side,winning_side", "\(maya),9,1,1"), [("game_id", game)])
    }()

    enum Mode: String, CaseIterable, Sendable {
        case named, folder
    }

    private func run(_ mode: Mode, _ file: String, _ text: String) throws -> RunReport {
        switch mode {
        case .named:
            return Attempt(.run, [try scratch.file(file, text)]).execute(on: scratch).report
        case .folder:
            try scratch.file("inbox/\(Ground.maya)/\(file)", text)
            var job = try #require(Ground.pipelines.job(named: "nightly"))
            job.inbox = "\(scratch.folder)/inbox"
            job.datasets = Ground.pipelines.datasets.map(\.name)
            (job.archive, job.quarantine, job.settleSeconds, job.maxRejects) = (nil, nil, 0, RejectLimit("100%"))
            var attempt = Attempt(.run, [])
            (attempt.owner, attempt.job) = (nil, job)
            return attempt.execute(on: scratch).report
        }
    }

    @Test(arguments: cases, Mode.allCases)
    func aForeignRowIsNotNamed(one: Case, mode: Mode) throws {
        let before = try scratch.contents()
        let report = try run(mode, "\(one.file).csv", one.text)
        #expect(
            report.ledger.read == 1 && report.ledger.rejected == 1,
            "\(report.units.map { $0.reason ?? $0.format ?? "" })")
        #expect(report.rejects.map(\.field) == [one.field])
        #expect(report.rejects.map(\.code) == [.foreignOwner])
        #expect(report.rejects.allSatisfy { !$0.hint.isEmpty })
        #expect(try scratch.contents() == before)
    }

    /// Columns of new rows that the server checks, too: the id of a stranger's row, and one of Maya's own.
    static let named: [(table: String, columns: String, values: String, column: String, foreign: String, own: String)] =
        {
            let maya = "'\(Ground.maya)'"
            let (oak, kim, camp) = ("\(own)c001", "\(own)d001", "\(own)e001")
            let message = (
                "logged_by,type,direction,occurred_at,school_id", "\(maya),'email','outbound',now(),'\(oak)'"
            )
            let offer = ("user_id,offer_type,offer_date,school_id", "\(maya),'partial','2026-01-02','\(oak)'")
            let happening = ("user_id,type,name,start_date", "\(maya),'camp','Camp','2026-01-02'")
            let paper = ("user_id,type,title,file_url,uploaded_by", "\(maya),'transcript','T','t.pdf',\(maya)")
            let metric = ("user_id,recorded_date,metric_type,value", "\(maya),'2026-01-02','velocity',70")
            let hint = ("athlete_id,rule_type,urgency,message", "\(maya),'video','low','Add'")
            return [
                (
                    "coaches", "user_id,role,first_name,last_name", "\(maya),'head','Kim','Lund'", "school_id", school,
                    oak
                ), ("events", happening.0, happening.1, "school_id", school, oak),
                (
                    "interactions", "logged_by,type,direction,occurred_at", "\(maya),'email','outbound',now()",
                    "school_id",
                    school, oak
                ), ("interactions", message.0, message.1, "coach_id", coach, kim),
                ("interactions", message.0, message.1, "event_id", event, camp),
                ("offers", "user_id,offer_type,offer_date", "\(maya),'partial','2026-01-02'", "school_id", school, oak),
                ("offers", offer.0, offer.1, "coach_id", coach, kim),
                ("documents", paper.0, paper.1, "school_id", school, oak),
                ("suggestion", hint.0, hint.1, "related_school_id", school, oak),
                ("performance_metrics", metric.0, metric.1, "event_id", event, camp),
            ]
        }()
    private static let own = "5f0c0000-0000-4000-8000-00000000"

    @Test func theServerRefusesToNameAForeignRow() throws {
        let connection = try scratch.open(user: EmbeddedCluster.loader)
        for one in Self.named {
            let what = "\(one.table), \(one.column)"
            for (ownership, value, isTaken) in [
                ("one", one.foreign, false), ("one", one.own, true), ("payload", one.foreign, true),
            ] {
                try connection.run("begin")
                _ = try connection.rows(
                    "select set_config('scorebook.owners', $1, true), set_config('scorebook.ownership', $2, true)",
                    [ownership == "one" ? Ground.maya : "\(Ground.maya),\(Self.family)", ownership])
                let insert = """
                    insert into public.\(one.table) (\(one.columns),\(one.column))
                    values (\(one.values),'\(value)')
                    """
                do throws(DatabaseError) {
                    try connection.run(insert)
                    #expect(isTaken, "\(what), \(ownership)")
                } catch {
                    #expect(!isTaken && error.sqlstate == "42501", "\(what), \(ownership): \(error)")
                }
                try connection.run("rollback")
            }
        }
    }

    /// The operator of a migration says whose rows are whose.
    @Test func aMigrationNamesAnyFamily() throws {
        var attempt = Attempt(
            .run,
            [
                try scratch.file(
                    "members.csv",
                    "id,family_unit_id,user_id,role,added_at\n"
                        + "\(Self.mine),\(Self.family),\(Ground.maya),parent,2026-01-02 10:00:00+00\n"),
                try scratch.file(
                    "schools.csv",
                    "id,user_id,name,division,conference,status,family_unit_id\n"
                        + "\(Self.mine),\(Ground.maya),Oak,D3,,researching,\(Self.family)\n"),
            ])
        attempt.owner = "payload"
        let report = attempt.execute(on: scratch).report
        #expect(report.ledger.inserted == 2, "\(report.rejects.map { "\($0.field) \($0.code)" })")
    }

    static let guarded = [
        ("role", "parent"), ("is_admin", "true"), ("is_preview_mode", "true"),
        ("guardian_consent_at", "2026-01-02 10:00:00+00"), ("guardian_consent_by", Ground.leo),
        ("guardian_consent_terms_version", "2"),
    ]

    private func users(_ column: String, _ value: String) -> String {
        let role = column == "role" ? value : "player"
        let rest = column == "role" ? ("", "") : (",\(column)", ",\(value)")
        return "id,email,full_name,role,timezone\(rest.0)\n"
            + "\(Ground.maya),maya.rivera@example.org,Maya R.,\(role),America/Los_Angeles\(rest.1)\n"
    }

    @Test(arguments: guarded, Mode.allCases)
    func onlyAMigrationSetsRolesAndConsent(column: (name: String, value: String), mode: Mode) throws {
        let before = try scratch.contents()
        let report = try run(mode, "users.csv", users(column.name, column.value))
        #expect(report.rejects.map(\.field) == [column.name], "\(report.units.map { $0.reason ?? "" })")
        #expect(report.rejects.map(\.code) == [.migrationOnly])
        #expect(try scratch.contents() == before)
    }

    @Test(arguments: guarded)
    func aMigrationSetsThem(column: (name: String, value: String)) throws {
        var attempt = Attempt(.run, [try scratch.file("users.csv", users(column.name, column.value))])
        attempt.owner = "payload"
        attempt.winner = .source
        let report = attempt.execute(on: scratch).report
        #expect(report.ledger.updated == 1, "\(report.ledger.line)")
        let sql =
            "select (\(column.name) is not distinct from $2::text)::text from (select u.\(column.name)::text from public.users as u where u.id = $1::uuid) as u"
        if column.name != "guardian_consent_at" {
            #expect(try scratch.value(sql, [Ground.maya, column.value]) == "true")
        }
    }
}
