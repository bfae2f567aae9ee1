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
        "lifts.csv": "date,lift,peak\n2026-05-13,squat,100\n",
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
        #expect(screen.text.contains("What are the records of this file?"))
        #expect(screen.text.contains("In column \"Date\", is the day or the month first?"))
        #expect(screen.text.contains("In which unit is column \"Exit Velo\"?"))
        #expect(screen.text.contains("Reads 2 of 2 records"), "\(screen.text)")
        #expect(screen.text.contains("Wrote mine/performance/formats/mixed.yaml"))
        #expect(
            screen.text.contains("scorebook run mixed.csv --pipelines mine --set mixed_vertical_unit=in --owner WHO"))
        #expect(screen.text.contains("The file does not say mixed_vertical_unit (in or cm): a run asks for it."))
        #expect(!screen.text.contains("88.5"))
        let text = definition("mine/performance/formats/mixed.yaml")
        #expect(text.contains("pattern: d/M/yyyy"))
        #expect(text.contains("value:       {from: Exit Velo}\n      unit:        {constant: km/h}"), "\(text)")
        #expect(text.contains("as: length, unit: {setting: mixed_vertical_unit}, to: in"))
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
        #expect(made.output.contains("unit: {setting: mixed_exit_velo_unit}, to: mph"))
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
        #expect(left.output.contains("Dataset performance: likely, as you say; but lift is not used"), "\(left)")
    }

    @Test func `Days that cannot be read are not one day for all`() {
        defer { remove() }
        for more in ["", " --yes", " --dataset performance --yes"] {
            let result = call("init format season.csv --out mine/performance/formats/season.yaml" + more)
            #expect(result.code == 65, "\(result)")
            #expect(result.errors.contains("the days in 'date' are written in no way"), "\(result)")
            #expect(definition("mine/performance/formats/season.yaml").isEmpty)
        }
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
        ("init format names.csv --dataset performance", 65, "no column holds numbers"),
        ("init format own.csv --dataset health", 65, "no column has the name of a kind of health data"),
        ("init format own.csv --dataset games", 65, "no two columns have the scores"),
        ("init format unclear.csv", 65, "no column says the unit of \"Result\""),
        ("init format own.csv", 2, "it is not clear which dataset the file feeds"),
        ("init format mixed.csv --yes", 2, "it is not clear which dataset the file feeds"),
        ("init format sets.csv", 2, "no column is named as the exercise"),
        ("init format sets.csv --dataset workouts", 65, "no column of texts is named as the exercise"),
        ("init format basketball.csv --yes", 2, "does not say which sport"),
        ("init format basketball.csv --dataset games", 65, "are of another sport"),
        ("init format glucose.csv --yes", 2, "it is not clear which dataset the file feeds"),
        ("init format late.csv --dataset performance", 1, "no definition was written: it reads no record"),
        ("init format names.csv", 2, "it is not clear which dataset the file feeds"),
    ])
    func `What cannot be proposed is refused with what to do`(line: String, code: Int32, message: String) {
        defer { remove() }
        let outcome = call(line)
        #expect(outcome.code == code, "\(outcome)")
        #expect(outcome.errors.replacing("\n", with: " ").contains(message), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }
}
