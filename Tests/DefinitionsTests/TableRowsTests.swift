import Definitions
import Testing

/// Formats of files that list a table's rows are derived from the datasets.
@Suite struct TableRowsTests {
    static let pipelines = CheckReport(path: Repository.path("Pipelines"), environment: [:]).pipelines
    static let tables = pipelines.datasets.flatMap(\.tables).filter { !$0.recognise.isEmpty }.map(\.name)

    private func format(_ name: String) throws -> Format {
        try #require(Self.pipelines.format(named: name))
    }

    private func mapping(_ field: String, _ format: Format) throws -> FieldMapping {
        try #require(format.records.flatMap(\.fields).first { $0.field == field })
    }

    @Test func aTableHasAFormatOfEachKind() throws {
        let plain = Self.tables.map { $0.dropFirst("public.".count).replacing("_", with: "-") }
        let expected = plain.map { "\($0)-rows" } + plain.map { "\($0)-rows-json" }
        let names = Self.pipelines.formats.map(\.name).filter { $0.contains("-rows") }
        #expect(names.count == 56)
        #expect(Set(names) == Set(expected))
        let dump = try format("supabase-dump")
        let tables = Self.pipelines.datasets.flatMap { dataset in
            dump.records.filter { $0.dataset == dataset.name }.flatMap { dataset.tables.filter($0.gives).map(\.name) }
        }
        #expect(Set(tables) == Set(Self.tables))
        let users = ["id", "email", "full_name", "role"].map { "public.users(\($0))" }
        #expect(dump.recognise.contains(users))
    }

    @Test func columnsFillTheFieldsOfTheDataset() throws {
        let rows = try format("interactions-rows")
        #expect(rows.title == "interactions as rows (user export of the web app, Supabase Studio, PostgREST CSV)")
        #expect(rows.recognise == [["id", "school_id", "type", "direction", "occurred_at", "logged_by"]])
        let record = try #require(rows.records.first)
        #expect(record.dataset == "recruiting")
        let recruiting = try #require(Self.pipelines.dataset(named: "recruiting"))
        #expect(recruiting.tables.filter(record.gives).map(\.name) == ["public.interactions"])
        #expect(record.key == ["interactions.id"])
        #expect(record.empty == .quoted)
        for (field, column) in [
            ("user_id", "logged_by"), ("interactions.id", "id"), ("schools.id", "school_id"),
            ("family_units.id", "family_unit_id"), ("interactions.type", "type"),
        ] {
            #expect(try mapping(field, rows).from == [column])
        }
        #expect(try mapping("subject", rows).unrecoverable == ["[object Object]"])
        #expect(try mapping("occurred_at", rows).unrecoverable == [])
        // What no file has is looked up, and no field.
        #expect(try !format("performance-metrics-rows").columns.contains("family_unit_id"))
    }

    @Test func aColumnSaysHowItIsWritten() throws {
        for name in ["offers-rows", "offers-rows-json", "supabase-dump"] {
            let map = try mapping("offer_type", format(name)).map
            #expect(map.contains { $0.word == "full" && $0.value == "full_ride" }, "\(name)")
        }
        #expect(try mapping("is_completed", format("pickleball-games-rows")).defaultValue == "true")
    }

    @Test func jsonIsAnArrayOrInAnEnvelope() throws {
        let expected = [
            ["[*].id", "[*].user_id", "[*].team_name"], ["data[*].id", "data[*].user_id", "data[*].team_name"],
        ]
        #expect(try format("pickleball-teams-rows-json").recognise == expected)
    }

    /// A file with all columns of a table is of that table's format alone.
    @Test(arguments: tables)
    func aTableIsRecognised(_ name: String) throws {
        let table = try #require(Self.pipelines.datasets.flatMap(\.tables).first { $0.name == name })
        let columns = Set([table.key, table.owner] + table.columns.map(\.name))
        let formats = Self.pipelines.formats.filter { format in
            guard case .csv = format.reader else { return false }
            return columns.isDisjoint(with: format.without)
                && format.recognise.contains { columns.isSuperset(of: $0) }
        }
        #expect(formats.map(\.name) == [name.dropFirst("public.".count).replacing("_", with: "-") + "-rows"])
    }

    @Test func withoutTablesThereIsNoFormat() throws {
        let text = """
            format: Rows of {table}
            rows_of: each_table
            reader: csv

            """
        let fixture = Fixture()
        let old = try #require(fixture.texts[.other])
        let (none, lines) = try #require(fixture.replacing(old, text, in: .other)).load()
        #expect(lines == [])
        #expect(none.formats.map(\.name) == ["one"])
        let table = "identity: [kind, day]"
        let recognised = try #require(
            fixture.replacing(old, text, in: .other)?
                .replacing(table, "recognise: [kind, amount]\n    \(table)", in: .dataset))
        let (some, faults) = try recognised.load()
        #expect(faults == [])
        #expect(some.format(named: "probes-two")?.recognise == [["kind", "amount"]])
        #expect(some.format(named: "probes-two")?.title == "Rows of probes")
    }
}
