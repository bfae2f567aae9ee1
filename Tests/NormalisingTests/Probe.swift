import Definitions
import Normalising
import Records

/// One field mapped from columns of text.
struct Probe {
    var mapping: FieldMapping
    var type: ValueType
    var header = ["x"]
    var settings: [String: String] = [:]
    var missing: [String] = []
    /// A column of the exercise's name, and units that people measure in.
    var exercise: String?
    var units: [Unit] = []

    static let noZone = MappingError.missingSettings([
        MissingSetting("zone", field: "x", columns: ["x"], why: .zone, examples: ["America/New_York"])
    ])

    init(_ conversion: Conversion, _ change: (inout FieldMapping) -> Void = { _ in }) {
        mapping = FieldMapping(field: "x", from: ["x"], conversion: conversion)
        type = conversion.valueType
        change(&mapping)
    }

    /// What a cell becomes: the value's text, `null`, or the code of its defect.
    func read(_ cells: String?...) throws -> String {
        let (raw, batch) = try mapped(cells)
        if let defect = batch.defects.first { return defect.defect.code.rawValue }
        guard let column = batch.parts[0].rows[0].columns.first ?? nil, column.valid[0] == 1 else { return "null" }
        return column.value(0, in: raw)
    }

    /// What is wrong with a cell.
    func defect(_ cells: String?...) throws -> Defect? { try mapped(cells).batch.defects.first?.defect }

    /// How many values were let through with a warning.
    func warnings(_ cells: String?...) throws -> Int {
        try mapped(cells).batch.warnings.reduce(0) { $0 + $1.count }
    }

    private func mapped(_ cells: [String?]) throws -> (raw: RawBatch, batch: MappedBatch) {
        let plan = try plan()
        let raw = RawBatch.of([cells], columns: plan.sourceColumns)
        let batch = MappedBatch(plan: plan, raw: raw)
        Mapper(plan: plan).map(raw, into: batch)
        return (raw, batch)
    }

    /// The plan for a file of the header.
    func plan() throws -> MappingPlan {
        var field = Field(name: "x", type: type)
        field.isRequired = false
        field.assistedBy = exercise.map { FieldCondition(field: $0, words: ["assisted"]) }
        field.units = units
        var fields = [mapping]
        var columns = [field]
        if let exercise {
            fields.append(FieldMapping(field: exercise, from: [exercise], conversion: .text))
            columns.append(Field(name: exercise, type: .text))
        }
        let table = Table(name: "public.probes", key: "id", owner: "user_id", owners: nil, identity: ["x"], columns: [])
        let dataset = Dataset(name: "probe", title: "", path: "", fields: columns, rules: [], tables: [table])
        let format = Format(
            name: "probe", title: "", path: "", reader: .csv(CSVReaderDefinition()), recognise: [], missing: missing,
            records: [RecordMapping(dataset: "probe", fields: fields)])
        return try MappingPlan(
            format: format, datasets: [dataset], header: header, settings: settings, ownership: .unresolved,
            identity: .none)
    }
}

extension RawBatch {
    /// A batch of these records, of the columns of the header that a plan asks for.
    static func of(_ records: [[String?]], columns: [Int]) -> RawBatch {
        let batch = RawBatch(capacity: max(1, records.count), columnCount: columns.count, byteCount: 16)
        for (index, record) in records.enumerated() {
            batch.lines[index] = index + 2
            for (place, column) in columns.enumerated() {
                let text = column < record.count ? record[column] : nil
                batch.column(place)[index] = text.map { batch.append(Array($0.utf8)) } ?? .absent
            }
        }
        batch.count = records.count
        return batch
    }
}

extension Column {
    /// A value's text, for comparing.
    func value(_ index: Int, in raw: RawBatch) -> String {
        switch type {
        case .text, .json, .list, .uuids: return String(decoding: text(index, in: raw), as: UTF8.self)
        case .boolean: return integer(index) == 1 ? "true" : "false"
        case .integer, .date, .instant, .wallTime, .time: return String(integer(index))
        case .uuid: return UUIDText.text(high: high[index], low: low[index])
        case .decimal, .duration:
            let number = decimal(index)
            var digits = number.isLong ? String(decoding: text(index, in: raw), as: UTF8.self) : String(number.digits)
            while digits.count <= number.scale { digits = "0" + digits }
            if number.scale > 0 { digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -number.scale)) }
            return (number.isNegative ? "-" : "") + digits
        }
    }
}

extension [DatePattern] {
    /// Patterns of these texts, each of which is one.
    static func of(_ texts: String...) -> [DatePattern] {
        texts.map { text in
            guard let pattern = DatePattern(text) else { preconditionFailure("no pattern: \(text)") }
            return pattern
        }
    }
}
