import Foundation
import Postgres
import Proving
import Serving
import Testing

/// What a statement reads follows the file, whatever the server knows of the tables: nobody has analysed them, and all that
/// the loader may analyse are tables of its own.
@Suite(.serialized) struct RowsReadTests {
    private let scratch: Scratch
    /// `SCOREBOOK_HISTORY` gives the sets that are there already.
    private static let history = ProcessInfo.processInfo.environment["SCOREBOOK_HISTORY"].flatMap { Int($0) } ?? 60_000

    init() throws {
        scratch = try Scratch()
        let platform = try scratch.openPlatform()
        try platform.run(
            """
            do $$
            declare
                named regclass;
            begin
                for named in select oid from pg_class
                    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'scorebook', 'summary')
                loop
                    execute format('alter table %s set (autovacuum_enabled = false)', named);
                end loop;
            end
            $$;
            -- Nor what `schema up` and the loader's function have seen.
            create or replace function scorebook.refresh_statistics() returns void language sql as '';
            alter database "\(raw: scratch.name)" set session_preload_libraries = 'auto_explain'
            """)
        for (name, value) in [
            ("log_analyze", "on"), ("log_timing", "off"), ("log_nested_statements", "on"), ("log_format", "json"),
        ] {
            try platform.run(
                "load 'auto_explain'; alter database \(raw: scratch.name) set auto_explain.\(raw: name) = '\(raw: value)'"
            )
        }
    }

    /// A statement, and how many rows its plan has read or thrown away.
    private struct Reading: Comparable {
        var rows = 0
        var statement = ""

        static func < (one: Reading, other: Reading) -> Bool { one.rows < other.rows }

        init(_ message: [String: Any]) {
            statement = String(
                (message["Query Text"] as? String ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
                    .prefix(400))
            if let plan = message["Plan"] as? [String: Any] { add(plan) }
        }

        private mutating func add(_ node: [String: Any]) {
            let loops = node["Actual Loops"] as? Int ?? 1
            let isScan = (node["Node Type"] as? String)?.hasSuffix("Scan") == true
            let removed = node.filter { $0.key.hasPrefix("Rows Removed by") }.values.compactMap { $0 as? Int }
            rows += ((isScan ? node["Actual Rows"] as? Int ?? 0 : 0) + removed.reduce(0, +)) * loops
            for below in node["Plans"] as? [[String: Any]] ?? [] { add(below) }
        }
    }

    /// The statement of a command that reads most.
    ///
    /// - Parameter milliseconds: shorter statements are passed over: those that triggers run for each of many rows.
    private func most(_ words: [String], milliseconds: Int = 0, code: Int32 = 0) throws -> Reading? {
        let platform = try scratch.openPlatform()
        try platform.run(
            "load 'auto_explain'; alter database \(raw: scratch.name) set auto_explain.log_min_duration = \(raw: "\(milliseconds)")"
        )
        let start = try FileHandle(forReadingFrom: URL(filePath: log)).seekToEnd()
        let result = try Program.run(words, environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        #expect(result.code == code, "\(words): \(result.complaints) \(result.output)")
        let file = try FileHandle(forReadingFrom: URL(filePath: log))
        try file.seek(toOffset: start)
        // As lines of bytes: there are megabytes of plans, and text would be searched by its characters.
        var readings: [Reading] = []
        var plan: [UInt8]?
        for line in Array(try file.readToEnd() ?? Data()).split(separator: UInt8(ascii: "\n")) {
            if line.suffix(6).elementsEqual(" plan:".utf8) {
                plan = []
            } else if plan != nil {
                plan?.append(contentsOf: line)
                guard line.elementsEqual("\t}".utf8), let whole = plan else { continue }
                let message = try JSONSerialization.jsonObject(with: Data(whole)) as? [String: Any]
                readings.append(Reading(try #require(message)))
                plan = nil
            }
        }
        #expect(!readings.isEmpty)
        return readings.max()
    }

    private var log: String { Server.production.log }

    /// Sets of an athlete in the shape of a workout app's export, 25 a workout, from a place of their list on.
    private func sets(_ range: Range<Int>, repetitions: Int = 5) -> String {
        let header =
            "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE"
        let lines = range.map { set -> String in
            let workout = set / 25
            let day = Date(timeIntervalSince1970: 946_684_800 + Double(workout / 8) * 86_400)
                .formatted(.iso8601.year().month().day().dateSeparator(.dash))
            let hour = 10 + workout % 8
            return
                #"\#(day) \#(hour):00:00,"Legs",45m,"Squat (Barbell)",\#(set % 25 + 1),\#(100 + set % 25).0,\#(repetitions),0,0,"","","#
        }
        return ([header] + lines).joined(separator: "\n") + "\n"
    }

    @Test func `Commands read rows of the file, and of a long history at most a few times all`() throws {
        let history = Self.history
        let settings = ["--owner", Ground.maya, "--set", "zone=UTC", "--set", "weight_unit=kg"]
        func load(_ name: String, _ more: [String] = [], milliseconds: Int = 0, code: Int32 = 0) throws -> Reading? {
            try most(["run", "--input", name] + settings + more, milliseconds: milliseconds, code: code)
        }
        func expect(_ reading: Reading?, _ limit: Int, _ comment: Comment) {
            #expect((reading?.rows ?? .max) <= limit, "\(comment): \(reading?.statement ?? "")")
        }
        try scratch.file("history.csv", sets(0..<history))
        expect(try load("history.csv", milliseconds: 5), 5 * history, "a first load")
        try scratch.file("one.csv", sets(0..<25, repetitions: 6).replacingOccurrences(of: "45m", with: "46m"))
        // The block of lineage in which its rows stand is read whole.
        expect(try load("one.csv", ["--dry-run"]), 3 * history, "a plan")
        expect(try load("one.csv"), 3 * history, "a workout that has changed")
        try scratch.file("none.csv", sets(history..<history + 25))
        expect(try load("none.csv"), 2_000, "a workout that is new")
        try scratch.file("bad.csv", sets(history + 25..<history + 50) + "2020-13-13 10:00:00,x,1m,Squat,1,1,1,0,0,,,\n")
        expect(try load("bad.csv", ["--max-rejects", "1"]), 2_000, "a workout with a bad set")
        expect(try most(["rejects", "replay", "latest"], code: 1), 2_000, "a replay")
        for workout in 0..<100 {
            let first = history + 1_000 + 25 * workout
            try scratch.file("many/\(workout).csv", sets(first..<first + 10))
            try scratch.file("again/\(workout).csv", sets(first..<first + 10, repetitions: 7))
        }
        // Of more than fifty keys all large blocks of lineage are read once for all files that are loaded together.
        expect(try load("many", milliseconds: 1), 3 * history, "many small files")
        expect(try load("again", ["--dry-run"], milliseconds: 1), 3 * history, "a plan of many small files")
        expect(try load("again", milliseconds: 1), 3 * history, "many small files that have changed")
        expect(try most(["verify", "latest"], milliseconds: 1), 5 * history, "a comparison with the file")
        expect(try most(["rollback", "latest"], milliseconds: 1), 5_000, "a rollback of many small files")
        let first = try #require(
            try scratch.value("select id::text from scorebook.runs order by started_at limit 1"))
        expect(try most(["erase", "--owner", Ground.maya, "--dry-run"], milliseconds: 5), 5 * history, "an erasure")
        expect(try most(["rollback", first], milliseconds: 5), 8 * history, "a rollback")
    }

    /// Tables of other shapes: measurements with ids, a table of two owners' columns, games with their players, stages of
    /// nights, and schools with their coaches and conversations, whose rows name their owner.
    enum Kind: String, CaseIterable {
        case metrics, weights, games, nights, schools, coaches, interactions

        func text(_ range: Range<Int>, _ variant: Int = 0) -> String {
            let lines = range.map { number -> String in
                func clock(_ minutes: Int) -> String {
                    Date(timeIntervalSince1970: 946_684_800 + Double(20 * number + minutes) * 60).formatted(.iso8601)
                }
                let time = clock(0)
                let day = time.prefix(10)
                return switch self {
                case .metrics: "m\(number),\(day),velocity,\(60 + number % 20 + variant),mph"
                case .weights: "\(time),weight,\(60 + number % 5 + variant),kg,w\(number)"
                case .games:
                    "g\(number),\(time),recreational,rally,11,2,doubles,11,\(number % 8 + variant),Ines,Bo,Cam"
                case .nights:
                    """
                    HKCategoryTypeIdentifierSleepAnalysis,Clock,50,,\(clock(20)),\(time),\(clock(20 - variant)),\
                    HKCategoryValueSleepAnalysisAsleep
                    """
                case .schools:
                    """
                    7e0c0000-0000-4000-8000-\(String(number + 100_000_000_000)),\(Ground.maya),School \(number),D1,,interested,\
                    \(time),\(variant == 1)
                    """
                case .coaches:
                    """
                    7e0c0000-0000-4000-8001-\(String(number + 100_000_000_000)),\(Self.school),head,Kai,Coach \(number),\
                    note \(variant),\(time),\(Ground.maya)
                    """
                case .interactions:
                    """
                    7e0c0000-0000-4000-8002-\(String(number + 100_000_000_000)),\(Self.school),email,outbound,\
                    Hello \(variant),\(time),\(Ground.maya),\(time)
                    """
                }
            }
            return ([header] + lines).joined(separator: "\n") + "\n"
        }

        /// The first school.
        private static let school = "7e0c0000-0000-4000-8000-100000000000"

        /// Whether its rows are the app's own.
        var isOfApp: Bool { [.schools, .coaches, .interactions].contains(self) }

        private var header: String {
            switch self {
            case .metrics: "id,date,metric,value,unit"
            case .weights: "measured_at,kind,value,unit,id"
            case .nights: "type,sourceName,sourceVersion,device,creationDate,startDate,endDate,value"
            case .schools: "id,user_id,name,division,conference,status,created_at,is_favorite"
            case .coaches: "id,school_id,role,first_name,last_name,notes,created_at,user_id"
            case .interactions: "id,school_id,type,direction,subject,occurred_at,logged_by,created_at"
            case .games:
                "id,completed_at,game_type,scoring,target,win_by,team_size,my_score,opponent_score,partner,opponent,opponent_2"
            }
        }
    }

    @Test(arguments: Kind.allCases) func `The same of other tables`(_ kind: Kind) throws {
        let history = Self.history / 6
        func load(_ name: String, _ text: String, _ more: [String] = [], milliseconds: Int = 0) throws -> Reading? {
            let owner = kind.isOfApp ? "payload" : Ground.maya
            let words = ["run", "--input", try scratch.file(name, text), "--owner", owner, "--set", "zone=UTC"]
            return try self.most(words + more, milliseconds: milliseconds)
        }
        func expect(_ reading: Reading?, _ limit: Int, _ comment: Comment) {
            #expect((reading?.rows ?? .max) <= limit, "\(comment): \(reading?.statement ?? "")")
        }
        let hasSchool = kind == .coaches || kind == .interactions
        if hasSchool { _ = try load("schools.csv", Kind.schools.text(0..<1)) }
        // Four rows of players a game.
        let rows = kind == .games ? 5 * history : history
        // A night looks at its stages several times.
        let times = kind == .nights ? 2 : 1
        expect(try load("history.csv", kind.text(0..<history), milliseconds: 5), 8 * times * rows, "a first load")
        let changed = kind.text(0..<25, 1)
        expect(try load("changed.csv", changed, ["--dry-run"]), 3 * times * rows, "a plan")
        // Contacts are counted over all coaches, once more than they are read.
        let looks = kind == .coaches ? 4 : 3
        expect(try load("changed.csv", changed), looks * times * rows, "records that have changed")
        // Equal measurements are sought among all of the athlete's, streaks are counted over all games, and schools over all of
        // the family's, for each of its members.
        let most = kind == .metrics ? 2_000 : 7 * rows
        expect(try load("new.csv", kind.text(history..<history + 25)), most, "records that are new")
        expect(try self.most(["rollback", "latest"]), max(5_000, most), "a rollback of these")
        let first = try #require(
            try scratch.value(
                "select id::text from scorebook.runs order by started_at offset \(hasSchool ? 1 : 0) limit 1"))
        expect(try self.most(["rollback", first], milliseconds: 5), 10 * rows, "a rollback of all")
        _ = try load("history.csv", kind.text(0..<history), milliseconds: 5)
        expect(try self.most(["erase", "--owner", Ground.maya, "--yes"], milliseconds: 5), 10 * rows, "an erasure")
    }

    @Test func `Photos of an athlete who has many`() throws {
        let history = Self.history / 6
        try scratch.openPlatform().run(
            """
            insert into public.progress_photos (
                user_id, angle, taken_on, date_source, width, height, has_position, sha256, decode_status, perceptual_hash)
            select \(bind: Ground.maya)::uuid, 'front', date '2000-01-01' + number / 4, 'filename', 3, 4, false,
                pg_catalog.encode(pg_catalog.sha256(number::text::bytea), 'hex'), 'whole', number::bigint << 20
            from generate_series(1, \(bind: history)) as number
            """)
        let photo = try Ground.bytes("\(Ground.samples)/progress-photo.front.jpg")
        for number in 0..<25 {
            // A comment makes it another file.
            let comment: [UInt8] = [0xFF, 0xFE, 0, 4, 0x30, 0x41 + UInt8(number)]
            try scratch.file("photos/2026-05-\(number + 1).front.jpg", photo.prefix(2) + comment + photo.dropFirst(2))
        }
        let words = ["--owner", Ground.maya, "--set", "zone=UTC", "--set", "photos=\(scratch.folder)/kept"]
        try scratch.file("first/back.jpg", try Ground.bytes("\(Ground.samples)/progress-photo.back.jpg"))
        // The summaries of the others are made with it.
        _ = try most(["run", "first"] + words)
        for command in [["run", "photos"] + words, ["rollback", "latest"]] {
            // A new one is compared with each.
            let reading = try most(command)
            #expect((reading?.rows ?? .max) <= 4 * history, "\(command): \(reading?.statement ?? "")")
        }
    }
}
