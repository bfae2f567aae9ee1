import Foundation
import Proving
import Testing

/// A format of one's own, in a folder of one's own over the shipped definitions, and its samples: no Swift is needed.
@Suite struct OwnFormatTests {
    private static let format = """
        # A radar gun.
        format: Acme radar
        dataset: performance
        reader: {type: csv, delimiters: ";"}
        recognise:
          - [Day, Throw, Speed]
        fields:
          recorded_date: {from: Day, pattern: dd.MM.yyyy}
          metric_type:   {constant: velocity}
          value:         {from: Speed, as: speed, unit: [header, {setting: speed_unit}], to: mph}
          unit:          {constant: mph}

        """

    private let folder: String

    init() throws {
        folder = "/tmp/scorebook-own-\(UUID().uuidString)"
        try write("mine/performance/formats/acme.yaml", Self.format)
        try write("samples/acme.csv", "Day;Throw;Speed\n05.05.2026;1;70.5\n06.05.2026;2;fast\n")
    }

    private func write(_ name: String, _ text: String) throws {
        let url = URL(filePath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func scorebook(_ words: String) throws -> Program.Result {
        try Program.run(
            words.split(separator: " ").map(String.init), environment: ["SCOREBOOK_PIPELINES": ""], folder: folder)
    }

    private var over: String { "--pipelines \(Ground.pipelinesFolder) --pipelines mine" }

    @Test func `A folder over another adds its formats and replaces those of the same path`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let formats = try scorebook("formats -o csv \(over)")
        #expect(formats.code == 0, "\(formats.complaints)")
        #expect(formats.output.contains("acme,performance"))
        #expect(formats.output.contains("\nstrong,workouts"))
        try write("mine/performance/formats/acme.yaml", Self.format.replacing("Acme radar", with: "Acme radar 2"))
        try write("theirs/performance/formats/acme.yaml", Self.format)
        #expect(try scorebook("formats -o csv \(over) --pipelines theirs").output.contains("Acme radar,"))
        #expect(try scorebook("formats -o csv --pipelines theirs \(over)").output.contains("Acme radar 2,"))
        try write("mine/performance/formats/acme.yaml", Self.format.replacing("from: Day", with: "frm: Day"))
        let check = try scorebook("check \(over)")
        #expect(check.code == 78)
        #expect(check.output.contains("mine/performance/formats/acme.yaml:8:"))
        #expect(check.output.contains("did you mean `from`"))
    }

    @Test func `A folder without datasets lies over the shipped ones, another stands for itself`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/Pipelines", withDestinationPath: Ground.pipelinesFolder)
        #expect(try scorebook("formats -o csv --pipelines mine").output.contains("\nstrong,workouts"))
        try write("whole/darts/dataset.yaml", "dataset: darts\n")
        #expect(try !scorebook("check --pipelines whole").output.contains("Pipelines/"))
    }

    @Test func `A constant unit beside numbers of any unit is a fault`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try write("mine/performance/formats/acme.yaml", Self.format.replacing(", to: mph}", with: "}"))
        let check = try scorebook("check \(over)")
        #expect(check.code == 78)
        #expect(check.output.contains("`unit` is always mph, but `value` keeps the unit of each record: say `to: mph`"))
    }

    @Test func `Samples are compared with their goldens`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let check = "check --samples samples --set speed_unit=mph \(over)"
        let unknown = try scorebook(check)
        #expect(unknown.code == 1)
        #expect(unknown.output.hasSuffix("acme.csv: no golden yet\n1 sample: 0 the same\n"), "\(unknown)")
        #expect(try scorebook(check + " --record").code == 0)
        let golden = try String(contentsOfFile: "\(folder)/samples/acme.csv.golden", encoding: .utf8)
        #expect(
            golden == """
                format acme
                read 2, valid 1, rejected 1, skipped 0
                1 performance_metrics: metric_type="velocity", value=70.5, unit="mph", recorded_date=2026-05-05
                reject 2, line 3: value not_a_number

                """)
        #expect(try scorebook(check).output.hasSuffix("\n1 sample: 1 the same\n"))
        let other = try scorebook(check.replacing("speed_unit=mph", with: "speed_unit=km/h"))
        #expect(other.code == 1)
        #expect(
            other.output.contains("acme.csv: line 3 of its golden differs\n  - 1 performance_metrics: "), "\(other)")
        try write("samples/b.csv", "no;such;header\n1;2;3\n")
        let refused = try scorebook(check + " --record")
        #expect(
            refused.output.hasSuffix("b.csv: recorded, as refused\n2 samples: 1 recorded, 1 the same\n"), "\(refused)")
        try write("samples/b.csv.golden", "another\n")
        let listed = try scorebook("check --samples samples \(over) -o csv")
        #expect(listed.code == 1)
        let lines = listed.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "path,line,column,message,suggestion", "\(listed.output)")
        #expect(lines.dropFirst().contains { $0.hasPrefix("samples/b.csv,1,1,line 1 of its golden differs") })
        #expect(try scorebook("check --samples nowhere \(over)").code == 66)
    }

    @Test func `Metrics are listed with their units`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let pipelines = "--pipelines \(Ground.pipelinesFolder)"
        let all = try scorebook("metrics -o csv \(pipelines)")
        #expect(all.output.contains("\nsixty_time,60-Yard Dash,sec,less,app\n"), "\(all)")
        #expect(all.output.contains("\nslider_velocity,Slider Velocity,mph,more,scorebook\n"))
        let some = try scorebook("metrics SIXTY -o csv \(pipelines)")
        #expect(some.output.split(separator: "\n").count == 2)
        #expect(try scorebook("metrics nonsense \(pipelines)").code == 66)
    }
}
