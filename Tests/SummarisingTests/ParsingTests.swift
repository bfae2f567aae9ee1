import Summarising
import Testing

/// Every fault of a definition is told with its line.
@Suite struct ParsingTests {
    struct Faulty: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var faults: [String]
        var testDescription: String { name }
    }

    static let head = "-- summary: laps\n-- title: Laps\n"

    static let faulty: [Faulty] = [
        Faulty(
            name: "a misspelt clause", text: head + "-- kind: view\n-- onwer: user_id\nselect 1",
            faults: ["4: unknown clause onwer; did you mean owner?"]),
        Faulty(
            name: "a kind that is none", text: head + "-- kind: store\nselect 1",
            faults: ["3: kind is one of stored, view, function, not store; did you mean stored?"]),
        Faulty(
            name: "the name of another file", text: "-- summary: lap\n-- title: Laps\n-- kind: view\nselect 1",
            faults: ["1: summary lap is in a file named laps.sql"]),
        Faulty(
            name: "stored without touches and with an owner that is no key",
            text: head + "-- kind: stored\n-- keys: user_id, lap\n-- owner: users_id\nselect 1",
            faults: [
                "1: a stored summary says what touches it: `touches public.events:`",
                "5: owner users_id is not among the keys (user_id, lap); did you mean user_id?",
            ]),
        Faulty(
            name: "touches without a schema",
            text: head
                + "-- kind: stored\n-- keys: user_id\n-- owner: user_id\n-- touches events:\n--     select 1\nselect 1",
            faults: ["6: touches takes a qualified table, as in `touches public.events:`"]),
        Faulty(
            name: "touches that is no select",
            text: head
                + "-- kind: stored\n-- keys: user_id\n-- owner: user_id\n-- touches public.events: user_id\nselect 1",
            faults: ["6: touches public.events is a select of the keys from changed"]),
        Faulty(
            name: "locks of what touches nothing",
            text: head + "-- kind: stored\n-- keys: user_id\n-- owner: user_id\n-- touches public.runs:\n"
                + "--     select user_id from changed\n-- locks public.runs: select user_id from changed\n"
                + "-- locks public.zones: user_id\nselect 1",
            faults: [
                "6: touches public.runs reads other rows: say what is kept for it, as in `keeps public.runs: select ...`",
                "9: locks public.zones is a select of the owners from changed",
                "9: locks public.zones comes after the `touches public.zones:` that it is for",
            ]),
        Faulty(
            name: "a view with keys", text: head + "-- kind: view\n-- keys: a\nselect 1",
            faults: ["4: keys is for stored summaries; this one is a view"]),
        Faulty(name: "no body", text: head + "-- kind: view\n", faults: ["4: the file ends without its select"]),
        Faulty(
            name: "a function of another name and without settings",
            text: head + "-- kind: function\ncreate function public.lap() returns int language sql as $$ select 1 $$",
            faults: [
                "4: expected `create function public.laps(`",
                "4: a function has `set search_path = pg_catalog, pg_temp`",
                "4: a function has `set jit = off`",
            ]),
        Faulty(
            name: "prose among the clauses", text: head + "-- kind: view\n-- as the coach wants it\nselect 1",
            faults: ["4: expected a clause as in `-- kind: stored`; a bare `--` starts prose"]),
        Faulty(
            name: "a clause twice", text: head + "-- title: Laps\n-- kind: view\nselect 1",
            faults: ["3: title appears twice"]),
        Faulty(
            name: "no header", text: "select 1", faults: ["1: the header has no `summary:`"]),
    ]

    @Test(arguments: faulty) func faultsAreNamed(_ one: Faulty) {
        let error = #expect(throws: SummaryError.self) { try Summary.parse(one.text, path: "laps.sql") }
        guard case .faults(let faults)? = error else { return }
        #expect(faults.map(\.description) == one.faults.map { "laps.sql:\($0)" })
    }

    @Test func aWholeDefinitionIsRead() throws {
        let text = """
            -- summary: laps\r
            -- title: Laps: the fastest
            -- kind: stored
            -- schema: summary
            -- keys: user_id, lap
            -- owner: user_id
            -- by: keys
            -- opens scorebook.zones: true
            -- touches public.runs:
            --     select user_id, lap
            --       from changed
            -- touches public.zones:
            --     select r.user_id, r.lap from changed as c join public.runs as r on r.user_id = c.user_id
            -- keeps public.zones: select user_id from changed
            -- locks public.zones: select user_id from changed
            --
            -- prose: with a colon
            select 1;

            """
        let summary = try Summary.parse(text, path: "x/laps.sql")
        #expect(summary.qualifiedName == "summary.laps")
        #expect(summary.title == "Laps: the fastest")
        #expect(summary.keys == ["user_id", "lap"])
        #expect(summary.recomputation == .keys)
        #expect(
            summary.touches == [
                Summary.Touch(table: "public.runs", select: "select user_id, lap\n  from changed"),
                Summary.Touch(
                    table: "public.zones",
                    select: "select r.user_id, r.lap from changed as c join public.runs as r on r.user_id = c.user_id",
                    keeps: "select user_id from changed", locks: "select user_id from changed"),
            ])
        #expect(summary.openings == [Summary.Opening(table: "scorebook.zones", condition: "true")])
        #expect(summary.body == "select 1")
    }

    @Test func summariesStandAfterWhatTheyRead() throws {
        let names = try Summaries.load(Scratch.pipelines).all.map(\.name)
        for (first, second) in [
            ("months_back", "range_presets"), ("metric_range_stats", "metric_stats"), ("local_days", "timeline_stats"),
            ("metric_history", "top_metrics"), ("format_value", "display_value"),
        ] {
            let order = try (#require(names.firstIndex(of: first)), #require(names.firstIndex(of: second)))
            #expect(order.0 < order.1, "\(first) before \(second)")
        }
    }
}
