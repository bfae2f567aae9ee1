public import Definitions
import Normalising
import Records
import Testing
import Validating

@Suite("Rules")
struct RuleTests {
    /// 2026-05-31T12:00:00Z
    private static let now: Int64 = 1_780_228_800_000_000

    /// Codes of the defects of one record of the fields.
    private static func codes(
        _ fields: [Field], _ cells: [String?], rules: [CrossFieldRule] = [], now: Int64 = now
    ) throws -> [String] {
        var table = Table(name: "public.probes", key: "id", owner: "user_id", owners: nil, identity: [], columns: [])
        table.required = fields.filter(\.isRequired).map(\.name)
        let dataset = Dataset(name: "probe", title: "", path: "", fields: fields, rules: rules, tables: [table])
        let conversions: [ValueType: Conversion] = [
            .text: .text, .integer: .integer, .decimal: .decimal, .date: .date, .instant: .instant, .boolean: .boolean,
        ]
        let mappings = fields.map {
            FieldMapping(field: $0.name, from: [$0.name], conversion: conversions[$0.type] ?? .text)
        }
        let format = Format(
            name: "probe", title: "", path: "", reader: .csv(CSVReaderDefinition()), recognise: [],
            records: [RecordMapping(dataset: "probe", fields: mappings)])
        let plan = try MappingPlan(
            format: format, datasets: [dataset], header: fields.map(\.name), settings: [:], ownership: .unresolved,
            identity: .none)
        let raw = RawBatch(capacity: 1, columnCount: fields.count, byteCount: 16)
        for (column, cell) in cells.enumerated() {
            raw.column(column)[0] = cell.map { raw.append(Array($0.utf8)) } ?? .absent
        }
        raw.count = 1
        let batch = MappedBatch(plan: plan, raw: raw)
        Mapper(plan: plan).map(raw, into: batch)
        Validator(plan: plan, now: now).validate(batch)
        return batch.defects.map { "\($0.defect.field) \($0.defect.code.rawValue)" }
    }

    private static func field(_ type: ValueType, _ name: String = "x", _ change: (inout Field) -> Void) -> Field {
        var field = Field(name: name, type: type)
        change(&field)
        return field
    }

    @Test(
        "a required value",
        arguments: [("a", []), ("", ["x required"]), (nil, ["x required"])] as [(String?, [String])])
    func required(_ cell: String?, _ expected: [String]) throws {
        #expect(try Self.codes([Self.field(.text) { $0.isRequired = true }], [cell]) == expected)
    }

    @Test("a value that could not be read is not called missing, too")
    func requiredAndBad() throws {
        #expect(try Self.codes([Self.field(.integer) { $0.isRequired = true }], ["x"]) == ["x not_an_integer"])
    }

    @Test(
        "a range is inclusive, and holds for numbers of any length",
        arguments: [
            ("0", true), ("100", true), ("100.0", true), ("-0", true), ("100.0000001", false), ("-0.1", false),
            ("1e400", false), ("99.99999999999999999999", true), ("100.00000000000000000000", true),
            ("100.00000000000000000001", false), ("123456789012.12345678901", false),
            ("-0.00000000000000000000012345678901234567890", false),
        ])
    func range(_ cell: String, isIn: Bool) throws {
        let field = Self.field(.decimal) {
            $0.minimum = "0"
            $0.maximum = "100"
        }
        #expect(try Self.codes([field], [cell]) == (isIn ? [] : ["x out_of_range"]))
    }

    @Test("a range of whole numbers", arguments: [("1", true), ("0", false), ("-9223372036854775807", false)])
    func integerRange(_ cell: String, isIn: Bool) throws {
        #expect(try Self.codes([Self.field(.integer) { $0.minimum = "1" }], [cell]) == (isIn ? [] : ["x out_of_range"]))
    }

    @Test(
        "length counts characters",
        arguments: [("abc", true), ("äöü", true), ("äöüß", false), ("a", false), ("💪💪", true)])
    func length(_ cell: String, isIn: Bool) throws {
        #expect(try Self.codes([Self.field(.text) { $0.lengths = 2...3 }], [cell]) == (isIn ? [] : ["x length"]))
    }

    @Test(
        "a pattern matches the whole text",
        arguments: [("ab1", true), ("ab12", false), ("xab1", false), ("ab1\n", false)])
    func pattern(_ cell: String, matches: Bool) throws {
        #expect(
            try Self.codes([Self.field(.text) { $0.pattern = Pattern("[a-c]+[0-9]|z") }], [cell])
                == (matches ? [] : ["x pattern"]))
    }

    @Test("one of some words, as written", arguments: [("run", true), ("Run", false), ("", true)])
    func oneOf(_ cell: String, isIn: Bool) throws {
        #expect(
            try Self.codes([Self.field(.text) { $0.oneOf = ["throw", "run"] }], [cell])
                == (isIn ? [] : ["x not_one_of"]))
    }

    @Test(
        "a day that has begun nowhere is in the future",
        arguments: [("2026-05-31", []), ("2026-06-01", []), ("2026-06-02", ["x in_the_future"])] as [(String, [String])]
    )
    func futureDay(_ cell: String, _ expected: [String]) throws {
        #expect(try Self.codes([Self.field(.date) { $0.future = .refuse }], [cell]) == expected)
    }

    @Test("what counts as now is given")
    func asOf() throws {
        let field = Self.field(.date) { $0.future = .refuse }
        #expect(try Self.codes([field], ["2020-01-03"], now: 1_577_836_800_000_000) == ["x in_the_future"])
        #expect(try Self.codes([field], ["2020-01-01"], now: 1_577_836_800_000_000) == [])
    }

    @Test(
        "an instant in the future, but for clocks that are fast",
        arguments: [
            ("2026-05-31T12:00:00Z", true), ("2026-05-31T14:05:00+02:00", true), ("2026-05-31T12:30:00Z", false),
        ])
    func futureInstant(_ cell: String, isPast: Bool) throws {
        #expect(
            try Self.codes([Self.field(.instant) { $0.future = .refuse }], [cell])
                == (isPast ? [] : ["x in_the_future"]))
    }

    @Test(
        "earliest and latest day",
        arguments: [("2000-01-01", true), ("1999-12-31", false), ("2010-12-31", true), ("2011-01-01", false)])
    func bounds(_ cell: String, isIn: Bool) throws {
        func bounded(_ type: ValueType) -> Field {
            Self.field(type) {
                $0.earliest = "2000-01-01"
                $0.latest = "2010-12-31"
            }
        }
        let expected = isIn ? [] : ["x out_of_range"]
        #expect(try Self.codes([bounded(.date)], [cell]) == expected)
        #expect(try Self.codes([bounded(.instant)], [cell + "T12:00:00Z"]) == expected)
    }

    @Test("one of two fields, and their order")
    func crossFields() throws {
        let pair = ["a", "b"].map { name in Self.field(.decimal, name) { _ in } }
        let any = CrossFieldRule.anyOf(["a", "b"], because: "one is needed")
        #expect(try Self.codes(pair, ["1", nil], rules: [any]) == [])
        #expect(try Self.codes(pair, [nil, ""], rules: [any]) == ["a cross_field"])
        #expect(try Self.codes(pair, ["x", ""], rules: [any]) == ["a not_a_number"])
        let ordered = CrossFieldRule.ordered(first: "a", second: "b", because: "a before b")
        #expect(try Self.codes(pair, ["1.50", "1.5"], rules: [ordered]) == [])
        #expect(try Self.codes(pair, ["2", "1.5"], rules: [ordered]) == ["a cross_field"])
        #expect(try Self.codes(pair, ["2", nil], rules: [ordered]) == [])
    }

    @Test("every broken rule of a record is told")
    func all() throws {
        let fields = [
            Self.field(.text, "a") { $0.isRequired = true },
            Self.field(.decimal, "b") { $0.maximum = "1" },
            Self.field(.text, "c") {
                $0.lengths = 1...2
                $0.pattern = Pattern("[a-z]+")
            },
        ]
        #expect(
            try Self.codes(fields, [nil, "2", "ABC"]) == ["a required", "b out_of_range", "c length", "c pattern"])
    }
}

extension Bound: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let bound = Bound(text) else { preconditionFailure("no bound: \(text)") }
        self = bound
    }
}

extension Day: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let day = Day(text) else { preconditionFailure("no day: \(text)") }
        self = day
    }
}
