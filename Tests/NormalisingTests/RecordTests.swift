import Definitions
import Normalising
import Records
import Testing

@Suite("Records")
struct RecordTests {
    private static let maya = Ownership.one(high: 0x5F0C_0000_0000_4000, low: 0x8000_0000_0000_0001)

    private static func field(
        _ name: String, _ conversion: Conversion, from: String, _ change: (inout FieldMapping) -> Void = { _ in }
    ) -> FieldMapping {
        var mapping = FieldMapping(field: name, from: [from], conversion: conversion)
        change(&mapping)
        return mapping
    }

    private static let dataset = Dataset(
        name: "probe", title: "", path: "",
        fields: [
            Field(name: "id", type: .uuid), Field(name: "user_id", type: .uuid), Field(name: "source_key", type: .text),
            Field(name: "kind", type: .text), Field(name: "day", type: .date), Field(name: "amount", type: .decimal),
            Field(name: "points", type: .integer),
        ], rules: [],
        tables: [
            Table(
                name: "public.probes", key: "id", owner: "user_id", owners: nil, identity: ["kind", "day", "amount"],
                columns: [])
        ])

    private static func mapped(
        _ format: Format, _ header: [String], _ records: [[String?]], settings: [String: String] = [:],
        order: RecordOrder = .ofTheFile
    ) throws -> MappedBatch {
        let plan = try MappingPlan(
            format: format, datasets: [dataset], header: header, settings: settings, ownership: maya, identity: .none)
        let raw = RawBatch.of(records, columns: plan.sourceColumns)
        let batch = MappedBatch(plan: plan, raw: raw)
        Mapper(plan: plan, order: order).map(raw, into: batch)
        return batch
    }

    private static func format(_ fields: [FieldMapping], _ change: (inout RecordMapping) -> Void = { _ in }) -> Format {
        var format = Format(
            name: "probe", title: "", path: "", reader: .csv(CSVReaderDefinition()), recognise: [],
            records: [RecordMapping(dataset: "probe", fields: fields)])
        change(&format.records[0])
        return format
    }

    private static let plain = [
        field("kind", .text, from: "Kind"), field("day", .date, from: "Day"), field("amount", .decimal, from: "Amount"),
    ]

    @Test("a line of empty cells is passed over, whatever the format requires; one with text is not")
    func emptyCells() throws {
        let plan = try MappingPlan(
            format: Self.format(Self.plain), datasets: [Self.dataset], header: ["Kind", "Day", "Amount"], settings: [:],
            ownership: Self.maya, identity: .none)
        let lines = [",,", ";;;", "\" \",\"\",", ",,x", "", "a"]
        let raw = RawBatch.of(lines.map { _ in [nil, nil, nil] }, columns: plan.sourceColumns)
        for (index, line) in lines.enumerated() { raw.spans[index] = raw.append(Array(line.utf8)) }
        let batch = MappedBatch(plan: plan, raw: raw)
        Mapper(plan: plan).map(raw, into: batch)
        #expect(batch.skipped == ["nothing in it": 3])
    }

    @Test("only wanted values are taken, and what is not wanted is not looked at")
    func wanted() throws {
        var dataset = Self.dataset
        dataset.fields[3].wanted = Wanted(setting: "kinds", usual: ["throw"])
        func outcomes(_ settings: [String: String], _ format: Format) throws -> ([UInt8], [String: Int], Int) {
            let plan = try MappingPlan(
                format: format, datasets: [dataset], header: ["Kind", "Day", "Amount"], settings: settings,
                ownership: Self.maya, identity: .none)
            let raw = RawBatch.of(
                [["throw", "2026-03-14", "1"], ["run", "someday", "2"], ["", "2026-03-14", "3"]],
                columns: plan.sourceColumns)
            let batch = MappedBatch(plan: plan, raw: raw)
            Mapper(plan: plan).map(raw, into: batch)
            return ((0..<3).map { batch.outcomes[$0] }, batch.skipped, batch.defects.count)
        }
        let usual = try outcomes([:], Self.format(Self.plain))
        #expect(usual == ([0, 1, 0], ["not selected by the setting kinds": 1], 0))
        let chosen = try outcomes(["kinds": "Run; jump"], Self.format(Self.plain))
        #expect(chosen == ([1, 2, 0], ["not selected by the setting kinds": 1], 1))
        var unpivot = FieldMapping(field: "kind")
        unpivot.constant = "run"
        let cases = Self.format([Self.plain[1]]) {
            $0.unpivot = [UnpivotCase(person: nil, fields: [unpivot, Self.plain[2]])]
        }
        #expect(try outcomes(["kinds": "throw"], cases).0 == [1, 2, 1])
    }

    @Test("a wall time's key is the text's, whatever zone it is read in")
    func wallKey() throws {
        var dataset = Self.dataset
        dataset.fields[4] = Field(name: "day", type: .instant)
        let fields = [Self.plain[0], Self.field("day", .localTime, from: "Day"), Self.plain[2]]
        func id(_ zone: String, _ cell: String) throws -> String {
            let plan = try MappingPlan(
                format: Self.format(fields), datasets: [dataset], header: ["Kind", "Day", "Amount"],
                settings: ["zone": zone], ownership: Self.maya, identity: .none)
            let raw = RawBatch.of([["throw", cell, "1"]], columns: plan.sourceColumns)
            let batch = MappedBatch(plan: plan, raw: raw)
            Mapper(plan: plan).map(raw, into: batch)
            let rows = batch.parts[0].rows[0].tables[0]
            return UUIDText.text(high: rows.idHigh[0], low: rows.idLow[0])
        }
        #expect(try id("America/New_York", "2026-03-14 07:00:00") == id("Europe/London", "2026-03-14 07:00:00"))
        #expect(try id("America/New_York", "2026-03-14 07:00:00") != id("America/New_York", "2026-03-14 07:00:01"))
        // Where the moments are of two weeks, too.
        #expect(try id("America/New_York", "2026-03-11 23:30:00") == id("Europe/London", "2026-03-11 23:30:00"))
        #expect(
            try id("America/New_York", "2026-03-14 07:00:00 -0400")
                == id("Europe/London", "2026-03-14 11:00:00 +0000"))
    }

    @Test("a natural key gives the same id whatever the format writes")
    func naturalKey() throws {
        let one = try Self.mapped(
            Self.format(Self.plain), ["Kind", "Day", "Amount"], [["throw", "2026-03-14", "85.50"]])
        let other = try Self.mapped(
            Self.format([
                Self.field("amount", .decimal, from: "v") { $0.number = .comma },
                Self.field("day", .date, from: "d") { $0.patterns = .of("M/d/yyyy") },
                Self.field("kind", .text, from: "k") { $0.map = [("Wurf", "throw")] },
            ]), ["d", "k", "v"], [["3/14/2026", "wurf", "85,5"]])
        // Of "probe" 0x1F owner 0x1F throw 0x1F 20526 0x1F 855e1
        let expected = "e966291a-76d3-88d5-9c34-fec6ed810f44"
        for batch in [one, other] {
            #expect(
                UUIDText.text(
                    high: batch.parts[0].rows[0].tables[0].idHigh[0], low: batch.parts[0].rows[0].tables[0].idLow[0])
                    == expected)
            #expect(batch.parts[0].rows[0].tables[0].isCounted[0] == 1)
        }
    }

    @Test("the source's own key is one record, however often it comes")
    func sourceKey() throws {
        let format = Self.format(Self.plain + [Self.field("source_key", .text, from: "Id")]) { $0.key = ["source_key"] }
        let batch = try Self.mapped(
            format, ["Kind", "Day", "Amount", "Id"],
            [["throw", "2026-03-14", "85", "a"], ["run", "2026-03-15", "7", "a"], ["run", "2026-03-15", "7", nil]])
        let rows = batch.parts[0].rows[0]
        #expect(rows.tables[0].idHigh[0] == rows.tables[0].idHigh[1])
        #expect(rows.tables[0].isCounted[0] == 0)
        #expect(rows.tables[0].idHigh[1] != rows.tables[0].idHigh[2])
        #expect(rows.tables[0].isCounted[2] == 1)
    }

    @Test("every defect of a record is told")
    func allDefects() throws {
        let batch = try Self.mapped(
            Self.format(Self.plain + [Self.field("id", .uuid, from: "Id")]), ["Kind", "Day", "Amount", "Id"],
            [["throw", "soon", "fast", "mine"], ["run", "2026-03-15", "7", nil]])
        let first = batch.defects.filter { $0.index == 0 }.map(\.defect.code)
        #expect(Set(first) == [.notADate, .notANumber, .notAUUID])
        #expect(batch.outcomes[1] == MappedBatch.Outcome.kept.rawValue)
        for (_, defect) in batch.defects {
            #expect(!defect.found.contains("soon") && !defect.found.contains("fast"), "no values in messages")
        }
    }

    @Test("an id that the payload gives for another owner")
    func foreignOwner() throws {
        let batch = try Self.mapped(
            Self.format(Self.plain + [Self.field("user_id", .uuid, from: "U")]), ["Kind", "Day", "Amount", "U"],
            [
                ["throw", "2026-03-14", "1", "5f0c0000-0000-4000-8000-000000000002"],
                ["throw", "2026-03-14", "1", "5f0c0000-0000-4000-8000-000000000001"],
            ])
        #expect(batch.defects.map(\.defect.code) == [.foreignOwner])
        #expect(batch.outcomes[0] == MappedBatch.Outcome.rejected.rawValue)
    }

    @Test("skip rules and other people's records are counted by reason")
    func skipped() throws {
        let format = Self.format(Self.plain) {
            $0.skip = [SkipRule(when: [Condition(column: "Kind", words: ["rest", ""])], because: "no throw")]
            $0.person = PersonRule(from: ["Who"], setting: "names")
        }
        let records: [[String?]] = [
            ["REST", "2026-03-14", "1", "Maya"], ["", "2026-03-14", "1", "Maya"], ["throw", "2026-03-14", "1", "Leo"],
            ["throw", "2026-03-14", "1", " maya r."], ["throw", "2026-03-14", "1", nil],
        ]
        let header = ["Kind", "Day", "Amount", "Who"]
        let batch = try Self.mapped(format, header, records, settings: ["names": "Maya; Maya R."])
        #expect(batch.skipped == ["no throw": 2, "another person": 2])
        #expect((0..<5).filter { batch.outcomes[$0] == 0 } == [3])
        #expect(throws: MappingError.self) { try Self.mapped(format, header, records) }
    }

    @Test("a name in any of several columns, and rows of those who are not the owner")
    func others() throws {
        let format = Self.format([Self.field("day", .date, from: "Day")]) {
            $0.person = PersonRule(from: ["A", "B"], setting: "names")
            $0.person?.columnMatch = .any
            $0.unpivot = ["A", "B", "C"].map { name in
                var person = PersonRule(from: [name], setting: "names")
                person.person = .another
                person.columnMatch = .any
                return UnpivotCase(person: person, fields: [Self.field("kind", .text, from: name)])
            }
        }
        let batch = try Self.mapped(
            format, ["Day", "A", "B"],
            [["2026-03-14", "Maya", "Bo"], ["2026-03-14", "Cam", "MAYA"], ["2026-03-14", "Cam", "Bo"]],
            settings: ["names": "Maya"])
        // A case whose person has no column here gives no rows.
        #expect(batch.parts[0].rows.count == 2)
        #expect((0..<3).map { batch.parts[0].rows[0].present[$0] } == [0, 1, 0])
        #expect((0..<3).map { batch.parts[0].rows[1].present[$0] } == [1, 0, 0])
        #expect(batch.skipped == ["another person": 1])
    }

    @Test("a name in parts")
    func joined() throws {
        let format = Self.format(Self.plain) {
            $0.person = PersonRule(from: ["First", "Last"], setting: "names")
            $0.person?.columnMatch = .joined
            $0.person?.parts = [["First", "Given name"], ["Last", "Family name"]]
        }
        let header = ["Kind", "Day", "Amount", "Last", "First"]
        let names: [(String?, String?)] = [
            ("Rivera", "Maya"), ("RIVERA ", " maya"), ("Maya", "Rivera"), ("Rivera", "Leo"), (nil, "Maya Rivera"),
            (String(repeating: "x", count: 500), "Maya"),
        ]
        let batch = try Self.mapped(
            format, header, names.map { ["throw", "2026-03-14", "1", $0.0, $0.1] }, settings: ["names": "Maya Rivera"])
        #expect((0..<names.count).filter { batch.outcomes[$0] == 0 } == [0, 1, 4])
        // By other spellings of the columns the same; without one of the parts the file is refused.
        let spelt = ["Kind", "Day", "Amount", "Family name", "Given name"]
        let other = try Self.mapped(
            format, spelt, [["throw", "2026-03-14", "1", "Rivera", "Leo"]], settings: ["names": "Maya Rivera"])
        #expect(other.skipped == ["another person": 1])
        #expect(throws: MappingError.missingColumn(field: "person", columns: ["Last", "Family name"])) {
            try Self.mapped(
                format, ["Kind", "Day", "Amount", "First"], [["throw", "2026-03-14", "1", "Maya"]],
                settings: ["names": "Maya Rivera"])
        }
    }

    @Test("sums, and comparisons with the last record of a key")
    func reckoning() throws {
        func points(_ conversion: Conversion, _ join: String) -> FieldMapping {
            var mapping = FieldMapping(field: "points", from: ["A"], conversion: conversion)
            mapping.join = [join]
            return mapping
        }
        let records: [[String?]] = [
            ["2026-03-14", "m", "3", "1"], ["2026-03-14", "n", "7", "x"], ["2026-03-14", "m", "4", nil],
            ["2026-03-14", "m", "6", "2"], ["2026-03-14", "n", "7", "-1"],
        ]
        func values(_ mapping: FieldMapping, _ order: RecordOrder = .ofTheFile) throws -> [Int?] {
            let format = Self.format([Self.field("day", .date, from: "Day"), mapping])
            let batch = try Self.mapped(format, ["Day", "Match", "A", "B"], records, order: order)
            let column = try #require(batch.parts[0].rows[0].columns.compactMap { $0 }.first { $0.field == "points" })
            return (0..<records.count).map { column.valid[$0] == 1 ? Int(column.integer($0)) : nil }
        }
        #expect(try values(points(.oneMore, "Match")) == [nil, nil, 1, nil, nil])
        #expect(try values(points(.unchanged, "Match")) == [nil, nil, nil, nil, 0])
        // Of rejects that are replayed it is not known what came before.
        #expect(try values(points(.unchanged, "Match"), .scattered) == [nil, nil, nil, nil, nil])
        #expect(try values(points(.sum, "B")) == [4, nil, nil, 8, 6])
        #expect(throws: MappingError.self) { try values(points(.sum, "C")) }
    }

    @Test("a case without what it needs gives no row")
    func caseNeeds() throws {
        var one = UnpivotCase(
            person: nil,
            fields: [Self.field("kind", .text, from: "Kind"), Self.field("amount", .decimal, from: "Amount")])
        one.needs = ["amount"]
        let format = Self.format([Self.field("day", .date, from: "Day")]) { $0.unpivot = [one] }
        let batch = try Self.mapped(
            format, ["Day", "Kind", "Amount"], [["2026-03-14", "throw", "85"], ["2026-03-14", "throw", ""]])
        #expect((0..<2).map { batch.parts[0].rows[0].present[$0] } == [1, 0])
    }

    @Test("one record becomes a row for each case that has a value")
    func unpivot() throws {
        let cases = ["Throw", "Run"].map { name in
            var kind = FieldMapping(field: "kind", conversion: .text)
            kind.constant = name.lowercased()
            return UnpivotCase(person: nil, fields: [kind, Self.field("amount", .decimal, from: name)])
        }
        let format = Self.format([Self.field("day", .date, from: "Day")]) { $0.unpivot = cases }
        let batch = try Self.mapped(
            format, ["Day", "Throw", "Run", "Jump"],
            [["2026-03-14", "85.5", "7.1", ""], ["2026-03-14", "", "7.2", ""], ["2026-03-14", "", "", "9"]])
        #expect((0..<3).map { batch.parts[0].rows[0].present[$0] } == [1, 0, 0])
        #expect((0..<3).map { batch.parts[0].rows[1].present[$0] } == [1, 1, 0])
        #expect(batch.skipped == ["no value": 1])
        #expect(batch.parts[0].rows[0].tables[0].idHigh[0] != batch.parts[0].rows[1].tables[0].idHigh[0])
        // The same throw from a format of single rows has the same id.
        let single = try Self.mapped(
            Self.format(Self.plain), ["Kind", "Day", "Amount"], [["throw", "2026-03-14", "85.5"]])
        #expect(single.parts[0].rows[0].tables[0].idHigh[0] == batch.parts[0].rows[0].tables[0].idHigh[0])
    }

    @Test("a required column that the header has not refuses the file")
    func missingColumn() {
        var required = Self.dataset
        required.tables[0].required = ["day"]
        #expect(throws: MappingError.missingColumn(field: "day", columns: ["Day"])) {
            try MappingPlan(
                format: Self.format(Self.plain), datasets: [required], header: ["Kind", "Amount"], settings: [:],
                ownership: Self.maya, identity: .none)
        }
    }
}
