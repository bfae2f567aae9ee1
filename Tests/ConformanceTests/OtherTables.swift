import Definitions
import Discovering
import Foundation
import Importing
import Proving
import Testing

/// Tables that have names of a vendor's file and are none of them: nothing is loaded in silence as what it is not.
@Suite struct OtherTables {
    @Test func `A log of weights with a goal is no report of steps`() {
        let text = "date,upper bound,goal,lower bound,actual\n2026-05-01,93.0,91.5,90.0,91.3\n"
        #expect(throws: Recogniser.Failure.self) {
            try Recogniser(formats: Ground.pipelines.formats).recognise(Array(text.utf8), isWhole: true)
        }
    }

    @Test func `Rows of the tables below pressures are rejected and no pressures`() throws {
        let sample = try #require(Sample.all.first { $0.file == "omron.spanish.csv" })
        let format = try #require(Ground.pipelines.format(named: sample.format))
        let bytes = try Ground.bytes(sample.path)
        let alone = try Transcript(bytes, format, chunk: .max, path: sample.file)
        // As the app writes it, and as a spreadsheet fills it up.
        let width = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self).split(separator: ",").count
        let filling = String(repeating: ",", count: width - 3)
        for filling in ["", filling] {
            let rows = ["Fecha,Hora,Peso (kg)", "20 may. 2026,08:15,77", "20 may. 2026,08:15,78"]
            let below = Array(rows.map { $0 + filling + "\r\n" }.joined().utf8)
            let both = try Transcript(bytes + below, format, chunk: .max, path: sample.file)
            #expect(both.values.filter { $0.hasPrefix("kept") } == alone.values.filter { $0.hasPrefix("kept") })
            let rejected = both.values.filter { $0.hasPrefix("rejected") }
            #expect(rejected.count == alone.values.count { $0.hasPrefix("rejected") } + 3)
            #expect(rejected.count { $0.contains("other_table") } == 3)
        }
    }

    /// Of one person it is read; of several it is refused wherever the second begins: all would be the owner's.
    @Test(arguments: [1, 2, 3000])
    func `An answer with the activities of several athletes is refused`(count: Int) throws {
        func activity(_ number: Int, _ athlete: Int) -> String {
            """
            {"id": \(number), "name": "Run", "distance": 5000.0, "moving_time": 1500, "elapsed_time": 1520, \
            "sport_type": "Run", "start_date": "2026-05-01T06:00:00Z", "athlete": {"id": \(athlete)}}
            """
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "athletes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func recognised(_ activities: [String]) throws -> FileInspection.Verdict {
            let file = folder.appending(path: "activities.json")
            try Data("[\(activities.joined(separator: ","))]".utf8).write(to: file)
            return try #require(
                FileInspection.recognise([file.path], formats: Ground.pipelines.catalogue, asked: .ofUnknownFiles)
                    .verdicts.first)
        }
        let own = (1...count).map { activity($0, 11) }
        #expect(try recognised(own).format?.name == "strava-api")
        let mixed = try recognised(own + [activity(count + 1, 12)])
        #expect(mixed.format == nil)
        #expect(mixed.reason?.contains("several athletes") == true)
    }
}
