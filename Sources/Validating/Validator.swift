internal import Definitions
public import Normalising
internal import Records

/// Checks typed rows against the rules of their dataset; finds every defect of a record.
public struct Validator: Sendable {
    private let parts: [Part]

    /// The rules of one record mapping.
    private struct Part: Sendable {
        let checks: [FieldCheck]
        let crossRules: [CrossFieldCheck]
        let measures: MeasureCheck?
    }

    /// - Parameter now: "now" in microseconds since 1970, for values that must not lie in the future.
    public init(plan: MappingPlan, now: Int64) {
        parts = plan.parts.map { part in
            Part(
                checks: part.fields.enumerated().compactMap { FieldCheck(field: $1, position: $0, now: now) },
                crossRules: part.dataset.rules.map { CrossFieldCheck(rule: $0, fields: part.fields) },
                measures: MeasureCheck(part.dataset.measures, fields: part.fields))
        }
    }

    /// Adds defects to the batch, rejects the records that have them, and settles what became of each.
    public func validate(_ batch: MappedBatch) {
        for (rules, part) in zip(parts, batch.parts) { validate(part, rules, batch) }
        batch.unifyOutcomes()
    }

    private func validate(_ part: MappedBatch.Part, _ rules: Part, _ batch: MappedBatch) {
        for (number, rows) in part.rows.enumerated() {
            for (table, ids) in zip(part.plan.tables, rows.tables) where table.isGiven {
                require(table.required, rows, ids, batch)
            }
            for check in rules.checks {
                // A column that all cases share is checked once, unless a row of this case needs it.
                let isShared = !rows.ownFields.contains(check.position)
                if isShared, number > 0 { continue }
                let mask = isShared ? part.examined : rows.present
                if let column = rows.columns[check.position] { check.run(column, batch, mask) }
            }
            for rule in rules.crossRules { rule.run(rows, batch) }
            rules.measures?.run(rows, batch)
        }
    }

    /// What a table's rows cannot be without.
    private func require(
        _ fields: [(name: String, position: Int?)], _ rows: MappedBatch.Rows, _ ids: MappedBatch.Identities,
        _ batch: MappedBatch
    ) {
        for field in fields {
            let column = field.position.flatMap { rows.columns[$0] }
            for index in 0..<batch.count
            where ids.present[index] == 1 && column?.valid[index] != 1 && rows.present[index] == 1 {
                if batch.hasDefect(index, field: field.name) { continue }
                batch.reject(
                    index, Defect(field: field.name, code: .required, found: "no value", expected: "a value"))
            }
        }
    }
}
