import Definitions
import Foundation
import Importing
import Loading
import Packing
import Proving
import Records
import Reporting
import Testing

/// Rejects of every reader, replayed under a corrected definition: what was rejected for a word loads, what was broken as
/// text waits for a corrected file.
@Suite struct ReplayTests {
    struct Source: CustomTestStringConvertible, Sendable {
        var name: String
        var text: String
        /// Records that load at once, that wait for a definition, and that are broken as text.
        var good: Int
        var corrected: Int
        var broken: Int
        var testDescription: String { name }
    }

    private static let metrics = """
        {"id": "a", "date": "2026-03-20", "metric": "velocity", "value": 70.5, "unit": "mph"}
        {"id": "b", "date": "2026-03-21", "metric": "velocity", "value": "71,500", "unit": "mph", "notes": "é \\" \\n"}
        {"id": "c", "date": "2026-03-22", "metric": "velocity", "value": "72,5", "value": 72, "unit": "mph"}
        """
    private static let lines =
        metrics + "\n{\"id\": \"d\", \"date\": \"2026-03-23\", \"metric\": \"velocity\", \"value\": \n"
    private static let document = "[" + metrics.split(separator: "\n").joined(separator: ",\n") + "]"
    private static func mass(_ value: String, _ day: Int) -> String {
        """
        <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" value="\(value)" \
        startDate="2026-03-\(day) 07:00:00 +0000" endDate="2026-03-\(day) 07:00:00 +0000"/>
        """
    }
    private static let health = "<HealthData>\(mass("60.5", 20))\(mass("61,500", 21))\(mass("sixty", 22))</HealthData>"
    private static let dump = """
        COPY public.performance_metrics (id, user_id, recorded_date, metric_type, value, unit) FROM stdin;
        7d0c0000-0000-4000-8000-00000000f001\t\(Ground.maya)\t2026-04-01\tvelocity\t80.5\tmph
        7d0c0000-0000-4000-8000-00000000f002\t\(Ground.maya)\t2026-04-02\tvelocity\t81,500\tmph
        \\.

        """

    static let sources = [
        Source(name: "log.json", text: document, good: 1, corrected: 1, broken: 1),
        Source(name: "log.jsonl", text: lines, good: 1, corrected: 1, broken: 2),
        Source(name: "export.xml", text: health, good: 1, corrected: 1, broken: 0),
        Source(name: "dump.sql", text: dump, good: 1, corrected: 1, broken: 0),
    ]

    /// The definitions, with a decimal comma where a number is read, also before three digits, which may be thousands otherwise.
    static let corrected: Pipelines = {
        var pipelines = Ground.pipelines
        for format in pipelines.formats.indices {
            for record in pipelines.formats[format].records.indices {
                let fields = pipelines.formats[format].records[record].fields
                for field in fields.indices where ["value", "original_value"].contains(fields[field].field) {
                    pipelines.formats[format].records[record].fields[field].number = .either
                }
            }
        }
        return pipelines
    }()

    private func replay(
        _ pipelines: Pipelines, _ scratch: Scratch, of sources: [String] = [],
        ownedBy owner: String? = nil, settings: [(name: String, value: String)] = []
    ) -> RunReport {
        let hooks = Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false })
        let database = DatabaseAccess(.connection(scratch.url()), pipelines: Ground.pipelinesFolder)
        let replay = ReplayRun(
            run: nil, sources: sources, owner: owner, settings: settings, pipelines: pipelines, database: database,
            hooks: hooks)
        _ = replay.execute()
        return replay.report
    }

    @Test(arguments: sources, [false, true])
    func `Rejects of any reader are replayed`(source: Source, isPacked: Bool) throws {
        let scratch = try Scratch(.used)
        func file(_ text: String) throws -> String {
            isPacked
                ? try scratch.file("export.zip", ZipFile.make([ZipFile.Entry("folder/\(source.name)", text)]))
                : try scratch.file(source.name, text)
        }
        let first = scratch.run(try file(source.text)).report
        let bad = first.ledger.read - source.good
        #expect(first.ledger.inserted == source.good && first.ledger.rejected == bad, "\(first.ledger.line)")

        // Nothing is corrected: all wait on.
        let idle = replay(Ground.pipelines, scratch)
        #expect(idle.ledger.inserted == 0 && idle.ledger.rejected == bad - source.broken, "\(idle.ledger.line)")

        let report = replay(Self.corrected, scratch)
        #expect(report.ledger.inserted == source.corrected, "\(report.ledger.line) \(report.rejects.map(\.message))")
        #expect(report.ledger.rejected == bad - source.broken - source.corrected)
        let broken = report.warnings.filter { $0.name.hasPrefix("records with broken text") }.map(\.count)
        #expect(broken == (source.broken > 0 ? [source.broken] : []))
        let waiting = try scratch.value("select count(*) from scorebook.rejects where replayed_at is null")
        #expect(waiting == "\(bad - source.corrected)")
        #expect(replay(Self.corrected, scratch).ledger.inserted == 0)

        // The whole file, saved once more, finds under the corrected definitions what was loaded and what was replayed.
        var again = Attempt(.run, [try file(source.text + "\n")])
        again.pipelines = Self.corrected
        let whole = again.execute(on: scratch).report.ledger
        #expect(whole.inserted == 0 && whole.unchanged == source.good + source.corrected, "\(whole.line)")
    }

    @Test func `A setting that was missing is given to the replay`() throws {
        let scratch = try Scratch(.used)
        let first = scratch.run("\(Ground.samples)/Faulty/ambiguous-date.csv").report
        // Neither order is proposed: of the wrong one wrong days would come.
        #expect(first.causes.first.map { $0.remedy == nil && $0.hint.contains("date_order=dmy") } == true)
        let report = replay(Ground.pipelines, scratch, settings: [("date_order", "dmy")])
        #expect(report.ledger.inserted == 1 && report.status == .succeeded, "\(report.ledger.line)")
        let days = "select max(recorded_date)::text, min(recorded_date)::text from public.performance_metrics"
        let row = try scratch.rows("\(days) where \(Ground.ours)").first
        #expect(row?[0] == "2026-06-01" && row?[1] == "2026-04-03")
    }

    @Test func `A setting is given to the file of its cause alone`() throws {
        let scratch = try Scratch(.used)
        let american = try scratch.file("us.csv", Log.simple(["03/05/2026,velocity,70,mph"]))
        let german = try scratch.file("de.csv", Log.simple(["01.09.2026,velocity,71,mph"]))
        var attempt = Attempt(.run, [american, german])
        attempt.settings.removeAll { $0.name == "date_order" }
        let first = attempt.execute(on: scratch).report
        #expect(first.ledger.rejected == 2, "\(first.ledger.line)")
        let report = replay(Ground.pipelines, scratch, of: ["us.csv"], settings: [("date_order", "mdy")])
        #expect(report.ledger.inserted == 1 && report.units.map(\.source) == ["us.csv"], "\(report.ledger.line)")
        let days = try scratch.value(
            "select string_agg(recorded_date::text, ' ') from public.performance_metrics where \(Ground.ours)")
        #expect(days == "2026-03-05")
        let none = replay(Ground.pipelines, scratch, of: ["fr.csv"], settings: [("date_order", "mdy")])
        #expect(none.ledger.read == 0 && none.status != .succeeded)
    }

    /// All of its days show their order, or some refute the other.
    @Test(arguments: [4, 24])
    func `A setting that the days of a file contradict is not given to its rejects`(open: Int) throws {
        let scratch = try Scratch(.used)
        let american = try scratch.file("us.csv", Log.simple(["03/05/2026,velocity,70,mph"]))
        let doubtful = (0..<open).map {
            "\(String(format: "%02d", $0 % 12 + 1)).0\(9 - $0 / 12).2026,velocity,fast,mph"
        }
        let german = try scratch.file(
            "de.csv", Log.simple(doubtful + (13...15).map { "\($0).09.2026,velocity,72,mph" }))
        var attempt = Attempt(.run, [american, german])
        attempt.settings.removeAll { $0.name == "date_order" }
        let first = attempt.execute(on: scratch).report
        #expect(first.ledger.inserted == (open < 12 ? 3 : 0) && first.ledger.balances, "\(first.ledger.line)")
        let report = replay(Ground.pipelines, scratch, settings: [("date_order", "mdy")])
        #expect(report.ledger.inserted == 1, "\(report.ledger.line)")
        let refused = report.units.filter { $0.status == .refused }
        #expect(refused.map(\.source) == ["de.csv"] && refused[0].reason?.contains("date_order=dmy") == true)
    }

    @Test func `Of two people's files of one name a setting is given to one`() throws {
        let scratch = try Scratch(.used)
        var job = try #require(Ground.pipelines.job(named: "nightly"))
        (job.inbox, job.archive) = ("\(scratch.folder)/inbox", "\(scratch.folder)/archive")
        (job.quarantine, job.settleSeconds) = ("\(scratch.folder)/quarantine", 0)
        job.settings = [("photos", scratch.photos)]
        for (owner, value) in [(Ground.maya, 70), (Ground.leo, 71)] {
            try scratch.file("inbox/\(owner)/log.csv", Log.simple(["03/05/2026,velocity,\(value),mph"]))
        }
        var attempt = Attempt(.run, [])
        (attempt.job, attempt.owner, attempt.settings) = (job, nil, [])
        #expect(attempt.execute(on: scratch).report.ledger.rejected == 2)
        let both = replay(Ground.pipelines, scratch, of: ["log.csv"], settings: [("date_order", "mdy")])
        #expect(both.ledger.read == 0 && both.status != .succeeded)
        let one = replay(
            Ground.pipelines, scratch, of: ["log.csv"], ownedBy: Ground.leo, settings: [("date_order", "mdy")])
        #expect(one.ledger.inserted == 1, "\(one.ledger.line)")
        let values = try scratch.value(
            """
            select string_agg(value::text, ' ') from public.performance_metrics
            where recorded_date in ('2026-03-05', '2026-05-03')
            """)
        #expect(values == "71")
    }

    @Test func `What is printed for the rejects of several people is for one of them`() throws {
        let scratch = try Scratch(.used)
        var job = try #require(Ground.pipelines.job(named: "nightly"))
        (job.inbox, job.archive) = ("\(scratch.folder)/inbox", "\(scratch.folder)/archive")
        (job.quarantine, job.settleSeconds) = ("\(scratch.folder)/quarantine", 0)
        job.settings = [("photos", scratch.photos)]
        for owner in [Ground.maya, Ground.leo] {
            // Its days show both orders, so it is for a person to say which it is.
            let days = ["13/05/2026,velocity,71,mph", "05/13/2026,velocity,72,mph"]
            try scratch.file("inbox/\(owner)/log.csv", Log.simple(days))
        }
        var attempt = Attempt(.run, [])
        (attempt.job, attempt.owner, attempt.settings) = (job, nil, [])
        let report = attempt.execute(on: scratch).report
        #expect(report.ledger.rejected == 4, "\(report.ledger.line)")
        func commands(_ causes: [RunReport.Cause]) -> [String] {
            causes.compactMap { $0.remedy?.forFile }.filter { $0.contains("date_order=dmy") }
        }
        let printed = commands(report.causes)
        for commands in [printed, commands(try LedgerReader(scratch.open()).openCauses())] {
            #expect(commands.count == 2 && Set(commands).count == 2, "\(commands)")
            #expect(commands.allSatisfy { $0.contains("--owner 5f0c0000") }, "\(commands)")
        }
        let command = try #require(printed.first { $0.contains(Ground.maya) })
        let typed = try Program.run(
            command.split(separator: " ").dropFirst().map(String.init),
            environment: ["DATABASE_URL": scratch.url(), "SCOREBOOK_PIPELINES": Ground.pipelinesFolder],
            folder: scratch.folder)
        #expect(typed.code == 1, "\(command) \(typed.output) \(typed.complaints)")
        let left = try scratch.rows(
            "select owner, count(*) from scorebook.rejects where replayed_at is null group by owner order by 2")
        #expect(left == [[Ground.maya, "1"], [Ground.leo, "2"]])
    }

    /// C15: what a run says of its causes the ledger says, too.
    @Test func `Two ranges are two causes, and those of the ledger`() throws {
        let scratch = try Scratch(.used)
        let records = [("BodyMass", "kg", "0.2"), ("BodyFatPercentage", "%", "99"), ("BodyMass", "kg", "900")].map {
            "\($0.0),Scale,\($0.1),2026-05-01 07:00:00+02:00,2026-05-01 07:00:00+02:00,\($0.2)\n"
        }
        let text = "type,sourceName,unit,startDate,endDate,value\n" + records.joined()
        let path = try scratch.file("two.csv", text)
        let report = scratch.run(path).report
        #expect(report.ledger.rejected == 3, "\(report.ledger.line)")
        let ledger = try LedgerReader(scratch.open()).openCauses()
        #expect(report.causes.map(\.count).sorted() == [1, 2])
        #expect(ledger.map { "\($0.count) \($0.lines)" } == report.causes.map { "\($0.count) \($0.lines)" })
        // The same file of another run is another cause.
        _ = scratch.run(try scratch.file("again/two.csv", text + "\n"))
        #expect(try LedgerReader(scratch.open()).openCauses().count == 4)
    }

    @Test func `Rows taken apart from one record are not replayed one by one`() throws {
        let scratch = try Scratch(.used)
        let text = try String(decoding: Ground.bytes("\(Ground.samples)/jefit.csv"), as: UTF8.self)
        _ = scratch.run(try scratch.file("jefit.csv", text))
        let report = replay(Self.corrected, scratch)
        #expect(report.units.map(\.status) == [.refused])
        #expect(report.units.first?.reason?.contains("import the file again") == true)
    }

    @Test func `Without a run the last one that has rejects is replayed, and said`() throws {
        let scratch = try Scratch(.used)
        let runs = try ["1", "2"].map { day in
            scratch.run(
                try scratch.file("\(day).csv", Log.withIDs(["\(day),2026-05-0\(day),velocity,\"70,500\",mph"]))
            ).report
        }
        #expect(runs.map(\.ledger.rejected) == [1, 1])
        // Neither what is broken as text nor a run without rejects hides what can be replayed.
        _ = scratch.run(try scratch.file("3.jsonl", "\(Self.metrics.split(separator: "\n")[0])\n{\"id\":\n"))
        _ = scratch.run(try scratch.file("4.csv", Log.withIDs(["4,2026-05-04,velocity,71,mph"])))
        for run in runs.reversed() {
            let report = replay(Self.corrected, scratch)
            #expect(report.job == run.run && report.ledger.inserted == 1, "\(report.ledger.line)")
        }
        #expect(replay(Self.corrected, scratch).status == .nothingToDo)
    }
}
