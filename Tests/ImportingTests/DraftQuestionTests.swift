import Foundation
import Testing

/// What `init format` asks, what it takes without asking, and what it refuses.
@Suite struct DraftQuestionTests {
    private let folder: String

    init() throws {
        folder = "/tmp/scorebook-questions-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in Self.files {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
    }

    /// `mixed.csv` leaves four things open: dataset, order of day and month, and two units.
    private static let files = [
        "mixed.csv": "Date,Exit Velo,Vertical,Body Fat %\n03/04/2026,88.5,21,18.5\n04/04/2026,90,22,18\n",
        "own.csv": "day,Zorb\n2026-05-13,14\n2026-05-14,15\n", "names.csv": "day,colour\n2026-05-13,red\n",
        "sets.csv": "date,what,reps,weight\n2026-05-13,press,5,40\n",
        "lifts.csv": "date,lift,peak,sway\n2026-05-13,squat,100,3\n",
        "basketball.csv": "Date,Opponent,TeamScore,OpponentScore,TeamFG\n2026-01-06,Northside,70,47,20\n",
        "glucose.csv": "tested_at,value,tzOffset\n5/1/26 0:03,162,-04:00\n5/13/26 8:03,95,-04:00\n",
        "late.csv": "Date,Exit Velo (mph)\n2096-05-13,70\n2096-05-14,71.5\n",
        "people.csv":
            "user_code,measured at,bpm,rmssd\na1,2026-05-01 07:00:00,60,45.2\nb2,2026-05-02 07:00:00,72,30.3\n",
        "numbered.csv":
            "participant,measured at,resting_hr,rmssd\n101,2026-05-01 07:00:00,60,45.2\n102,2026-05-02 07:00:00,72,30.3\n",
        "children.csv": "Child,Tested on,Exit Velo (mph)\nZoe,3/15/2026,62\nMax,3/15/2026,75\n",
        // S23: two apps recorded one run, and one workout has two parts.
        "apps.csv":
            "id,activity_type,start_date,end_date,duration_min,distance_km,source\n"
            + "1,Running,2026-07-19 06:02:14,2026-07-19 06:49:51,47.6,4.3,Strava\n"
            + "2,Running,2026-07-19 06:02:14,2026-07-19 06:49:53,47.6,4.32,WorkOutDoors\n"
            + "3,Strength,2026-07-20 06:26:58,2026-07-20 07:09:35,42.6,,Watch\n"
            + "4,Cooldown,2026-07-20 06:26:58,2026-07-20 06:30:58,4.0,,Watch\n",
        "coach.csv": "Test Date,Exit Velo (mph)\n02/30/2026,70\n09/14/2026,71\n09/14/2026,72\n10/14/2026,73\n",
        "bare.csv": "2026-05-13,14\n2026-05-14,15\n",
        // S07: days without a year.
        "season.csv": "date,opponent,kills\n08/29,Northside,11\n09/03,Lakeview,10\n",
        "tasks.csv": "Date,Exit Velo (mph)\n2026-05-13,70\n2026-05-14,71.5\n",
        "wide.csv": "day,bench press,squat\n2026-03-02,40-8,60-10\n2026-03-05,42.5-6,\n",
        "laps.json":
            "[{\"date\": \"2026-05-12\", \"sport\": \"run\", \"km\": 5, \"duration\": 1800, \"laps\": [{\"t\": 60, \"m\": 400}]}]",
        "clock.csv": "Date,Sport,Duration\n2026-05-01,Yoga,1:10\n2026-05-02,Hike,3:30\n",
        "pounds.csv": "Date,Exercise,kg,lbs,Reps,Side\n2026-05-01,Squat,100,220,5,L\n2026-05-02,Press,,135,8,R\n",
        "twice.csv": "Date,Exercise,Weight (kg),Reps,Weight (kg)\n2026-05-12,Squat,61,5,62\n",
        "bench.csv": "Date,Squat (lb),Bench Press\n2026-05-12,315,225\n2026-05-13,320,230\n",
        "both.csv":
            "Date,Exercise,Reps,Side,Warmup,Failure\n2026-05-01,Squat,5,L,yes,no\n2026-05-01,Squat,3,L,no,yes\n",
        "nameless.csv": ",Exit Velo (mph),Pop Time\n2026-05-12,70,2.1\n2026-05-13,71,2.0\n",
        "throws.csv": "Date,Test,Result,Unit\n2026-05-13,Exit Velo,68,mph\n2026-05-14,Exit Velo,-,mph\n"
            + "2026-05-14,Exit Velo,,mph\n"
            + "2026-05-15,Exit Velo,70,mph\n2026-05-16,Exit Velo,71,mph\n",
        "runs.csv": "Start,Sport,Distance (km)\n2026-05-13 10:00,Run,5\n2026-05-14 11:30,Run,6.5\n",
        "series.csv": "Fecha,Serie1,Serie2,Serie3\n2026-05-01,20,12,10\n2026-05-02,21,14,10\n",
        "golf.json":
            #"{"data": [{"playerProfileId": 1, "courseGlobalId": 9, "startTime": "2026-03-08T19:52:58Z", "strokes": 14}]}"#,
        "planks.csv": "Date,Exercise,Sets,Seconds,Side\n2026-05-01,Plank,3,60,L\n2026-05-02,Plank,3,70,R\n",
        "unclear.csv": "Date,Test,Result\n2026-05-13,Exit Velo,88\n2026-05-14,Exit Velo,90\n",
    ]

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private func call(_ line: String) -> CommandsProject.Outcome {
        CommandsProject.call(line.split(separator: " ").map(String.init), in: folder)
    }

    private func definition(_ path: String) -> String {
        (try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)) ?? ""
    }

    /// Types lines into a terminal on which a command runs; what it shows, and how it ends.
    private func type(_ answers: String, into line: String) throws -> (text: String, code: Int32) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/script")
        process.arguments = ["-qec", "stty cols 100 rows 40; \(CommandsProject.program) \(line)", "/dev/null"]
        process.currentDirectoryURL = URL(filePath: folder)
        var variables = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("PG") && !name.hasPrefix("SCOREBOOK_") && name != "DATABASE_URL"
        }
        variables["XDG_CONFIG_HOME"] = "\(folder)/config"
        variables["TERM"] = "xterm"
        process.environment = variables
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(answers.utf8))
        try input.fileHandleForWriting.close()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n"), process.terminationStatus)
    }

    @Test func `A day that does not exist leaves the column a day, wherever it is`() {
        defer { remove() }
        let drafted = call("init format coach.csv --yes --out mine/performance/formats/coach.yaml")
        #expect(drafted.code == 0, "\(drafted.errors)")
        #expect(definition("mine/performance/formats/coach.yaml").contains("recorded_date: {from: Test Date"))
    }

    @Test func `Workouts of one time stay apart, each of its app`() {
        defer { remove() }
        let drafted = call("init format apps.csv --yes --out mine/workouts/formats/apps.yaml")
        #expect(drafted.code == 0, "\(drafted.output) \(drafted.errors)")
        let text = definition("mine/workouts/formats/apps.yaml")
        #expect(text.contains("{from: source}") && text.contains("key: [started_at]"), "\(text)")
        let read = call("validate apps.csv --pipelines mine --set zone=Europe/Berlin --owner ann@example.org")
        #expect(read.code == 0 && read.output.contains("4 valid"), "\(read.output) \(read.errors)")
    }

    @Test func `Three questions are asked at most, and the rest is a setting`() throws {
        defer { remove() }
        // No dataset is proposed that is only a guess; the second for the day first, and the unit by its word.
        let screen = try type("\n1\n2\nkm/h\n", into: "init format mixed.csv")
        #expect(screen.code == 0, "\(screen.text)")
        #expect(screen.text.ranges(of: "Answer [").count == 2, "\(screen.text)")
        #expect(screen.text.ranges(of: "Answer: ").count == 2, "\(screen.text)")
        #expect(screen.text.contains("What are the records of this file, with \"Date\", \"Exit Velo\""))
        #expect(screen.text.contains("In column \"Date\", is the day or the month first?"))
        #expect(screen.text.contains("In which unit is column \"Exit Velo\"?"))
        #expect(screen.text.contains("Reads 2 of 2 records"), "\(screen.text)")
        #expect(screen.text.contains("Wrote mine/performance/formats/mixed.yaml"))
        #expect(
            screen.text.contains("scorebook run mixed.csv --pipelines mine --set mixed_vertical_unit=in --owner WHO"))
        #expect(screen.text.contains("The file does not say mixed_vertical_unit (in or cm): a run asks for it."))
        // The first rows as they would be stored, on a terminal.
        #expect(screen.text.contains("metric_type \"exit_velo\", value 54.99"), "\(screen.text)")
        let text = definition("mine/performance/formats/mixed.yaml")
        #expect(text.contains("pattern: d/M/yyyy"))
        #expect(text.contains("exit_velo:     {from: Exit Velo, unit: km/h}"), "\(text)")
        #expect(text.contains("{from: Vertical, unit: {setting: mixed_vertical_unit}}"), "\(text)")
        // The command that it shows is right as it is.
        let run = call("validate mixed.csv --pipelines mine --set mixed_vertical_unit=in -o json")
        #expect(run.code == 0, "\(run.errors)")
        #expect((run.object["ledger"] as? [String: Int])?["valid"] == 2)
    }

    @Test func `A wrong answer is asked for again, the end of input leaves what is open`() throws {
        defer { remove() }
        let again = try type(
            "7\n1\n", into: "init format mixed.csv --dataset performance --unit 'Exit Velo=mph' --unit 'Vertical=in'")
        #expect(again.code == 0, "\(again.text)")
        #expect(again.text.contains("Type a number from 1 to 2, or Enter for 1."))
        #expect(definition("mine/performance/formats/mixed.yaml").contains("pattern: M/d/yyyy"))
        let ended = try type("\u{4}", into: "init format mixed.csv --force")
        #expect(ended.code == 1, "\(ended.text)")
        #expect(ended.text.contains("no definition was written: this question needs an answer"))
    }

    @Test func `Options leave nothing to ask`() throws {
        defer { remove() }
        let screen = try type(
            "",
            into:
                "init format mixed.csv --dataset performance --day-first --unit 'exit velo=km/h' --unit 'Vertical=in'"
        )
        #expect(screen.code == 0, "\(screen.text)")
        #expect(!screen.text.contains("Answer ["))
        let proposed = try type("", into: "init format mixed.csv --dataset performance --yes --force")
        #expect(proposed.code == 0 && !proposed.text.contains("Answer ["), "\(proposed.text)")
        #expect(definition("mine/performance/formats/mixed.yaml").contains("pattern: M/d/yyyy"))
    }

    @Test func `Without a terminal what is open is a setting, or is refused`() {
        defer { remove() }
        let refused = call("init format mixed.csv --out mine/x.yaml")
        #expect(refused.code == 2)
        #expect(refused.errors.contains("it is not clear which dataset the file feeds"), "\(refused.errors)")
        #expect(refused.errors.contains("--dataset performance") && refused.errors.contains("--dataset health"))
        #expect(definition("mine/x.yaml").isEmpty)
        let made = call("init format mixed.csv --dataset performance")
        #expect(made.code == 0, "\(made.errors)")
        #expect(made.output.contains("recorded_date: {from: Date}"), "\(made.output)")
        #expect(made.output.contains("unit: {setting: mixed_exit_velo_unit}}"))
        #expect(made.errors.contains("Reads 2 of 2 records"))
        #expect(!made.output.contains("88.5") && !made.errors.contains("88.5"))
        // A run asks for what is open.
        let out = "mine/performance/formats/mixed.yaml"
        #expect(call("init format mixed.csv --out \(out)").code == 0)
        let run = call("validate mixed.csv --pipelines mine")
        #expect(run.code == 65)
        #expect(
            run.errors.contains("--set mixed_exit_velo_unit=") || run.output.contains("mixed_exit_velo_unit"), "\(run)")
    }

    @Test func `A column that says whose a record is keeps people apart, and no heart rate is a metric`() {
        defer { remove() }
        let made = call("init format people.csv --yes")
        #expect(made.code == 0, "\(made.errors)")
        #expect(made.output.contains("person: {from: user_code, setting: people_names}"), "\(made.output)")
        #expect(!made.output.contains("from: bpm"), "\(made.output)")
        let numbered = call("init format numbered.csv --yes --dataset performance")
        #expect(
            numbered.output.contains("person: {from: participant, setting: numbered_names}"), "\(numbered)")
        #expect(!numbered.output.contains("from: resting_hr") && numbered.output.contains("from: rmssd"), "\(numbered)")
        let children = call("init format children.csv --yes")
        #expect(children.output.contains("person: {from: Child, setting: children_names}"), "\(children)")
        // A column that decides what records are is not left out for certain, whoever said what the file feeds.
        let left = call("init format lifts.csv --dataset performance --yes")
        #expect(
            left.code == 65 && left.errors.contains("not all of the file is understood: \"lift\" is not used"),
            "\(left)")
    }

    @Test func `Days without a year are those of the year that a setting says`() {
        defer { remove() }
        let drafted = call("init format season.csv --yes --out mine/performance/formats/season.yaml")
        #expect(drafted.code == 0 && drafted.output.contains("--set year=YEAR"), "\(drafted)")
        let place = "validate season.csv --pipelines mine --owner ann@example.org -o json"
        #expect(call(place).code == 65)
        #expect(call(place + " --set year=soon").output.contains("the setting year is not a year"))
        for year in ["2025", "2025-08-01"] {
            let read = call(place + " --set year=\(year)")
            #expect(read.code == 0, "\(read)")
        }
    }

    @Test func `A second definition of one's own is compared with the first`() {
        defer { remove() }
        #expect(call("init format own.csv --out mine/performance/formats/first.yaml").code == 0)
        for line in ["init format own.csv --yes", "init format own.csv --out mine/performance/formats/second.yaml"] {
            let again = call(line)
            #expect(again.code == 65, "\(again)")
            #expect(again.errors.contains("the format first reads this file already"), "\(again.errors)")
            #expect(again.errors.contains("scorebook run own.csv --pipelines mine"), "\(again.errors)")
        }
    }

    @Test func `A definition goes into the folder that is given, and one to stdout is compared with none`() throws {
        defer { remove() }
        for name in ["mine", "other"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        let typed = try type("", into: "init format tasks.csv --pipelines other --yes")
        #expect(typed.text.contains("Wrote other/performance/formats/tasks.yaml"), "\(typed.text)")
        #expect(call("init format tasks.csv --out mine/performance/formats/tasks.yaml").code == 0)
        #expect(call("init format tasks.csv --out -").code == 0)
    }

    @Test func `A line without its number is passed over, and no zone is chosen`() {
        defer { remove() }
        let drafted = call("init format throws.csv --yes --out mine/performance/formats/throws.yaml")
        #expect(drafted.code == 0 && drafted.output.contains("Reads 3 of 5 records"), "\(drafted)")
        let read = call("validate throws.csv --pipelines mine --owner ann@example.org --set zone=UTC -o json")
        #expect(read.code == 0 && read.output.contains(#""rejected": 0, "skipped": 2"#), "\(read)")
        let clock = call("init format runs.csv --yes --out mine/workouts/formats/runs.yaml")
        #expect(clock.output.contains("--set zone=ZONE") && !clock.output.contains("America"), "\(clock)")
    }

    @Test func `A file is not overwritten unless that is said`() {
        defer { remove() }
        let line = "init format own.csv --out mine/performance/formats/own.yaml"
        #expect(call(line).code == 0)
        try? "kept\n".write(toFile: "\(folder)/mine/performance/formats/own.yaml", atomically: true, encoding: .utf8)
        let again = call(line)
        #expect(again.code == 73)
        #expect(again.errors.contains("already exists") && again.errors.contains("--force"), "\(again.errors)")
        #expect(definition("mine/performance/formats/own.yaml") == "kept\n")
        #expect(call(line + " --force").code == 0)
        #expect(definition("mine/performance/formats/own.yaml").contains("metric_type: {constant: zorb}"))
    }

    @Test(arguments: [
        ("init format nowhere.csv", 66, "no such file"),
        ("init format own.csv --dataset darts", 2, "unknown dataset 'darts'"),
        ("init format own.csv --unit Zorp=kg", 2, "Did you mean Zorb?"),
        ("init format own.csv --unit Zorb=furlong", 2, "unknown unit 'furlong'"),
        ("init format own.csv --unit Zorb", 2, "COLUMN=UNIT"),
        ("init format own.csv --out mine/own.csv", 2, "a definition's file has a name like"),
        ("init format tasks.csv --out mine/workouts/formats/strong.yaml", 2, "format 'strong' already exists"),
        ("init format \(CommandsProject.root)/Samples/strong.csv", 65, "the format strong reads this file already"),
        ("init format bare.csv", 65, "no line with the names of its columns"),
        ("init format names.csv --dataset performance", 65, "no column is a measure of performance"),
        ("init format own.csv --dataset health", 65, "no column is a measure of health"),
        ("init format own.csv --dataset games", 65, "no two columns have the scores"),
        ("init format unclear.csv", 65, "no column says the unit of \"Result\""),
        ("init format own.csv", 2, "it is not clear which dataset the file feeds"),
        ("init format mixed.csv --yes", 2, "it is not clear which dataset the file feeds"),
        ("init format sets.csv", 2, "no column is named as the exercise"),
        ("init format sets.csv --dataset workouts", 65, "no column of texts is named as the exercise"),
        ("init format basketball.csv --yes", 2, "of another sport than pickleball"),
        ("init format basketball.csv --dataset games", 65, "are of another sport"),
        ("init format glucose.csv --yes", 65, "no column says what \"value\" measures"),
        ("init format late.csv --dataset performance", 1, "no definition was written: it reads no record"),
        ("init format names.csv", 65, "none of the datasets holds this"),
        // What was not understood is no definition.
        ("init format wide.csv --yes", 65, "hold several numbers each"),
        ("init format laps.json --yes", 65, "which of both are the records is not known"),
        ("init format clock.csv --yes", 65, "may be hours and minutes, or minutes and seconds"),
        ("init format pounds.csv --yes", 65, "\"lbs\" is not used"),
        ("init format twice.csv --yes", 65, "two columns are called Weight (kg)"),
        ("init format bench.csv --yes", 65, "whether \"Bench Press\" is repetitions or a weight"),
        ("init format both.csv --yes", 65, "\"Failure\" is not used"),
        ("init format nameless.csv --yes", 65, "a column without a name has values"),
        ("init format series.csv --yes", 65, "it has a column for each set: \"Serie1\", \"Serie2\", \"Serie3\""),
        ("init format golf.json --yes", 65, "no table keeps rounds of golf"),
        ("init format planks.csv --yes", 65, "\"Sets\" is not used"),
    ])
    func `What cannot be proposed is refused with what to do`(line: String, code: Int32, message: String) {
        defer { remove() }
        let outcome = call(line)
        #expect(outcome.code == code, "\(outcome)")
        #expect(outcome.errors.replacing("\n", with: " ").contains(message), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }
}
