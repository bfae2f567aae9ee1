import Definitions
import Loading
import Normalising
import Postgres
import Testing

/// The names of a session's tables, and of the views that stand for a table.
@Suite struct StagedNamesTests {
    private static func staged(_ name: String) throws -> StagedTable {
        let dataset = Dataset(
            name: "probe", title: "", path: "", fields: [Field(name: "x", type: .text)], rules: [],
            tables: [Table(name: name, key: "id", owner: "user_id", owners: nil, identity: ["x"], columns: [])])
        let format = Format(
            name: "probe", title: "", path: "", reader: .csv(CSVReaderDefinition()), recognise: [], missing: [],
            records: [RecordMapping(dataset: "probe", fields: [FieldMapping(field: "x", from: ["x"])])])
        let plan = try MappingPlan(
            format: format, datasets: [dataset], header: ["x"], settings: [:], ownership: .unresolved, identity: .none)
        return StagedTable(dataset, 0, plan: plan)
    }

    @Test func `Tables of two schemas share nothing`() throws {
        let tables = try ["public.events", "a.events", "b.events"].map(Self.staged)
        let names = tables.flatMap { [$0.staging, $0.labelTable, $0.plannedTable, $0.keys, $0.rowsView, $0.entryView] }
        #expect(Set(names).count == names.count)
        #expect(Set(tables.map(\.knownName)).count == 3)
    }

    /// Checks and steps name them so.
    @Test func `Of a table in public the schema is left out`() throws {
        let table = try Self.staged("public.events")
        #expect(table.staging.description == "pg_temp.staged_events")
        #expect(table.keys.description == "scorebook.events_keys")
    }
}
