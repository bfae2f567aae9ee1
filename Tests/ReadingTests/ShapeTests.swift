import Definitions
import Reading
import Records
import Testing

/// A file of an odd shape and what is to be read from it: `record line offset cells`, cells joined by `|`.
struct ShapeCase: CustomTestStringConvertible, Sendable {
    var name: String
    var input: String
    var header: [String]
    var expected: [String]
    var definition: CSVReaderDefinition
    var preamble = 0
    var columns: [String] = []
    var testDescription: String { name }

    init(
        _ name: String, _ input: String, header: [String], _ expected: [String], preamble: Int = 0,
        columns: [String] = [], _ change: (inout CSVReaderDefinition) -> Void
    ) {
        (self.name, self.input, self.header, self.expected) = (name, input, header, expected)
        (self.preamble, self.columns) = (preamble, columns)
        definition = CSVReaderDefinition()
        change(&definition)
    }

    func transcript(_ source: any ByteSource, capacity: Int? = nil) -> Transcript {
        Transcript(source, definition, header: .after(preamble), columns: columns, capacity: capacity)
    }

    static let all: [ShapeCase] = [
        .init(
            "preamble with quotes that nothing closes",
            "\"Do NOT delete, ever\n5\" bats; \"x\n\n,,,when,who,\n,,,1,a,\n,,,2,b,\n",
            header: ["", "", "", "when", "who", ""], ["1 5 47 |||1|a|", "2 6 55 |||2|b|"], preamble: 2
        ) { _ in },
        .init(
            "a day before the header, behind the last dash",
            "\"Monitor: Rivera - Maya - 03/14/2026 1:19 PM\",,\nPlace,Range 2,\nn,v\n1,a\n2,b\n",
            header: ["n", "v", "day", "place"],
            [
                "1 4 67 1|a|03/14/2026 1:19 PM|Range 2", "2 5 71 2|b|03/14/2026 1:19 PM|Range 2",
            ], preamble: 2
        ) {
            $0.shape.stateRows = [
                .init(
                    sign: .before(["Dates,{},*", "Monitor: * - {}"].compactMap(LinePattern.init)), column: "",
                    into: "day"),
                .init(sign: .before(["Place,{}"].compactMap(LinePattern.init)), column: "", into: "place"),
                .init(sign: .before(["Player: {}"].compactMap(LinePattern.init)), column: "", into: "who"),
            ]
        },
        .init(
            "prefixes, where the plain name is free", "v.start,v.end,end\n1,2,3\n", header: ["start", "v.end", "end"],
            ["1 2 18 1|2|3"]
        ) { $0.shape.prefixes = ["v."] },
        .init(
            "labels over names",
            "\"\",\"\",\"Batting\",\"\",\"Pitching\"\n\"No\",\"Last\",\"GP\",\"H\",\"H\"\n1,x,2,3,4\n",
            header: ["No", "Last", "Batting/GP", "Batting/H", "Pitching/H"], ["1 3 55 1|x|2|3|4"]
        ) { $0.shape.header = .labelledRow },
        .init(
            "names by place", "20250401,0,ABC\n20250402,1,DEF\n", header: ["day", "number", "#3"],
            ["1 1 0 20250401|0|ABC", "2 2 15 20250402|1|DEF"]
        ) { $0.shape.header = .none(names: ["day", "number"], width: 2) },
        .init(
            "kinds of record", "id,G1\ninfo,date,2025/04/01\nplay,1,0,a\nid,G2\nplay,1,1,b\ndata,er,x\ndata,er,y",
            header: ["#1", "#2", "#3", "#4", "game", "date", "@record"],
            [
                "1 1 0 id|G1|~|~|~|~|id", "2 2 6 info|date|2025/04/01|~|G1|~|info",
                "3 3 27 play|1|0|a|G1|2025/04/01|play", "4 4 38 id|G2|~|~|G1|2025/04/01|id",
                "5 5 44 play|1|1|b|G2|~|play", "6 6 55 data|er|x|~|G2|~|data", "7 7 65 data|er|y|~|G2|~|data",
            ]
        ) {
            $0.shape.header = .none(names: [], width: 4)
            $0.shape.recordColumn = "#1"
            $0.ragged = .pad
            $0.shape.stateRows = [
                .init(sign: .words([.init(column: "#1", word: "id")]), column: "#2", into: "game", clears: ["date"]),
                .init(
                    sign: .words([.init(column: "#1", word: "info"), .init(column: "#2", word: "date")]), column: "#3",
                    into: "date"),
            ]
        },
        .init(
            "sections with marks",
            "\n### SETTING ####\n\nid,unit\n1,kg\n\n####\n\n### LOGS, ALL ###\nid,what,of\n7,\"a\nb\",c\n8,d\n#x,y,z\n",
            header: ["what", "id", "@record", "none"],
            [
                "1 5 27 ~|1|SETTING|~", "2 11 68 a\nb|7|LOGS, ALL|~", "3 13 78 d|8|LOGS, ALL|~ !too_few_cells",
                "4 14 82 y|#x|LOGS, ALL|~",
            ], columns: ["what", "id", "@record", "none"]
        ) { $0.shape.sections = .init(titles: .marked) },
        .init(
            "sections under titles that stand alone",
            "Body\nDate,Weight\n\"2025-01-01\",\"70\"\n\nFood Log 1\nDaily Totals\n\"\",\"Fat\",\"0 g\"\n\nBody,\n\nDate,Fat\n2,3\n4\n",
            header: ["Date", "Weight", "Fat", "@record"],
            [
                "1 3 17 2025-01-01|70|~|Body", "2 7 60 ~|~|~|Food Log 1", "3 12 92 2|~|3|Body",
                "4 13 96 4|~|~|Body !too_few_cells",
            ], columns: ["Date", "Weight", "Fat", "@record"]
        ) { $0.shape.sections = .init(titles: .alone, tables: ["Body"]) },
        .init(
            "a date that stands alone",
            "Time,Weight,\n\" Jul 18, 2026\",\n8:28 AM,80.0 kg,\n9:00 AM,--,\n\" Jul 19, 2026\",\n7:00 AM,79 kg,\n8:00 AM,",
            header: ["Time", "Weight", "", "day"],
            [
                "1 3 30 8:28 AM|80.0 kg|| Jul 18, 2026", "2 4 47 9:00 AM|--|| Jul 18, 2026",
                "3 6 76 7:00 AM|79 kg|| Jul 19, 2026", "4 7 91 8:00 AM||~| Jul 19, 2026 !too_few_cells",
            ]
        ) {
            $0.ragged = .pad
            $0.shape.stateRows = [.init(sign: .alone, column: "Time", into: "day")]
        },
        .init(
            "rows packed into a cell, under another name of its column", "day,Saetze\n1,\"60x10,65x8\"\n",
            header: ["day", "Saetze", "weight", "reps"], ["1 2 11 1|60x10,65x8|60|10", "1 2 11 1|60x10,65x8|65|8"]
        ) {
            $0.shape.explode = .init(
                column: "Sets", spellings: ["Saetze"], rowSeparator: UInt8(ascii: ","),
                partSeparator: UInt8(ascii: "x"),
                into: ["weight", "reps"])
        },
        .init(
            "filled down", "day,who,n\n1,a,1\n,,2\n2,,3\n", header: ["day", "who", "n"],
            ["1 2 10 1|a|1", "2 3 16 1|a|2", "3 4 20 2|a|3"]
        ) { $0.shape.fillDown = ["day", "who"] },
        .init(
            "surplus cells",
            "Date,Exercise,Reps\n1,Press (Each Side, Dumbbells),5\n2,Row,6\n3,\"Row, seated\",7\n4,\"Row, seated\",7,8\n5,a,b,c,9\n",
            header: ["Date", "Exercise", "Reps"],
            [
                "1 2 19 1|Press (Each Side, Dumbbells)|5", "2 3 52 2|Row|6", "3 4 60 3|Row, seated|7",
                "4 5 78 4|Row, seated|7 !too_many_cells", "5 6 98 5|a,b,c|9",
            ]
        ) { $0.shape.surplusColumn = "Exercise" },
        .init(
            "surplus cells passed over", "Id,Geo,a\n\"1\",\"\",\"2\"\n\"2\",\"\",\"3\",\"4\",\"5\"\n3,g\n",
            header: ["Id", "Geo", "a"], ["1 2 9 1|\"\"|2", "2 3 20 2|\"\"|3", "3 4 39 3|g|~"]
        ) { $0.ragged = .skip },
        .init(
            "packed cells", "id,logs,who\n1,\"60x10,65x8, 65 x 8,\",a\n2,,b\n3,\"60x10,5\",c\n4,18.00003x8,d\n",
            header: ["id", "logs", "who", "weight", "reps"],
            [
                "1 2 12 1|60x10,65x8, 65 x 8,|a|60|10", "1 2 12 1|60x10,65x8, 65 x 8,|a|65|8",
                "1 2 12 1|60x10,65x8, 65 x 8,|a|65|8", "2 3 38 2||b|~|~",
                "3 4 43 3|60x10,5|c|~|~ !too_few_cells logs", "4 5 57 4|18.00003x8|d|18.00003|8",
            ]
        ) {
            $0.shape.explode = .init(
                column: "logs", rowSeparator: UInt8(ascii: ","), partSeparator: UInt8(ascii: "x"),
                into: ["weight", "reps"])
        },
        .init(
            "a last line filled from the left", "a,1r,1k,2r,2k\nx,5,6\nx,5,6,,\nx,5,\"\",\"\"",
            header: ["a", "1r", "1k", "2r", "2k"],
            ["1 2 14 x|5|6|~|~", "2 3 20 x|5|6||", "3 4 28 x|5|\"\"|\"\"|~"]
        ) { $0.ragged = .left },
        .init(
            "a last line cut from the left", "a,1r,1k,2r,2k\nx,5,", header: ["a", "1r", "1k", "2r", "2k"],
            ["1 2 14 x|5||~|~ !too_few_cells"]
        ) { $0.ragged = .left },
    ]
}

@Suite struct ShapeTests {
    @Test(arguments: ShapeCase.all)
    func reads(_ shape: ShapeCase) {
        let transcript = shape.transcript(MemorySource(Array(shape.input.utf8)))
        #expect(transcript.error == nil)
        #expect(transcript.header == shape.header)
        #expect(transcript.lines.map(Self.said) == shape.expected)
        #expect(transcript.account.total == shape.input.utf8.count)
        for line in transcript.lines {
            #expect(shape.input.utf8.dropFirst(line.offset).starts(with: line.raw.utf8))
            #expect(line.line == shape.input.utf8.prefix(line.offset).count { $0 == 0x0A } + 1)
        }
    }

    static func said(_ line: Transcript.Line) -> String {
        let cells = zip(line.cells, line.quoted).map { cell, isQuoted in
            cell.map { $0.isEmpty && isQuoted ? "\"\"" : $0 } ?? "~"
        }
        let defects = line.defects.map { " !" + $0 }.joined()
        return "\(line.record) \(line.line) \(line.offset) \(cells.joined(separator: "|"))\(defects)"
    }

    @Test(arguments: ShapeCase.all)
    func `Any size of pieces reads the same`(_ shape: ShapeCase) {
        let bytes = Array(shape.input.utf8)
        let whole = shape.transcript(MemorySource(bytes))
        for chunk in 1...40 { #expect(shape.transcript(MemorySource(bytes, chunk: chunk)) == whole) }
        #expect(shape.transcript(PropertyTests.Irregular(bytes)) == whole)
    }

    @Test(arguments: ShapeCase.all)
    func `In UTF-16 the same stands there`(_ shape: ShapeCase) {
        let narrow = shape.transcript(MemorySource(Array(shape.input.utf8)))
        for bigEndian in [false, true] {
            let bytes = PropertyTests.encoded(shape.input, bigEndian: bigEndian)
            let wide = shape.transcript(MemorySource(bytes, chunk: 5))
            #expect(wide.lines.map(\.cells) == narrow.lines.map(\.cells))
            #expect(wide.lines.map(\.offset) == narrow.lines.map { $0.offset * 2 + 2 })
            #expect(wide.account.total == bytes.count)
        }
    }

    /// A record of a prefix is the record of the whole file or has a defect; but for a cut within the last cell of a
    /// line, which is a whole file by the grammar of CSV.
    @Test(arguments: ShapeCase.all)
    func `Cut anywhere it gives no half record`(_ shape: ShapeCase) {
        let bytes = Array(shape.input.utf8)
        let whole = shape.transcript(MemorySource(bytes))
        for length in 1..<bytes.count {
            let part = shape.transcript(MemorySource(Array(bytes[..<length])))
            guard part.error == nil else { continue }
            #expect(part.account.total == length)
            for (cut, line) in zip(part.lines, whole.lines) where cut != line && cut.defects.isEmpty {
                let isLast = part.lines.last?.record == cut.record
                #expect(isLast && line.raw.hasPrefix(cut.raw) && bytes[length - 1] != 0x0A, "cut at \(length)")
            }
        }
    }

    @Test func `Every batch knows what stood before it`() {
        var text = "day,logs\n"
        var expected: [String] = []
        var record = 0
        for day in 1...400 {
            text += "\(day)\n"
            for set in 1...(day % 60) + 1 {
                let packed = (0...day % 5).map { "\(set)x\($0)" }
                text += ",\"\(packed.joined(separator: ","))\"\n"
                record += 1
                for piece in packed { expected.append("\(record) \(day) \(piece)") }
            }
        }
        var definition = CSVReaderDefinition()
        definition.ragged = .pad
        definition.shape.stateRows = [.init(sign: .alone, column: "day", into: "on")]
        definition.shape.explode = .init(
            column: "logs", rowSeparator: UInt8(ascii: ","), partSeparator: UInt8(ascii: "x"), into: ["w", "r"])
        for chunk in [Int.max, 1000] {
            let transcript = Transcript(MemorySource(Array(text.utf8), chunk: chunk), definition)
            #expect(
                transcript.lines.map { line in
                    "\(line.record) \((line.cells[2] ?? "")) \(line.cells[3] ?? "")x\(line.cells[4] ?? "")"
                } == expected)
            #expect(transcript.account.total == text.utf8.count)
        }
    }

    @Test func `Rows without records take no memory`() throws {
        let rows = Array(repeating: Array("####\n\n".utf8), count: 800_000).joined()
        var definition = CSVReaderDefinition()
        definition.shape.sections = .init(titles: .marked)
        let reader = try CSVReader(MemorySource(Array(rows)), definition, columns: ["a"])
        let batch = reader.makeBatch()
        #expect(try reader.read(into: batch) == false)
        #expect(batch.bytes.count < 4 << 20)
        #expect(reader.account.total == 4_800_000)
    }

    @Test func `A packed cell of too many rows rejects its record`() {
        let packed = Array(repeating: "1x2", count: 513).joined(separator: ",")
        var definition = CSVReaderDefinition()
        definition.shape.explode = .init(
            column: "logs", rowSeparator: UInt8(ascii: ","), partSeparator: UInt8(ascii: "x"), into: ["w", "r"])
        let transcript = Transcript("logs,n\n\"\(packed)\",1\n1x2,2\n", definition)
        #expect(transcript.lines.map(\.record) == [1, 2])
        #expect(transcript.lines.map(\.defects) == [["too_many_cells logs"], []])
    }

    @Test func `A file of sections says its names`() {
        let shape = ShapeCase.all[7]
        let names = CSVReader.sectionNames(MemorySource(Array(shape.input.utf8)), shape.definition, nil)
        #expect(names.titles == ["Body", "Food Log 1"])
        #expect(names.columns == ["Date", "Weight", "Fat"])
    }
}
