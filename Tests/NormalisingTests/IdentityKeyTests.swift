import Definitions
import Normalising
import Records
import Testing

/// Ids keep an athlete's week together, and show nothing without the secret.
@Suite("Ids of rows whose source has none")
struct IdentityKeyTests {
    private static let owner = "5f0c0000-0000-4000-8000-000000000001"
    private static let other = "5f0c0000-0000-4000-8000-000000000002"

    private func key(_ bytes: some Sequence<UInt8>) throws -> IdentityKey { try #require(IdentityKey(Array(bytes))) }

    /// The ids of metrics of owner, day and amount.
    private func ids(_ key: IdentityKey, _ records: [String]...) throws -> [String] {
        let fields = [("user_id", ValueType.uuid), ("day", .date), ("amount", .decimal)].map { name, type in
            Field(name: name, type: type)
        }
        let table = Table(
            name: "public.probes", key: "id", owner: "user_id", owners: nil, identity: ["day", "amount"], columns: [])
        let dataset = Dataset(name: "probe", title: "", path: "", fields: fields, rules: [], tables: [table])
        let record = RecordMapping(
            dataset: "probe",
            fields: [
                FieldMapping(field: "user_id", from: ["owner"], conversion: .uuid),
                FieldMapping(field: "day", from: ["day"], conversion: .date),
                FieldMapping(field: "amount", from: ["amount"], conversion: .decimal),
            ])
        let format = Format(
            name: "probe", title: "", path: "", reader: .csv(CSVReaderDefinition()), recognise: [], missing: [],
            records: [record])
        let plan = try MappingPlan(
            format: format, datasets: [dataset], header: ["owner", "day", "amount"], settings: [:],
            ownership: .payload, identity: key)
        let raw = RawBatch.of(records, columns: plan.sourceColumns)
        let batch = MappedBatch(plan: plan, raw: raw)
        Mapper(plan: plan).map(raw, into: batch)
        let rows = batch.parts[0].rows[0].tables[0]
        return (0..<records.count).map { UUIDText.text(high: rows.idHigh[$0], low: rows.idLow[$0]) }
    }

    @Test("version 8 of an example computed with Python's hashlib")
    func anExample() throws {
        let id = try ids(key(0..<32), [Self.owner, "2026-03-02", "62.0"])
        #expect(id == ["b1a2f2fe-f5a7-885d-a8dc-fd6811d40434"])
        let parsed = try #require(UUIDText.parse(id[0]))
        let second = UUIDText.derived(from: parsed, "2")
        #expect(UUIDText.text(high: second.high, low: second.low) == "b1a2f2fe-f5a7-830b-8ca7-2d09fd2c2d2e")
    }

    @Test("32 bits are the owner's, 16 more the week's")
    func rowsStandTogether() throws {
        let found = try ids(
            key(0..<32), [Self.owner, "2026-03-05", "1"], [Self.owner, "2026-03-11", "2"],
            [Self.owner, "2026-03-12", "1"], [Self.other, "2026-03-05", "1"], [Self.owner, "1969-12-31", "1"])
        #expect(Set(found).count == 5)
        #expect(Set(found[..<2].map { $0.prefix(13) }).count == 1, "a week from Thursday to Wednesday")
        #expect(Set([found[0], found[2], found[4]].map { $0.prefix(8) }).count == 1)
        #expect(Set([found[0], found[2], found[4]].map { $0.prefix(13) }).count == 3)
        #expect(found[3].prefix(8) != found[0].prefix(8))
    }

    @Test("with another secret no part of an id is the same")
    func nothingIsShownWithoutTheSecret() throws {
        let record = [Self.owner, "2026-03-05", "1"]
        let (one, two) = (try ids(key(0..<32), record)[0], try ids(key(1..<33), record)[0])
        for (mine, theirs) in zip(one.split(separator: "-"), two.split(separator: "-")) {
            #expect(mine.dropFirst() != theirs.dropFirst())
        }
        #expect(IdentityKey([1, 2, 3]) == nil)
    }
}
