import Definitions
import Testing

/// What the odd shapes of a CSV are called in a definition.
@Suite struct ShapeTests {
    private func shape(_ reader: String) throws -> CSVShape {
        let fixture = try #require(Fixture().replacing("{type: csv}", reader, in: .other))
        let (pipelines, faults) = try fixture.load()
        #expect(faults == [])
        guard case .csv(let csv) = try #require(pipelines.format(named: "two")).reader else {
            Issue.record("not CSV")
            return CSVShape()
        }
        return csv.shape
    }

    @Test func `Without a word there is a header row`() throws {
        #expect(try shape("csv") == CSVShape())
        #expect(try shape("{type: csv, strip_prefix: [a., b.]}").isPlain)
    }

    @Test(arguments: [
        (", header: [day, number]", CSVShape.Header.none(names: ["day", "number"], width: 2)),
        (", header: 7", .none(names: [], width: 7)), (", header: 0", .none(names: [], width: 0)), ("", .row),
        (", header: labelled", .labelledRow),
    ])
    func header(_ csv: String, _ header: CSVShape.Header) throws {
        #expect(try shape("{type: csv\(csv)}").header == header)
    }

    @Test func `Every word is read`() throws {
        let read = try shape(
            """
            {type: csv, fill_down: Date, ragged: {into: Kind}, state_rows: [
              {when: {Kind: id}, from: Date, into: game}, {from: Date, into: on}],
              explode: {from: logs, by: [",", x], into: [weight, reps]}}
            aliases: {"@record": Kind}
            """)
        var shape = CSVShape()
        shape.recordColumn = "Kind"
        shape.fillDown = ["Date"]
        shape.surplusColumn = "Kind"
        shape.stateRows = [
            .init(sign: .words([.init(column: "Kind", word: "id")]), column: "Date", into: "game", clears: ["on"]),
            .init(sign: .alone, column: "Date", into: "on"),
        ]
        shape.explode = .init(
            column: "logs", rowSeparator: UInt8(ascii: ","), partSeparator: UInt8(ascii: "x"), into: ["weight", "reps"])
        #expect(read == shape)
        #expect(read.addedColumns == ["game", "on", "weight", "reps", "@record"])
        #expect(!read.isPlain)
    }

    @Test func `Sections and dumps say which tables are read`() throws {
        let sections = try shape("{type: csv, header: marked_sections, from: [A, B]}").sections
        #expect(sections == .init(titles: .marked, tables: ["A", "B"]))
        let fixture = try #require(Fixture().replacing("{type: csv}", "{type: sql, from: public.workouts}", in: .other))
        guard case .sql(let sql) = try #require(try fixture.load().0.format(named: "two")).reader else {
            Issue.record("not SQL")
            return
        }
        #expect(sql.tables == ["public.workouts"])
    }

    /// A definition that reads otherwise has another hash in the ledger.
    @Test(arguments: [
        "{type: csv, header: labelled}", "{type: csv, header: 0}", "{type: csv, header: 2}",
        "{type: csv}\naliases: {\"@record\": Kind}",
        "{type: csv, header: plain_sections}", "{type: csv, header: marked_sections}", "{type: csv, fill_down: Kind}",
        "{type: csv, ragged: {into: Kind}}", "{type: csv, state_rows: {from: Kind, into: on}}",
        "{type: csv, explode: {from: Kind, by: [',', x], into: [a, b]}}", "{type: csv, strip_prefix: a.}", "sql",
    ])
    func `Every word changes the canonical text`(_ reader: String) throws {
        func text(_ fixture: Fixture) throws -> String {
            let pipelines = try fixture.load().0
            let format = try #require(pipelines.format(named: "two"))
            return format.canonicalText(with: try #require(pipelines.datasets(of: format)))
        }
        let changed = try #require(Fixture().replacing("{type: csv}", reader, in: .other))
        #expect(try text(changed) != text(Fixture()))
    }

    @Test func `A case may be repeated over numbered columns`() throws {
        let fixture = try #require(
            Fixture().replacing(
                "amount: {from: Amount (kg)}", "amount: {from: 'Set {n} (KG)'}\n      id: {from: 'Id {n}'}", in: .other)
        )
        let (pipelines, faults) = try fixture.load()
        #expect(faults == [])
        let record = try #require(pipelines.format(named: "two")?.records.first)
        #expect(record.unpivot.first?.fields.map(\.from) == [[], ["Set {n} (KG)"], ["Id {n}"]])
    }

    @Test func `Paths are not counted: a record has no header`() throws {
        var fixture = try #require(
            Fixture().replacing("amount: {from: Amount (kg)}", "amount: {from: 'sets[{n}].kg'}", in: .other))
        fixture = try #require(fixture.replacing("{type: csv}", "{type: json}", in: .other))
        #expect(try fixture.load().1.contains { $0.contains("counts the columns of a header") })
    }
}
