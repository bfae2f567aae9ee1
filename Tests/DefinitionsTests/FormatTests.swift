import Definitions
import Testing

/// What a format and a dataset become.
@Suite struct FormatTests {
    @Test func readsEveryWordOfAFormat() throws {
        let format = try #require(try Fixture().load().0.format(named: "one"))
        let record = try #require(format.records.first)
        guard case .csv(let csv) = format.reader else {
            Issue.record("not CSV")
            return
        }
        #expect(csv.delimiters == [UInt8(ascii: ",")])
        #expect(csv.preambleLines == 2)
        #expect(csv.ragged == .pad)
        #expect(csv.duplicateNames == .numberUnless(["Date", "Kind", "Amount", "Thrower", "Unit"]))
        #expect(format.recognise == [["Date", "Kind", "Amount", "Thrower"]])
        #expect(format.without == ["Amount (kg)"])
        #expect(record.person?.setting == "names")
        #expect(record.skip.first?.when.first?.words == ["Rest", ""])
        #expect(record.key == ["kind", "day"])
        #expect(record.fields.map(\.field) == ["day", "kind", "amount", "checked"])
        #expect(record.fields.map(\.conversion) == [.date, .text, .speed, .boolean])
        #expect(record.fields[1].map.map(\.word) == ["T", "R"])
        #expect(record.fields[2].unit == [.column("Unit"), .header, .setting("speed_unit")])
        #expect(record.fields[2].to == .mileAnHour)
        #expect(record.fields[3].setting == "checked")
    }

    @Test func readsEveryWordOfADataset() throws {
        let dataset = try #require(try Fixture().load().0.dataset(named: "probe"))
        #expect(dataset.fields.map(\.name) == ["until", "checked", "user_id", "id", "kind", "amount", "day", "event"])
        #expect(dataset.fields[5].maximum?.text == "100")
        #expect(dataset.fields[6].future == .refuse)
        #expect(dataset.rules.count == 2)
        let table = try #require(dataset.tables.first)
        #expect(table.owners?.table == "public.users" && table.owners?.column == "id")
        #expect(table.columns.map(\.write) == [.source, .keep, .source, .source, .source])
        #expect(table.columns[3].onMissing == .null)
        guard case .lookup("public.units", let match, "id") = table.columns[4].source else {
            Issue.record("\(table.columns[4].source)")
            return
        }
        #expect(match.map(\.column) == ["user", "role"])
        #expect(match.map(\.field) == ["$owner", nil] && match.map(\.constant) == [nil, "x"])
    }

    static let same = [
        ("a comment", "format: One", "format: One   # of a kind"),
        ("another title", "format: One", "format: Uno"),
        (
            "another layout", "day: {from: Date, as: date, pattern: yyyy-MM-dd}",
            "day:\n    from: Date\n    as:   date\n    pattern: yyyy-MM-dd"
        ),
    ]
    static let different = [
        ("another word", "T: throw, R: run", "T: throw, RR: run"),
        ("another unit", "to: mph", "to: km/h"),
        ("one thing less", "missing: [\"-\"]\n", ""),
        ("two words for one", "recognise:\n  - [Date, Kind", "recognise:\n  - ['Date\" \"Kind'"),
    ]

    private func canonicalText(_ fixture: Fixture) throws -> String {
        let (pipelines, _) = try fixture.load()
        let format = try #require(pipelines.format(named: "one"))
        return format.canonicalText(with: try #require(pipelines.datasets(of: format)))
    }

    @Test(arguments: same)
    func canonicalTextIsEqual(_ name: String, _ old: String, _ new: String) throws {
        let fixture = try #require(Fixture().replacing(old, new, in: .format))
        #expect(try canonicalText(fixture) == canonicalText(Fixture()))
    }

    @Test(arguments: different)
    func canonicalTextDiffers(_ name: String, _ old: String, _ new: String) throws {
        let fixture = try #require(Fixture().replacing(old, new, in: .format))
        #expect(try canonicalText(fixture) != canonicalText(Fixture()))
    }

    @Test func canonicalTextHasTheStatementsOfChecksAndNotTheirComments() throws {
        let (pipelines, _) = try Fixture().load()
        let format = try #require(pipelines.format(named: "one"))
        func text(_ sql: String) throws -> String {
            var datasets = try #require(pipelines.datasets(of: format))
            datasets[0].checks = [Check(name: "one", because: "it is so", sql: sql)]
            return format.canonicalText(with: datasets)
        }
        let plain = try text("select 1\nwhere true")
        #expect(try text("-- A remark.\nselect 1\n\n    -- another\n    where true\n") == plain)
        #expect(try text("select 1\nwhere false") != plain)
    }

    @Test func canonicalTextDiffersByDataset() throws {
        let fixture = try #require(Fixture().replacing("max: 100", "max: 101", in: .dataset))
        #expect(try canonicalText(fixture) != canonicalText(Fixture()))
    }
}
