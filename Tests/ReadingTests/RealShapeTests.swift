import Definitions
import Foundation
import Reading
import Records
import Testing

/// A real file of an odd shape: how many rows there are in it, and some of its values.
struct RealShape: CustomTestStringConvertible, Sendable {
    /// A value, the row in which it is read, and the line of the file on which its bytes stand.
    struct Value: Sendable {
        var row: Int
        var line: Int
        var column: String
        var text: String

        init(_ row: Int, _ line: Int, _ column: String, _ text: String) {
            (self.row, self.line, self.column, self.text) = (row, line, column, text)
        }
    }

    var file: String
    var records: Int
    var rows: Int
    /// Numbers of records that have defects.
    var rejected: [Int]
    var values: [Value]
    var reader: ReaderDefinition
    var preamble = 0
    var testDescription: String { file }

    init(
        _ file: String, records: Int, rows: Int? = nil, rejected: [Int] = [], preamble: Int = 0, _ values: [Value],
        _ change: (inout CSVReaderDefinition) -> Void
    ) {
        (self.file, self.records, self.rows, self.rejected) = (file, records, rows ?? records, rejected)
        (self.values, self.preamble) = (values, preamble)
        var definition = CSVReaderDefinition()
        definition.ragged = .trailing
        change(&definition)
        reader = .csv(definition)
    }

    init(dump file: String, records: Int, _ values: [Value]) {
        (self.file, self.records, rows, rejected, self.values) = (file, records, records, [], values)
        reader = .sql(SQLReaderDefinition())
    }

    static let all: [RealShape] = [
        .init(
            "dupr/dupr_club_upload_2026.csv", records: 2,
            [
                .init(0, 2, "teamAGame1", "11"), .init(0, 2, "teamBGame1", "9"),
                .init(1, 3, "playerB1DuprId", "FFFF66"),
            ]
        ) { _ in },
        .init(
            "samsung_health/samsung_weight_bom_2022.csv", records: 17, preamble: 1,
            [
                .init(0, 3, "weight", "102.0"), .init(12, 15, "body_fat_mass", "22.999998"),
                .init(16, 19, "time_offset", "UTC-0400"),
            ]
        ) { $0.shape.prefixes = ["com.samsung.health.weight."] },
        .init(
            "samsung_health/samsung_weight_placeholder_1970_trailing_comma.csv", records: 3, preamble: 1,
            [
                .init(0, 3, "weight", "75.4"), .init(1, 4, "body_fat", "16.8"),
                .init(2, 5, "start_time", "1970-01-01 00:00:00.000"),
            ]
        ) { _ in },
        .init(
            "garmin_weight/garmin_weight_bom_24h_dashes.csv", records: 3,
            [.init(0, 2, "on", " 21 Sep 2023"), .init(1, 4, "Body Water", "57.4 %"), .init(2, 5, "Weight", "82.3 kg")]
        ) { $0.shape.stateRows = [.init(sign: .alone, column: "Time", into: "on")] },
        .init(
            "garmin_weight/garmin_weight_en_kg.csv", records: 3,
            [
                .init(0, 2, "on", " Jul 18, 2026"), .init(2, 4, "on", " Jul 15, 2026"),
                .init(2, 6, "Weight", "81.0 kg"),
            ]
        ) { $0.shape.stateRows = [.init(sign: .alone, column: "Time", into: "on")] },
        .init(
            "gamechanger/gamechanger_season_stats_softball_1.csv", records: 12,
            [
                .init(0, 3, "Batting/AVG", ".576"), .init(10, 13, "Batting/OPS", "1.353"),
                .init(9, 12, "Batting/LOB", "14"), .init(11, 14, "Number", "Glossary"),
            ]
        ) { $0.shape.header = .labelledRow },
        .init(
            "jefit/jefit_backup_multi_section.csv", records: 5, rows: 10,
            [
                .init(0, 5, "gender", "M"), .init(1, 13, "weight", "60"), .init(3, 13, "weight", "65"),
                .init(3, 13, "reps", "8"), .init(8, 15, "weight", "100"), .init(9, 23, "weight_lbs", "132.28"),
                .init(9, 20, "@record", "EXERCISE SET LOGS"),
            ]
        ) {
            $0.shape.sections = .init(titles: .marked)
            $0.shape.explode = .init(
                column: "logs", rowSeparator: UInt8(ascii: ","), partSeparator: UInt8(ascii: "x"),
                into: ["weight", "reps"])
        },
        .init(
            "fitbit_csv/fitbit_export_body_2019.csv", records: 31,
            [.init(0, 3, "Date", "2019-12-01"), .init(30, 33, "BMI", "26.02"), .init(4, 1, "@record", "Body")]
        ) { $0.shape.sections = .init(titles: .alone) },
        .init(
            "retrosheet/retrosheet_2022WAS_1.EVN", records: 174,
            [
                .init(50, 1, "game", "WAS202204070"), .init(99, 100, "#5", "12"), .init(99, 6, "date", "2022/04/07"),
                .init(173, 174, "@record", "data"),
            ]
        ) {
            $0.shape.header = .none(names: [], width: 7)
            $0.shape.recordColumn = "#1"
            $0.shape.stateRows = [
                .init(sign: .words([.init(column: "#1", word: "id")]), column: "#2", into: "game", clears: ["date"]),
                .init(
                    sign: .words([.init(column: "#1", word: "info"), .init(column: "#2", word: "date")]), column: "#3",
                    into: "date"),
            ]
        },
        .init(
            "fitnotes/fitnotes_android_kgs.csv", records: 38,
            [.init(2, 4, "Weight", "90.0"), .init(21, 23, "Reps", "12"), .init(37, 39, "Date", "2026-08-05")]
        ) { $0.shape.surplusColumn = "Exercise" },
        .init(
            "fitnotes/fitnotes_lbs_with_distance_2017.csv", records: 11493,
            [.init(0, 2, "Reps", "22"), .init(5, 7, "Weight (lbs)", "25.0"), .init(11492, 11494, "Date", "2020-08-03")]
        ) { $0.shape.surplusColumn = "Exercise" },
        .init(
            "stronglifts/stronglifts_2026_verbatim_shape_negative_weight.csv", records: 4,
            [
                .init(0, 2, "Set 5 (KG)", "20"), .init(2, 4, "Body Weight (KG)", "97.75"),
                .init(3, 5, "Set 3 (KG)", "-5"), .init(3, 5, "Set 4 (Reps)", ""),
            ]
        ) { $0.ragged = .left },
        .init(
            "stronglifts/stronglifts_export_kg.csv", records: 15,
            [
                .init(0, 2, "Sets×Reps", "5/5/5/5/-"), .init(6, 8, "Set 1 (KG)", "20.4"),
                .init(14, 16, "Set 6 (KG)", "52.2"),
            ]
        ) { $0.ragged = .left },
        .init(
            "renpho/renpho_sample.csv", records: 2,
            [.init(0, 2, "Weight(kg)", "86.95"), .init(1, 3, "Bone Mass(kg)", "3.05"), .init(1, 3, "Body Type", " --")]
        ) { _ in },
        .init(
            "rapsodo/rapsodo_renamed_columns_2022.csv", records: 144,
            [.init(0, 2, "MPH", "76.8"), .init(8, 10, "Spin_Direction", "9:06"), .init(20, 22, "True_Spin", "1193")]
        ) { _ in },
        .init(
            dump: "supabase_dump/pg_dump_data_only_copy_two_dumps_concatenated.sql", records: 58,
            [
                .init(0, 24, "muscular_group", "upper"), .init(4, 36, "reps", "8"), .init(57, 141, "min_reps", "5"),
                .init(57, 116, "@record", "public.exercises"),
            ]),
        .init(
            dump: "supabase_dump/supabase_db_dump_data_only_inserts_pg17.sql", records: 150,
            [
                .init(0, 117, "start_time", "2024-08-10 01:30:00+00"),
                .init(2, 126, "id", "a6c77c93-4636-477a-b5b4-00ed559a924e"), .init(149, 294, "id", "53"),
            ]),
    ]
}

/// Real files, read where they stand: other people's, so none of them is in this repository.
@Suite struct RealShapeTests {
    static let folder: String? = {
        let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let shared = ProcessInfo.processInfo.environment["SCOREBOOK_SHARED"] ?? package + "/../shared"
        let samples = shared + "/formats/samples"
        return FileManager.default.fileExists(atPath: samples) ? samples : nil
    }()

    @Test(
        .enabled(if: folder != nil, "formats/samples is not in ../shared nor in SCOREBOOK_SHARED"),
        arguments: RealShape.all)
    func `Every record is read, and values as the bytes have them`(_ shape: RealShape) throws {
        let path = try #require(Self.folder) + "/" + shape.file
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let columns = Self.columns(shape, bytes)
        let layout = Layout(preamble: shape.preamble)
        let whole = Transcript { () throws(ReadError) in
            try ReaderOpening.open(MemorySource(bytes), shape.reader, layout: layout, columns: columns)
        }
        #expect(whole.error == nil)
        #expect(whole.account.total == bytes.count)
        #expect(whole.lines.last?.record == shape.records)
        #expect(whole.lines.count == shape.rows)
        #expect(whole.lines.filter { !$0.defects.isEmpty }.map(\.record) == shape.rejected)
        // The mark stands before the first line and belongs to no cell.
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for value in shape.values {
            let line = whole.lines[value.row]
            let column = try #require(whole.header.firstIndex(of: value.column), "\(value.column)")
            #expect(line.cells[column] == value.text, "\(value.column) of row \(value.row + 1)")
            let raw = String(decoding: lines[value.line - 1], as: UTF8.self)
            let text = value.column == "@record" ? value.text.replacing("public.", with: "") : value.text
            #expect(text.isEmpty || raw.contains(text))
        }
        for line in whole.lines {
            #expect(bytes.dropFirst(line.offset).starts(with: line.raw.utf8))
            #expect(line.line == bytes.prefix(line.offset).count { $0 == 0x0A } + 1)
            if bytes.count > 100_000, line.record > 100 { break }
        }
        for chunk in [1, 7, 1000] where bytes.count < 100_000 {
            let part = Transcript { () throws(ReadError) in
                try ReaderOpening.open(
                    MemorySource(bytes, chunk: chunk), shape.reader, layout: layout, columns: columns)
            }
            #expect(part == whole)
        }
    }

    /// All names that there are, for readers that are opened with those that are asked for.
    private static func columns(_ shape: RealShape, _ bytes: [UInt8]) -> [String] {
        switch shape.reader {
        case .csv(let csv):
            return CSVReader.sectionNames(MemorySource(bytes), csv, nil).columns + csv.shape.addedColumns
        default: return SQLReader.names(MemorySource(bytes)).columns + ["@record"]
        }
    }
}
