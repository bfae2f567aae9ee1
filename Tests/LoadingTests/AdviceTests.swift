import Definitions
import Foundation
import Loading
import Packing
import Proving
import Records
import Reporting
import Testing

/// Settings that would load nonsense are refused, and what a refusal proposes solves what it is printed for.
@Suite struct AdviceTests {
    private static func validate(
        _ name: String, _ text: String, _ settings: [(name: String, value: String)]
    ) throws -> RunReport {
        let folder = "\(NSTemporaryDirectory())/scorebook-advice-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        var attempt = Attempt(.validate, ["\(folder)/\(name)"])
        attempt.settings = settings + [("zone", "America/Chicago")]
        return attempt.execute().report
    }

    private static let strong = """
        Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
        2026-03-02 17:00:00,Legs,45m,Squat (Barbell),1,135,5,0,0,,,

        """
    private static let steps = #"[{"dateTime":"09/01/26 00:00:00","value":"12"}]"#

    @Test(arguments: [("stone", "kg or lb"), ("st", "kg or lb"), ("g", "kg or lb"), ("kg", nil), ("lbs", nil)])
    func `The weights of sets are in kilograms or pounds`(unit: String, expected: String?) throws {
        let report = try Self.validate("strong.csv", Self.strong, [("weight_unit", unit)])
        let reason = report.units.first?.reason
        #expect(expected == nil ? reason == nil : reason?.contains(expected ?? "") == true, "\(reason ?? "no reason")")
    }

    @Test func `A set has a weight and repetitions that there are`() throws {
        for (old, new) in [(",135,5,", ",601,5,"), (",135,5,", ",135,1001,")] {
            let report = try Self.validate(
                "strong.csv", Self.strong.replacing(old, with: new), [("weight_unit", "kg")])
            #expect(report.ledger.rejected == 1 && report.causes.first?.code == "out_of_range", "\(new)")
        }
    }

    @Test func `A setting with another name than the zone's is asked for by its own`() throws {
        let report = try Self.validate("steps.json", Self.steps, [("fitbit_type", "step_count")])
        let reason = report.units.first?.reason ?? ""
        #expect(reason.contains("fitbit_zone") && !reason.contains("--set zone"), "\(reason)")
    }

    /// C04: two real exports have the same counts at the same times in Google's files, which are in UTC. A zone that is
    /// that of UTC on the first day only is none.
    @Test(arguments: ["steps", "heart_rate"], [(true, true), (true, false), (false, true), (false, false)])
    func `A neighbour in UTC shows the zone of Fitbit's files`(kind: String, given: (Bool, Bool)) throws {
        let (isEqual, isPacked) = given
        let scratch = try Scratch(.used)
        let isSteps = kind == "steps"
        let times = [1, 2].flatMap { day in (10..<40).map { (day: day, minute: $0) } }
        let json = times.map { time in
            let value = isSteps ? "\"\(time.minute)\"" : "{\"bpm\":\(time.minute + 50),\"confidence\":2}"
            return "{\"dateTime\":\"09/0\(time.day)/26 06:\(time.minute):00\",\"value\":\(value)}"
        }
        let rows = times.map { time in
            let hour = isEqual || time.day == 1 ? 6 : 5
            let value = isSteps ? time.minute : time.minute + 50
            return "2026-09-0\(time.day)T0\(hour):\(time.minute):00Z,\(value),Watch\n"
        }
        let header = isSteps ? "timestamp,steps,data source" : "timestamp,beats per minute,data source"
        // More files than are read lie before it.
        let older = (10...31).flatMap { [("2026-07-\($0)", ""), ("2026-08-\($0)", "")] }
        var files = [("Fitbit/Global Export Data/\(kind)-2026-09-01.json", "[\(json.joined(separator: ","))]")]
        files += (older + [("2026-09-01", rows.joined())]).map {
            ("Fitbit/Physical Activity_GoogleData/\(kind)_\($0.0).csv", "\(header)\n\($0.1)")
        }
        let path =
            isPacked
            ? try scratch.file("t.zip", ZipFile.make(files.map { ZipFile.Entry($0.0, $0.1) }))
            : "\(scratch.folder)/given"
        if !isPacked { for (name, text) in files { try scratch.file("given/\(name)", text) } }
        var attempt = Attempt(.run, [path])
        attempt.settings = [("fitbit_type", "steps"), ("zone", "America/New_York")]
        let report = attempt.execute(on: scratch).report
        let unit = try #require(report.units.first { $0.source.hasSuffix(".json") })
        #expect(unit.status == (isEqual ? .loaded : .refused), "\(unit.reason ?? "")")
        #expect(isEqual || unit.reason?.contains("fitbit_zone") == true)
        let start = try scratch.value(
            """
            select min(start_at)::text from public.health_samples
            where origin = 'fitbit' and local_day = '2026-09-01'
            """)
        #expect(!isEqual || !isSteps || start?.hasPrefix("2026-09-01 06:10:00+00") == true, "\(start ?? "")")
    }

    @Test(arguments: [("step_count", 1), ("steps", 1), ("calories", 0)])
    func `A word that no record is of is refused`(word: String, valid: Int) throws {
        let report = try Self.validate("steps.json", Self.steps, [("fitbit_type", word), ("fitbit_zone", "UTC")])
        #expect(report.ledger.read == valid && report.ledger.rejected == 0, "\(report.ledger.line)")
        let reason = report.units.first?.reason ?? ""
        #expect(valid == 1 || reason.contains("step_count or steps"), "\(reason)")
    }

    @Test(arguments: [("angle", ["back", "front", "side"]), ("glucose_unit", ["mg/dL", "mmol/L"])])
    func `A setting of few words takes no other, also where a file may say it`(name: String, words: [String]) {
        let uses = Ground.pipelines.settingUses
        #expect(uses.words(for: name) == words)
        #expect(uses.fault(of: name, "profil") != nil && uses.fault(of: name, words[0]) == nil)
    }

    @Test func `The days of a file show their order, and a setting that contradicts them is refused`() throws {
        func check(_ days: [String], _ order: String? = nil) throws -> RunReport {
            let log = Log.simple(days.map { "\($0),velocity,70,mph" })
            return try Self.validate("log.csv", log, order.map { [("date_order", $0)] } ?? [])
        }
        let german = (1...20).map { "\($0 < 10 ? "0" : "")\($0).09.2026" }
        for order in [nil, "DMY"] { #expect(try check(german, order).ledger.valid == 20) }
        let wrong = try check(german, "mdy")
        #expect(wrong.units.first?.code == .settingWrong && wrong.ledger.read == 0)
        #expect(wrong.units.first?.reason?.contains("date_order=dmy") == true, "\(wrong.units.first?.reason ?? "")")
        // 18 of 30 can be read with the month first only.
        let american = (1...30).map { "\($0 % 12 + 1)/\($0 <= 12 ? $0 : $0 % 18 + 13)/2025" }
        #expect(try check(american).ledger.valid == 30)
        // Where days show both orders, nothing says that of the others; more of them refute a setting.
        let mixed = german + ["09/14/2026"]
        #expect(try check(mixed).ledger.rejected == 21)
        #expect(try check(mixed, "dmy").ledger.rejected == 1)
        #expect(try check(mixed, "mdy").units.first?.code == .settingWrong)
        // One mistake in typing says nothing, however often it stands there; nor do years of two digits.
        let months = (1...12).map { "01/\($0 < 10 ? "0" : "")\($0)/2026" } + Array(repeating: "5/13/2026", count: 30)
        #expect(try check(months).ledger.rejected == 42)
        #expect(try check(months, "dmy").ledger.valid == 12)
        #expect(try check(["26-05-14", "26-05-20", "26-05-21", "26-05-22"]).ledger.rejected == 4)
        // Each day that there is shows it, or nothing does and the setting says it.
        #expect(try check(["13.09.2026"]).ledger.valid == 1)
        #expect(try check(["01.09.2026"]).ledger.rejected == 1)
        #expect(try check(["01.09.2026"], "mdy").ledger.valid == 1)
        // One day of five is enough against a setting, where none is for it.
        let few = ["01", "04", "07", "10", "13"].map { "\($0).09.2026" }
        #expect(try check(few, "mdy").units.first?.code == .settingWrong)
        #expect(try check(few, "dmy").ledger.valid == 5)
        #expect(try check(few).ledger.rejected == 5)
    }

    /// S24: too far for any sport, and for a run.
    @Test func `A value that breaks two rules is one cause of one record`() throws {
        let run = "Running,2026-03-05 07:10:00,Morning Run,9.50,398,00:01:00,150,176"
        let report = try Self.validate(
            "activities.csv", RecordingsTests.text([run]), [("workout_distance_unit", "km")])
        #expect(report.ledger.rejected == 1 && report.causes.map(\.count) == [1], "\(report.causes)")
    }

    /// C19: a list of activities says metres nowhere, Garmin writes kilometres or miles.
    @Test(arguments: [("distance_unit", "m"), ("workout_distance_unit", "m"), ("workout_distance_unit", nil)])
    func `The distances of activities are in kilometres or miles`(setting: String, unit: String?) throws {
        let text = RecordingsTests.text([RecordingsTests.watch])
        let report = try Self.validate("activities.csv", text, unit.map { [(setting, $0)] } ?? [])
        let reason = report.units.first?.reason ?? ""
        #expect(report.ledger.read == 0 && reason.contains(unit == nil ? "km (or mi)" : "km or mi"), "\(reason)")
        #expect(reason.contains("workout_distance_unit") == (setting != "distance_unit"), "\(reason)")
    }

    @Test func `What a setting does not take is named, and is no file that was loaded`() throws {
        let line = "2026-05-01 13:40:34+02:00,2026-05-01 13:40:44+02:00,0.05"
        var report = try Self.validate(
            "walks.csv", "type,sourceName,unit,startDate,endDate,value\nDistanceWalkingRunning,iPhone,km,\(line)\n", [])
        #expect(report.ledger.skipped == 1)
        #expect(
            report.warnings.map(\.name)
                == ["skipped: not selected by the setting health_types: distance_walking_running"])
        report.typed = TypedCommand(["walks.csv"])
        let page = report.text(for: Terminal(isInteractive: false, width: 120, hasColours: false))
        #expect(page.contains("--set health_types=distance_walking_running"), "\(page)")
        #expect(!page.contains("✓"), "\(page)")
    }

    @Test func `A file does not replace rows by the same in another unit, unless that is said`() throws {
        let scratch = try Scratch(.used)
        let lines = (1...6).map { "2026-03-02 17:00:00,Legs,45m,Squat (Barbell),\($0),\(100 + 5 * $0),5,0,0,,," }
        let text = ([Self.strong.split(separator: "\n")[0] + ""] + lines.map { $0[...] }).joined(separator: "\n") + "\n"
        func run(_ unit: String, _ name: String, _ change: (inout Attempt) -> Void = { _ in }) throws -> RunReport {
            var attempt = Attempt(.run, [try scratch.file(name, text + String(repeating: "\n", count: name.count))])
            attempt.settings.removeAll { $0.name == "weight_unit" }
            attempt.settings.append(("weight_unit", unit))
            change(&attempt)
            return attempt.execute(on: scratch).report
        }
        #expect(try run("lb", "a.csv").ledger.inserted == 6)
        let sum = "select sum(weight_kg)::text from public.workout_sets where reps = 5 and weight between 105 and 130"
        let before = try scratch.value(sum)
        for isForced in [false, true] {
            let report = try run("kg", isForced ? "bb.csv" : "ccc.csv") { if isForced { $0.winner = .source } }
            #expect(report.units.first?.code == .unitChanged, "\(report.ledger.line)")
            #expect(report.units.first?.reason?.contains("--set unit_changed=yes") == true)
        }
        #expect(try scratch.value(sum) == before)
        // So is a file whose numbers were rounded in the other unit.
        let rounded = lines.map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let weight = Double(cells[5]).map { ($0 / 2.2046).rounded() } ?? 0
            return cells.enumerated().map { $0 == 5 ? "\(Int(weight))" : String($1) }.joined(separator: ",")
        }
        let path = try scratch.file(
            "rounded.csv", ([String(Self.strong.split(separator: "\n")[0])] + rounded).joined(separator: "\n") + "\n")
        var attempt = Attempt(.run, [path])
        attempt.settings.removeAll { $0.name == "weight_unit" }
        attempt.settings.append(("weight_unit", "lb"))
        #expect(attempt.execute(on: scratch).report.units.first?.code == .unitChanged)
        let told = try run("kg", "dddd.csv") { $0.settings.append(("unit_changed", "YES")) }
        #expect(told.ledger.updated == 6, "\(told.ledger.line)")
        #expect(try scratch.value(sum) != before)
    }

    @Test func `A file read in another unit by mistake is loaded again in its own`() throws {
        let scratch = try Scratch(.used)
        let lines = (1...6).map { "2026-03-02 17:00:00,Legs,45m,Squat (Barbell),\($0),\(100 + 5 * $0),5,0,0,,," }
        let path = try scratch.file(
            "strong.csv", "\(Self.strong.split(separator: "\n")[0])\n\(lines.joined(separator: "\n"))\n")
        func run(_ unit: String) -> Ledger {
            var attempt = Attempt(.run, [path])
            attempt.settings.removeAll { $0.name == "weight_unit" }
            attempt.settings += [("weight_unit", unit), ("unit_changed", "yes")]
            return attempt.execute(on: scratch).report.ledger
        }
        let sum = "select sum(weight_kg)::text from public.workout_sets where reps = 5 and weight between 105 and 130"
        #expect(run("lb").inserted == 6)
        let right = try scratch.value(sum)
        #expect(run("kg").updated == 6)
        #expect(run("lb").updated == 6)
        #expect(try scratch.value(sum) == right)
        #expect(run("lb").read == 0)
    }

    /// Other changes of as many rows are corrections, whatever the middle one of them is.
    @Test func `What has grown, or is written in another unit, is no change of unit`() throws {
        let scratch = try Scratch(.used)
        func log(_ weights: [String], _ unit: String, _ name: String) throws -> RunReport {
            let lines = weights.enumerated().map {
                "2026-03-02 17:00:00,Legs,45m,Squat (Barbell),\($0.offset + 1),\($0.element),5,0,0,,,"
            }
            let head = Self.strong.split(separator: "\n")[0]
            var attempt = Attempt(.run, [try scratch.file(name, "\(head)\n" + lines.joined(separator: "\n") + "\n")])
            attempt.settings.removeAll { $0.name == "weight_unit" }
            attempt.settings.append(("weight_unit", unit))
            return attempt.execute(on: scratch).report
        }
        let kilograms = ["100", "102", "104", "106", "108", "110"]
        #expect(try log(kilograms, "kg", "a.csv").ledger.inserted == 6)
        // The app is set to pounds: the weights are the same, and the numbers beside them are not.
        let pounds = ["220.462262", "224.871508", "229.280753", "233.689998", "238.099243", "242.508489"]
        #expect(try log(pounds, "lb", "b.csv").ledger.updated == 6)
        let grown = try log(["120", "142.8", "166.4", "170.59", "194.4", "253"], "kg", "c.csv")
        #expect(grown.ledger.updated == 6, "\(grown.units.first?.reason ?? "")")
    }

    @Test func `Help counts below zero wherever the exercise says so`() throws {
        let scratch = try Scratch(.used)
        let log = """
            Date,Exercise,Set,Reps,Weight (kg)
            2026-03-02,Assisted Pull-up,1,12,21
            2026-03-02,Dip (Assisted),1,8,18
            2026-03-02,Weighted Pull-up,1,5,10
            2026-03-02,Pull-up,1,6,

            """
        let report = scratch.run(try scratch.file("log.csv", log)).report
        #expect(report.ledger.inserted == 4, "\(report.ledger.line)")
        let weights = try scratch.rows(
            """
            select exercise.source_name, stored.weight_kg::text from public.workout_sets as stored
            join public.workout_exercises as exercise on exercise.id = stored.workout_exercise_id order by 1
            """)
        #expect(
            weights == [
                ["Assisted Pull-up", "-21"], ["Dip (Assisted)", "-18"], ["Pull-up", nil], ["Weighted Pull-up", "10"],
            ], "\(weights)")
    }
}
