import Definitions
import Normalising
import Proving
import Records
import Testing

/// A quantity whose unit stands nowhere asks for it, in every format: no file makes it a number of a guessed unit, or none.
@Suite struct MissingUnitTests {
    /// A number that a format reads as a quantity, from one of the columns that may hold it.
    struct Quantity: CustomTestStringConvertible, Sendable {
        var format: String
        var column: String
        var mapping: FieldMapping
        var testDescription: String { "\(format) \(mapping.field) from \(column)" }
    }

    private static let datasets = ["workouts", "health", "sleep", "performance", "games"]
    private static let conversions: [Conversion] = [
        .mass, .length, .speed, .percent, .energy, .rate, .quantity, .duration,
    ]

    static let quantities = Ground.pipelines.formats.flatMap { format in
        format.records.filter { datasets.contains($0.dataset) }.flatMap(\.allFields).flatMap { mapping in
            conversions.contains(mapping.conversion) && !mapping.isOriginal && mapping.inside == nil
                ? mapping.from.map { Quantity(format: format.name, column: $0, mapping: mapping) } : []
        }
    }

    /// What becomes of a number: its defect, or that it is refused, or its value.
    private enum Outcome: Equatable {
        case asks(String)
        case wantsColumn([String])
        case defect(Defect.Code)
        case value
        case nothing
    }

    private func outcome(_ quantity: Quantity, header: [String], settings: [String: String] = [:]) throws -> Outcome {
        var mapping = quantity.mapping
        mapping.from = [quantity.column]
        (mapping.field, mapping.isRequired, mapping.unitOverride) = ("x", false, nil)
        // Without its power of ten a number would be refused for that.
        mapping.power = []
        var field = Field(name: "x", type: mapping.conversion.valueType)
        field.isRequired = false
        let table = Table(name: "public.probes", key: "id", owner: "user_id", owners: nil, identity: ["x"], columns: [])
        let format = Format(
            name: "probe", title: "", path: "", reader: .csv(CSVReaderDefinition()), recognise: [], missing: [],
            records: [RecordMapping(dataset: "probe", fields: [mapping])])
        do {
            let plan = try MappingPlan(
                format: format,
                datasets: [Dataset(name: "probe", title: "", path: "", fields: [field], rules: [], tables: [table])],
                header: header, settings: settings, ownership: .unresolved, identity: .none)
            let raw = RawBatch(capacity: 1, columnCount: plan.sourceColumns.count, byteCount: 16)
            for (place, column) in plan.sourceColumns.enumerated() {
                raw.column(place)[0] = header[column] == quantity.column ? raw.append(Array("12.5".utf8)) : .absent
            }
            raw.count = 1
            let batch = MappedBatch(plan: plan, raw: raw)
            Mapper(plan: plan).map(raw, into: batch)
            if let defect = batch.defects.first { return .defect(defect.defect.code) }
            guard let column = batch.parts[0].rows[0].columns.first ?? nil else { return .nothing }
            return column.valid[0] == 1 ? .value : .nothing
        } catch let error as MappingError {
            switch error {
            case .missingSettings(let missing) where missing.count == 1: return .asks(missing[0].setting)
            case .missingColumn("the unit of x", let columns): return .wantsColumn(columns)
            default: throw error
            }
        }
    }

    @Test(arguments: quantities) func `A number without a unit asks for it`(quantity: Quantity) throws {
        let beside = quantity.mapping.unit.compactMap { if case .column(let name) = $0 { name } else { nil } }
        let asked = quantity.mapping.unit.compactMap { if case .setting(let name) = $0 { name } else { nil } }
        // Columns that have a unit are as little there as one in the name, and as empty.
        for header in [[quantity.column], [quantity.column] + beside] {
            switch try outcome(quantity, header: header) {
            case .asks(let setting): #expect(asked.contains(setting), "\(setting) is no setting of \(quantity)")
            // Formats whose own files always have the unit's column.
            case .wantsColumn(let columns): #expect(columns == beside && asked.isEmpty && !beside.isEmpty)
            // A number that is a part of its cell is not there by itself.
            case .defect(.notANumber) where quantity.mapping.part != nil: break
            case .defect(let code): #expect(code == .missingUnit, "\(code)")
            // The format, the dataset or the column's name says it.
            case .value: #expect(isSaid(quantity), "\(header)")
            case .nothing: Issue.record("\(header): the number is lost without a word")
            }
        }
    }

    private func isSaid(_ quantity: Quantity) -> Bool {
        let unit = quantity.mapping.unit
        if unit.contains(.magnitude) || unit.contains(where: { if case .fixed = $0 { true } else { false } }) {
            return true
        }
        // A percentage is one, and a duration is in seconds, where nothing is said.
        if unit.isEmpty { return [.percent, .duration].contains(quantity.mapping.conversion) }
        return unit.contains(.header)
    }
}
